import { z } from "zod";

import { type Fields, fieldsOf, listOf, textOf } from "#sandbox/slack/json.ts";

import { type Surface, blockOn, list, plain, string } from "./shapes.ts";
import { type PlacedElement, elementsIn } from "./values.ts";

type Path = readonly PropertyKey[];

/** One fault that Slack would refuse: its place, and Slack's words for it. */
export type BlockFault = {
  readonly path: Path;
  readonly message: string;
  /** Slack's error when it has one of its own for this fault. */
  readonly error?: string;
};

/** The place of a fault as a JSON pointer. */
export const pointer = ({ path }: BlockFault): string =>
  path.map((step) => `/${String(step)}`).join("");

const blocksOn = {
  message: list(blockOn("message"), 50),
  modal: list(blockOn("modal"), 100),
  home: list(blockOn("home"), 100),
};

/** Returns the faults for which Slack would refuse these blocks; none when it would take them. */
export const checkBlocks = (blocks: unknown, surface: Surface): readonly BlockFault[] => [
  ...faultsOf(blocksOn[surface], blocks, ["blocks"]),
  ...faultsOfAll(blocks, ["blocks"]),
];

const shared = {
  callback_id: string(255).optional(),
  private_metadata: string(3000).optional(),
};

const modal = z.strictObject({
  type: z.literal("modal"),
  title: plain(24),
  blocks: blocksOn.modal,
  ...shared,
  submit: plain(24).optional(),
  close: plain(24).optional(),
});
const home = z.strictObject({ type: z.literal("home"), blocks: blocksOn.home, ...shared });
const anyView = z.discriminatedUnion("type", [modal, home]);

/** The same for a modal or Home tab. */
export function checkView(view: unknown): readonly BlockFault[] {
  const { type, blocks, submit } = fieldsOf(view);
  const index = listOf(blocks).findIndex((block) => fieldsOf(block)["type"] === "input");
  const path = ["view", "blocks", index, "input"];
  const message = "must define `submit` to use an `input` block in modals";
  return [
    ...faultsOf(anyView, view, ["view"]),
    ...faultsOfAll(blocks, ["view", "blocks"]),
    ...(type === "modal" && index >= 0 && submit === undefined ? [{ path, message }] : []),
  ];
}

function faultsOf(schema: z.ZodType, value: unknown, at: Path): readonly BlockFault[] {
  const { error } = schema.safeParse(value, { reportInput: true });
  return (error?.issues ?? []).flatMap((issue) => {
    const path = [...at, ...issue.path];
    return inSlacksWords(issue, path);
  });
}

function inSlacksWords(issue: z.core.$ZodIssue, path: Path): readonly BlockFault[] {
  const missing = (field: PropertyKey) => [
    { path: path.slice(0, -1), message: `missing required field: ${String(field)}` },
  ];
  switch (issue.code) {
    case "invalid_type": {
      if (issue.input === undefined) return missing(path.at(-1) ?? "");
      const article = issue.expected === "array" ? "an" : "a";
      const isObject = issue.expected === "object";
      const message = isObject ? "must provide an object" : `must be ${article} ${issue.expected}`;
      return [{ path, message }];
    }
    case "invalid_union": {
      const type = fieldsOf(issue.input)["type"];
      if (typeof type !== "string") return missing("type");
      return [{ path, message: `unsupported type: ${type}` }];
    }
    case "unrecognized_keys":
      return issue.keys.map((key) => ({ path, message: `invalid additional property: ${key}` }));
    case "invalid_value":
      return [{ path, message: `must be a valid enum value: ${issue.values.join(", ")}` }];
    case "custom":
    case "invalid_element":
    case "invalid_format":
    case "invalid_key":
    case "not_multiple_of":
    case "too_big":
    case "too_small":
      return [{ path, message: issue.message }];
  }
}

const TABLE_CHARS_MAX = 10_000;

/** Limits over all blocks together: one table, the characters of its cells, and ids. */
function faultsOfAll(value: unknown, at: Path): readonly BlockFault[] {
  const blocks = listOf(value).map(fieldsOf);
  const tables = blocks.flatMap(({ type, rows }, index) =>
    type === "table" ? [{ cells: listOf(rows).flatMap(listOf), index }] : [],
  );
  const cells = tables.flatMap(({ cells }) => cells);
  const chars = cells.reduce<number>((sum, cell) => sum + textOf(fieldsOf(cell)["text"]).length, 0);
  const only = "only_one_table_allowed";
  const tooLong = `table text must be less than ${TABLE_CHARS_MAX + 1} characters`;
  return [
    ...tables
      .slice(1, 2)
      .map(({ index }) => ({ path: [...at, index], message: only, error: only })),
    ...(chars > TABLE_CHARS_MAX ? [{ path: at, message: tooLong }] : []),
    ...idFaults(blocks, at),
  ];
}

/** Block ids are unique in the payload, action ids in their block. */
function idFaults(blocks: readonly Fields[], at: Path): readonly BlockFault[] {
  const blockIds = blocks.map((block, index) => ({ id: block["block_id"], path: [index] }));
  const actionIds = (placed: readonly PlacedElement[]) =>
    placed.map(({ element, path }) => ({ id: element["action_id"], path }));
  return [
    ...repeated("block_id", blockIds, at),
    ...blocks.flatMap((block, index) =>
      repeated("action_id", actionIds(elementsIn(block)), [...at, index]),
    ),
  ];
}

type PlacedId = { readonly id: unknown; readonly path: Path };

function repeated(name: string, ids: readonly PlacedId[], at: Path): readonly BlockFault[] {
  const isRepeated = ({ id }: PlacedId, index: number) =>
    id !== undefined && ids.findIndex((other) => other.id === id) < index;
  return ids.filter(isRepeated).map(({ id, path }) => ({
    path: [...at, ...path, name],
    message: `\`${name}\` ${textOf(id)} already exists`,
  }));
}
