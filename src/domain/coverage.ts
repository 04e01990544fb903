import { hash } from "node:crypto";

import { termHome } from "#domain/glossary/quote-terms.ts";

import {
  type Claim,
  type CoverStatus,
  type Coverage,
  type ExistingRun,
  type TextNames,
  namesForQuotes,
  namesIn,
} from "./claim.ts";
import {
  type TranslatedUnit,
  isKnown,
  isLittle,
  isNew,
  isWorthTelling,
  littleKnown,
  newestFirst,
} from "./match-claims.ts";
import { addNotice } from "./notices.ts";
import { type Quote, findTask, manuscriptOf, paidTasks } from "./quote.ts";
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
    const match = runs.find((one) => one.key === key);
    const status = coverStatus(task);
    return { ...run, link: undefined, isShared: true, ...match, status };
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
  return sliceOf(units.filter(isKnown));
}

/** What was translated before of a text: characters, and chapters by how much of them is known. */
export type KnownText = {
  readonly characters: number;
  readonly known: number;
  readonly changed: readonly TranslatedUnit[];
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
    return { ...unit, known: Math.max(row?.known ?? 0, lengthOf(intersection(exact, [unit]))) };
  });
  const knownLength = all.reduce((sum, unit) => sum + unit.known, 0);
  if (knownLength === 0) return undefined;
  const revised = all.filter((unit) => !isKnown(unit) && !isNew(unit));
  return {
    characters: manuscript.characters,
    known: knownLength,
    changed: revised,
    whole: all.filter(isKnown).length,
    fresh: all.filter(isNew).length,
    isJudged: knownLength > lengthOf(exact),
  };
}

/** True when Galley has to leave a slice to people: more than next to nothing of it was bought before. */
export function isBoughtBefore(quote: Quote, slice: Slice): boolean {
  const { units = [] } = coverageFor(quote) ?? {};
  const purchaseLength = units
    .filter((unit) => overlap([unit], slice))
    .reduce((sum, unit) => sum + unit.bought, 0);
  return purchaseLength > littleKnown(lengthOf(slice));
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
  const part = kind === "translation" ? intersection(knownUnits(quote), slice) : slice;
  const isJudged = ({ known }: ExistingRun) => {
    const shared = intersection(known?.slice ?? [], part);
    return kind === "translation" ? shared.length > 0 : isWorthTelling(shared, slice);
  };
  return coveringRuns(quote, kind).filter((run) => overlap(run.slice, slice) || isJudged(run));
}

/** Returns a translation of the whole text that people can have for free. */
export function freeTranslation(quote: Quote): ExistingRun | undefined {
  return wholeElsewhere(quote, "done");
}

/** Returns a translation of the whole text, under way on another card, that people can then have for free. */
export function freeSoon(quote: Quote): ExistingRun | undefined {
  return wholeElsewhere(quote, "running");
}

/** True for a text that people can have for free, now or soon: nobody has to decide on it. */
export function isFreeOrSoon(quote: Quote): boolean {
  return freeTranslation(quote) !== undefined || freeSoon(quote) !== undefined;
}

function wholeElsewhere(quote: Quote, status: CoverStatus): ExistingRun | undefined {
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined) return undefined;
  const [all = { from: 0, to: 0 }] = wholeOf(manuscript);
  return coveringRuns(quote, "translation").find(
    (run) =>
      run.status === status && run.isShared && run.quoteId !== quote.id && contains(run.slice, all),
  );
}

/** Tells the requester of a translation that they waited for without knowing: it is there for free. */
export function tellFree(before: Quote, after: Quote): Quote {
  const awaited = freeSoon(before);
  const free = freeTranslation(after);
  return awaited === undefined || free?.key !== awaited.key || paidTasks(after).some(isLive)
    ? after
    : addNotice(after, { kind: "free", key: free.key });
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
    book: bookHash(termHome(quote)),
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

/** Returns the hash by which claims name a book. */
export function bookHash(bookId: string): string {
  return hash("sha256", bookId, "base64url").slice(0, 12);
}

/** Returns a language code in its canonical form (BCP 47); any other string stays as it is. */
export function canonicalTarget(code: string): string {
  const target = canonical.get(code) ?? canonicalForm(code);
  if (canonical.size < keptForms) canonical.set(code, target);
  return target;
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
