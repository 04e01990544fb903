import type { Term } from "./task.ts";

/**
 * Capitalised words of three letters and more in a row, or a few letters of a script without
 * capitals.
 */
const runs =
  /\p{Lu}[\p{L}\p{M}]{2,}(?:[ '’-]\p{Lu}[\p{L}\p{M}]+)*|(?:(?!\p{sc=Hiragana})[\p{Lo}\p{M}ー]){2,8}/gu;
const mostTerms = 60;

/**
 * Returns the names that a text has more than once, the most frequent first, each as its own
 * translation.
 */
export function extractTerms(text: string): Term[] {
  const small = new Set(text.match(/(?<!\p{L})\p{Ll}[\p{L}\p{M}]*/gu));
  const counts = new Map<string, number>();
  for (const [run] of text.matchAll(runs)) {
    // A capital that only begins a sentence is no part of a name: "The Lantern House".
    const words = run.split(" ");
    const start = words.findIndex((word) => !small.has(word.toLowerCase()));
    const source = start < 0 ? "" : words.slice(start).join(" ");
    if (source.length > 1) counts.set(source, (counts.get(source) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > 1)
    .sort(([, one], [, other]) => other - one)
    .slice(0, mostTerms)
    .map(([source, count]) => ({ source, target: source, confidence: confidenceOf(count) }));
}

/** Grows with each occurrence of a term and never reaches certainty. */
function confidenceOf(count: number): number {
  return Math.floor(100 - 100 / (count + 1)) / 100;
}

/** Contract, POST /tasks rule 5: both together, and a supplied term wins over an extracted one. */
export function mergeTerms(
  extracted: readonly Term[],
  supplied: readonly (readonly [string, string])[],
): Term[] {
  const own = supplied.map(([source, target]) => ({ source, target, confidence: 1 }));
  const taken = new Set(own.map((term) => term.source));
  return [...own, ...extracted.filter((term) => !taken.has(term.source))];
}
