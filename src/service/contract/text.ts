import { eld } from "eld/extrasmall";

import type { Term } from "./task.ts";

/**
 * Reads UTF-8 that arrives in any chunks, without a byte order mark, and counts its code points.
 * `end()` returns undefined when the bytes were not UTF-8. `opening` keeps the first characters.
 *
 * @param openingLength UTF-16 units of the opening to keep, roughly
 */
export function createCharacterCount(openingLength: number) {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let [characters, opening, isBroken] = [0, "", false];
  const add = (chunk?: Uint8Array): string => {
    if (isBroken) return "";
    try {
      const text = decoder.decode(chunk, { stream: chunk !== undefined });
      characters += countCodePoints(text);
      opening += text.slice(0, Math.max(0, openingLength - opening.length));
      return text;
    } catch {
      isBroken = true;
      return "";
    }
  };
  return {
    /** Returns the text of the chunk. */
    add: (chunk: Uint8Array) => add(chunk),
    end: () => {
      add();
      return isBroken ? undefined : { characters, opening };
    },
  };
}

export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Code points of a well-formed string. */
export function countCodePoints(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length; index += 1) {
    // A low surrogate belongs to the code point already counted with its high one.
    if ((text.charCodeAt(index) & 0xfc00) === 0xdc00) count -= 1;
  }
  return count;
}

/** The first `limit` code points of a text in pieces. */
export async function* readOpening(
  pieces: AsyncIterable<string>,
  limit: number,
): AsyncGenerator<string> {
  let remaining = limit;
  for await (const text of pieces) {
    const characters = countCodePoints(text);
    yield characters <= remaining ? text : Array.from(text).slice(0, remaining).join("");
    remaining -= characters;
    if (remaining <= 0) return;
  }
}

/** Returns the language of a text as a code; `und` when the detection is unreliable. */
export function detectLanguage(text: string): string {
  const result = eld.detect(text);
  return result.isReliable() ? result.language : "und";
}

/** Languages in more scripts than the one that the library has learned. */
const inTwoScripts = new Set(["sr", "ku", "pa"]);
const languages = new Set(Object.values(eld.info().Languages));
/** Relatives such as Russian and Ukrainian come this near to each other's score. */
const nearlyAsLikely = 0.9;

/** Returns the language of a text that is surely not in the expected one. */
export function languageInsteadOf(expected: string, text: string): string | undefined {
  if (!languages.has(expected) || inTwoScripts.has(expected)) return undefined;
  const result = eld.detect(text);
  const { [result.language]: best = 0, [expected]: right = 0 } = result.getScores();
  return result.isReliable() && right < best * nearlyAsLikely ? result.language : undefined;
}

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
