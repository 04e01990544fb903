import type { Values } from "../blocks/values.ts";
import { elementsIn } from "../blocks/walk.ts";
import { type Fields, fieldsOf, isFields, listOf, textOf } from "../json.ts";
import { drawnElement } from "./elements.ts";
import { drawnMrkdwn, type Reading } from "./mrkdwn.ts";
import { drawnTable } from "./table.ts";
import { cut, padded, widthOf, wrapped } from "./width.ts";
import { richWords, wordsOf } from "./words.ts";

export type Page = {
  readonly columns: number;
  readonly reading: Reading;
  /** What the fields hold; nothing was touched where it is left out. */
  readonly values?: Values;
};

/** The lines of these blocks, a blank one between any two. */
export function drawnBlocks(blocks: readonly Fields[], page: Page): readonly string[] {
  const drawn = blocks.map((block) => drawnBlock(block, page)).filter((lines) => lines.length > 0);
  return drawn.flatMap((lines, index) => (index === 0 ? lines : ["", ...lines]));
}

function drawnBlock(block: Fields, page: Page): readonly string[] {
  const { columns, reading } = page;
  switch (block["type"]) {
    case "header":
      return heading(wordsOf(block["text"], reading), columns);
    case "section":
      return section(block, page);
    case "context":
      return wrapped(contextWords(block, reading), columns);
    case "actions":
    case "context_actions":
      return row(elementLines(block, page), columns);
    case "divider":
      return ["─".repeat(columns)];
    case "input":
      return field(block, page);
    case "rich_text":
      return wrapped(richWords(block, reading), columns);
    case "table":
    case "data_table":
      return drawnTable(block, columns, reading);
    case "markdown":
      return wrapped(textOf(block["text"]), columns);
    case "image":
      return [`(${textOf(block["alt_text"])})`];
    default:
      return other(block, page);
  }
}

function heading(words: string, columns: number): readonly string[] {
  const lines = wrapped(words, columns);
  return [...lines, "═".repeat(Math.max(...lines.map(widthOf)))];
}

function section(block: Fields, page: Page): readonly string[] {
  const { columns, reading } = page;
  const text = isFields(block["text"]) ? wrapped(wordsOf(block["text"], reading), columns) : [];
  const fields = listOf(block["fields"]).map((one) => wordsOf(one, reading));
  const accessory = isFields(block["accessory"]) ? elementLines(block, page) : [];
  return [...text, ...inPairs(fields, columns), ...accessory];
}

/** Fields stand in two columns, as Slack sets them. */
function inPairs(fields: readonly string[], columns: number): readonly string[] {
  const half = Math.floor((columns - 2) / 2);
  return fields.flatMap((left, index) => {
    if (index % 2 === 1) return [];
    const [lefts, rights] = [wrapped(left, half), wrapped(fields[index + 1] ?? "", half)];
    const height = Math.max(lefts.length, rights.length);
    return Array.from({ length: height }, (_, line) =>
      `${padded(lefts[line] ?? "", half)}  ${rights[line] ?? ""}`.trimEnd(),
    );
  });
}

function contextWords(block: Fields, reading: Reading): string {
  const elements = listOf(block["elements"]).filter(isFields);
  const words = (one: Fields) =>
    one["type"] === "image" ? `(${textOf(one["alt_text"])})` : wordsOf(one, reading);
  return elements.map(words).join("  ·  ");
}

function elementLines(block: Fields, { values = {}, reading }: Page): readonly string[] {
  const held = fieldsOf(values[textOf(block["block_id"])]);
  return elementsIn(block).map(({ element }) =>
    drawnElement(element, held[textOf(element["action_id"])], reading),
  );
}

/** Buttons side by side, as many as fit in a line. */
function row(parts: readonly string[], columns: number): readonly string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    const joined = `${last}  ${part}`;
    if (last === undefined || widthOf(joined) > columns) lines.push(...part.split("\n"));
    else lines[lines.length - 1] = joined;
  }
  return lines.map((line) => cut(line, columns));
}

function field(block: Fields, page: Page): readonly string[] {
  const { columns, reading } = page;
  const mark = block["optional"] === true ? " (optional)" : "";
  const hint = isFields(block["hint"]) ? wrapped(wordsOf(block["hint"], reading), columns) : [];
  const drawn = elementLines(block, page).flatMap((one) => wrapped(one, columns));
  return [...wrapped(`${wordsOf(block["label"], reading)}${mark}`, columns), ...drawn, ...hint];
}

/** Newer blocks: their words without their shape. */
function other(block: Fields, { columns, reading }: Page): readonly string[] {
  const names = ["title", "subtitle", "body", "text", "caption"];
  const words = names.map((name) =>
    isFields(block[name]) ? wordsOf(block[name], reading) : textOf(block[name]),
  );
  const tasks = listOf(block["tasks"]).filter(isFields);
  const steps = tasks.map(
    (task) => `${marks[textOf(task["status"])] ?? "○"} ${textOf(task["title"])}`,
  );
  const said = [...words.filter((one) => one !== ""), ...steps].join("\n");
  return said === "" ? [] : wrapped(drawnMrkdwn(said, reading), columns);
}

const marks: Readonly<Record<string, string>> = { complete: "●", in_progress: "◐", error: "✗" };
