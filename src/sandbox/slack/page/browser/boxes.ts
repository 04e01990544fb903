import { type Fields, fieldsOf, listOf, textOf } from "../../json.ts";
import { freshId, h } from "./dom.ts";
import type { Drawing } from "./elements.ts";
import type { Reading } from "./reading.ts";
import type { Control } from "./surface.ts";
import { drawText } from "./text.ts";

/** Check boxes or radio buttons, with what each says. */
export function boxes(type: "checkbox" | "radio"): (drawing: Drawing) => Control {
  return ({ element, held, surface, chosen }) => {
    const name = freshId();
    const now = [held["selected_options"], held["selected_option"]].flat();
    const ticked = new Set(now.map(valueOf));
    const lines = listOf(element["options"])
      .map(fieldsOf)
      .map((option) => {
        const value = valueOf(option);
        const input = h("input", { type, name, value, checked: ticked.has(value) });
        input.addEventListener("change", chosen);
        return {
          input,
          line: h("label", { class: "tick" }, input, words(option, surface.reading)),
        };
      });
    const role = type === "radio" ? "radiogroup" : "group";
    const node = h("div", { role, tabindex: -1 }, ...lines.map(({ line }) => line));
    const chosenNow = () =>
      lines.filter(({ input }) => input.checked).map(({ input }) => input.value);
    return { node, main: node, read: chosenNow };
  };
}

const valueOf = (option: unknown): string => textOf(fieldsOf(option)["value"]);

function words(option: Fields, reading: Reading): HTMLElement {
  const more = option["description"];
  return h(
    "span",
    {},
    drawText(option["text"], reading),
    more !== undefined && drawText(more, reading),
  );
}
