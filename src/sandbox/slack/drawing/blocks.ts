import { type Values, elementsIn, valueName } from "#sandbox/slack/blocks/values.ts";
import { type Fields, fieldsOf, isFields, listOf, textOf } from "#sandbox/slack/json.ts";

import { cut, padded, widthOf, wrapped } from "./width.ts";
import { type Reader, drawnDate, unescaped } from "./words.ts";

const CELL_MAX = 36;
const GAP = "  ";

export type Page = {
  readonly columns: number;
  readonly reading: Reading;
  readonly values: Values;
};

/** Returns the lines of these blocks, with a blank one between any two. */
export function drawnBlocks(blocks: readonly Fields[], page: Page): readonly string[] {
  const drawings = blocks
    .map((block) => drawnBlock(block, page))
    .filter((lines) => lines.length > 0);
  return drawings.flatMap((lines, index) => (index === 0 ? lines : ["", ...lines]));
}

function drawnBlock(block: Fields, page: Page): readonly string[] {
  const { columns, reading } = page;
  const parts = listOf(block["elements"]).filter(isFields);
  switch (block["type"]) {
    case "header":
      return heading(wordsOf(block["text"], reading), columns);
    case "section":
      return section(block, page);
    case "context":
      return wrapped(parts.map((one) => wordsOf(one, reading)).join("  ·  "), columns);
    case "actions":
      return row(elementLines(block, page), columns);
    case "divider":
      return ["─".repeat(columns)];
    case "input":
      return field(block, page);
    case "rich_text":
      return wrapped(richWords(parts), columns);
    case "table":
      return table(block, columns);
    default:
      throw new Error(`${textOf(block["type"])} blocks cannot be drawn`);
  }
}

export function wordsOf(text: unknown, reading: Reading): string {
  const { type, text: content } = fieldsOf(text);
  return type === "mrkdwn" ? drawnMrkdwn(textOf(content), reading) : unescaped(textOf(content));
}

const richWords = (sections: readonly Fields[]): string =>
  sections
    .flatMap((section) => listOf(section["elements"]).map(fieldsOf))
    .map(({ text, url }) => textOf(text) || textOf(url))
    .join("");

function heading(words: string, columns: number): readonly string[] {
  const lines = wrapped(words, columns);
  return [...lines, "═".repeat(Math.max(...lines.map(widthOf)))];
}

function section(block: Fields, page: Page): readonly string[] {
  const { columns, reading } = page;
  const text = isFields(block["text"]) ? wrapped(wordsOf(block["text"], reading), columns) : [];
  const fields = listOf(block["fields"]).map((one) => wordsOf(one, reading));
  const accessory = elementLines(block, page).flatMap((one) => wrapped(one, columns));
  return [...text, ...inPairs(fields, columns), ...accessory];
}

/** Draws fields in two columns, as Slack does. */
function inPairs(fields: readonly string[], columns: number): readonly string[] {
  const half = Math.floor((columns - 2) / 2);
  return fields.flatMap((text, index) => {
    if (index % 2 === 1) return [];
    const [lefts, rights] = [wrapped(text, half), wrapped(fields[index + 1] ?? "", half)];
    const height = Math.max(lefts.length, rights.length);
    return Array.from({ length: height }, (_, line) =>
      `${padded(lefts[line] ?? "", half)}  ${rights[line] ?? ""}`.trimEnd(),
    );
  });
}

/**
 * Draws buttons side by side, as many as fit in a line; one that is longer than a line is wrapped.
 */
function row(parts: readonly string[], columns: number): readonly string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    const joined = `${last}  ${part}`;
    if (last === undefined || widthOf(joined) > columns) lines.push(...wrapped(part, columns));
    else lines[lines.length - 1] = joined;
  }
  return lines;
}

function field(block: Fields, page: Page): readonly string[] {
  const { columns, reading } = page;
  const mark = block["optional"] === true ? " (optional)" : "";
  const hint = isFields(block["hint"]) ? wrapped(wordsOf(block["hint"], reading), columns) : [];
  const lines = elementLines(block, page).flatMap((one) => wrapped(one, columns));
  return [...wrapped(`${wordsOf(block["label"], reading)}${mark}`, columns), ...lines, ...hint];
}

function elementLines(block: Fields, { values, reading }: Page): readonly string[] {
  const answers = fieldsOf(values[textOf(block["block_id"])]);
  return elementsIn(block).map(({ element }) => {
    const name = valueName(textOf(element["type"])) ?? "";
    const value = fieldsOf(answers[textOf(element["action_id"])])[name];
    return drawnElement(element, [value ?? []].flat(), reading);
  });
}

