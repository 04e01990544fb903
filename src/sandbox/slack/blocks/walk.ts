import { type Fields, isFields, listOf } from "../json.ts";

export type PlacedElement = {
  readonly element: Fields;
  readonly path: readonly (string | number)[];
};

/** The interactive elements of a block: of its actions, its accessory, its input. */
export function elementsIn(block: Fields): readonly PlacedElement[] {
  const isRichText = block["type"] === "rich_text" || block["type"] === "context";
  const several = isRichText ? [] : listOf(block["elements"]);
  const named = ["element", "accessory"].map((name) => ({ value: block[name], path: [name] }));
  const numbered = [
    ...several.map((value, index) => ({ value, path: ["elements", index] })),
    ...listOf(block["actions"]).map((value, index) => ({ value, path: ["actions", index] })),
  ];
  return [...named, ...numbered].flatMap(({ value, path }) =>
    isFields(value) ? [{ element: value, path }] : [],
  );
}
