import { type Fields, fieldsOf, isFields, listOf, textOf } from "../json.ts";
import { blockShapes } from "./blocks.ts";
import { plain } from "./composition.ts";
import {
  below,
  type BlockFault,
  fault,
  flag,
  list,
  object,
  type Place,
  type Rule,
  string,
  type Surface,
  typed,
} from "./rules.ts";
import { elementsIn, type PlacedElement } from "./walk.ts";

const BLOCKS_MAX: Readonly<Record<Surface, number>> = { message: 50, modal: 100, home: 100 };
const TABLE_CHARS_MAX = 10_000;
const MARKDOWN_CHARS_MAX = 12_000;
const FILE_INPUT_PLACE = "unsupported type: file_input";

/** What Slack would refuse in these blocks; nothing when it would take them. */
export function checkBlocks(blocks: unknown, surface: Surface): readonly BlockFault[] {
  return blocksRule(blocks, { path: ["blocks"], surface });
}

/** What Slack would refuse in this modal or Home tab; nothing when it would take it. */
export function checkView(view: unknown): readonly BlockFault[] {
  const isHome = isFields(view) && view["type"] === "home";
  const place: Place = { path: ["view"], surface: isHome ? "home" : "modal" };
  return typed({ modal, home })(view, place);
}

const shared = {
  callback_id: string(255),
  external_id: string(255),
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
    clear_on_close: flag,
    notify_on_close: flag,
    submit_disabled: flag,
  },
  also: submitForInputs,
};

const home = {
  required: { blocks: (value: unknown, place: Place) => blocksRule(value, place) },
  optional: shared,
};

const blocksRule: Rule = (value, place) => [
  ...list(blockRule, BLOCKS_MAX[place.surface])(value, place),
  ...sumFaults(listOf(value).map(fieldsOf), place),
  ...idFaults(listOf(value).map(fieldsOf), place),
];

const blockRule: Rule = (value, place) => {
  if (!isFields(value)) return fault(place, "must provide an object");
  const type = value["type"];
  if (typeof type !== "string") return fault(place, "missing required field: type");
  const shape = Object.hasOwn(blockShapes, type) ? blockShapes[type] : undefined;
  if (shape === undefined || !shape.surfaces.includes(place.surface)) {
    return fault(below(place, "type"), `unsupported type: ${type}`);
  }
  const required = { type: string(255), ...shape.required };
  const optional = { block_id: string(255, 1), ...shape.optional };
  return [...object({ ...shape, required, optional })(value, place), ...fileInput(value, place)];
};

/** A file can be asked for in a modal alone. */
function fileInput(block: Fields, place: Place): readonly BlockFault[] {
  const isFile = fieldsOf(block["element"])["type"] === "file_input";
  const at = below(below(place, "element"), "type");
  return isFile && place.surface !== "modal" ? fault(at, FILE_INPUT_PLACE) : [];
}

/** Limits over all blocks together: one table, its characters, the characters of markdown. */
function sumFaults(blocks: readonly Fields[], place: Place): readonly BlockFault[] {
  const tables = blocks.flatMap((block, index) =>
    ["table", "data_table"].includes(textOf(block["type"])) ? [{ block, index }] : [],
  );
  const [, second] = tables;
  const tableChars = tables.reduce((sum, { block }) => sum + cellChars(block["rows"]), 0);
  const markdown = blocks.filter(({ type }) => type === "markdown");
  const markdownChars = markdown.reduce((sum, { text }) => sum + textOf(text).length, 0);
  const only = "only_one_table_allowed";
  return [
    ...(second === undefined
      ? []
      : [{ path: [...place.path, second.index], message: only, error: only }]),
    ...(tableChars > TABLE_CHARS_MAX
      ? fault(place, `table text must be less than ${TABLE_CHARS_MAX + 1} characters`)
      : []),
    ...(markdownChars > MARKDOWN_CHARS_MAX
      ? fault(place, `markdown text must be less than ${MARKDOWN_CHARS_MAX + 1} characters`)
      : []),
  ];
}

function cellChars(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + cellChars(one), 0);
  if (!isFields(value)) return 0;
  return textOf(value["text"]).length + cellChars(value["elements"]);
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
