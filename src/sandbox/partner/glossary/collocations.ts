import { confidenceOf, countInto } from "./candidate.ts";
import type { Candidate } from "./candidate.ts";

const joints = new Set(["of", "de", "du", "di", "da", "del", "della", "do"]);

/** Two words that keep company far more often than chance would have it: "tide clock", "reloj de arena". */
export function collocations(words: readonly string[], little: ReadonlySet<string>): Candidate[] {
  const singles = new Map<string, number>();
  const pairs = new Map<string, number>();
  for (const [index, word] of words.entries()) {
    countInto(singles, word);
    const next = words[index + 1] ?? "";
    const joined = joints.has(next)
      ? ([next, words[index + 2] ?? ""] as const)
      : (["", next] as const);
    const [joint, other] = joined;
    if (carries(word, little) && carries(other, little)) {
      countInto(pairs, joint === "" ? `${word} ${other}` : `${word} ${joint} ${other}`);
    }
  }
  return [...pairs].flatMap(([source, count]) => {
    const [first = "", ...rest] = source.split(" ");
    const total = (singles.get(first) ?? 0) + (singles.get(rest.at(-1) ?? "") ?? 0);
    const closeness = (2 * count) / total;
    if (count < 3 || closeness < 0.4) return [];
    return [{ source, count, confidence: confidenceOf(0.25 + closeness * 0.3, count) }];
  });
}

function carries(word: string, little: ReadonlySet<string>): boolean {
  return /^\p{Ll}{4,}$/u.test(word) && !little.has(word);
}
