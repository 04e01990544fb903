import { type Fields, fieldsOf, listOf, textOf } from "../../json.ts";
import { boxes } from "./boxes.ts";
import { chooser, manyChooser, searcher } from "./choosers.ts";
import { h, pressable, safeAddress } from "./dom.ts";
import { fileField, typedField } from "./fields.ts";
import { menuButton } from "./menus.ts";
import { drawPicture } from "./pictures.ts";
import type { Control, Surface } from "./surface.ts";
import { wordsOf } from "./text.ts";

/** What draws an element needs: its block, and what happens once something is chosen. */
export type Drawing = {
  readonly element: Fields;
  /** What it holds already, as `state.values` would say it. */
  readonly held: Fields;
  readonly surface: Surface;
  readonly chosen: () => void;
};

/** Draws an interactive element of a block; undefined for a kind that this page does not know. */
export function drawElement(block: Fields, element: Fields, surface: Surface): Control | undefined {
  const type = textOf(element["type"]);
  const isField = block["type"] === "input" && block["dispatch_action"] !== true;
  let control: Control | undefined;
  const chosen = () => {
    if (!isField && control !== undefined) void choose(control);
  };
  async function choose(made: Control): Promise<void> {
    const isDone = await surface.act(element, made.read());
    if (!isDone) reset(made.main);
  }
  const drawing = { element, held: surface.held(block, element), surface, chosen };
  control = elements[type]?.(drawing) ?? selectOf(type)?.(drawing);
  const actionId = textOf(element["action_id"]);
  control?.main.setAttribute("data-focus", actionId);
  return control;
}

/** The confirm dialog was refused: what was chosen before stands again. */
function reset(main: HTMLElement): void {
  if (!(main instanceof HTMLSelectElement)) return;
  for (const option of main.options) option.selected = option.defaultSelected;
}

type Draw = (drawing: Drawing) => Control;

const elements: Readonly<Record<string, Draw>> = {
  button: ({ element, surface }) => button(element, surface),
  image: ({ element, surface }) => plain(drawPicture(element, "thumb", surface.reading)),
  overflow: overflow,
  checkboxes: boxes("checkbox"),
  radio_buttons: boxes("radio"),
  datepicker: typedField("date"),
  timepicker: typedField("time"),
  datetimepicker: typedField("datetime-local"),
  plain_text_input: typedField("text"),
  rich_text_input: typedField("text"),
  email_text_input: typedField("email"),
  url_text_input: typedField("url"),
  number_input: typedField("number"),
  file_input: fileField,
  icon_button: ({ element, surface }) => button(element, surface),
  feedback_buttons: feedback,
};

function selectOf(type: string): Draw | undefined {
  if (type === "external_select" || type === "multi_external_select") return searcher;
  if (type.startsWith("multi_")) return manyChooser;
  return type.endsWith("_select") ? chooser : undefined;
}

const plain = (node: HTMLElement): Control => ({ node, main: node, read: () => [] });

function button(element: Fields, surface: Surface): Control {
  const style = textOf(element["style"]);
  const look = { class: `button ${style}`.trim() };
  const words = wordsOf(element["text"]);
  const ears = textOf(element["accessibility_label"]) || undefined;
  const href = safeAddress(textOf(element["url"]));
  const click = () => void surface.act(element);
  if (href !== undefined) {
    const away = { href, target: "_blank", rel: "noopener noreferrer", click };
    return plain(h("a", { ...look, ...away, "aria-label": ears }, words));
  }
  const node = pressable({ ...look, "aria-label": ears }, words);
  node.addEventListener("click", () => void whileBusy(node, surface.act(element)));
  return plain(node);
}

/** A second click while the first is on its way would be another click for Slack, too: it is allowed. */
async function whileBusy(node: HTMLElement, work: Promise<unknown>): Promise<void> {
  node.setAttribute("aria-busy", "true");
  await work;
  node.removeAttribute("aria-busy");
}

function feedback({ element, surface }: Drawing): Control {
  const both = ["positive_button", "negative_button"].map((name) => {
    const one = fieldsOf(element[name]);
    const act = { ...element, ...one };
    return pressable({ class: "button", click: () => void surface.act(act) }, wordsOf(one["text"]));
  });
  return plain(h("span", { class: "feedback" }, ...both));
}

function overflow({ element, surface }: Drawing): Control {
  const items = () =>
    listOf(element["options"])
      .map(fieldsOf)
      .map((option) => ({
        words: wordsOf(option["text"]),
        choose: () => void surface.act(element, textOf(option["value"])),
      }));
  return plain(menuButton({ sign: "⋯", label: "More options", look: "button square", items }));
}
