import { isEmptyValue, valueName } from "../blocks/values.ts";
import { type Fields, fieldsOf, listOf, textOf } from "../json.ts";
import type { View } from "../model.ts";
import { chosenOption, findElement, type Found } from "./screens.ts";

/** A person's entry: typed text, an option's value or words, ids, or several of these. */
export type Entry = string | readonly string[];

/** Returns the value of an element after this entry, as Slack writes it into `state.values`. */
export function heldValue(element: Fields, entry: Entry): Fields {
  const type = textOf(element["type"]);
  const name = valueName(type);
  if (name === undefined) throw new Error(`Nothing can be entered into a ${type}`);
  const isOption = name.startsWith("selected_option");
  const chosen = [entry].flat().map((one) => (isOption ? chosenOption(element, one) : one));
  return { type, [name]: name.endsWith("s") ? chosen : (chosen[0] ?? null) };
}

/**
 * Returns the view with its fields filled in, by action id or block id. A file is entered by its
 * id, and an empty list clears a field.
 */
export function filledIn(
  view: View,
  entries: Readonly<Record<string, Entry>>,
  fileOf: (id: string) => Fields,
): View {
  const values: Record<string, Fields> = { ...view.values };
  for (const [id, entry] of Object.entries(entries)) {
    const { element, blockId } = fieldOf(view, id);
    const held = heldValue(element, entry);
    const isFile = held["type"] === "file_input";
    const value = isFile ? { ...held, files: [entry].flat().map(fileOf) } : held;
    values[blockId] = { ...values[blockId], [textOf(element["action_id"])]: value };
  }
  return { ...view, values };
}

/** Finds a field by block id first, because two blocks may use one action id. */
function fieldOf(view: View, id: string): Found {
  const block = view.blocks.find((one) => one["block_id"] === id);
  if (block === undefined) return findElement({ on: "view", view }, id);
  return { element: fieldsOf(block["element"]), blockId: id };
}

/** The ids of the files that were uploaded into this view. */
export function filesIn(view: View): readonly string[] {
  return Object.values(view.values)
    .flatMap((block) => Object.values(block).map(fieldsOf))
    .flatMap((held) => listOf(held["files"]).map((file) => textOf(fieldsOf(file)["id"])));
}

/**
 * Returns the fields for which Slack itself would keep the form: required and empty, or too short
 * or long.
 */
export function hindrances(view: View): readonly string[] {
  const inputs = view.blocks.filter(({ type }) => type === "input");
  return inputs.flatMap((block) => {
    const element = fieldsOf(block["element"]);
    const label = textOf(fieldsOf(block["label"])["text"]);
    const held = view.values[textOf(block["block_id"])]?.[textOf(element["action_id"])];
    if (isEmptyValue(held)) return block["optional"] === true ? [] : [`"${label}" is required`];
    const length = textOf(fieldsOf(held)["value"]).length;
    const { min_length: min = 0, max_length: max = 3000 } = element;
    const isTyped = element["type"] === "plain_text_input";
    const isFit = !isTyped || (length >= Number(min) && length <= Number(max));
    return isFit ? [] : [`"${label}" must have ${Number(min)} to ${Number(max)} characters`];
  });
}
