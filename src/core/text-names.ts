import { z } from "zod";

import { type ReadonlyOf, count, id } from "./fields.ts";
import type { Manuscript } from "./manuscript.ts";
import { type Slice, holds, rangeOf, sliceOf } from "./slice.ts";

const printSchema = z.object({ print: id, at: count });
export type Print = ReadonlyOf<typeof printSchema>;

/** What Galley sets around words that are emphasised; no part of a text's names, whoever has set it. */
export const emphasisSigns = "*_";

/**
 * Names of a text by which it is known again: hashes over its characters in NFC without white space, soft
 * hyphens and `emphasisSigns`.
 */
export const textNamesSchema = z.object({
  /** Of the whole text. 72 bits, 12 characters of base64url. */
  whole: z.string(),
  /** One for each chapter, in order; empty where the manuscript has no chapters. */
  chapters: z.array(z.string()),
  /**
   * Winnowed hashes of its passages (72 bits as above), each with the code point at which the passage
   * begins, in order of `at`. At most 5,000, those of the smallest ranks. A passage is some sentences, at
   * least `shortestPassage` characters.
   */
  prints: z.array(printSchema),
});
export type TextNames = ReadonlyOf<typeof textNamesSchema>;

export type NamedChapter = { readonly name: string; readonly from: number; readonly to: number };

/** The chapters that lie in the slice with all their text, and the prints that begin in it; all without a slice. */
export function namesIn(
  { chapters, prints }: Pick<TextNames, "chapters" | "prints">,
  manuscript: Pick<Manuscript, "chapters">,
  slice?: Slice,
): { readonly chapters: readonly NamedChapter[]; readonly prints: readonly string[] } {
  // Ranges that touch become one: a chapter may lie across them.
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

/** What an open quote is looked up by: the whole's name, and the smallest of all others. */
export function sketchOf({ whole, chapters, prints }: TextNames): readonly string[] {
  const others = new Set([...chapters, ...prints.map(({ print }) => print)]);
  others.delete(whole);
  return [whole, ...[...others].toSorted(byCodeUnits).slice(0, sketchLength)];
}

/** The order of prints: the same everywhere. */
export function byCodeUnits(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Prints that are kept at most. */
export const printLimit = 5000;
/** Code points without white space. */
export const shortestPassage = 40;
const sketchLength = 32;
