import { createHash } from "node:crypto";

import { z } from "zod";

import { type ReadonlyOf, maybe, count, id, optional, language } from "../../../core/fields.ts";
import { type Glossary, type Strategy, type Term, strategies } from "../../../core/partner.ts";

const at = z.number();

export type Origin = ReadonlyOf<typeof origin>;
const origin = z.discriminatedUnion("by", [
  /** Extracted by the partner in the run with this key, and not reviewed yet. */
  z.object({ by: z.literal("extraction"), key: z.string(), at }),
  /** Written, corrected or imported by a person. */
  z.object({ by: z.literal("person"), person: z.string(), at }),
]);

export type Decision = ReadonlyOf<typeof decision>;
const decision = z.object({
  target: z.string(),
  origin,
  /** The confidence of an extracted term, a fraction from 0 to 1. */
  confidence: z.number().optional(),
  /** The number of occurrences in the manuscript that the term was extracted from. */
  frequency: z.number().optional(),
});

/**
 * The terms of a book, a series or a whole workspace, by source term. A book inherits the terms of
 * its series and its workspace.
 */
export type TermBase = ReadonlyOf<typeof termBaseSchema>;
export const termBaseSchema = z.object({
  version: z.literal(1),
  /** The series that a book belongs to, as people name it. */
  series: maybe(z.string()),
  /** The conversation in which a book was first handed in: its members may see the terms. */
  channel: maybe(z.string()),
  /** A preferred translation for each target language, and who decided on it. */
  terms: z.record(z.string(), z.record(z.string(), decision)),
  runs: z.array(z.string()),
  /** Source terms that people deleted, the latest last, by language: no run brings them back. */
  removed: z.record(z.string(), z.array(z.string())),
});

/** Outermost first: a later layer wins over an earlier one. */
export const layerNames = ["workspace", "series", "book"] as const;
export type Layer = {
  readonly name: (typeof layerNames)[number];
  readonly base: TermBase;
};

export type Effective = Decision & {
  readonly source: string;
  readonly layer: Layer["name"];
  /** The translations in outer layers that this one overrides. */
  readonly instead: readonly { readonly layer: Layer["name"]; readonly target: string }[];
};

export const emptyTermBase: TermBase = {
  version: 1,
  series: undefined,
  channel: undefined,
  terms: {},
  runs: [],
  removed: {},
};

/** All languages together; every form with terms reads them all. */
export const termsInGlossary = 20_000;

export function sizeOf(base: TermBase): number {
  return languagesOf(base).reduce((sum, { count }) => sum + count, 0);
}

/** A person's change to a term; an empty target deletes the term. */
export type Edit = { readonly source: string; readonly target: string };

/** Returns the base with the edits applied; a person's edit overrides an extracted term. */
export function withEdits(
  base: TermBase,
  language: string,
  edits: readonly Edit[],
  origin: Origin,
): TermBase {
  const terms = new Map(Object.entries(base.terms));
  const removed = new Set(base.removed[language]);
  for (const edit of edits) {
    const source = tidy(edit.source);
    if (source === "") continue;
    removed.delete(source);
    const { [language]: standing, ...others } = terms.get(source) ?? {};
    const target = tidy(edit.target);
    // The frequency in the text stays true; a run's confidence no longer matters.
    const frequency = standing?.frequency;
    const decision: Decision = { target, origin, ...(frequency !== undefined && { frequency }) };
    const decided = target === "" ? others : { ...others, [language]: decision };
    if (target === "") removed.add(source);
    if (Object.keys(decided).length === 0) terms.delete(source);
    else terms.set(source, decided);
  }
  const latest = [...removed].slice(-mostRemoved);
  return {
    ...base,
    terms: Object.fromEntries(terms),
    removed: { ...base.removed, [language]: latest },
  };
}

/** The limit for one language. */
const mostRemoved = 2000;

export type Run = {
  readonly key: string;
  readonly language: string;
  readonly terms: readonly Term[];
  readonly at: number;
};

/** Returns the base with a run's terms added; a second call changes nothing. */
export function withRun(base: TermBase, { key, language, terms, at }: Run): TermBase {
  if (base.runs.includes(key)) return base;
  const taken = withExtracted(base, language, terms, { by: "extraction", key, at });
  return { ...taken, runs: [...base.runs, key] };
}

