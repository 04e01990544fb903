import { digestOf } from "#domain/fields.ts";

import { ownForbidden, withForbidden } from "./forbidden.ts";
import {
  type Edit,
  type Effective,
  type Layer,
  type TermBase,
  effectiveTerms,
  tidy,
  withEdits,
} from "./glossary.ts";

/** A person's view of a glossary; `page` counts from 0. */
export type TermLook = {
  readonly search: string;
  readonly page: number;
};

export const firstLook: TermLook = { search: "", page: 0 };

export type ListedTerm = Effective & { readonly doubted: readonly string[] };

export type TermPage = TermLook & {
  readonly rows: readonly ListedTerm[];
  readonly pages: number;
  readonly all: number;
  readonly unreviewed: number;
};

/** Doubtful terms come first, then unreviewed ones by rising confidence, then the reviewed. */
export function termPage(terms: readonly Effective[], { search, page: asked }: TermLook): TermPage {
  const doubts = doubtsIn(terms);
  const sought = folded(search);
  const matches = terms.filter(({ source, target }) =>
    folded(`${source}\n${target}`).includes(sought),
  );
  // A person's decision counts above any confidence of a run.
  const sureness = ({ by, confidence }: Effective) => (by === undefined ? (confidence ?? 0) : 2);
  const rank = (term: Effective) => (doubts.has(term.source) ? -1 : sureness(term));
  const pages = Math.max(1, Math.ceil(matches.length / pageSize));
  const page = Math.min(Math.max(0, asked), pages - 1);
  const rows = matches
    .toSorted((one, other) => rank(one) - rank(other))
    .slice(page * pageSize, (page + 1) * pageSize)
    .map((term) => ({ ...term, doubted: [...(doubts.get(term.source) ?? [])] }));
  const unreviewed = terms.filter(({ by }) => by === undefined).length;
  return { rows, search, page, pages, all: terms.length, unreviewed };
}

function folded(text: string): string {
  return text.normalize("NFKC").toLowerCase().trim();
}

/** A number of terms that a person can review at once; Slack allows 100 blocks in a modal. */
const pageSize = 20;

type Named = { readonly source: string; readonly target: string };

/**
 * Returns the terms that a person should look at before a glossary is paid for, each with a few
 * others: the same name in different spellings, different names with the same translation, or part
 * of a longer name that is translated differently when alone. Linear in the number of terms.
 */
export function doubtsIn(terms: readonly Named[]): ReadonlyMap<string, ReadonlySet<string>> {
  const doubtful = [
    ...groups(terms, ({ source }) => plain(source)),
    ...groups(terms, ({ target }) => plain(target)),
    ...splits(terms),
  ];
  const doubts = new Map<string, Set<string>>();
  for (const group of doubtful) {
    const few = group.slice(0, mostOthers + 1);
    for (const { source } of group) {
      const others = doubts.get(source) ?? new Set();
      for (const other of few) if (other.source !== source) others.add(other.source);
      doubts.set(source, others);
    }
  }
  return doubts;
}

const mostOthers = 3;

/** “Aaron” is 亚伦 alone, but “Aaron Smith” is 艾伦·史密斯. Checks only names written in words. */
function splits(terms: readonly Named[]): readonly (readonly Named[])[] {
  const bySource = new Map(terms.map((term) => [plain(term.source), term]));
  return terms.flatMap((whole) => {
    const words = whole.source.split(/[\s·・]+/u);
    if (words.length < 2) return [];
    return words
      .map((word) => bySource.get(plain(word)))
      .filter((part) => part !== undefined)
      .filter((part) => !plain(whole.target).includes(plain(part.target)))
      .map((part) => [part, whole]);
  });
}

function groups<T>(all: readonly T[], nameOf: (one: T) => string): readonly (readonly T[])[] {
  return [...Map.groupBy(all, nameOf).values()].filter((same) => same.length > 1);
}

