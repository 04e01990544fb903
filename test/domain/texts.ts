import { hash } from "node:crypto";

import type { TextNames } from "#domain/claim.ts";
import { packPlaced, widestBound } from "#domain/fingerprints.ts";
import type { Manuscript } from "#domain/manuscript.ts";
import type { Slice } from "#domain/slice.ts";

import { aManuscript } from "../builders.ts";

/** Long enough that no chapter counts as an imprint, which many books share. */
export const chapterLength = 3000;
/** One for each 100 code points of a chapter of the usual length. */
const printsInChapter = 30;

/**
 * Returns a text with one chapter for each letter; the same letter is the same chapter. A capital
 * letter is that chapter with its first fifth rewritten.
 */
export function text(letters: string, characters = chapterLength): Manuscript {
  const marks = Array.from(letters);
  return aManuscript({
    characters: marks.length * characters,
    textSha256: letters.padEnd(64, "."),
    chapters: marks.map((_, n) => ({
      title: `Chapter ${n + 1}`,
      start: n * characters,
      characters,
    })),
  });
}

/** Returns the same text without recognised chapters. */
export function undivided(letters: string): Manuscript {
  return { ...text(letters), textSha256: letters.padEnd(64, "-"), chapters: [] };
}

export function namesOf(letters: string, characters = chapterLength): TextNames {
  const marks = Array.from(letters);
  return {
    whole: `whole ${letters}`,
    chapters: marks.map((letter) => `chapter ${letter}`),
    fingerprints: packPlaced(
      widestBound,
      marks.flatMap((letter, n) =>
        Array.from({ length: printsInChapter }, (_, index) => {
          const isRewritten = index < printsInChapter / 5;
          const word = hash("sha256", `${isRewritten ? letter : letter.toLowerCase()} ${index}`);
          const at = n * characters + (index * characters) / printsInChapter;
          const rank = Number.parseInt(word.slice(0, 6), 16);
          return { rank, check: index, at, span: characters / printsInChapter };
        }),
      ),
    ),
  };
}

export function chapters(...numbers: readonly number[]): Slice {
  return numbers.map((n) => ({ from: (n - 1) * chapterLength, to: n * chapterLength }));
}

export function upTo(last: number): Slice {
  return [{ from: 0, to: last * chapterLength }];
}
