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
  optional,
  stored,
} from "./fields.ts";
import {
  type Fingerprints,
  fingerprintsIn,
  fingerprintsSchema,
  smallestRanks,
  unpackPlaced,
} from "./fingerprints.ts";
import type { Manuscript } from "./manuscript.ts";
import { sliceSchema, type Slice, contains, rangeOf, sliceOf, wholeOf } from "./slice.ts";
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
  /** The hash of the book's id: see `bookHash`. */
  book: maybe(z.string()),
  /** Names of the text's bytes, and of the whole text and its chapters as far as sold. */
  names: z.array(id),
  /** Those that begin in the slice; undefined if the text's names were lost. */
  fingerprints: optional(fingerprintsSchema),
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
  /** What the run has of this text to the letter, in code points of this text. */
  slice: sliceSchema,
  /**
   * What it has judged by fingerprints as well; undefined: only the slice. For a translation these
   * are the chapters that it has some of, or the whole.
   */
  known: optional(stored({ slice: sliceSchema, characters: count })),
  /** True when its text has the same letters and other bytes. */
  isReset: optional(z.boolean()),
  /** True when its text is longer: who uses the result gets all of it. */
  isLonger: optional(z.boolean()),
  at,
  status: coverStatus,
  glossary: maybe(suppliedSchema),
  /** A link for people of this conversation; undefined if they may not see it. */
  link: maybe(z.string()),
  /** True when the requester may have the result. */
  isShared: z.boolean(),
});
export type ExistingRun = ReadonlyOf<typeof coveringRunSchema>;

/** A chapter, or the whole. */
const unitSchema = stored({
  from: count,
  to: count,
  /** Code points that were translated before on other cards. */
  known: count,
  /** The same for tasks of any kind, in the language and its variants. */
  bought: count,
});
export type KnownUnit = ReadonlyOf<typeof unitSchema>;

/** Earlier approvals of a text for one language, on this card or others. */
export const coverageSchema = stored({
  /** The language and the text of the look-up. */
  target: language,
  textSha256: id,
  /** Counts claims made and withdrawn for the language in this workspace; -1: out of date. */
  version: z.number(),
  /** How many books were merged into the quote's, which count in its limits. */
  merged: optional(count),
  /** Runs that have some of the text. */
  runs: z.array(coveringRunSchema),
  /** The chapters, or the whole, that were translated before in part, or as other bytes. */
  units: z.array(unitSchema).default([]),
  /** Other variants of the language into which some of the text was translated. */
  variants: z.array(z.string()),
  /** Approvals of this manuscript for the language, in any version of its text. */
  approved: z.array(stored({ key: id, at, price: count })),
});
export type Coverage = ReadonlyOf<typeof coverageSchema>;

/** Galley's signs around emphasised words; no letters, so never part of a text's names. */
export const emphasisSigns = "*_";

/** The names by which a text is found again: hashes over its letters and digits alone, folded. */
export const textNamesSchema = stored({
  /** The name of the whole text. 72 bits, 12 characters of base64url; empty without letters. */
  whole: z.string(),
  /** One name for each chapter, in order; empty for a manuscript without chapters. */
  chapters: z.array(z.string()),
  /** With their places. */
  fingerprints: optional(fingerprintsSchema),
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

/** Returns the chapters entirely in the slice, and the fingerprints that begin in it. */
export function namesIn(
  { chapters, fingerprints }: Pick<TextNames, "chapters" | "fingerprints">,
  manuscript: Pick<Manuscript, "chapters" | "characters">,
  slice: Slice = wholeOf(manuscript),
): {
  readonly chapters: readonly NamedChapter[];
  readonly fingerprints: Fingerprints | undefined;
} {
  return {
    chapters: chaptersNamed(chapters, manuscript, slice),
    fingerprints: fingerprints && fingerprintsIn(fingerprints, slice),
  };
}

/** Returns the chapters with a name that are entirely in the slice. */
export function chaptersNamed(
  names: readonly string[],
  manuscript: Pick<Manuscript, "chapters" | "characters">,
  slice: Slice = wholeOf(manuscript),
): readonly NamedChapter[] {
  // Ranges that touch are joined: a chapter may extend across them.
  const ranges = sliceOf(slice);
  return manuscript.chapters.flatMap((chapter, index) => {
    const name = names[index];
    const range = rangeOf(chapter);
    return name !== undefined && name !== "" && contains(ranges, range) ? [{ name, ...range }] : [];
  });
}

/** Returns the names that index an open quote: the whole's, some chapters', the smallest ranks. */
export function indexedNamesOf({ whole, chapters, fingerprints }: TextNames): readonly string[] {
  const others = new Set(chapters);
  others.delete(whole);
  const ranks = fingerprints === undefined ? [] : smallestRanks(fingerprints, indexedRanks);
  const names = [whole, ...[...others].toSorted(byCodeUnits).slice(0, indexedChapters)];
  return [...names.filter((name) => name !== ""), ...ranks.map(rankName)];
}

/** Returns all names by which open quotes of a text, or of some of it, are found. */
export function namesForQuotes({ whole, chapters, fingerprints }: TextNames): readonly string[] {
  const ranks = new Set(fingerprints && unpackPlaced(fingerprints).map(({ rank }) => rank));
  return [...[whole, ...chapters].filter((name) => name !== ""), ...[...ranks].map(rankName)];
}

function rankName(rank: number): string {
  return `r${rank.toString(36)}`;
}

/** Orders names, the same way on every machine. */
export function byCodeUnits(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

const indexedRanks = 32;
const indexedChapters = 32;
