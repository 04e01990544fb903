import type { Term } from "../task.ts";

/** Contract, POST /tasks rule 5: both together, and a supplied term wins over an extracted one. */
export function mergeTerms(
  extracted: readonly Term[],
  supplied: readonly (readonly [string, string])[],
): Term[] {
  const own = supplied.map(([source, target]) => ({ source, target, confidence: 1 }));
  const taken = new Set(own.map((term) => term.source));
  return [...own, ...extracted.filter((term) => !taken.has(term.source))];
}
