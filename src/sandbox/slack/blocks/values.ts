import { type Fields, fieldsOf, isFields, listOf, textOf } from "../json.ts";

export type Values = Readonly<Record<string, Fields>>;

/** The name under which each kind of element holds its value; a button holds none. */
const names: Readonly<Record<string, string>> = {
  plain_text_input: "value",
  number_input: "value",
  static_select: "selected_option",
  radio_buttons: "selected_option",
  users_select: "selected_user",
  datepicker: "selected_date",
  multi_static_select: "selected_options",
  multi_users_select: "selected_users",
  file_input: "files",
};

export const valueName = (type: string): string | undefined =>
  Object.hasOwn(names, type) ? names[type] : undefined;

export type PlacedElement = {
  readonly element: Fields;
  readonly path: readonly (string | number)[];
};

/** The interactive elements of a block: of its actions, its accessory, its input. */
export function elementsIn(block: Fields): readonly PlacedElement[] {
  const several = block["type"] === "actions" ? listOf(block["elements"]) : [];
  const children = ["element", "accessory"].map((name) => ({ value: block[name], path: [name] }));
  const numbered = several.map((value, index) => ({ value, path: ["elements", index] }));
  return [...children, ...numbered].flatMap(({ value, path }) =>
    isFields(value) ? [{ element: value, path }] : [],
  );
}

/** Returns `state.values` of blocks that nobody has touched yet. */
export function initialValues(blocks: readonly Fields[]): Values {
  const entries = blocks.flatMap((block) => {
    const values = elementsIn(block).flatMap(({ element }) => {
      const value = initialValue(element);
      return value === undefined ? [] : [[textOf(element["action_id"]), value] as const];
    });
    return values.length === 0
      ? []
      : [[textOf(block["block_id"]), Object.fromEntries(values)] as const];
  });
  return Object.fromEntries(entries);
}

/** Returns the values of an updated view: a field keeps its value by block id and action id. */
export function keptValues(blocks: readonly Fields[], before: Values): Values {
  const fresh = Object.entries(initialValues(blocks)).map(([blockId, actions]) => {
    const old = fieldsOf(before[blockId]);
    const remaining = Object.entries(actions).map(([id, value]) => [id, old[id] ?? value]);
    return [blockId, Object.fromEntries(remaining)] as const;
  });
  return Object.fromEntries(fresh);
}

function initialValue(element: Fields): Fields | undefined {
  const type = textOf(element["type"]);
  const name = valueName(type);
  if (name === undefined) return undefined;
  const initial = name === "value" ? "initial_value" : name.replace("selected", "initial");
  return { type, [name]: element[initial] ?? (name.endsWith("s") ? [] : null) };
}

export const isEmptyValue = (entry: unknown): boolean => {
  if (!isFields(entry)) return true;
  const value = entry[valueName(textOf(entry["type"])) ?? "value"];
  return value === null || value === undefined || value === "" || isEmptyList(value);
};

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
