import { hash } from "node:crypto";

import { bookHome } from "#domain/glossary/quote-terms.ts";

import {
  type Claim,
  type CoverStatus,
  type Coverage,
  type ExistingRun,
  type Known,
  type TextNames,
  namesIn,
} from "./claim.ts";
import type { Manuscript } from "./manuscript.ts";
import { type Quote, findTask, manuscriptOf } from "./quote.ts";
import {
  type Slice,
  contains,
  isWhole,
  lengthOf,
  overlap,
  sliceOf,
  unitsOf,
  wholeOf,
} from "./slice.ts";
import { type Task, type TaskKind, isLive, isPaid } from "./task.ts";

/** A claim that was found for a text, with the state of its run. */
export type ClaimedRun = {
  readonly claim: Claim;
  readonly status: ExistingRun["status"];
  readonly link: ExistingRun["link"];
  readonly isShared: ExistingRun["isShared"];
};

type Text = {
  readonly manuscript: Manuscript;
  readonly names: TextNames | undefined;
  /** See `bookHashOf`. */
  readonly book?: string | undefined;
};

/** Returns what claims cover of a text; `variants`: claims for variants of the language. */
export function coverageOf(text: Text, found: readonly ClaimedRun[], variants: readonly Claim[]) {
  const runs = found.flatMap(({ claim, status, link, isShared }): readonly ExistingRun[] => {
    const slice = coveredBy(claim, text);
    const { key, quoteId, kind, at, glossary } = claim;
    const run = { key, quoteId, kind, slice, at, status, glossary, link, isShared };
    return slice.length === 0 ? [] : [run];
  });
  const claims = found.map(({ claim }) => claim);
  const others = variants.filter((claim) => isTranslationOf(claim, text));
  const isOfThis = ({ claim }: ClaimedRun) =>
    (claim.book !== undefined && claim.book === text.book) ||
    runs.some(({ key }) => key === claim.key) ||
    isSimilar(claim, text);
  return {
    textSha256: text.manuscript.textSha256,
    runs: runs.toSorted(newestFirst),
    known: knownSlice(text, claims, coveredSlice(runs)),
    variants: [...new Set(others.map(({ target }) => target))].toSorted(),
    approved: found
      .filter(isOfThis)
      .map(({ claim: { key, at, price } }) => ({ key, at, price }))
      .toSorted((one, other) => one.at - other.at),
  };
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
  return coveredSlice(coveringRuns(quote, "translation"));
}

/** Returns the chapters, or the whole, that no translation covers. */
export function freeSlice(quote: Quote): Slice {
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined) return [];
  const slice = covered(quote);
  return sliceOf(unitsOf(manuscript).filter((unit) => !contains(slice, unit)));
}

/** Returns the runs of a kind that share some characters with the slice. */
export function existing(quote: Quote, kind: TaskKind, slice: Slice): readonly ExistingRun[] {
  return coveringRuns(quote, kind).filter((run) => overlap(run.slice, slice));
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

function coveredSlice(runs: readonly ExistingRun[]): Slice {
  return sliceOf(runs.flatMap(({ kind, slice }) => (kind === "translation" ? slice : [])));
}

/** Returns the part of a text that a claim has exactly, in the code points of that text. */
export function coveredBy(claim: Claim, { manuscript, names }: Text): Slice {
  if (claim.textSha256 === manuscript.textSha256) return claim.slice;
  const had = new Set(claim.names);
  if (names === undefined) return [];
  // An opening is not made of chapters: it matches only in the same whole text.
  if (claim.kind !== "translation") return had.has(names.whole) ? claim.slice : [];
  if (had.has(names.whole)) return wholeOf(manuscript);
  const chapters = namesIn(names, manuscript).chapters.filter(({ name }) => had.has(name));
  const slice = sliceOf(chapters);
  const characters = lengthOf(slice);
  // A short chapter that is a small part of either text, such as an imprint, occurs in many books.
  const isSoleBuyer =
    characters < shortChapter &&
    2 * characters < lengthOf(claim.slice) &&
    2 * characters < manuscript.characters;
  return isSoleBuyer ? [] : slice;
}

/** True for a translation of some of the text, exactly or judged by its passages. */
function isTranslationOf(claim: Claim, text: Text): boolean {
  return (
    claim.kind === "translation" && (isSimilar(claim, text) || coveredBy(claim, text).length > 0)
  );
}

/** True when both share at least a fifth of the prints of the one with fewer. */
function isSimilar({ prints }: Claim, { names }: Text): boolean {
  const mine = new Set(names?.prints.map(({ print }) => print));
  const shared = prints.filter((print) => mine.has(print)).length;
  return shared > 0 && shared >= leastShare * Math.min(mine.size, prints.length);
}

function knownSlice(
  { manuscript, names }: Text,
  claims: readonly Claim[],
  exact: Slice,
): readonly Known[] {
  if (names === undefined) return [];
  const had = new Set(claims.flatMap(({ kind, prints }) => (kind === "translation" ? prints : [])));
  return unitsOf(manuscript).flatMap((unit) => {
    if (contains(exact, unit)) return [];
    const prints = names.prints.filter(({ at }) => unit.from <= at && at < unit.to);
    const share = prints.filter(({ print }) => had.has(print)).length / Math.max(1, prints.length);
    return share >= leastShare ? [{ ...unit, share }] : [];
  });
}

const leastShare = 0.2;
/** Code points. */
const shortChapter = 2000;

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

/** Returns all names of the quote's text, by which other texts are found. */
export function namesOf(quote: Quote, names: TextNames | undefined) {
  const manuscript = manuscriptOf(quote);
  const slice = wholeOf(manuscript ?? { characters: 0 });
  return namesWithin(quote, "translation", slice, names);
}

/** Returns the names within a slice. Those of an opening have the whole text's: see `coveredBy`. */
function namesWithin(
  quote: Quote,
  kind: Claim["kind"],
  slice: Slice,
  names: TextNames | undefined,
): { readonly names: readonly string[]; readonly prints: readonly string[] } {
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined) return { names: [], prints: [] };
  const bytes = bytesName(manuscript.textSha256);
  if (names === undefined) return { names: [bytes], prints: [] };
  const { chapters, prints } = namesIn(names, manuscript, slice);
  const hasWhole = kind !== "translation" || isWhole(manuscript, slice);
  return {
    names: [bytes, ...(hasWhole ? [names.whole] : []), ...chapters.map(({ name }) => name)],
    prints: [...new Set(prints)],
  };
}

/** Returns the name that finds the same bytes even if the other names were lost. */
export function bytesName(textSha256: string): string {
  return textSha256.slice(0, nameLength);
}

export function bookHashOf(quote: Quote): string | undefined {
  if (quote.book === undefined) return undefined;
  const home = bookHome(quote.place.workspace, quote.book);
  return hash("sha256", home, "base64url").slice(0, nameLength);
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

const nameLength = 12;
