import { z } from "zod";

import { type ReadonlyOf, count, optional } from "../../../core/fields.ts";

/** `chapters` is 0 for a source with at most one. */
const sizeSchema = z.object({ chapters: count, paragraphs: count });
export type Size = ReadonlyOf<typeof sizeSchema>;

const placeSchema = z.object({
  /** The number of source paragraphs before the place. */
  after: count,
  /** The chapter's number in the whole manuscript. */
  chapter: optional(count),
});
export type Place = ReadonlyOf<typeof placeSchema>;

/** The use of glossary terms in a result, in the agreed wording; case makes no difference. */
const termsUsedSchema = z.object({
  /** Terms that occur in the source. */
  looked: count,
  unused: count,
  /** The first missing terms, as the source writes them. */
  missing: z.array(z.string()),
});
export type TermsUsed = ReadonlyOf<typeof termsUsedSchema>;

/** A comparison of a result with its source, by numbers alone, and with the agreed glossary. */
const comparedSchema = z.object({
  source: sizeSchema,
  result: sizeSchema,
  /** Source paragraphs without a counterpart in the result, judged by their lengths. */
  missing: count,
  /** The first place where the two differ; undefined if they agree, or the place is unclear. */
  place: optional(placeSchema),
  /** Long paragraphs that are identical in both. */
  same: count,
  /** Long paragraphs that are far shorter than the others. */
  shortened: optional(count),
  /** Paragraphs of the result that repeat others or are misplaced. */
  repeated: optional(count),
  /** True when the lengths do not match, so that nothing can be said. */
  isUnaligned: optional(z.boolean()),
  terms: optional(termsUsedSchema),
});
export type Compared = ReadonlyOf<typeof comparedSchema>;
export type Comparison = Omit<Compared, "terms">;

/** `again`: after a failed try; `none`: the comparison was impossible. */
export const comparingSchema = z.union([z.enum(["due", "again", "none"]), comparedSchema]);
export type Comparing = ReadonlyOf<typeof comparingSchema>;

/** True while the result is still to be read. */
export function awaitsComparing({
  delivery: { comparison } = {},
}: {
  readonly delivery?: { readonly comparison?: Comparing | undefined } | undefined;
}): boolean {
  return comparison === "due" || comparison === "again";
}

/** How long a partner or Slack in trouble is tried; then the result is delivered uncompared. */
export const comparingMs = 15 * 60_000;
