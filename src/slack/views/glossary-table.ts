import type { RawTextElement, TableBlock } from "@slack/types";

import type { Term } from "../../domain/partner.ts";
import { plain } from "../mrkdwn.ts";
import { limits } from "./blocks.ts";
import { percentOf } from "./words.ts";

/** The surest terms first, as many as one table of a message holds; no table without terms. */
export function glossaryTable(terms: readonly Term[]): {
  readonly table: TableBlock | undefined;
  readonly shown: number;
} {
  const rows = fitting(
    terms.toSorted((one, other) => (other.confidence ?? -1) - (one.confidence ?? -1)),
  );
  if (rows.length === 0) return { table: undefined, shown: 0 };
  const table: TableBlock = {
    type: "table",
    rows: [heading.map(cell), ...rows.map((row) => row.map(cell))],
    column_settings: [{ is_wrapped: true }, { is_wrapped: true }, { align: "right" }],
  };
  return { table, shown: rows.length };
}

const heading = ["Term", "Translation", "Confidence"];
const rowLimit = 50;

/** Slack counts the characters of all cells together. */
function fitting(terms: readonly Term[]): readonly (readonly string[])[] {
  const rows: (readonly string[])[] = [];
  let used = heading.join("").length;
  for (const term of terms.slice(0, rowLimit)) {
    const row = [
      plain(term.source, limits.termShown) || "–",
      plain(term.target, limits.termShown) || "–",
      term.confidence === undefined ? "–" : percentOf(term.confidence),
    ];
    used += row.join("").length;
    if (used > limits.tableCharacters) break;
    rows.push(row);
  }
  return rows;
}

function cell(text: string): RawTextElement {
  return { type: "raw_text", text };
}
