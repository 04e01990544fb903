import { z } from "zod";

import { type ReadonlyOf, count, id, maybe, optional, language } from "../../../core/fields.ts";
import { strategies } from "../../../core/partner.ts";

const effectCountsSchema = z.object({ added: count, overridden: count, ignored: count });
export type EffectCounts = ReadonlyOf<typeof effectCountsSchema>;

/** What the manuscript's book had decided for a language when Galley last looked: what the card shows. */
export const bookTermsSchema = z.object({
  target: language,
  /** Names the glossary that a run would go with, see `glossaryHash`; undefined: nothing is decided. */
  hash: maybe(id),
  count,
  /** How many of them the book inherits. */
  inherited: z.object({ series: count, workspace: count }),
  /** What each strategy makes of them beside what was extracted last; undefined: nothing was. */
  effects: optional(
    z.object({ merge: effectCountsSchema, replace: effectCountsSchema, skip: effectCountsSchema }),
  ),
});
export type BookTerms = ReadonlyOf<typeof bookTermsSchema>;

/** How the glossary meets what the partner finds by itself, or that it is not sent at all. */
export const glossaryChoices = [...strategies, "without"] as const;
export type GlossaryChoice = (typeof glossaryChoices)[number];

/** What a card says of the glossary of its book. */
export const quoteGlossarySchema = z.object({
  /** What the book has decided, as the card shows it; undefined: it is to be looked at. */
  terms: optional(bookTermsSchema),
  /** How that goes with what is approved; undefined: nobody chose, so `merge`. */
  strategy: optional(z.enum(glossaryChoices)),
});

/** The glossary that a run goes with: its hash, and how it meets what the partner finds by itself. */
export const suppliedSchema = z.object({ hash: id, strategy: z.enum(strategies) });
export type Supplied = ReadonlyOf<typeof suppliedSchema>;
