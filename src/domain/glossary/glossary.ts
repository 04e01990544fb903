import { createHash } from "node:crypto";

import { z } from "zod";

import {
  type ReadonlyOf,
  byWord,
  count,
  fraction,
  id,
  language,
  maybe,
  optional,
  stored,
} from "#domain/fields.ts";
import { type Glossary, type Term, strategies } from "#domain/partner.ts";

export type Decision = ReadonlyOf<typeof decision>;
const decision = stored({
  target: z.string(),
  /** Who wrote, corrected or imported it; undefined: a run found it, and nobody reviewed it yet. */
  by: optional(z.string()),
  confidence: maybe(fraction),
  frequency: optional(count),
});

/** The terms of a book, which inherits those of its series and workspace, or of one of these. */
export type TermBase = ReadonlyOf<typeof termBaseSchema>;
export const termBaseSchema = stored({
  version: z.literal(1),
  series: maybe(z.string()),
  /** The conversation in which a book was first handed in: its members may see the terms. */
  channel: maybe(z.string()),
  /** A preferred translation for each target language, and who decided on it. */
  terms: byWord(z.record(z.string(), decision)),
  runs: z.array(z.string()),
  /** Source terms that people deleted, the latest last, by language: no run brings them back. */
  removed: z.record(z.string(), z.array(z.string())),
  /** Terms that no translation may use, by language. */
  forbidden: optional(z.record(z.string(), z.array(z.string()))),
  /** The term base of the book that this one's book was merged into. */
  movedTo: optional(id),
});

/** Innermost first: an earlier layer wins over a later one. */
export const layerNames = ["book", "series", "workspace"] as const;
export type Layer = {
  readonly name: (typeof layerNames)[number];
  readonly base: TermBase;
};

export type Effective = Decision & {
  readonly source: string;
  readonly layer: Layer["name"];
  readonly instead: string | undefined;
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

/** Returns the base with a person's edits applied; they override what runs found. */
export function withEdits(
  base: TermBase,
  language: string,
  edits: readonly Edit[],
  by: string,
): TermBase {
  const terms = new Map(Object.entries(base.terms));
  const removed = new Set(base.removed[language]);
  for (const edit of edits) {
    const [source, target] = [tidy(edit.source), tidy(edit.target)];
    if (source === "") continue;
    removed.delete(source);
    const { [language]: standing, ...others } = terms.get(source) ?? {};
    // The frequency in the text stays true; a run's confidence no longer matters.
    const decision = { target, by, confidence: undefined, frequency: standing?.frequency };
    const decisions = target === "" ? others : { ...others, [language]: decision };
    if (target === "") removed.add(source);
    if (Object.keys(decisions).length === 0) terms.delete(source);
    else terms.set(source, decisions);
  }
  const latest = [...removed].slice(-mostRemoved);
  return {
    ...base,
    terms: Object.fromEntries(terms),
    removed: { ...base.removed, [language]: latest },
  };
}

const mostRemoved = 2000;

/** Returns what people deleted of several bases, except what one of them still has. */
export function removedIn(
  { terms }: TermBase,
  all: readonly TermBase["removed"][],
): TermBase["removed"] {
  const languages = new Set(all.flatMap((removed) => Object.keys(removed)));
  const sourcesOf = (language: string) => {
    const sources = new Set(all.flatMap((removed) => removed[language] ?? []));
    const isGone = (source: string) =>
      !Object.hasOwn(terms, source) || terms[source]?.[language] === undefined;
    return [...sources].filter(isGone).slice(-mostRemoved);
  };
  return Object.fromEntries([...languages].map((one) => [one, sourcesOf(one)]));
}

/** Returns the people who decided on terms. */
export function decidersOf({ terms }: TermBase): ReadonlySet<string> {
  const decisions = Object.values(terms).flatMap((byLanguage) => Object.values(byLanguage));
  return new Set(decisions.flatMap(({ by }) => by ?? []));
}

/** Returns the base without the id of a person, whose decisions stand. */
export function withoutDecider(base: TermBase, person: string): TermBase {
  const terms = Object.entries(base.terms).map(([source, byLanguage]) => {
    const bare = Object.entries(byLanguage).map(([language, decision]) => {
      const by = decision.by === person ? erasedId : decision.by;
      return [language, { ...decision, by }] as const;
    });
    return [source, Object.fromEntries(bare)] as const;
  });
  return { ...base, terms: Object.fromEntries(terms) };
}

/** Stands where the id of an erased person stood. */
export const erasedId = "erased";

export type Run = {
  readonly key: string;
  readonly language: string;
  readonly terms: readonly Term[];
};

/**
 * Returns the base with a run's terms added, as far as there is room; a second call changes nothing.
 * They never overwrite a term that a person decided on or deleted, and replace those of earlier runs.
 */
export function withRun(base: TermBase, { key, language, terms: found }: Run): TermBase {
  if (base.runs.includes(key)) return base;
  const terms = new Map(Object.entries(base.terms));
  const passedOver = new Set(base.removed[language]);
  let room = termsInGlossary - sizeOf(base);
  for (const { confidence, frequency, ...term } of surestFirst(found)) {
    const [source, target] = [tidy(term.source), tidy(term.target)];
    const standing = terms.get(source)?.[language];
    const isKept = standing === undefined ? room <= 0 : standing.by !== undefined;
    if (source === "" || target === "" || isKept || passedOver.has(source)) continue;
    // Of several translations of one term the surest stands.
    passedOver.add(source);
    if (standing === undefined) room -= 1;
    terms.set(source, { ...terms.get(source), [language]: { target, confidence, frequency } });
  }
  return { ...base, terms: Object.fromEntries(terms), runs: [...base.runs, key] };
}

/** Of equally sure terms the more frequent come first. */
export function surestFirst(terms: readonly Term[]): readonly Term[] {
  const fallingBy = (field: "confidence" | "frequency") => (one: Term, other: Term) =>
    (other[field] ?? -1) - (one[field] ?? -1);
  return terms.toSorted(fallingBy("frequency")).toSorted(fallingBy("confidence"));
}

/** Returns the terms that apply in the innermost layer, by source term in UTF-16 order. */
export function effectiveTerms(layers: readonly Layer[], language: string): readonly Effective[] {
  const terms = new Map<string, Effective>();
  for (const { name, base } of layers.toReversed()) {
    for (const [source, { [language]: decision }] of Object.entries(base.terms)) {
      if (decision === undefined) continue;
      const instead = terms.get(source)?.target;
      terms.set(source, { ...decision, source, layer: name, instead });
    }
  }
  return [...terms.values()].toSorted((one, other) => (one.source < other.source ? -1 : 1));
}

export function languagesOf(
  base: TermBase,
): readonly { readonly language: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const decisions of Object.values(base.terms)) {
    for (const language of Object.keys(decisions)) {
      counts.set(language, (counts.get(language) ?? 0) + 1);
    }
  }
  return [...counts].map(([language, count]) => ({ language, count }));
}

