import { z } from "zod";

import { type ReadonlyOf, count, id, maybe, optional, language } from "../../../core/fields.ts";
import { strategies } from "../../../core/partner.ts";

const effectCountsSchema = z.object({ added: count, overridden: count, ignored: count });
export type EffectCounts = ReadonlyOf<typeof effectCountsSchema>;

/**
 * The terms of the manuscript's book in one language when Galley last looked, as the card shows
 * them.
 */
export const bookTermsSchema = z.object({
  target: language,
  /** The hash of the glossary that a run would send, see `glossaryHash`; undefined for no terms. */
  hash: maybe(id),
  count,
  /** The number of these terms that the book inherits. */
  inherited: z.object({ series: count, workspace: count }),
  /** The effect of each strategy on the terms extracted last; undefined if none were extracted. */
  effects: optional(
    z.object({ merge: effectCountsSchema, replace: effectCountsSchema, skip: effectCountsSchema }),
  ),
});
export type BookTerms = ReadonlyOf<typeof bookTermsSchema>;

/** How the glossary is combined with extracted terms, or that it is not sent at all. */
export const glossaryChoices = [...strategies, "without"] as const;
export type GlossaryChoice = (typeof glossaryChoices)[number];

/** A card's record of the glossary of its book. */
export const quoteGlossarySchema = z.object({
  /** The book's terms, as the card shows them; undefined until they are looked up. */
  terms: optional(bookTermsSchema),
  /** The chosen strategy for the next approved run; undefined if nobody chose, so `merge`. */
  strategy: optional(z.enum(glossaryChoices)),
});

/** The glossary that a run sends: its hash, and how it is combined with extracted terms. */
export const suppliedSchema = z.object({ hash: id, strategy: z.enum(strategies) });
export type Supplied = ReadonlyOf<typeof suppliedSchema>;
