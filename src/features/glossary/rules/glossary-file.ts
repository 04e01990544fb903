import { csvOf } from "../../../core/csv.ts";
import type { Term } from "../../../core/partner.ts";
import { glossaryTbx, glossaryTbx3 } from "./glossary-tbx.ts";

/** Returns one row for each term, in the partner's order. */
export function glossaryCsv(terms: readonly Term[]): string {
  const rows = terms.map(({ source, target, confidence }) => [source, target, confidence]);
  return csvOf(["source", "target", "confidence"], rows);
}

/**
 * Contract, Partner glossary: an object that maps source terms to preferred translations. If a term
 * has several translations, the one with the highest confidence is kept.
 */
export function glossaryJson(terms: readonly Term[]): string {
  const rising = terms.toSorted((one, other) => (one.confidence ?? -1) - (other.confidence ?? -1));
  const surest = new Map(rising.map(({ source, target }) => [source, target]));
  const inOrder = new Map(terms.map(({ source }) => [source, surest.get(source) ?? ""]));
  // Object.fromEntries defines own properties, so that a term named __proto__ is only a term.
  return `${JSON.stringify(Object.fromEntries(inOrder), undefined, 2)}\n`;
}

export const glossaryFormats = {
  csv: { ending: "csv", write: glossaryCsv },
  json: { ending: "json", write: glossaryJson },
  tbx: { ending: "tbx", write: glossaryTbx },
  tbx3: { ending: "v3.tbx", write: glossaryTbx3 },
} as const;
export type GlossaryFormat = keyof typeof glossaryFormats;
