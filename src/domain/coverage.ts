import { hash } from "node:crypto";

import { bookHome } from "#domain/glossary/quote-terms.ts";

import {
  type Claim,
  type CoverStatus,
  type Coverage,
  type ExistingRun,
  type KnownUnit,
  type TextNames,
  chaptersNamed,
  namesForQuotes,
  namesIn,
} from "./claim.ts";
import { createComparison } from "./fingerprints.ts";
import type { Manuscript } from "./manuscript.ts";
import { type Quote, findTask, manuscriptOf } from "./quote.ts";
import {
  type Slice,
  contains,
  intersection,
  isWhole,
  lengthOf,
  overlap,
  sliceOf,
  unitsOf,
  wholeOf,
} from "./slice.ts";
import { type Task, type TaskKind, isLive, isPaid } from "./task.ts";

/** The part of a text that a claim has: `slice` to the letter, `known` judged by fingerprints as well. */
export type Match = {
  readonly claim: Claim;
  readonly slice: Slice;
  readonly known: Slice;
  /** True when the bytes are the same. */
  readonly isSame: boolean;
};

/** A match in the same language, with the state of its run. */
export type ClaimedRun = Match & Pick<ExistingRun, "status" | "link" | "isShared">;

type Text = {
  readonly manuscript: Manuscript;
  readonly names: TextNames | undefined;
};

/** Returns a function that compares claims with a text; undefined for one that has none of it. */
export function createMatcher({ manuscript, names }: Text) {
  const { fingerprints } = names ?? {};
  const compare = fingerprints && createComparison(fingerprints, manuscript.characters);
  const whole = wholeOf(manuscript);
  return (claim: Claim): Match | undefined => {
    const isSame = claim.textSha256 === manuscript.textSha256;
    const slice = isSame ? claim.slice : sameLetters(claim, { manuscript, names });
    const isCompared = compare !== undefined && !isSame && claim.fingerprints !== undefined;
    const judged = isCompared ? compare(claim.fingerprints) : [];
    const known = intersection(sliceOf([...slice, ...judged]), whole);
    return known.length === 0 ? undefined : { claim, slice, known, isSame };
  };
}

/** Returns the chapters, or the whole, whose letters a claim has. */
function sameLetters(claim: Claim, { manuscript, names }: Text): Slice {
  if (names === undefined) return [];
  const had = new Set(claim.names);
  const isWholeThere = names.whole !== "" && had.has(names.whole);
  // An opening is not made of chapters: it matches only in the same whole text.
  if (claim.kind !== "translation") {
    return isWholeThere ? intersection(claim.slice, wholeOf(manuscript)) : [];
  }
  if (isWholeThere) return wholeOf(manuscript);
  return sliceOf(chaptersNamed(names.chapters, manuscript).filter(({ name }) => had.has(name)));
}

type Found = {
  readonly quote: Quote;
  /** Claims for the language that have some of the text, or belong to its book. */
  readonly runs: readonly ClaimedRun[];
  /** Claims for variants of the language that have some of the text. */
  readonly variants: readonly Match[];
  /** Claims for the language that belong to the same book. */
  readonly ofBook: readonly Claim[];
};

/** Returns what claims have of a text. */
export function coverageOf(
  manuscript: Manuscript,
  { quote, runs, variants, ofBook }: Found,
): Pick<Coverage, "textSha256" | "runs" | "units" | "variants" | "approved"> {
  const isOther = ({ claim }: Match) => findTask(quote, claim.key) === undefined;
  const translations = runs.filter((run) => isOther(run) && isTranslation(run));
  const all = [...runs.filter(isOther), ...variants];
  const units = unitsIn(manuscript, translations, all);
  const isTold = (matches: readonly Match[]) =>
    told(unionOf(matches), manuscript) > 0 ? matches : [];
  const others = Map.groupBy(variants.filter(isTranslation), ({ claim }) => claim.target);
  return {
    textSha256: manuscript.textSha256,
    runs: runs
      .flatMap((run) => existingRuns(run, manuscript, isLittle(units, manuscript)))
      .toSorted(newestFirst),
    units: units.filter(({ bought }) => bought > 0),
    variants: [...others.values()]
      .flatMap((matches) => isTold(matches).map(({ claim }) => claim.target))
      .filter((target, index, every) => every.indexOf(target) === index)
      .toSorted(),
    approved: approvedOf(runs, ofBook),
  };
}

