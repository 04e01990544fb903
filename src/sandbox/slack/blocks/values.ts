import { type Fields, fieldsOf, isFields, textOf } from "../json.ts";
import { elementsIn } from "./walk.ts";

export type Values = Readonly<Record<string, Fields>>;

/** `state.values` of fresh blocks: what each stateful element holds before anybody touched it. */
export function initialValues(blocks: readonly Fields[]): Values {
  const entries = blocks.flatMap((block) => {
    const held = elementsIn(block).flatMap(({ element }) => {
      const value = initialValue(element);
      return value === undefined ? [] : [[textOf(element["action_id"]), value] as const];
    });
    return held.length === 0
      ? []
      : [[textOf(block["block_id"]), Object.fromEntries(held)] as const];
  });
  return Object.fromEntries(entries);
}

/** Values of an updated view: a field with the same block id and action id keeps what was typed. */
export function keptValues(blocks: readonly Fields[], before: Values): Values {
  const fresh = Object.entries(initialValues(blocks)).map(([blockId, actions]) => {
    const old = fieldsOf(before[blockId]);
    const kept = Object.entries(actions).map(([id, value]) => [id, old[id] ?? value]);
    return [blockId, Object.fromEntries(kept)] as const;
  });
  return Object.fromEntries(fresh);
}

function initialValue(element: Fields): Fields | undefined {
  const type = textOf(element["type"]);
  const field = Object.hasOwn(fields, type) ? fields[type] : undefined;
  if (field === undefined) return undefined;
  const initial = element[field.initial] ?? field.empty;
  return { type, [field.name]: initial };
}

type ValueField = { readonly name: string; readonly initial: string; readonly empty: unknown };
const one = (name: string): ValueField => ({
  name,
  initial: name.replace("selected", "initial"),
  empty: null,
});
const many = (name: string): ValueField => ({ ...one(name), empty: [] });
const typed: ValueField = { name: "value", initial: "initial_value", empty: null };

const fields: Readonly<Record<string, ValueField>> = {
  plain_text_input: typed,
  email_text_input: typed,
  url_text_input: typed,
  number_input: typed,
  rich_text_input: { name: "rich_text_value", initial: "initial_value", empty: null },
  file_input: { name: "files", initial: "", empty: [] },
  static_select: one("selected_option"),
  external_select: one("selected_option"),
  radio_buttons: one("selected_option"),
  users_select: one("selected_user"),
  channels_select: one("selected_channel"),
  conversations_select: one("selected_conversation"),
  datepicker: one("selected_date"),
  timepicker: one("selected_time"),
  datetimepicker: one("selected_date_time"),
  checkboxes: many("selected_options"),
  multi_static_select: many("selected_options"),
  multi_external_select: many("selected_options"),
  multi_users_select: many("selected_users"),
  multi_channels_select: many("selected_channels"),
  multi_conversations_select: many("selected_conversations"),
};

/** The name under which this kind of element holds its value, or none when it holds nothing. */
export const valueName = (type: string): string | undefined =>
  Object.hasOwn(fields, type) ? fields[type]?.name : undefined;

export const isEmptyValue = (held: unknown): boolean => {
  if (!isFields(held)) return true;
  const value = held[valueName(textOf(held["type"])) ?? "value"];
  return value === null || value === undefined || value === "" || isEmptyList(value);
};

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
