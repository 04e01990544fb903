import { createHash } from "node:crypto";

import { type Heading, chaptersOf } from "./chapters.ts";
import { firstCharacters } from "./count.ts";
import { createHeadingFinder } from "./find-headings.ts";
import { createTextNamer } from "./name-text.ts";

/** What a document says of its chapters. */
export type Marked = {
  /** Where something may be a heading, in code points, as far as the text has come. */
  readonly places: readonly number[];
  /** What is one, known at the end of the text. */
  readonly headings: readonly Heading[];
};

/**
 * Finds the chapters of a text that comes in pieces (UTF-8, whole code points), and names the text and them,
 * in the pass that hashes it.
 */
export function createChapterFinder(marked: () => Marked) {
  const [hash, namer, headings] = [createHash("sha256"), createTextNamer(), createHeadingFinder()];
  let [characters, passed] = [0, 0];
  const take = (text: Uint8Array, places: readonly number[] = []): void => {
    hash.update(text);
    characters += headings.add(text);
    const { starts, final } = headings.settled();
    namer.add(text, { cuts: [...starts, ...places], final });
  };
  return {
    /** Answers the code points of the piece, which is cut where something may be a heading, to get a name there. */
    add: (text: Uint8Array): number => {
      const before = characters;
      let rest = text;
      for (const start of marked().places.slice(passed)) {
        const head = firstCharacters(rest, start - characters);
        if (head.length === rest.length) break;
        take(head, [start]);
        rest = rest.subarray(head.length);
        passed += 1;
      }
      take(rest);
      return characters - before;
    },
    close: () => {
      const chapters = chaptersOf(headings.close(), characters, marked().headings);
      return { textSha256: hash.digest("hex"), chapters, names: namer.close(chapters) };
    },
  };
}
