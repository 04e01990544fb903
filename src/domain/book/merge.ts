import { digestOf } from "#domain/fields.ts";
import { forbiddenOfBoth } from "#domain/glossary/forbidden.ts";
import {
  type Decision,
  type TermBase,
  emptyTermBase,
  removedIn,
  sizeOf,
  termsInGlossary,
} from "#domain/glossary/glossary.ts";
import {
  type Account,
  bookDigest,
  isBookCounted,
  withBooksJoined,
} from "#domain/spending/account.ts";

import type { Book, Budget } from "./book.ts";

/** The records that a merge of two books changes together, as they are at one moment. */
export type BookPair = BooksToMerge & { readonly account: Account };

type BooksToMerge = {
  readonly from: Book | undefined;
  readonly into: Book | undefined;
  readonly fromTerms: TermBase;
  readonly intoTerms: TermBase;
};

/** The book that is merged, and the one that stays. */
export const mergeSides = ["from", "into"] as const;
export type MergeSide = (typeof mergeSides)[number];

/** A term that two glossaries translate differently into one language. */
export type TermConflict = {
  readonly source: string;
  readonly language: string;
} & Readonly<Record<MergeSide, string>>;

/** What a merge changes and somebody has to read first. */
export type MergeEffects = {
  readonly conflicts: readonly TermConflict[];
  /** Of the book that stays, if both have one. */
  readonly budget: Budget | undefined;
  /** The same for references and series that differ. */
  readonly reference: string | undefined;
  readonly series: string | undefined;
  /** Both glossaries together have more terms than one may have. */
  readonly isFull: boolean;
  /** Differs as soon as anything of it does. */
  readonly tag: string;
};

/** Returns what a merge of the pair changes. */
export function effectsOf(
  { from, into, fromTerms, intoTerms }: BooksToMerge,
  ids: Readonly<Record<MergeSide, string>>,
): MergeEffects {
  const kept = <T>(own: T | undefined, other: T | undefined) =>
    own !== undefined && other !== undefined && digestOf(own) !== digestOf(other) ? own : undefined;
  const effects = {
    conflicts: conflictsOf(fromTerms, intoTerms),
    budget: from?.budget && into?.budget,
    reference: kept(into?.reference, from?.reference),
    series: kept(intoTerms.series, fromTerms.series),
    isFull: sizeOf(mergedTerms(fromTerms, intoTerms, "into")) > termsInGlossary,
  };
  return { ...effects, tag: digestOf([ids.from, ids.into, effects]) };
}

function conflictsOf(from: TermBase, into: TermBase): readonly TermConflict[] {
  return Object.entries(into.terms).flatMap(([source, byLanguage]) =>
    Object.entries(byLanguage).flatMap(([language, { target }]) => {
      const other = decisionOn(from, source, language)?.target;
      const differs = other !== undefined && other !== target;
      return differs ? [{ source, language, from: other, into: target }] : [];
    }),
  );
}

function decisionOn({ terms }: TermBase, source: string, language: string): Decision | undefined {
  return Object.hasOwn(terms, source) ? terms[source]?.[language] : undefined;
}

/** Returns the terms of both; what people reviewed beats what a run found, where both say the same. */
function mergedTerms(from: TermBase, into: TermBase, winner: MergeSide): TermBase {
  const terms = new Map(Object.entries(into.terms));
  for (const [source, byLanguage] of Object.entries(from.terms)) {
    const both = { ...byLanguage, ...terms.get(source) };
    for (const [language, decision] of Object.entries(byLanguage)) {
      const own = decisionOn(into, source, language);
      const isSame = own?.target === decision.target;
      const isBetter = isSame ? own.by === undefined : winner === "from";
      if (isBetter) both[language] = decision;
    }
    terms.set(source, both);
  }
  const merged: TermBase = {
    ...into,
    series: into.series ?? from.series,
    terms: Object.fromEntries(terms),
    runs: [...new Set([...into.runs, ...from.runs])],
    forbidden: forbiddenOfBoth(into, from),
  };
  return { ...merged, removed: removedIn(merged, [from.removed, into.removed]) };
}

type NamedBook = { readonly id: string; readonly name: string };

export type Merge = {
  readonly workspace: string;
  readonly from: NamedBook;
  readonly into: NamedBook;
  /** The side whose translation stays where both have one. */
  readonly winner: MergeSide;
  /** See `MergeEffects`: what the person has read. */
  readonly tag: string;
};

/** `uncounted`: a budget stays, and the sums of one book are not made yet. */
export type MergeStep = "merged" | "changed" | "uncounted";

/**
 * Merges two books: one's names lead to the other then, whose cards are to follow. Nothing changes if
 * the person would have read something else, or if one of the books was merged meanwhile.
 */
export function merge(
  pair: BookPair,
  { workspace, from, into, winner, tag }: Merge,
): { readonly record: BookPair; readonly outcome: MergeStep } {
  const isOver = pair.from?.leadsTo !== undefined || pair.into?.leadsTo !== undefined;
  const effects = effectsOf(pair, { from: from.id, into: into.id });
  if (isOver || effects.isFull || effects.tag !== tag) return { record: pair, outcome: "changed" };
  const budget = pair.into?.budget ?? pair.from?.budget;
  const books = { workspace, from: bookDigest(from.id), into: bookDigest(into.id) };
  const isCounted = [books.from, books.into].every((book) =>
    isBookCounted(pair.account, { workspace, book }),
  );
  if (budget !== undefined && !isCounted) return { record: pair, outcome: "uncounted" };
  const record: BookPair = {
    from: {
      version: 1,
      ...pair.from,
      name: from.name,
      leadsTo: into.id,
      reference: undefined,
      budget: undefined,
      targets: undefined,
      strategy: undefined,
      approvers: undefined,
      warned: undefined,
      merged: undefined,
      unmoved: undefined,
    },
    into: {
      version: 1,
      ...pair.into,
      name: into.name,
      reference: pair.into?.reference ?? pair.from?.reference,
      budget,
      targets: pair.into?.targets ?? pair.from?.targets,
      strategy: pair.into?.strategy ?? pair.from?.strategy,
      approvers: pair.into?.approvers ?? pair.from?.approvers,
      warned: pair.into?.budget === undefined ? pair.from?.warned : pair.into.warned,
      merged: [...(pair.into?.merged ?? []), ...(pair.from?.merged ?? []), from.id],
      unmoved: [...(pair.into?.unmoved ?? []), ...(pair.from?.unmoved ?? []), from.id],
    },
    fromTerms: { ...emptyTermBase, movedTo: into.id },
    intoTerms: mergedTerms(pair.fromTerms, pair.intoTerms, winner),
    account: withBooksJoined(pair.account, books),
  };
  return { record, outcome: "merged" };
}
