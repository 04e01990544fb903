import { type Fields, fieldsOf, listOf, textOf } from "../../json.ts";
import { h, safeAddress } from "./dom.ts";
import { type MenuItem, menuButton } from "./menus.ts";
import { type Reading, wordsOf } from "./mrkdwn.ts";
import type { Control, Drawing } from "./surfaces.ts";

type Option = {
  readonly value: string;
  readonly words: string;
  /** The address that an option of an overflow menu opens. */
  readonly href: string | undefined;
};
type Group = { readonly label: string | undefined; readonly options: readonly Option[] };

/**
 * Draws a menu for one choice: the browser's own, which keyboards, phones and screen readers know.
 */
export function chooser({ element, held, surface, chosen }: Drawing): Control {
  const now = heldValues(held)[0] ?? "";
  const usual = element["type"] === "users_select" ? "Choose a person" : "Choose an option";
  const placeholder = wordsOf(element["placeholder"]) || usual;
  const select = h(
    "select",
    { class: "select", "aria-label": placeholder },
    h("option", { value: "", selected: now === "" }, placeholder),
    ...groupsOf(element, surface.reading).flatMap((group) => drawGroup(group, now)),
  );
  select.addEventListener("change", () => {
    if (select.value !== "") chosen();
  });
  return { node: select, main: select, read: () => (select.value === "" ? [] : select.value) };
}

function drawGroup({ label, options }: Group, now: string): readonly HTMLElement[] {
  const elements = options.map(({ value, words }) =>
    h("option", { value, selected: value === now }, words),
  );
  return label === undefined ? elements : [h("optgroup", { label }, ...elements)];
}

/** Slack offers a search in any menu; a short one is read faster than it is searched. */
const searchedFrom = 8;

/**
 * Draws a menu for several choices: a list of ticks that folds away, with a search when it is long.
 */
export function manyChooser({ element, held, surface, chosen }: Drawing): Control {
  const now = new Set(heldValues(held));
  const options = groupsOf(element, surface.reading).flatMap((group) => group.options);
  const ticks = options.map(({ value, words }) => {
    const input = h("input", { type: "checkbox", value, checked: now.has(value) });
    return { input, words, line: h("label", { class: "tick" }, input, h("span", {}, words)) };
  });
  const lines = ticks.map(({ line }) => line);
  const ticked = () => ticks.filter(({ input }) => input.checked);
  const placeholder = wordsOf(element["placeholder"]) || "Choose options";
  const summary = h("summary", { class: "select" });
  const say = () => {
    const words = ticked().map((tick) => tick.words);
    summary.textContent = words.join(", ") || placeholder;
  };
  const search = lines.length > searchedFrom ? sieve(lines) : undefined;
  const list = h("div", { class: "many-list" }, search, ...lines);
  const node = h("details", { class: "many" }, summary, list);
  node.addEventListener("change", ({ target }) => {
    if (target === search) return;
    say();
    chosen();
  });
  say();
  return { node, main: summary, read: () => ticked().map(({ input }) => input.value) };
}

/** Draws a menu behind three dots: a choice is sent and does not stay chosen. */
export function overflow({ element, surface }: Drawing): Control {
  const item = ({ value, words, href }: Option): MenuItem => ({
    words,
    choose: () => {
      if (href !== undefined) window.open(href, "_blank", "noopener,noreferrer");
      void surface.act(element, value);
    },
  });
  const items = () => optionsIn(element).map(item);
  const node = menuButton({ sign: "⋯", label: "More options", look: "button", items });
  return { node, main: node.querySelector("button") ?? node, read: () => [] };
}

/** Shows only the lines that contain the typed text. */
function sieve(lines: readonly HTMLElement[]): HTMLInputElement {
  const search = h("input", { type: "search", class: "input", "aria-label": "Search" });
  search.addEventListener("input", () => {
    const query = search.value.trim().toLowerCase();
    for (const line of lines) {
      line.hidden = !(line.textContent ?? "").toLowerCase().includes(query);
    }
  });
  return search;
}

const heldValues = ({ selected_option, selected_options, ...people }: Fields) =>
  [selected_option, selected_options, people["selected_user"], people["selected_users"]]
    .flat()
    .map((one) => (typeof one === "string" ? one : textOf(fieldsOf(one)["value"])))
    .filter((one) => one !== "");

function groupsOf(element: Fields, { people }: Reading): readonly Group[] {
  if (element["type"] === "users_select" || element["type"] === "multi_users_select") {
    const options = people.map(({ id, realName }) => ({
      value: id,
      words: realName,
      href: undefined,
    }));
    return [{ label: undefined, options }];
  }
  const groups = listOf(element["option_groups"]).map(fieldsOf);
  const own = { label: undefined, options: optionsIn(element) };
  if (groups.length === 0) return [own];
  return groups.map((group) => ({ label: wordsOf(group["label"]), options: optionsIn(group) }));
}

const optionsIn = ({ options }: Fields): readonly Option[] =>
  listOf(options)
    .map(fieldsOf)
    .map(({ value, text, description, url }) => {
      const [words, more] = [wordsOf(text), wordsOf(description)];
      const href = safeAddress(textOf(url));
      return { value: textOf(value), words: more === "" ? words : `${words} · ${more}`, href };
    });
