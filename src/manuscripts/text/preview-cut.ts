import { Buffer } from "node:buffer";

import type { Chapter } from "../../core/manuscript.ts";
import type { Opening } from "../../core/manuscript.ts";
import { countCharacters, firstCharacters } from "./count.ts";
import { createOpening } from "./opening.ts";
import { sliceOf } from "./slice.ts";

/**
 * The opening of at most `limit` code points that ends where something ends in the text: a chapter, else a
 * paragraph, else a sentence, without the blanks behind it. The end is looked for behind the first half of
 * the limit; where there is none, and in a text that is no longer, the opening is as long as can be.
 */
export function createPreview(limit: number) {
  const from = limit - Math.min(Math.floor(limit / 2), longestWindow);
  const opening = createOpening(from);
  const window: Buffer[] = [];
  let characters = 0;
  const add = (text: Uint8Array, count: number): void => {
    opening.add(text, count);
    if (characters < limit) {
      // A copy: the piece itself is many times as long.
      const within = sliceOf({ text, at: characters, count }, { from, to: limit });
      if (within.length > 0) window.push(Buffer.from(within));
    }
    characters += count;
  };
  const close = (chapters: readonly Chapter[]): Opening => {
    const text = Buffer.concat(window);
    const ends = chapters.map(({ start }) => start - from);
    const cut = characters <= limit ? undefined : cutOf(text, ends, limit - from);
    const rest = cut === undefined ? text : text.subarray(0, cut.bytes);
    opening.extend(rest, countCharacters(rest));
    return { ...opening.close(), limit, ...(cut !== undefined && { end: cut.end }) };
  };
  return { add, close };
}

type Cut = { readonly end: NonNullable<Opening["end"]>; readonly bytes: number };

/** The last end in it; chapters begin at `starts`, counted from the beginning of the window. */
function cutOf(window: Buffer, starts: readonly number[], length: number): Cut | undefined {
  const start = starts.findLast((one) => one > 0 && one <= length);
  const text = window.toString("utf8");
  const candidates = [
    ["chapter", start === undefined ? "" : firstCharacters(window, start).toString()],
    ["paragraph", upToLast(text, paragraphEnd)],
    ["sentence", upToLast(text, sentenceEnd)],
  ] as const;
  return candidates
    .map(([end, upTo]) => ({ end, bytes: Buffer.byteLength(upTo.trimEnd()) }))
    .find(({ bytes }) => bytes > 0);
}

function upToLast(text: string, pattern: RegExp): string {
  const last = Array.from(text.matchAll(pattern)).at(-1);
  return last === undefined ? "" : text.slice(0, last.index + last[0].length);
}

/** Code points. Chapters are hardly longer, and a long preview is not held in memory. */
const longestWindow = 100_000;

/**
 * A blank line, or the end of a line that ends a sentence: many books have no blank lines. Nothing in it
 * goes back further than a few characters, whatever a text repeats.
 */
const paragraphEnd = /\n[^\S\n]*\n|[.!?…。！？]["'”’»)\]」』）]{0,4}[^\S\n]{0,4}\n/gu;
/** No short word before the full stop, which might be “Mr.”. */
const sentenceEnd =
  /(?:[\p{L}\p{N}]{4}|\p{Script=Hangul})[.!?…]{1,6}["'”’»)\]]{0,4}(?=\s)|[。！？][」』”’）]{0,4}/gu;
