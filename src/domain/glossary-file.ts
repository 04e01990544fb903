import type { Term } from "./partner.ts";

/** RFC 4180 with a BOM, which Excel needs to read UTF-8; one row a term, in the partner's order. */
export function glossaryCsv(terms: readonly Term[]): string {
  const rows = terms.map(({ source, target, confidence }) => [
    quoted(source),
    quoted(target),
    confidence === undefined ? "" : String(confidence),
  ]);
  const lines = [["source", "target", "confidence"], ...rows].map((row) => `${row.join(",")}\r\n`);
  return `\uFEFF${lines.join("")}`;
}

/**
 * Contract, Partner glossary: an object that maps source terms to preferred translations. Of several
 * translations of one term the surest is kept.
 */
export function glossaryJson(terms: readonly Term[]): string {
  const rising = terms.toSorted((one, other) => (one.confidence ?? -1) - (other.confidence ?? -1));
  const surest = new Map(rising.map(({ source, target }) => [source, target]));
  const inOrder = new Map(terms.map(({ source }) => [source, surest.get(source) ?? ""]));
  // Object.fromEntries defines own properties, so that a term named __proto__ is only a term.
  return `${JSON.stringify(Object.fromEntries(inOrder), undefined, 2)}\n`;
}

/** A spreadsheet would run a cell that begins like this, also in its full-width form. */
const formulaStart = /^[\s\p{Cc}]*[=+\-@＝＋－＠\t\r]/u;

function quoted(text: string): string {
  const cell = formulaStart.test(text) ? `'${text}` : text;
  return `"${cell.replaceAll('"', '""')}"`;
}
