import { type Fields, textOf } from "../../json.ts";
import { chooser, manyChooser, overflow } from "./choosers.ts";
import { h, pressable, safeAddress } from "./dom.ts";
import { fileField, radios, typedField } from "./fields.ts";
import { wordsOf } from "./mrkdwn.ts";
import type { Control, Drawing, Surface } from "./surfaces.ts";

export function drawElement(block: Fields, element: Fields, surface: Surface): Control {
  const isField = block["type"] === "input" && block["dispatch_action"] !== true;
  async function choose(): Promise<void> {
    const isDone = await surface.act(element, control.read());
    if (!isDone) reset(control.main);
  }
  const chosen = () => {
    if (!isField) void choose();
  };
  const draw = elements[textOf(element["type"])] ?? unknown;
  const control = draw({ element, held: surface.held(block, element), surface, chosen });
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
  const words = wordsOf(element["text"]);
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

/**
 * Marks a button as busy. A second click meanwhile is another click for Slack, too: it is allowed.
 */
async function whileBusy(node: HTMLElement, work: Promise<unknown>): Promise<void> {
  node.setAttribute("aria-busy", "true");
  await work;
  node.removeAttribute("aria-busy");
}