/**
 * Returns the base with a run's terms added, as far as there is room. They never overwrite a term
 * that a person decided on or deleted.
 */
export function withExtracted(
  base: TermBase,
  language: string,
  found: readonly Term[],
  origin: Extract<Origin, { by: "extraction" }>,
): TermBase {
  const terms = new Map(Object.entries(base.terms));
  const removed = new Set(base.removed[language]);
  let room = termsInGlossary - sizeOf(base);
  for (const { source: given, target: translated, confidence, frequency } of found) {
    const [source, target] = [tidy(given), tidy(translated)];
    const standing = terms.get(source)?.[language];
    const isKept = standing === undefined ? room <= 0 : isSurer(standing, confidence, origin);
    if (source === "" || target === "" || isKept || removed.has(source)) continue;
    if (standing === undefined) room -= 1;
    const decision: Decision = { target, origin, confidence, frequency };
    terms.set(source, { ...terms.get(source), [language]: decision });
  }
  return { ...base, terms: Object.fromEntries(terms) };
}

/** In one run the highest confidence wins; a later run replaces an earlier one. */
function isSurer(standing: Decision, confidence: number | undefined, origin: Origin): boolean {
  if (standing.origin.by === "person") return true;
  const isSameRun = origin.by === "extraction" && standing.origin.key === origin.key;
  return isSameRun && (standing.confidence ?? 0) >= (confidence ?? 0);
}

/** Returns the terms that apply in the innermost layer, by source term in UTF-16 order. */
export function effectiveTerms(layers: readonly Layer[], language: string): readonly Effective[] {
  const terms = new Map<string, Effective>();
  for (const { name, base } of layers) {
    for (const [source, decided] of Object.entries(base.terms)) {
      const decision = decided[language];
      if (decision === undefined) continue;
      const outer = terms.get(source);
      const instead =
        outer === undefined ? [] : [...outer.instead, { layer: outer.layer, target: outer.target }];
      terms.set(source, { ...decision, source, layer: name, instead });
    }
  }
  return [...terms.values()].toSorted((one, other) => (one.source < other.source ? -1 : 1));
}

export function languagesOf(
  base: TermBase,
): readonly { readonly language: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const decided of Object.values(base.terms)) {
    for (const language of Object.keys(decided)) {
      counts.set(language, (counts.get(language) ?? 0) + 1);
    }
  }
  return [...counts].map(([language, count]) => ({ language, count }));
}

/** Contract, POST /tasks: source terms to preferred translations. */
export function toGlossary(terms: readonly Pick<Effective, "source" | "target">[]): Glossary {
  // Object.fromEntries defines own properties, so that a term named __proto__ is an ordinary term.
  return Object.fromEntries(terms.map(({ source, target }) => [source, target]));
}

/** Returns the SHA-256 of a glossary as 64 hex digits, whatever the order of its terms. */
export function glossaryHash(glossary: Glossary): string {
  const entries = Object.entries(glossary).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(entries)).digest("hex");
}

/**
 * Counts the supplied terms that a strategy adds or uses instead of a different extracted
 * translation, and the supplied or extracted ones that it does not use. Contract, POST /tasks rules
 * 5-7.
 */
export function effectOf(
  strategy: Strategy,
  supplied: Glossary,
  extracted: readonly Pick<Term, "source" | "target">[],
): EffectCounts {
  const own = Object.entries(supplied);
  if (strategy === "skip") return { added: 0, overridden: 0, ignored: own.length };
  const found = new Map(extracted.map(({ source, target }) => [source, target]));
  const both = own.filter(([source]) => found.has(source));
  return {
    added: own.length - both.length,
    overridden: both.filter(([source, target]) => found.get(source) !== target).length,
    ignored: strategy === "merge" ? 0 : found.size - both.length,
  };
}

/** Returns a name in its form for comparison: NFC, without redundant blanks. */
export function tidy(text: string): string {
  return text.normalize("NFC").replaceAll(/\s+/gu, " ").trim();
}

const effectCountsSchema = z.object({ added: count, overridden: count, ignored: count });
export type EffectCounts = ReadonlyOf<typeof effectCountsSchema>;

/** The terms of the book in one language when Galley last looked, as the card shows them. */
export const bookTermsSchema = z.object({
  target: language,
  /** The hash of the glossary that a run would send, see `glossaryHash`; undefined for no terms. */
  hash: maybe(id),
  count,
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
