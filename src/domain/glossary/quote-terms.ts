import { titleOf } from "#domain/delivery/delivery.ts";
import { digestOf } from "#domain/fields.ts";
import type { Glossary, Term } from "#domain/partner.ts";
import { type Quote, manuscriptOf, translationOf } from "#domain/quote.ts";
import { type Task, isLive } from "#domain/task.ts";

import {
  type BookTerms,
  type Supplied,
  type Layer,
  effectiveTerms,
  glossaryHash,
  toGlossary,
} from "./glossary.ts";

/** Contract, POST /tasks rule 5: merge is the default. */
export function suppliedOf(quote: Quote): Supplied | undefined {
  const hash = termsOf(quote)?.hash;
  const { strategy = "merge" } = quote.glossary ?? {};
  return hash === undefined || strategy === "without" ? undefined : { hash, strategy };
}

/**
 * Returns the terms that go along with an extraction. Somebody asked for one, so nothing replaces it, and
 * terms that are not used do not go along. Contract, POST /tasks rules 5-7.
 */
export function suppliedToExtraction(quote: Quote): Supplied | undefined {
  const supplied = suppliedOf(quote);
  const isUsed = supplied !== undefined && supplied.strategy !== "skip";
  return isUsed ? { ...supplied, strategy: "merge" } : undefined;
}

export function termsOf({ glossary: { terms } = {}, target }: Quote): BookTerms | undefined {
  return terms?.target === target ? terms : undefined;
}

/** True when the card may still sell a run, and its book's terms were not looked up. */
export function awaitsTerms(quote: Quote): boolean {
  return maySell(quote) && termsOf(quote) === undefined;
}

/** Lets the terms be looked up again. A run that was sold keeps its own. */
export function forgetTerms(quote: Quote): Quote {
  return maySell(quote) && quote.glossary?.terms !== undefined
    ? withTerms(quote, undefined)
    : quote;
}

export function withTerms(quote: Quote, terms: BookTerms | undefined): Quote {
  return { ...quote, glossary: { ...quote.glossary, terms } };
}

/** True when the quote's book uses the terms of this term base, or may: its series is not in the quote. */
export function concerns(home: string, quote: Quote): boolean {
  const { workspace } = quote.place;
  return (
    [termHome(quote), workspaceHome(workspace)].includes(home) ||
    home.startsWith(seriesHomes(workspace))
  );
}

export function lookedAt(
  layers: readonly Layer[],
  { target, tasks }: Quote,
): { readonly glossary: Glossary; readonly seen: BookTerms } {
  const terms = effectiveTerms(layers, target);
  const glossary = toGlossary(terms);
  const hash = terms.length === 0 ? undefined : glossaryHash(glossary);
  const extraction = tasks
    .filter((task) => task.kind === "glossary" && task.target === target)
    .map(({ state }) => (state.status === "completed" ? state.result.terms : undefined))
    .findLast((one) => one !== undefined);
  const theirs = new Map(extraction?.map((term) => [term.source, term.target]));
  const both = terms.filter(({ source }) => theirs.has(source));
  const different = both.filter((term) => theirs.get(term.source) !== term.target).length;
  const extracted = extraction && { count: theirs.size, both: both.length, different };
  return { glossary, seen: { target, hash, count: terms.length, extracted } };
}

function maySell(quote: Quote): boolean {
  const translation = translationOf(quote);
  const isSold = translation !== undefined && isLive(translation);
  return manuscriptOf(quote) !== undefined && quote.decision.status === "open" && !isSold;
}

/** The key of a term base: the workspace's Slack id, and the manuscript's book or title. */
export type Belonging = {
  readonly place: { readonly workspace: string; readonly channel: string };
  readonly file: { readonly name: string };
  readonly book: string | undefined;
  readonly termHome?: Quote["termHome"];
};

/** Without a named book, the title counts within its conversation: others may use it, too. */
export function termHome({ place, file, book = "", termHome: kept }: Belonging): string {
  const { workspace, channel } = place;
  if (kept !== undefined) return kept;
  return book.trim() === ""
    ? `${workspace}/channel/${channel}/${digestOf(folded(withoutPart(titleOf(file))))}`
    : bookHome(workspace, book);
}

/** Returns the conversation that an id names: see `termHome`. */
export function homeChannelOf(id: string): string | undefined {
  return /^[^/]+\/channel\/(?<channel>[^/]+)\//u.exec(id)?.groups?.["channel"];
}

/**
 * Returns the ids that a book of this name may have in a conversation: its own one of that name, the one
 * of the workspace, and the one that began with a title there.
 */
export function bookIdsOf(named: {
  readonly workspace: string;
  readonly channel: string;
  readonly name: string;
}): readonly string[] {
  const { workspace, channel, name } = named;
  const untitled = { place: { workspace, channel }, file: { name }, book: undefined };
  return [ownBookHome(named, name), bookHome(workspace, name), termHome(untitled)];
}

/** Returns the term base of the book that a conversation calls so, while others own one of that name. */
export function ownBookHome(
  { workspace, channel }: { readonly workspace: string; readonly channel: string },
  book: string,
): string {
  return `${workspace}/channel/${channel}/book/${bookKey(book)}`;
}

/** Returns the term base of a named book: a hash, which a record without names may keep. */
export function bookHome(workspace: string, book: string): string {
  return `${workspace}/book/${bookKey(book)}`;
}

export function workspaceHome(workspace: string): string {
  return `${workspace}/workspace`;
}

function seriesHomes(workspace: string): string {
  return `${workspace}/series/`;
}

/** The key of a book's name: case, width and blanks make no difference. */
export function bookKey(book: string): string {
  return digestOf(folded(book));
}

/** Returns the key of the book that a term base belongs to; undefined for any other term base. */
export function bookKeyOf(home: string): string | undefined {
  return /\/book\/(?<key>[^/]+)$/u.exec(home)?.groups?.["key"];
}

export function seriesHome(workspace: string, series: string): string {
  return `${seriesHomes(workspace)}${digestOf(folded(series))}`;
}

/** Returns the run's extracted terms that are not yet in the glossary of the manuscript's book. */
export function unkeptTerms({ state }: Task): readonly Term[] | undefined {
  const { terms = [], termsKept } = state.status === "completed" ? state.result : {};
  return terms.length === 0 || termsKept === true ? undefined : terms;
}

/**
 * Removes the number of a part: "serial-2", "Serial, chapters 3-5" and "第12章" name parts of one book. A
 * title that is nothing else stays, and so does a year.
 */
export function withoutPart(title: string): string {
  const bare = title.replace(partEnding, "");
  return /\p{L}/u.test(bare) ? bare : title;
}

const partWords =
  "part|pt|vol|volume|ch|chap|chapters?|teil|band|kap|kapitel|partie|tome|chapitres?|parte|cap|cap[ií]tulos?";
const partEnding = new RegExp(
  `(?:[\\s_.,–-]{1,3}(?:(?:${partWords})[\\s_.-]{0,2})?\\d{1,3}(?:[–-]\\d{1,3})?|[\\s_-]{0,3}第?\\d{1,3}[章話话卷巻回集부화장권])$`,
  "iu",
);

/** Folds a book's name: case, width and blanks make no difference. */
function folded(name: string): string {
  return name.normalize("NFKC").replaceAll(/\s+/gu, " ").trim().toLowerCase();
}
