import { createHash } from "node:crypto";

import { chaptersOf } from "./chapters.ts";
import { createHeadingFinder } from "./find-headings.ts";
import type { Heading } from "./heading.ts";
import type { Turn } from "./matter.ts";
import { createTextNamer } from "./name-text.ts";

/** Chapters as a document marks them. */
export type Marked = {
  /** Places of possible headings, in code points, as far as the text has been read. */
  readonly places: readonly number[];
  /** Its headings, known at the end of the text. */
  readonly headings: readonly Heading[];
  /** Places where front and back matter begins and ends, known at the end of the text. */
  readonly turns: readonly Turn[];
};

/**
 * Finds the chapters of a text that arrives in pieces (UTF-8, whole code points), and hashes and
 * names the text and its chapters.
 */
export function createChapterFinder(marked: () => Marked) {
  const [hash, headings, namer] = [createHash("sha256"), createHeadingFinder(), createTextNamer()];
  let [characters, passed] = [0, 0];
  return {
    /** Returns the code points of the piece. */
    add: (text: Uint8Array): number => {
      const count = headings.add(text);
      characters += count;
      hash.update(text);
      const places = marked().places.slice(passed);
      const reached = places.filter((place) => place < characters);
      passed += reached.length;
      const { starts, final } = headings.settled();
      namer.add(text, { cuts: [...starts, ...reached], final });
      return count;
    },
    close: () => {
      const chapters = chaptersOf(headings.close(), characters, marked());
      return { textSha256: hash.digest("hex"), chapters, names: namer.close(chapters) };
    },
  };
}
