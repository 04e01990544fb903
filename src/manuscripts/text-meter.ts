import { Buffer } from "node:buffer";

import { ManuscriptFault } from "../domain/faults.ts";
import { type Chapter, type Heading, chaptersOf } from "../domain/manuscript/chapters.ts";
import { type MarkedHeading, createHeadingFinder } from "./find-headings.ts";
import { createOpening } from "./opening.ts";
import { createPreview } from "./preview-cut.ts";
import { createTrail } from "./trail.ts";

/** In code points. */
export type Limits = {
  /** For each the opening that is as long, or the whole of a shorter text, is measured and hashed. */
  readonly openings: readonly number[];
  /** The same, but the opening ends where something ends in the text. */
  readonly preview?: number | undefined;
};

/**
 * Counts, measures and hashes a text that comes in pieces (UTF-8, whole code points), and finds its
 * chapters, in one pass; `close` is told what its document marks as headings.
 *
 * Throws ManuscriptFault "empty" from `close`.
 */
export function createTextMeter(limits: Limits) {
  const trail = createTrail();
  const headings = createHeadingFinder(trail.mark);
  const openings = limits.openings.map(createOpening);
  const preview = limits.preview === undefined ? undefined : createPreview(limits.preview);
  let [bytes, characters, blank] = [0, 0, true];
  const add = (text: Uint8Array): void => {
    trail.begin(text);
    const count = headings.add(text);
    trail.end();
    bytes += text.length;
    characters += count;
    blank &&= !/\S/u.test(Buffer.from(text).toString("utf8"));
    openings.forEach((opening) => opening.add(text, count));
    preview?.add(text, count);
  };
  const close = (marked: readonly Heading[]) => {
    if (blank) {
      throw new ManuscriptFault("empty");
    }
    const found = headings.close();
    const chapters = chaptersOf(found, characters, marked);
    const measured = openings.map((opening) => opening.close());
    const { mark, sha256: textSha256 } = trail.close();
    return {
      textBytes: bytes,
      textSha256,
      characters,
      chapters,
      marks: marksOf(chapters, found, mark),
      openings: preview === undefined ? measured : [...measured, preview.close(chapters)],
    };
  };
  return { add, close, isAscii: () => bytes === characters };
}

/** Undefined where the first chapter has none: then nothing is known to begin alike. */
function marksOf(
  chapters: readonly Chapter[],
  found: readonly MarkedHeading[],
  whole: string,
): readonly string[] | undefined {
  const before = new Map(found.map(({ start, mark }) => [start, mark]));
  const marks = [...chapters.slice(1).map(({ start }) => before.get(start) ?? ""), whole];
  return marks[0] === "" ? undefined : marks;
}
