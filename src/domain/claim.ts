import { z } from "zod";

import { suppliedSchema } from "#domain/glossary/glossary.ts";

import {
  type ReadonlyOf,
  at,
  count,
  digestOf,
  id,
  maybe,
  language,
  fraction,
  stored,
} from "./fields.ts";
import type { Manuscript } from "./manuscript.ts";
import { sliceSchema, type Slice, contains, rangeOf, sliceOf } from "./slice.ts";
import { taskKinds } from "./task.ts";

/**
 * A run that was or may be charged, with the names of the text that it works on. It outlives its
 * quote, and holds only hashes and ids. Credits are whole numbers.
 */
export const claimSchema = stored({
  version: z.literal(1),
  /** The run's idempotency key, which is also the claim's name. */
  key: id,
  quoteId: id,
  workspace: id,
  /** In the form of `canonicalTarget`. */
  target: language,
  kind: z.enum(taskKinds),
  textSha256: z.string(),
  slice: sliceSchema,
  price: count,
  at,
  glossary: maybe(suppliedSchema),
  /** The hash of the book's name; undefined for no book. */
  book: maybe(z.string()),
  /** Names of the text's bytes, and of the whole text and its chapters as far as sold. */
  names: z.array(id),
  /** Hashes of the sold passages: they find texts that are only similar. See `textNamesSchema`. */
  prints: z.array(id),
});
export type Claim = ReadonlyOf<typeof claimSchema>;

/**
 * `gone`: the partner no longer has the result. `failed` runs may be charged all the same; of `erased`
 * ones only the claim is left.
 */
const coverStatus = z.enum(["running", "done", "gone", "failed", "unknown", "erased"]);
export type CoverStatus = z.output<typeof coverStatus>;

const coveringRunSchema = stored({
  key: id,
  quoteId: id,
  kind: z.enum(taskKinds),
  /** In the code points of this text. */
  slice: sliceSchema,
  at,
  status: coverStatus,
  glossary: maybe(suppliedSchema),
  /** A link for people of this conversation; undefined if they may not see it. */
  link: maybe(z.string()),
  /** True when the requester may have the result. */
  isShared: z.boolean(),
});
export type ExistingRun = ReadonlyOf<typeof coveringRunSchema>;

/** `share` is a fraction of the range's passages. */
const knownSchema = stored({ from: count, to: count, share: fraction });
export type Known = ReadonlyOf<typeof knownSchema>;

/** Earlier approvals of a text for one language, on this card or others. */
export const coverageSchema = stored({
  /** The language and the text of the look-up. */
  target: language,
  textSha256: id,
  /** Counts claims made and withdrawn for the language in this workspace; -1: out of date. */
  version: z.number(),
  /** Runs of exactly some of the text. */
  runs: z.array(coveringRunSchema),
  /** Other parts that were probably translated before: a fifth of their passages is known. */
  known: z.array(knownSchema),
  /** Other variants of the language into which some of the text was translated. */
  variants: z.array(z.string()),
  /** Approvals of this manuscript for the language, in any version of its text. */
  approved: z.array(stored({ key: id, at, price: count })),
});
export type Coverage = ReadonlyOf<typeof coverageSchema>;

const printSchema = stored({ print: id, at: count });
export type Print = ReadonlyOf<typeof printSchema>;

/** Galley's signs around emphasised words; never part of a text's names. */
export const emphasisSigns = "*_";

/**
 * The names by which a text is found again: hashes over its characters in NFC without white space,
 * soft hyphens and `emphasisSigns`.
 */
export const textNamesSchema = stored({
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

/**
 * Returns the name under which a text's names are kept: two files may have the same text, and divide
 * it otherwise.
 */
export function textNamesKey({ textSha256, chapters }: Manuscript) {
  if (chapters.length === 0) return textSha256;
  return `${textSha256}.${digestOf(chapters.map(({ start }) => start))}`;
}

export type NamedChapter = { readonly name: string; readonly from: number; readonly to: number };

/** Returns the chapters entirely in the slice, and the prints that begin in it. */
export function namesIn(
  { chapters, prints }: TextNames,
  manuscript: Manuscript,
  slice?: Slice,
): { readonly chapters: readonly NamedChapter[]; readonly prints: readonly string[] } {
  // Ranges that touch are joined: a chapter may extend across them.
  const merged = slice && sliceOf(slice);
  const isIn = (range: Slice[number]) => merged === undefined || contains(merged, range);
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
export function indexedNamesOf({ whole, chapters, prints }: TextNames): readonly string[] {
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