function plain(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[\s·・.’'-]+/gu, "");
}

/** One row of a form, with marks of the term and translation as they were when it was drawn. */
export type TypedRow = {
  readonly term: string;
  readonly shown: string;
  /** The translation in the field now; empty deletes the term. */
  readonly target: string;
};

export type TypedTerms = {
  readonly rows: readonly TypedRow[];
  readonly added: readonly Edit[];
  /** Whether rows that were shown and left unchanged count as reviewed. */
  readonly untouched: "confirm" | "leave";
  /** The series in its field, and `markOf` the one that was shown there. */
  readonly series?: { readonly shown: string; readonly name: string } | undefined;
  /** The forbidden terms in their field, and `markOf` those that were shown there. */
  readonly forbidden?: { readonly shown: string; readonly terms: readonly string[] } | undefined;
};

/** A typed translation that was not saved: somebody else was first, or another layer decides it. */
export type Unsaved = {
  readonly source: string;
  readonly typed: string;
  readonly why: "changed" | "inherited";
};

/** A saved edit, with the translation before it, and the one that applies after it. */
export type Made = Edit & { readonly was: string | undefined; readonly now: string | undefined };

export type Applied = {
  readonly base: TermBase;
  readonly edits: readonly Made[];
  readonly confirmed: number;
  readonly unsaved: readonly Unsaved[];
  /** The series that the book was put into, empty for none; undefined if it stays where it is. */
  readonly joined: string | undefined;
  /** `changed`: somebody else was first. */
  readonly forbidden: "saved" | "changed" | undefined;
};

/**
 * Applies typed changes to the innermost layer. Two people who change different terms both keep
 * their changes; if they change the same term, the second is told so.
 */
export function applyTyped(
  layers: readonly [Layer, ...Layer[]],
  language: string,
  typed: TypedTerms,
  by: string,
): Applied {
  const [own] = layers;
  const standing = effectiveTerms(layers, language);
  const [edits, confirmed, unsaved]: [Made[], Edit[], Unsaved[]] = [[], [], []];
  const take = ({ source, target }: Edit, term: Effective | undefined): void => {
    const isInherited = term !== undefined && term.layer !== own.name;
    if (isInherited && target === "") unsaved.push({ source, typed: target, why: "inherited" });
    else edits.push({ source, target, was: term?.target, now: target || term?.instead });
  };
  for (const { row, term } of rowsToRead(typed, standing)) {
    const target = tidy(row.target);
    const isTouched = markOf(target) !== row.shown;
    const isStill = term !== undefined && markOf(term.target) === row.shown;
    if (isStill && isTouched) take({ source: term.source, target }, term);
    else if (isStill) {
      if (typed.untouched === "confirm" && term.by === undefined) confirmed.push(term);
    } else if (isTouched && target !== (term?.target ?? "")) {
      unsaved.push({ source: term?.source ?? "", typed: target, why: "changed" });
    }
  }
  const bySource = new Map(standing.map((term) => [term.source, term]));
  for (const line of typed.added) {
    const source = tidy(line.source);
    take({ source, target: tidy(line.target) }, bySource.get(source));
  }
  const changes = [...edits, ...confirmed];
  const edited = changes.length === 0 ? own.base : withEdits(own.base, language, changes, by);
  const joined = own.name === "book" ? joinedSeries(own.base, typed.series) : undefined;
  const placed = joined === undefined ? edited : { ...edited, series: joined || undefined };
  const { base, forbidden } = withTypedForbidden(placed, language, typed.forbidden);
  return { base, edits, confirmed: confirmed.length, unsaved, joined, forbidden };
}

function withTypedForbidden(
  base: TermBase,
  language: string,
  typed: TypedTerms["forbidden"],
): Pick<Applied, "base" | "forbidden"> {
  const standing = forbiddenMark(ownForbidden(base, language));
  const mark = typed && forbiddenMark(typed.terms);
  // Left as it was, or typed by two people alike.
  if (typed === undefined || mark === typed.shown || mark === standing) {
    return { base, forbidden: undefined };
  }
  if (standing !== typed.shown) return { base, forbidden: "changed" };
  return { base: withForbidden(base, language, typed.terms), forbidden: "saved" };
}

export function forbiddenMark(terms: readonly string[]): string {
  return markOf(terms.join("\n"));
}

/** Undefined also where somebody else has just named another. */
function joinedSeries({ series = "" }: TermBase, typed: TypedTerms["series"]): string | undefined {
  const isTouched = typed !== undefined && markOf(typed.name) !== typed.shown;
  return isTouched && markOf(series) === typed.shown ? typed.name : undefined;
}

/** Skips the marks for a file, which has no rows but thousands of terms. */
function rowsToRead({ rows, added }: TypedTerms, standing: readonly Effective[]) {
  if (rows.length === 0) return [];
  const byMark = new Map(standing.map((term) => [markOf(term.source), term]));
  // A term may be in a row as well as in a line: the written line wins.
  const writtenOut = new Set(added.map(({ source }) => markOf(source)));
  return rows
    .filter(({ term }) => !writtenOut.has(term))
    .map((row) => ({ row, term: byMark.get(row.term) }));
}

/** Returns a short stable mark of a text, because block ids may not hold a whole term. */
export function markOf(text: string): string {
  return digestOf(tidy(text));
}

/**
 * Parses terms as people type them: `Aaron = 亚伦`, one on each line, also with `→`, `=>`, `->` or
 * `：`. Nothing behind the sign deletes a term. `prose`: the first line that is no such pair; a text
 * that is too long to be typed is prose as well.
 */
export function typedTerms(text: string): {
  readonly edits: readonly Edit[];
  readonly prose: string | undefined;
} {
  if (text.length > typedChars) return { edits: [], prose: text };
  const lines = text.split(/\r?\n/u).filter((line) => line.trim() !== "");
  const edits = lines.map(pairIn);
  const prose = lines.find((_, n) => edits[n] === undefined);
  return { edits: edits.filter((edit) => edit !== undefined), prose };
}

function pairIn(line: string): Edit | undefined {
  const [source = "", target = "", ...more] = line.split(sign).map((side) => side.trim());
  const isPair = line.search(sign) >= 0 && more.length === 0 && source !== "";
  return isPair && isName(source) && isName(target) ? { source, target } : undefined;
}

/** True for a name, not a sentence: short, without Slack's angle brackets or a final mark. */
function isName(side: string): boolean {
  return side.length <= nameChars && !/[<>]|[!?;。！？；]$/u.test(side);
}

const sign = /=>|->|[=→＝：]/u;

const nameChars = 120;

/** Slack: a field of a form holds 3,000 characters, a message up to 40,000. */
const typedChars = 4000;
