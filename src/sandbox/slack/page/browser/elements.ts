import { type Fields, fieldsOf, listOf, textOf } from "../../json.ts";
import { chooser, manyChooser, overflow } from "./choosers.ts";
import { fileChip } from "./composer.ts";
import { freshId, h, pressable, safeAddress } from "./dom.ts";
import { drawText, wordsOf } from "./mrkdwn.ts";
import type { Control, Drawing, Surface } from "./surfaces.ts";

export function drawElement(block: Fields, element: Fields, surface: Surface): Control {
  const isField = block["type"] === "input" && block["dispatch_action"] !== true;
  async function choose(): Promise<void> {
    const isDone = await surface.act(element, control.read());
    if (!isDone) reset(control.main);
  }
  const onChoice = () => {
    if (!isField) void choose();
  };
  const draw = elements[textOf(element["type"])] ?? unknown;
  const control = draw({ element, held: surface.held(block, element), surface, chosen: onChoice });
  control.main.setAttribute("data-focus", textOf(element["action_id"]));
  return control;
}

/** Restores the previous choice after the confirm dialog was refused. */
function reset(main: HTMLElement): void {
  if (!(main instanceof HTMLSelectElement)) return;
  for (const option of main.options) option.selected = option.defaultSelected;
}

const elements: Readonly<Record<string, (drawing: Drawing) => Control>> = {
  button,
  overflow,
  static_select: chooser,
  users_select: chooser,
  multi_static_select: manyChooser,
  multi_users_select: manyChooser,
  radio_buttons: radios,
  datepicker: typedField("date"),
  plain_text_input: typedField("text"),
  number_input: typedField("number"),
  file_input: fileField,
};

const plain = (node: HTMLElement): Control => ({ node, main: node, read: () => [] });

const unknown = ({ element }: Drawing): Control =>
  plain(h("span", { class: "unknown" }, `This page cannot draw a “${textOf(element["type"])}”.`));

function button({ element, surface }: Drawing): Control {
  const look = { class: `button ${textOf(element["style"])}`.trim() };
  const words = labelShown(wordsOf(element["text"]));
  const href = safeAddress(textOf(element["url"]));
  if (href !== undefined) {
    const click = () => void surface.act(element);
    return plain(
      h("a", { ...look, href, target: "_blank", rel: "noopener noreferrer", click }, words),
    );
  }
  const node = pressable(look, words);
  node.addEventListener("click", () => void whileBusy(node, surface.act(element)));
  return plain(node);
}

/** Slack, reference of the button: its text may be cut at about 30 characters. */
function labelShown(words: string): string {
  const characters = Array.from(words);
  return characters.length > 30 ? `${characters.slice(0, 29).join("")}…` : words;
}

/**
 * Marks a button as busy. A second click meanwhile is another click for Slack, too: it is allowed.
 */
async function whileBusy(node: HTMLElement, work: Promise<unknown>): Promise<void> {
  node.setAttribute("aria-busy", "true");
  await work;
  node.removeAttribute("aria-busy");
}

/** Draws a field for typing or for picking a day. */
function typedField(type: "text" | "number" | "date"): (drawing: Drawing) => Control {
  return ({ element, held, chosen }) => {
    const placeholder = wordsOf(element["placeholder"]) || undefined;
    const attributes = {
      class: "input",
      placeholder,
      "aria-label": placeholder ?? type,
      min: textOf(element["min_value"]) || undefined,
      max: textOf(element["max_value"]) || undefined,
    };
    const input =
      element["multiline"] === true
        ? h("textarea", { ...attributes, rows: 4 })
        : h("input", { ...attributes, type });
    input.value = textOf(held[type === "date" ? "selected_date" : "value"]);
    input.addEventListener(type === "date" ? "change" : "keydown", (event) => {
      if (!(event instanceof KeyboardEvent) || event.key === "Enter") chosen();
    });
    return { node: input, main: input, read: () => (input.value === "" ? [] : input.value) };
  };
}

function radios({ element, held, surface, chosen }: Drawing): Control {
  const name = freshId();
  const now = fieldsOf(held["selected_option"])["value"];
  const entries = listOf(element["options"])
    .map(fieldsOf)
    .map(({ value, text, description: more }) => {
      const input = h("input", { type: "radio", name, checked: value === now });
      input.value = textOf(value);
      input.addEventListener("change", chosen);
      const words = [text, ...(more === undefined ? [] : [more])];
      const label = h("span", {}, ...words.map((one) => drawText(one, surface.reading)));
      return { input, line: h("label", { class: "tick" }, input, label) };
    });
  const lines = entries.map(({ line }) => line);
  const node = h("div", { role: "radiogroup", tabindex: -1 }, ...lines);
  const values = () => entries.filter(({ input }) => input.checked).map(({ input }) => input.value);
  return { node, main: node, read: values };
}

/** Files for a form: chosen or dropped, uploaded at once as Slack does. */
function fileField({ element, held, surface }: Drawing): Control {
  const kinds = listOf(element["filetypes"]).map(textOf);
  const accept = kinds.map((kind) => `.${kind}`).join(",") || undefined;
  const most = Number(element["max_files"] ?? 10);
  const ids: string[] = listOf(held["files"]).map((file) => textOf(fieldsOf(file)["id"]));
  const names = h("ul", { class: "chips" });
  const multiple = most > 1;
  const input = h("input", { type: "file", accept, multiple, "aria-label": "Choose a file" });
  async function take(files: readonly File[]): Promise<void> {
    for (const file of files.slice(0, most - ids.length)) {
      const id = await surface.upload(file);
      const chip = fileChip(file, () => {
        ids.splice(ids.indexOf(id), 1);
        chip.remove();
      });
      ids.push(id);
      names.append(chip);
    }
    input.value = "";
  }
  const node = h("div", { class: "file-field" }, input, names);
  input.addEventListener("change", () => void take([...(input.files ?? [])]));
  onDrop(node, (files) => void take(files));
  return { node, main: input, read: () => ids };
}

/** Calls `take` with files that are dropped on this node. */
export function onDrop(node: HTMLElement, take: (files: readonly File[]) => void): void {
  node.addEventListener("dragover", (event) => {
    event.preventDefault();
    node.classList.add("is-dropping");
  });
  node.addEventListener("dragleave", ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node) || !node.contains(relatedTarget)) {
      node.classList.remove("is-dropping");
    }
  });
  node.addEventListener("drop", (event) => {
    event.preventDefault();
    node.classList.remove("is-dropping");
    take([...(event.dataTransfer?.files ?? [])]);
  });
}
