import type { Chapter } from "../../core/manuscript.ts";
import { type Heading, chaptersOf } from "./chapters.ts";
import { firstCharacters } from "./count.ts";
import { createHeadingFinder } from "./find-headings.ts";
import { createTextNamer } from "./name-text.ts";
import { createTrail } from "./trail.ts";

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
  const [trail, namer] = [createTrail(), createTextNamer()];
  const headings = createHeadingFinder(trail.mark);
  /** By the code points before it. */
  const names = new Map<number, string>();
  let [characters, passed] = [0, 0];
  const take = (text: Uint8Array, places: readonly number[] = []): void => {
    trail.begin(text);
    characters += headings.add(text);
    trail.end();
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
        trail.begin(rest);
        names.set(start, trail.mark(0));
        passed += 1;
      }
      take(rest);
      return characters - before;
    },
    close: () => {
      const found = headings.close();
      const chapters = chaptersOf(found, characters, marked().headings);
      found.forEach(({ start, mark }) => names.set(start, mark));
      const { mark: whole, sha256: textSha256 } = trail.close();
      const marks = marksOf(chapters, names, whole);
      return { textSha256, chapters, marks, names: namer.close(chapters) };
    },
  };
}

/** Undefined where the first chapter has none: then nothing is known to begin alike. */
function marksOf(
  chapters: readonly Chapter[],
  names: ReadonlyMap<number, string>,
  whole: string,
): readonly string[] | undefined {
  const marks = [...chapters.slice(1).map(({ start }) => names.get(start) ?? ""), whole];
  return marks[0] === "" ? undefined : marks;
}