const isTranslation = ({ claim }: Match) => claim.kind === "translation";

function unionOf(matches: readonly Match[]): Slice {
  return sliceOf(matches.flatMap(({ known }) => known));
}

/** Returns an amount that is worth telling, else 0. */
function told(known: Slice, manuscript: Manuscript): number {
  return isWorthTelling(known, wholeOf(manuscript)) ? lengthOf(known) : 0;
}

/** True for 300 characters of a text, or for most of a short one. */
export function isWorthTelling(known: Slice, all: Slice): boolean {
  const characters = lengthOf(known);
  return characters > 0 && characters >= Math.min(leastTold, knownShare * lengthOf(all));
}

/** Returns the characters of each chapter, or of the whole, that translations and all matches have. */
function unitsIn(
  manuscript: Manuscript,
  translations: readonly Match[],
  all: readonly Match[],
): readonly KnownUnit[] {
  const translated = unionOf(translations);
  const bought = unionOf(all);
  const isTranslationTold = told(translated, manuscript) > 0;
  if (told(bought, manuscript) === 0) return [];
  return unitsOf(manuscript).map((unit) => ({
    ...unit,
    known: isTranslationTold ? lengthOf(intersection(translated, [unit])) : 0,
    bought: lengthOf(intersection(bought, [unit])),
  }));
}

function existingRuns(
  { claim, slice: exact, known: all, isSame, status, link, isShared }: ClaimedRun,
  manuscript: Manuscript,
  isLittleKnown: boolean,
): readonly ExistingRun[] {
  const { key, quoteId, kind, at, glossary } = claim;
  const isAll = isWhole(manuscript, exact);
  // A licence or an imprint that two books share is said as an amount, and covers nothing.
  const slice = kind === "translation" && !isSame && !isAll && isLittleKnown ? [] : exact;
  const characters = told(all, manuscript);
  if (slice.length === 0 && characters === 0) return [];
  const isExact = lengthOf(slice) >= lengthOf(all);
  const known = isExact ? {} : { known: { slice: shownSlice(kind, all, manuscript), characters } };
  const reset = isSame ? {} : { isReset: true };
  return [{ key, quoteId, kind, slice, ...known, ...reset, at, status, glossary, link, isShared }];
}

/** Returns the chapters that a translation has some of, and the stretches of any other run. */
function shownSlice(kind: TaskKind, known: Slice, manuscript: Manuscript): Slice {
  if (kind !== "translation") return withFewRanges(known);
  return sliceOf(unitsOf(manuscript).filter((unit) => isChanged(unit, known)));
}

function isChanged(unit: Slice[number], known: Slice): boolean {
  const characters = lengthOf(intersection(known, [unit]));
  return characters >= newChapter || characters >= newShare * (unit.to - unit.from);
}

/** Joins the ranges with the smallest gaps: a record has no room for hundreds. */
function withFewRanges(slice: Slice): Slice {
  const gaps = slice.slice(1).map(({ from }, index) => from - (slice[index]?.to ?? from));
  const widest = gaps.toSorted((one, other) => other - one)[mostRanges - 2] ?? 0;
  const joined: Slice[number][] = [];
  for (const range of slice) {
    const last = joined.at(-1);
    if (last === undefined || range.from - last.to > widest) joined.push(range);
    else joined[joined.length - 1] = { from: last.from, to: range.to };
  }
  return joined;
}

/** Returns approvals of the same book, and of the text by the share of theirs that it has. */
function approvedOf(runs: readonly ClaimedRun[], ofBook: readonly Claim[]): Coverage["approved"] {
  const shares = new Map<string, Coverage["approved"][number]>();
  for (const { claim, known } of runs) {
    const { key, at, price } = claim;
    const share = Math.min(1, lengthOf(known) / Math.max(1, lengthOf(claim.slice)));
    shares.set(key, { key, at, price: Math.ceil(price * share) });
  }
  for (const { key, at, price } of ofBook) shares.set(key, { key, at, price });
  return [...shares.values()].toSorted((one, other) => one.at - other.at);
}

