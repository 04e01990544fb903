import { type Fields, fieldsOf, listOf, textOf } from "../../json.ts";
import type { Option } from "../wire.ts";
import { h, pressable } from "./dom.ts";
import type { Drawing } from "./elements.ts";
import type { Reading } from "./reading.ts";
import type { Control } from "./surface.ts";
import { wordsOf } from "./text.ts";

type Group = { readonly label: string | undefined; readonly options: readonly Option[] };

/** A menu of which one is chosen: the browser's own, which keyboards, phones and ears know. */
export function chooser({ element, held, surface, chosen }: Drawing): Control {
  const now = heldValues(held)[0] ?? "";
  const placeholder = wordsOf(element["placeholder"]) || askFor(textOf(element["type"]));
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

function askFor(type: string): string {
  if (type.includes("users")) return "Choose a person";
  return type.includes("channels") || type.includes("conversations")
    ? "Choose a channel"
    : "Choose an option";
}

function drawGroup({ label, options }: Group, now: string): readonly HTMLElement[] {
  const drawn = options.map(({ value, words }) =>
    h("option", { value, selected: value === now }, words),
  );
  return label === undefined ? drawn : [h("optgroup", { label }, ...drawn)];
}

/** A menu of which several are chosen: a list of ticks that folds away, with a search when it is long. */
export function manyChooser({ element, held, surface, chosen }: Drawing): Control {
  const now = new Set(heldValues(held));
  const inputs: HTMLInputElement[] = [];
  const names = new Map<string, string>();
  const lines = groupsOf(element, surface.reading).flatMap(({ options }) =>
    options.map(({ value, words }) => {
      const input = h("input", { type: "checkbox", value, checked: now.has(value) });
      inputs.push(input);
      names.set(value, words);
      return h("label", { class: "tick" }, input, h("span", {}, words));
    }),
  );
  const read = () => inputs.filter(({ checked }) => checked).map(({ value }) => value);
  const placeholder = wordsOf(element["placeholder"]) || "Choose options";
  const summary = h("summary", { class: "select" });
  const say = () => void (summary.textContent = chosenWords(read(), names) || placeholder);
  const search = lines.length > searchedFrom ? sieve(lines) : undefined;
  const list = h("div", { class: "many-list" }, search, ...lines);
  const node = h("details", { class: "many" }, summary, list);
  node.addEventListener("change", ({ target }) => {
    if (target === search) return;
    say();
    chosen();
  });
  say();
  return { node, main: summary, read };
}

const chosenWords = (values: readonly string[], names: ReadonlyMap<string, string>) =>
  values.map((value) => names.get(value) ?? value).join(", ");

/** Slack lets one search in any menu; a short one is read faster than it is searched. */
const searchedFrom = 8;

/** Leaves only those lines that hold what is typed. */
function sieve(lines: readonly HTMLElement[]): HTMLInputElement {
  const search = h("input", { type: "search", class: "input", "aria-label": "Search" });
  search.addEventListener("input", () => {
    const wanted = search.value.trim().toLowerCase();
    for (const line of lines) {
      line.hidden = !(line.textContent ?? "").toLowerCase().includes(wanted);
    }
  });
  return search;
}

/** A menu that the bot fills while one types. */
export function searcher({ element, held, surface, chosen }: Drawing): Control {
  const placeholder = wordsOf(element["placeholder"]) || "Search";
  const input = h("input", {
    type: "search",
    class: "input",
    placeholder,
    "aria-label": placeholder,
  });
  const found = h("div", { class: "found", role: "listbox", "aria-label": "Found" });
  let value: readonly string[] = heldValues(held);
  const pick = (option: Option) => () => {
    value = [option.value];
    input.value = option.words;
    found.replaceChildren();
    chosen();
  };
  const least = Number(element["min_query_length"] ?? 3);
  async function look(): Promise<void> {
    const options = input.value.length < least ? [] : await surface.search(element, input.value);
    const lines = options.map((option) =>
      pressable({ class: "menu-item", role: "option", click: pick(option) }, option.words),
    );
    found.replaceChildren(...lines);
  }
  input.addEventListener("input", () => void look());
  const node = h("div", { class: "searcher" }, input, found);
  return { node, main: input, read: () => value };
}

/** The values or ids that an element holds, whatever its kind calls them. */
function heldValues(held: Fields): readonly string[] {
  return Object.entries(held)
    .filter(([name]) => name !== "type")
    .flatMap(([, value]) => value)
    .map((one) => (typeof one === "string" ? one : textOf(fieldsOf(one)["value"])))
    .filter((one) => one !== "");
}

function groupsOf(element: Fields, reading: Reading): readonly Group[] {
  const own = listOf(element["options"]).map(fieldsOf).map(optionOf);
  if (own.length > 0) return [{ label: undefined, options: own }];
  const groups = listOf(element["option_groups"]).map(fieldsOf);
  if (groups.length > 0) return groups.map(groupOf);
  return [{ label: undefined, options: known(textOf(element["type"]), reading) }];
}

const groupOf = (group: Fields): Group => ({
  label: wordsOf(group["label"]),
  options: listOf(group["options"]).map(fieldsOf).map(optionOf),
});

function optionOf(option: Fields): Option {
  const more = wordsOf(option["description"]);
  const words = wordsOf(option["text"]);
  return { value: textOf(option["value"]), words: more === "" ? words : `${words} · ${more}` };
}

/** The people or conversations of the workspace. */
function known(type: string, { people, channels }: Reading): readonly Option[] {
  if (type.includes("users")) {
    return people.map(({ id, realName }) => ({ value: id, words: realName }));
  }
  return channels
    .filter(({ kind }) => kind !== "im")
    .map(({ id, name }) => ({ value: id, words: `#${name}` }));
}
