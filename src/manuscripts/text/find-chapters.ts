import { createHash } from "node:crypto";

import { chaptersOf } from "./chapters.ts";
import { createHeadingFinder } from "./find-headings.ts";
import type { Heading } from "./heading.ts";
import type { Turn } from "./matter.ts";
import { createTextNamer } from "./name-text.ts";

/** What a document says of its chapters. */
export type Marked = {
  /** Where something may be a heading, in code points, as far as the text has come. */
  readonly places: readonly number[];
  /** What is one, known at the end of the text. */
  readonly headings: readonly Heading[];
  /** Where front and back matter begins and ends, known then as well. */
  readonly turns: readonly Turn[];
};

/** Finds the chapters of a text that comes in pieces (UTF-8, whole code points), hashes and names it and them. */
export function createChapterFinder(marked: () => Marked) {
  const [hash, headings, namer] = [createHash("sha256"), createHeadingFinder(), createTextNamer()];
  let [characters, passed] = [0, 0];
  return {
    /** Answers the code points of the piece. */
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