/** Code points from which on an amount is told. */
const leastTold = 300;
/** A chapter is known from this share on. */
export const knownShare = 0.9;
/** A chapter is new below both. */
const newShare = 0.1;
const newChapter = 500;
const mostRanges = 16;

/**
 * Returns the known characters up to which a text counts as new: one per cent, at least 500 and at
 * most 5,000.
 */
export function littleKnown({ characters }: Pick<Manuscript, "characters">): number {
  return Math.max(500, Math.min(5000, characters / 100));
}

/** True for so little that it covers no chapter, unless it is half of the text. */
function isLittle(units: readonly KnownUnit[], manuscript: Manuscript): boolean {
  const known = units.reduce((sum, unit) => sum + unit.known, 0);
  return known <= littleKnown(manuscript) && 2 * known < manuscript.characters;
}

/** Returns the coverage of this text and language; undefined if it was not looked up. */
export function coverageFor(quote: Quote): Coverage | undefined {
  const { coverage, target } = quote;
  const isOfNow =
    coverage?.target === target && coverage.textSha256 === manuscriptOf(quote)?.textSha256;
  return isOfNow ? coverage : undefined;
}

/** True when the card may offer something and its coverage is unknown or out of date. */
export function awaitsCoverage(quote: Quote): boolean {
  const isOpen = manuscriptOf(quote) !== undefined && quote.decision.status === "open";
  const coverage = coverageFor(quote);
  return isOpen && (coverage === undefined || coverage.version < 0);
}

/** Marks the coverage to be looked up again, because another card may have changed it. */
export function withoutCoverage(quote: Quote): Quote {
  const { coverage } = quote;
  return coverage === undefined || coverage.version < 0
    ? quote
    : { ...quote, coverage: { ...coverage, version: -1 } };
}

/** Counts this card's own write as seen: its tasks say what it approved or withdrew. */
export function keepCoverage(quote: Quote, version: number): Quote {
  const coverage = coverageFor(quote);
  return coverage?.version === version - 1
    ? { ...quote, coverage: { ...coverage, version } }
    : quote;
}

/** Returns the runs of a kind that work on the very same text or chapters, here or elsewhere. */
export function coveringRuns(quote: Quote, kind: TaskKind): readonly ExistingRun[] {
  const { runs = [] } = coverageFor(quote) ?? {};
  const whole = wholeOf(manuscriptOf(quote) ?? { characters: 0 });
  const own = claimedTasks(quote).map((task): ExistingRun => {
    const { key, glossary, slice = whole } = task;
    const run = { key, quoteId: quote.id, kind: task.kind, slice, at: approvedAt(task), glossary };
    const found = runs.find((one) => one.key === key);
    const status = coverStatus(task);
    return { ...run, link: undefined, isShared: true, ...found, status };
  });
  const others = runs.filter(({ key }) => findTask(quote, key) === undefined);
  return [...others, ...own].filter((run) => run.kind === kind).toSorted(newestFirst);
}

function claimedTasks(quote: Quote): readonly Task[] {
  const target = canonicalTarget(quote.target);
  return quote.tasks.filter((task) => isClaimed(task) && canonicalTarget(task.target) === target);
}

function approvedAt({ approval }: Task): number {
  return approval?.at ?? 0;
}

function newestFirst(one: ExistingRun, other: ExistingRun): number {
  return other.at - one.at || (one.key < other.key ? -1 : 1);
}

/** Returns the part of the text that translations cover, whatever became of them. */
export function covered(quote: Quote): Slice {
  const exact = coveringRuns(quote, "translation").flatMap(({ slice }) => slice);
  return sliceOf([...exact, ...knownUnits(quote)]);
}

