import { type Fields, fieldsOf, isFields, listOf, textOf } from "../json.ts";
import {
  below,
  type BlockFault,
  fault,
  list,
  type Place,
  type Rule,
  string,
  type Surface,
  typed,
} from "./rules.ts";
import { blockShapes, plain } from "./shapes.ts";
import { elementsIn, type PlacedElement } from "./values.ts";

const BLOCKS_MAX: Readonly<Record<Surface, number>> = { message: 50, modal: 100, home: 100 };
const TABLE_CHARS_MAX = 10_000;

/** Returns the faults for which Slack would refuse these blocks; none when it would take them. */
export function checkBlocks(blocks: unknown, surface: Surface): readonly BlockFault[] {
  return blocksRule(blocks, { path: ["blocks"], surface });
}

/**
 * Returns the faults for which Slack would refuse this modal or Home tab; none when it would take
 * it.
 */
export function checkView(view: unknown): readonly BlockFault[] {
  const isHome = isFields(view) && view["type"] === "home";
  const place: Place = { path: ["view"], surface: isHome ? "home" : "modal" };
  return typed({ modal, home })(view, place);
}

const shared = {
  callback_id: string(255),
  private_metadata: string(3000),
};

const submitForInputs: Rule = (view, place) => {
  const blocks = listOf(fieldsOf(view)["blocks"]);
  const index = blocks.findIndex((block) => fieldsOf(block)["type"] === "input");
  if (index < 0 || fieldsOf(view)["submit"] !== undefined) return [];
  const at = below(below(below(place, "blocks"), index), "input");
  return fault(at, "must define `submit` to use an `input` block in modals");
};

const modal = {
  required: {
    title: plain(24),
    blocks: (value: unknown, place: Place) => blocksRule(value, place),
  },
  optional: {
    ...shared,
    submit: plain(24),
    close: plain(24),
  },
  also: submitForInputs,
};

const home = {
  required: { blocks: (value: unknown, place: Place) => blocksRule(value, place) },
  optional: shared,
};

const withBlockId = Object.entries(blockShapes).map(([type, shape]) => {
  return [type, { ...shape, optional: { block_id: string(255, 1), ...shape.optional } }] as const;
});
const blockRule = typed(Object.fromEntries(withBlockId));

const blocksRule: Rule = (value, place) => [
  ...list(blockRule, BLOCKS_MAX[place.surface])(value, place),
  ...sumFaults(listOf(value).map(fieldsOf), place),
  ...idFaults(listOf(value).map(fieldsOf), place),
];

/** Limits over all blocks together: one table, and the characters of its cells. */
function sumFaults(blocks: readonly Fields[], place: Place): readonly BlockFault[] {
  const tables = blocks.flatMap(({ type, rows }, index) =>
    type === "table" ? [{ cells: listOf(rows).flatMap(listOf), index }] : [],
  );
  const cells = tables.flatMap(({ cells }) => cells);
  const chars = cells.reduce<number>((sum, cell) => sum + textOf(fieldsOf(cell)["text"]).length, 0);
  const only = "only_one_table_allowed";
  const [, second] = tables;
  return [
    ...(second === undefined
      ? []
      : [{ path: [...place.path, second.index], message: only, error: only }]),
    ...(chars > TABLE_CHARS_MAX
      ? fault(place, `table text must be less than ${TABLE_CHARS_MAX + 1} characters`)
      : []),
  ];
}

/** Block ids are unique in the payload, action ids in their block. */
function idFaults(blocks: readonly Fields[], place: Place): readonly BlockFault[] {
  const blockIds = blocks.map((block, index) => ({ id: block["block_id"], path: [index] }));
  const actionIds = (placed: readonly PlacedElement[]) =>
    placed.map(({ element, path }) => ({ id: element["action_id"], path }));
  return [
    ...repeated("block_id", blockIds, place),
    ...blocks.flatMap((block, index) =>
      repeated("action_id", actionIds(elementsIn(block)), below(place, index)),
    ),
  ];
}

type PlacedId = { readonly id: unknown; readonly path: readonly (string | number)[] };

function repeated(name: string, ids: readonly PlacedId[], place: Place): readonly BlockFault[] {
  const isRepeated = ({ id }: PlacedId, index: number) =>
    id !== undefined && ids.findIndex((other) => other.id === id) < index;
  return ids.filter(isRepeated).map(({ id, path }) => ({
    path: [...place.path, ...path, name],
    message: `\`${name}\` ${textOf(id)} already exists`,
  }));
}
