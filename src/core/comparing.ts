import { z } from "zod";

import { type ReadonlyOf, count, optional } from "./fields.ts";

/** `chapters` is 0 where the source has no more than one. */
const sizeSchema = z.object({ chapters: count, paragraphs: count });
export type Size = ReadonlyOf<typeof sizeSchema>;

const placeSchema = z.object({
  /** Paragraphs of the source before it. */
  after: count,
  /** Paragraphs of a chapter, which is counted as in the whole manuscript. */
  chapter: optional(z.object({ number: count, source: count, result: count })),
});
export type Place = ReadonlyOf<typeof placeSchema>;

/** Which terms of a glossary stand in a result in the agreed wording; capitals make no difference. */
const termsUsedSchema = z.object({
  /** Terms that the source has. */
  looked: count,
  unused: count,
  /** The first of those that were not found, as they stand in the source. */
  missing: z.array(z.string()),
});
export type TermsUsed = ReadonlyOf<typeof termsUsedSchema>;

/** What a result proved to have of its source, by numbers alone, and of the glossary that was agreed. */
const comparedSchema = z.object({
  source: sizeSchema,
  result: sizeSchema,
  /** Paragraphs of the source that nothing in the result stands for, as far as their lengths tell. */
  missing: count,
  /** Where the two go apart first; undefined where they do not, or where nobody can tell. */
  place: optional(placeSchema),
  /** Long paragraphs that are the same in both, to the letter. */
  same: count,
  /** Long paragraphs that are far shorter than the others. */
  shortened: optional(count),
  /** Paragraphs of the result that repeat others, or are out of place. */
  repeated: optional(count),
  /** Their lengths do not go together: nobody can say what is there. */
  isUnaligned: optional(z.boolean()),
  terms: optional(termsUsedSchema),
});
export type Compared = ReadonlyOf<typeof comparedSchema>;
export type Comparison = Omit<Compared, "terms">;

/**
 * Whether a finished translation was held against its source: `due`, `again` after a try that failed, or
 * `none` where it could not be.
 */
export const comparingSchema = z.union([z.enum(["due", "again", "none"]), comparedSchema]);
export type Comparing = ReadonlyOf<typeof comparingSchema>;

/** The result is to be read. */
export function awaitsComparing({
  delivery: { comparison } = {},
}: {
  readonly delivery?: { readonly comparison?: Comparing | undefined } | undefined;
}): boolean {
  return comparison === "due" || comparison === "again";
}

/** A partner or a Slack in trouble is asked again for so long, in ms; then the result is delivered as it is. */
export const comparingMs = 15 * 60_000;