/** Returns the chapters, or the whole, that translations on other cards have for the most part. */
function knownUnits(quote: Quote): Slice {
  const manuscript = manuscriptOf(quote);
  const { units = [] } = coverageFor(quote) ?? {};
  if (manuscript === undefined || isLittle(units, manuscript)) return [];
  return sliceOf(units.filter(({ from, to, known }) => known >= knownShare * (to - from)));
}

/** What was translated before of a text: characters, and chapters by how much of them is known. */
export type KnownText = {
  readonly characters: number;
  readonly known: number;
  readonly changed: readonly KnownUnit[];
  /** Numbers of chapters. */
  readonly whole: number;
  readonly fresh: number;
  /** True when more is known than what runs have to the letter. */
  readonly isJudged: boolean;
};

/** Returns what translations had of the text, on this card and others; undefined for nothing. */
export function knownText(quote: Quote): KnownText | undefined {
  const manuscript = manuscriptOf(quote);
  const { units = [] } = coverageFor(quote) ?? {};
  if (manuscript === undefined) return undefined;
  const exact = sliceOf(coveringRuns(quote, "translation").flatMap(({ slice }) => slice));
  const all = unitsOf(manuscript).map((unit) => {
    const row = units.find(({ from, to }) => from === unit.from && to === unit.to);
    const known = Math.max(row?.known ?? 0, lengthOf(intersection(exact, [unit])));
    return { ...unit, known, bought: Math.max(row?.bought ?? 0, known) };
  });
  const known = all.reduce((sum, unit) => sum + unit.known, 0);
  if (known === 0) return undefined;
  const isKnown = ({ from, to, known: had }: KnownUnit) => had >= knownShare * (to - from);
  const isNew = ({ from, to, known: had }: KnownUnit) =>
    had < newShare * (to - from) && had < newChapter;
  const changed = all.filter((unit) => !isKnown(unit) && !isNew(unit));
  return {
    characters: manuscript.characters,
    known,
    changed,
    whole: all.filter(isKnown).length,
    fresh: all.filter(isNew).length,
    isJudged: known > lengthOf(exact),
  };
}

/** True when Galley has to leave a slice to people: more than next to nothing of it was bought before. */
export function isBoughtBefore(quote: Quote, slice: Slice): boolean {
  const { units = [] } = coverageFor(quote) ?? {};
  const bought = units
    .filter((unit) => overlap([unit], slice))
    .reduce((sum, unit) => sum + unit.bought, 0);
  return bought > littleKnown({ characters: lengthOf(slice) });
}

/** Returns the chapters, or the whole, that no translation covers. */
export function freeSlice(quote: Quote): Slice {
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined) return [];
  const slice = covered(quote);
  return sliceOf(unitsOf(manuscript).filter((unit) => !contains(slice, unit)));
}

/** Returns the runs of a kind that have some of what is sold with the slice. */
export function existing(quote: Quote, kind: TaskKind, slice: Slice): readonly ExistingRun[] {
  const sold = kind === "translation" ? intersection(knownUnits(quote), slice) : slice;
  const isJudged = ({ known }: ExistingRun) => {
    const shared = intersection(known?.slice ?? [], sold);
    return kind === "translation" ? shared.length > 0 : isWorthTelling(shared, slice);
  };
  return coveringRuns(quote, kind).filter((run) => overlap(run.slice, slice) || isJudged(run));
}

/** Returns a translation of the whole text that people can have for free. */
export function freeTranslation(quote: Quote): ExistingRun | undefined {
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined) return undefined;
  const [all = { from: 0, to: 0 }] = wholeOf(manuscript);
  return coveringRuns(quote, "translation").find(
    (run) =>
      run.status === "done" && run.isShared && run.quoteId !== quote.id && contains(run.slice, all),
  );
}

/** Returns the credits approved for this manuscript and language since a time. */
export function approvedSince(quote: Quote, since: number): number {
  const { approved = [] } = coverageFor(quote) ?? {};
  const others = approved.filter(({ key }) => findTask(quote, key) === undefined);
  const own = claimedTasks(quote).map((task) => ({ at: approvedAt(task), price: task.price }));
  return [...others, ...own]
    .filter(({ at }) => at > since)
    .reduce((sum, { price }) => sum + price, 0);
}

