import { Buffer } from "node:buffer";

import { ManuscriptFault } from "../../core/faults.ts";
import { sketchOf } from "../../core/text-names.ts";
import { type Marked, createChapterFinder } from "./find-chapters.ts";
import { createOpening } from "./opening.ts";
import { createPreview } from "./preview-cut.ts";

/** In code points. */
export type Limits = {
  /** For each the opening that is as long, or the whole of a shorter text, is measured and hashed. */
  readonly openings: readonly number[];
  /** The same, but the opening ends where something ends in the text. */
  readonly preview?: number | undefined;
};

/**
 * Counts, measures, hashes and names a text that comes in pieces (UTF-8, whole code points), and finds its
 * chapters, in one pass.
 *
 * Throws ManuscriptFault "empty" from `close`.
 */
export function createTextMeter(limits: Limits, marked: () => Marked = () => nothingMarked) {
  const chapters = createChapterFinder(marked);
  const openings = limits.openings.map(createOpening);
  const preview = limits.preview === undefined ? undefined : createPreview(limits.preview);
  let [bytes, characters, blank] = [0, 0, true];
  const add = (text: Uint8Array): void => {
    const count = chapters.add(text);
    bytes += text.length;
    characters += count;
    blank &&= !/\S/u.test(Buffer.from(text).toString("utf8"));
    openings.forEach((opening) => opening.add(text, count));
    preview?.add(text, count);
  };
  const close = () => {
    if (blank) {
      throw new ManuscriptFault("empty");
    }
    const { names, ...found } = chapters.close();
    const measured = openings.map((opening) => opening.close());
    const manuscript = {
      textBytes: bytes,
      characters,
      ...found,
      sketch: sketchOf(names),
      openings: preview === undefined ? measured : [...measured, preview.close(found.chapters)],
    };
    return { manuscript, names };
  };
  return { add, close, isAscii: () => bytes === characters };
}

const nothingMarked: Marked = { places: [], headings: [] };