/** A button, menu or field: `[ Approve ]`, `[ French ▾ ]`, `[⋯ Chapters… | Details…]`; a line for each radio button. */
function drawnElement(element: Fields, selection: readonly unknown[], reading: Reading): string {
  const placeholder = wordsOf(element["placeholder"], reading);
  const nameFor = (id: string) => reading.names(id) ?? id;
  const words = selection.map((one) =>
    isFields(one) ? wordsOf(one["text"], reading) : nameFor(String(one)),
  );
  const offered = listOf(element["options"]).map((one) => wordsOf(fieldsOf(one)["text"], reading));
  switch (element["type"]) {
    case "button":
      return `[ ${wordsOf(element["text"], reading)} ]`;
    case "overflow":
      return `[⋯ ${offered.join(" | ")}]`;
    case "radio_buttons":
      return offered
        .map((option) => `${words.includes(option) ? "(•)" : "( )"} ${option}`)
        .join("\n");
    case "plain_text_input":
    case "number_input":
      return `[ ${words.join("") || placeholder || " ".repeat(10)} ]`;
    default:
      return `[ ${words.join(", ") || placeholder || "Select"} ▾ ]`;
  }
}

/** A table as aligned columns, its first row underlined; too wide cells are cut. */
function table(block: Fields, columns: number): readonly string[] {
  const rows = listOf(block["rows"]).map((row) =>
    listOf(row).map((cell) => textOf(fieldsOf(cell)["text"]).replaceAll("\n", " ")),
  );
  const widths = widthsOf(rows, columns);
  const line = (row: readonly string[]) =>
    widths.map((width, column) => padded(cut(row[column] ?? "", width), width)).join(GAP);
  const rule = widths.map((width) => "─".repeat(width)).join(GAP);
  const [head = "", ...body] = rows.map((row) => line(row).trimEnd());
  return [head, rule, ...body];
}

/** Every column as wide as its widest cell, the widest narrowed until the table fits. */
function widthsOf(rows: readonly (readonly string[])[], columns: number): readonly number[] {
  const count = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, column) =>
    Math.min(CELL_MAX, Math.max(1, ...rows.map((row) => widthOf(row[column] ?? "")))),
  );
  const total = () => widths.reduce((sum, width) => sum + width + GAP.length, -GAP.length);
  while (total() > columns && Math.max(...widths) > 4) {
    widths[widths.indexOf(Math.max(...widths))] = Math.max(...widths) - 1;
  }
  return widths;
}

/** Returns the name of a person, a channel or a group. */
type Names = (id: string) => string | undefined;
export type Reading = Reader & { readonly names: Names };

/** Draws mrkdwn for a terminal: mentions, links and dates in words, without the marks. */
export function drawnMrkdwn(text: string, reading: Reading): string {
  const spoken = text.replaceAll(/<([^<>]+)>/g, (_, inside: string) => angled(inside, reading));
  const bare = spoken
    .replaceAll(/```\n?([\s\S]*?)```/g, "$1")
    .replaceAll(/`([^`\n]+)`/g, "$1")
    .replaceAll(/(?<![\w*])\*([^*\n]+)\*(?![\w*])/g, "$1")
    .replaceAll(/(?<![\w_])_([^_\n]+)_(?![\w_])/g, "$1")
    .replaceAll(/(?<![\w~])~([^~\n]+)~(?![\w~])/g, "$1")
    .replaceAll(/^&gt; ?/gm, "│ ");
  return unescaped(bare);
}

function angled(inside: string, reading: Reading): string {
  const [target = "", label] = inside.split("|");
  const date = /^!date\^(\d+)\^([^^]+)/.exec(target);
  if (date !== null) return drawnDate(Number(date[1]), date[2] ?? "", reading);
  if (target.startsWith("!subteam^")) return `@${nameOf(target.slice(9), label, reading)}`;
  if (target.startsWith("!")) return `@${target.slice(1)}`;
  if (target.startsWith("@")) return `@${nameOf(target.slice(1), label, reading)}`;
  if (target.startsWith("#")) return `#${nameOf(target.slice(1), label, reading)}`;
  return label === undefined ? target : `${label} (${target})`;
}

const nameOf = (id: string, label: string | undefined, { names }: Reading): string =>
  label?.replace(/^@/, "") ?? names(id) ?? id;