/** True when runs were approved, withdrawn or ended: other cards of the text show it too. */
export function coverageMoved(before: Quote, after: Quote): boolean {
  const standing = ({ tasks }: Quote) =>
    tasks.filter(isClaimed).map((task) => `${task.key} ${coverStatus(task)}`);
  return standing(before).join() !== standing(after).join();
}

export function withoutResult(quote: Quote, key: string): Quote {
  const { coverage } = quote;
  if (coverage === undefined) return quote;
  const runs = coverage.runs.map((run) =>
    run.key === key ? { ...run, status: "gone" as const } : run,
  );
  return { ...quote, coverage: { ...coverage, runs } };
}

/** Returns a run's status for other cards. Whether a result is still there shows who requests it. */
export function coverStatus({ state }: Task): CoverStatus {
  switch (state.status) {
    case "approved":
    case "sending":
    case "running":
      return "running";
    case "completed":
      return "done";
    case "unknown":
      return "unknown";
    case "vanished":
      return "gone";
    case "failed":
    case "rejected":
      return "failed";
  }
}

/** True for an approved task that may have cost something, even if an admin closed it. */
export function isClaimed(task: Task): boolean {
  const isSettled = task.state.status === "rejected" && task.state.reason === "not-created";
  return isPaid(task) && (isLive(task) || isSettled);
}

/** @param names the names of the quote's text; undefined if only its bytes are known. */
export function claimOf(quote: Quote, task: Task, names: TextNames | undefined): Claim {
  const manuscript = manuscriptOf(quote);
  const { key, kind, price, target, approval, glossary } = task;
  const slice = task.slice ?? wholeOf(manuscript ?? { characters: 0 });
  return {
    version: 1,
    key,
    quoteId: quote.id,
    workspace: quote.place.workspace,
    target: canonicalTarget(target),
    kind,
    textSha256: manuscript?.textSha256 ?? "",
    slice,
    price,
    at: approval?.at ?? quote.request.at,
    glossary,
    book: bookHashOf(quote),
    ...namesWithin(quote, kind, slice, names),
  };
}

/** Returns the names by which other open quotes of the text, or of some of it, are found. */
export function namesOf(quote: Quote, names: TextNames | undefined): readonly string[] {
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined) return [];
  return [bytesName(manuscript.textSha256), ...(names === undefined ? [] : namesForQuotes(names))];
}

/** Returns the names within a slice. Those of an opening have the whole text's: see `sameLetters`. */
function namesWithin(
  quote: Quote,
  kind: Claim["kind"],
  slice: Slice,
  names: TextNames | undefined,
): Pick<Claim, "names" | "fingerprints"> {
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined) return { names: [], fingerprints: undefined };
  const bytes = bytesName(manuscript.textSha256);
  if (names === undefined) return { names: [bytes], fingerprints: undefined };
  const { chapters, fingerprints } = namesIn(names, manuscript, slice);
  const hasWhole = names.whole !== "" && (kind !== "translation" || isWhole(manuscript, slice));
  return {
    names: [bytes, ...(hasWhole ? [names.whole] : []), ...chapters.map(({ name }) => name)],
    fingerprints,
  };
}

/** Returns the name that finds the same bytes even if the other names were lost. */
export function bytesName(textSha256: string): string {
  return textSha256.slice(0, 12);
}

export function bookHashOf(quote: Quote): string | undefined {
  if (quote.book === undefined) return undefined;
  const home = bookHome(quote.place.workspace, quote.book);
  return hash("sha256", home, "base64url").slice(0, 12);
}

/** Returns a language code in its canonical form (BCP 47); any other string stays as it is. */
export function canonicalTarget(code: string): string {
  const known = canonical.get(code) ?? canonicalForm(code);
  if (canonical.size < keptForms) canonical.set(code, known);
  return known;
}

function canonicalForm(code: string): string {
  try {
    return Intl.getCanonicalLocales(code)[0] ?? code;
  } catch {
    return code;
  }
}

/** A card asks for its own some hundred times, and an answer of `Intl` takes 5 to 10 µs. */
const canonical = new Map<string, string>();
const keptForms = 200;
