import { type Fields, isFields, listOf, textOf } from "../json.ts";
import type { Reading } from "./mrkdwn.ts";
import { cut, padded, widthOf } from "./width.ts";
import { richWords } from "./words.ts";

const CELL_MAX = 36;
const GAP = "  ";

/** A table as aligned columns, its first row underlined; too wide cells are cut. */
export function drawnTable(block: Fields, columns: number, reading: Reading): readonly string[] {
  const rows = listOf(block["rows"]).map((row) =>
    listOf(row).map((cell) => (isFields(cell) ? cellWords(cell, reading) : "")),
  );
  const widths = widthsOf(rows, columns);
  const line = (row: readonly string[]) =>
    widths.map((width, column) => padded(cut(row[column] ?? "", width), width)).join(GAP);
  const rule = widths.map((width) => "─".repeat(width)).join(GAP);
  const [head, ...body] = rows.map((row) => line(row).trimEnd());
  return head === undefined ? [] : [head, rule, ...body];
}

function cellWords(cell: Fields, reading: Reading): string {
  const words =
    cell["type"] === "rich_text"
      ? richWords(cell, reading)
      : textOf(cell["text"]) || numberWords(cell["value"]);
  return words.replaceAll("\n", " ");
}

const numberWords = (value: unknown): string => (typeof value === "number" ? `${value}` : "");

/** Every column as wide as its widest cell, the widest narrowed until the table fits. */
function widthsOf(rows: readonly (readonly string[])[], columns: number): readonly number[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, column) =>
    Math.min(CELL_MAX, Math.max(1, ...rows.map((row) => widthOf(row[column] ?? "")))),
  );
  const total = () => widths.reduce((sum, width) => sum + width + GAP.length, -GAP.length);
  while (total() > columns && Math.max(...widths) > 4) {
    widths[widths.indexOf(Math.max(...widths))] = Math.max(...widths) - 1;
  }
  return widths;
}