/** Contract, POST /tasks: source terms to preferred translations. */
export function toGlossary(
  terms: readonly { readonly source: string; readonly target: string }[],
): Glossary {
  // Object.fromEntries defines own properties, so that a term named __proto__ is an ordinary term.
  return Object.fromEntries(terms.map(({ source, target }) => [source, target]));
}

/** Returns the SHA-256 of a glossary as 64 hex digits, whatever the order of its terms. */
export function glossaryHash(glossary: Glossary): string {
  const entries = Object.entries(glossary).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(entries)).digest("hex");
}

/** Returns a name in its form for comparison: NFC, without redundant blanks. */
export function tidy(text: string): string {
  return text.normalize("NFC").replaceAll(/\s+/gu, " ").trim();
}

/** The terms of the book in one language when Galley last looked, as the card shows them. */
export const bookTermsSchema = stored({
  target: language,
  /** The hash of the glossary that a run would send, see `glossaryHash`; undefined for no terms. */
  hash: maybe(id),
  count,
  /** What was extracted from this text last: how many terms, how many of them are the book's too, and how many of these are translated differently. */
  extracted: optional(stored({ count, both: count, different: count })),
});
export type BookTerms = ReadonlyOf<typeof bookTermsSchema>;

/**
 * Counts the book's terms that a choice adds or uses instead of a different extracted translation,
 * and the terms of either side that it does not use; none without an extraction. Contract, POST
 * /tasks rules 5-7.
 */
export function effectOf(
  choice: GlossaryChoice,
  { count, extracted }: BookTerms,
): { readonly added: number; readonly overridden: number; readonly ignored: number } {
  const none = { added: 0, overridden: 0, ignored: 0 };
  if (extracted === undefined || choice === "without") return none;
  const { both, different } = extracted;
  if (choice === "skip") return { ...none, ignored: count };
  const ignored = choice === "merge" ? 0 : extracted.count - both;
  return { added: count - both, overridden: different, ignored };
}

/** How the glossary is combined with extracted terms, or that it is not sent at all. */
export const glossaryChoices = [...strategies, "without"] as const;
export type GlossaryChoice = (typeof glossaryChoices)[number];

export const quoteGlossarySchema = stored({
  terms: optional(bookTermsSchema),
  /** The chosen strategy for the next approved run; undefined if nobody chose, so `merge`. */
  strategy: optional(z.enum(glossaryChoices)),
});

/** The glossary that a run sends: its hash, and how it is combined with extracted terms. */
export const suppliedSchema = stored({ hash: id, strategy: z.enum(strategies) });
export type Supplied = ReadonlyOf<typeof suppliedSchema>;
