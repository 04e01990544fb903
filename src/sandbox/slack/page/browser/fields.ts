import { fieldsOf, listOf, textOf } from "../../json.ts";
import { freshId, h } from "./dom.ts";
import { drawText, wordsOf } from "./mrkdwn.ts";
import { fileChip } from "./stage.ts";
import type { Control, Drawing } from "./surfaces.ts";

/** Draws a field for typing or for picking a day. */
export function typedField(type: "text" | "number" | "date"): (drawing: Drawing) => Control {
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

export function radios({ element, held, surface, chosen }: Drawing): Control {
  const name = freshId();
  const now = fieldsOf(held["selected_option"])["value"];
  const drawn = listOf(element["options"])
    .map(fieldsOf)
    .map(({ value, text, description: more }) => {
      const input = h("input", { type: "radio", name, checked: value === now });
      input.value = textOf(value);
      input.addEventListener("change", chosen);
      const words = [text, ...(more === undefined ? [] : [more])];
      const said = h("span", {}, ...words.map((one) => drawText(one, surface.reading)));
      return { input, line: h("label", { class: "tick" }, input, said) };
    });
  const lines = drawn.map(({ line }) => line);
  const node = h("div", { role: "radiogroup", tabindex: -1 }, ...lines);
  const read = () => drawn.filter(({ input }) => input.checked).map(({ input }) => input.value);
  return { node, main: node, read };
}

/** Files for a form: chosen or dropped, uploaded at once as Slack does. */
export function fileField({ element, held, surface }: Drawing): Control {
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
