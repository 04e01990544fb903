import { z } from "zod";

import { type ReadonlyOf, count, id } from "./fields.ts";
import type { Manuscript } from "./manuscript.ts";
import { type Slice, holds, rangeOf, sliceOf } from "./slice.ts";

const printSchema = z.object({ print: id, at: count });
export type Print = ReadonlyOf<typeof printSchema>;

/** Galley's signs around emphasised words; never part of a text's names. */
export const emphasisSigns = "*_";

/**
 * The names by which a text is found again: hashes over its characters in NFC without white space,
 * soft hyphens and `emphasisSigns`.
 */
export const textNamesSchema = z.object({
  /** The name of the whole text. 72 bits, 12 characters of base64url. */
  whole: z.string(),
  /** One name for each chapter, in order; empty for a manuscript without chapters. */
  chapters: z.array(z.string()),
  /**
   * Winnowed hashes of the text's passages (72 bits as above), each with the code point where its
   * passage begins, in order of `at`. At most 5,000, those of the smallest ranks. A passage is some
   * sentences, at least `shortestPassage` characters.
   */
  prints: z.array(printSchema),
});
export type TextNames = ReadonlyOf<typeof textNamesSchema>;

export type NamedChapter = { readonly name: string; readonly from: number; readonly to: number };

/** Returns the chapters entirely in the slice, and the prints that begin in it. */
export function namesIn(
  { chapters, prints }: Pick<TextNames, "chapters" | "prints">,
  manuscript: Pick<Manuscript, "chapters">,
  slice?: Slice,
): { readonly chapters: readonly NamedChapter[]; readonly prints: readonly string[] } {
  // Ranges that touch are joined: a chapter may extend across them.
  const merged = slice && sliceOf(slice);
  const isIn = (range: Slice[number]) => merged === undefined || holds(merged, range);
  return {
    chapters: manuscript.chapters.flatMap((chapter, index) => {
      const name = chapters[index];
      const range = rangeOf(chapter);
      return name !== undefined && name !== "" && isIn(range) ? [{ name, ...range }] : [];
    }),
    prints: prints.flatMap(({ print, at }) => (isIn({ from: at, to: at + 1 }) ? [print] : [])),
  };
}

/** Returns the names that index an open quote: the whole's, and the smallest of all others. */
export function sketchOf({ whole, chapters, prints }: TextNames): readonly string[] {
  const others = new Set([...chapters, ...prints.map(({ print }) => print)]);
  others.delete(whole);
  return [whole, ...[...others].toSorted(byCodeUnits).slice(0, sketchLength)];
}

/** Orders prints, the same way on every machine. */
export function byCodeUnits(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** The most prints that are kept. */
export const printLimit = 5000;
/** Code points without white space. */
export const shortestPassage = 40;
const sketchLength = 32;
