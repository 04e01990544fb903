import { type Fields, fieldsOf, listOf, textOf } from "../../json.ts";
import { h } from "./dom.ts";
import type { Drawing } from "./elements.ts";
import { fileChip } from "./stage.ts";
import type { Control } from "./surface.ts";
import { wordsOf } from "./text.ts";

type Kind = "text" | "email" | "url" | "number" | "date" | "time" | "datetime-local";

/** A field that one types into, or picks a day or a time in. */
export function typedField(kind: Kind): (drawing: Drawing) => Control {
  return ({ element, held, chosen }) => {
    const placeholder = wordsOf(element["placeholder"]) || undefined;
    const isLong = element["multiline"] === true || element["type"] === "rich_text_input";
    const attributes = {
      class: "input",
      placeholder,
      "aria-label": placeholder ?? kind,
      min: textOf(element["min_value"]) || undefined,
      max: textOf(element["max_value"]) || undefined,
    };
    const input = isLong
      ? h("textarea", { ...attributes, rows: 4 })
      : h("input", {
          ...attributes,
          type: kind,
          step: stepOf(kind, element["is_decimal_allowed"]),
        });
    input.value = shownValue(kind, held);
    const moment = ["date", "time", "datetime-local"].includes(kind) ? "change" : "keydown";
    input.addEventListener(moment, (event) => {
      if (!(event instanceof KeyboardEvent) || event.key === "Enter") chosen();
    });
    return { node: input, main: input, read: () => enteredValue(kind, input.value) };
  };
}

const stepOf = (kind: Kind, isDecimal: unknown) =>
  kind === "number" && isDecimal === true ? "any" : undefined;

function shownValue(kind: Kind, held: Fields): string {
  const value = Object.entries(held).find(([name]) => name !== "type")?.[1];
  if (kind !== "datetime-local") return textOf(value);
  if (typeof value !== "number") return "";
  const at = new Date(value * 1000);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function enteredValue(kind: Kind, value: string): string | readonly string[] {
  if (value === "") return [];
  return kind === "datetime-local" ? String(Math.floor(Date.parse(value) / 1000)) : value;
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

/** Hears of files that are dropped on this node. */
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
