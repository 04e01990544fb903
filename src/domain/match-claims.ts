import {
  type Claim,
  type Coverage,
  type ExistingRun,
  type KnownUnit,
  type TextNames,
  byCodeUnits,
  chaptersNamed,
} from "./claim.ts";
import { createComparison } from "./fingerprints.ts";
import type { Manuscript } from "./manuscript.ts";
import { type Quote, findTask } from "./quote.ts";
import { type Slice, intersection, isWhole, lengthOf, sliceOf, unitsOf, wholeOf } from "./slice.ts";
import type { TaskKind } from "./task.ts";

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
    const similar = isCompared ? compare(claim.fingerprints) : [];
    const overlap = intersection(sliceOf([...slice, ...similar]), whole);
    return overlap.length === 0 ? undefined : { claim, slice, known: overlap, isSame };
  };
}

/** Returns the chapters, or the whole, whose letters a claim has. */
function sameLetters(claim: Claim, { manuscript, names }: Text): Slice {
  if (names === undefined) return [];
  const had = new Set(claim.names);
  const isWholeThere = had.has(names.whole);
  // An opening is not made of chapters: it matches only in the same whole text.
  if (claim.kind !== "translation") {
    return isWholeThere ? intersection(claim.slice, wholeOf(manuscript)) : [];
  }
  if (isWholeThere) return wholeOf(manuscript);
  return sliceOf(chaptersNamed(names.chapters, manuscript).filter(({ name }) => had.has(name)));
}

type CandidateRuns = {
  readonly quote: Quote;
  /** Claims for the language that have some of the text. */
  readonly runs: readonly ClaimedRun[];
  /** Claims for variants of the language that have some of the text. */
  readonly variants: readonly Match[];
  /** Claims for the language that belong to the same book. */
  readonly ofBook: readonly Claim[];
};

/** Returns what claims have of a text. */
export function coverageOf(
  manuscript: Manuscript,
  { quote, runs, variants, ofBook }: CandidateRuns,
): Pick<Coverage, "textSha256" | "runs" | "units" | "variants" | "approved"> {
  const isOther = ({ claim }: Match) => findTask(quote, claim.key) === undefined;
  const translations = runs.filter((run) => isOther(run) && isTranslation(run));
  const all = [...runs.filter(isOther), ...variants];
  const units = unitsIn(manuscript, translations, all);
  const isLittleKnown = isLittle(units, manuscript);
  const others = Map.groupBy(variants.filter(isTranslation), ({ claim }) => claim.target);
  return {
    textSha256: manuscript.textSha256,
    runs: runs.flatMap((run) => existingRuns(run, manuscript, isLittleKnown)).toSorted(newestFirst),
    units: units.filter(({ bought }) => bought > 0),
    variants: [...others]
      .flatMap(([target, matches]) => (told(unionOf(matches), manuscript) > 0 ? [target] : []))
      .toSorted(),
    approved: approvedOf(runs, ofBook),
  };
}

const isTranslation = ({ claim }: Match) => claim.kind === "translation";

function unionOf(matches: readonly Match[]): Slice {
  return sliceOf(matches.flatMap(({ known }) => known));
}

/** Returns an amount that is worth telling, else 0. */
function told(overlap: Slice, manuscript: Manuscript): number {
  return isWorthTelling(overlap, wholeOf(manuscript)) ? lengthOf(overlap) : 0;
}

/** True for 300 characters of a text, or for most of a short one. */
export function isWorthTelling(overlap: Slice, all: Slice): boolean {
  const characters = lengthOf(overlap);
  return characters > 0 && characters >= Math.min(leastTold, knownShare * lengthOf(all));
}

/** Returns the characters of each chapter, or of the whole, that translations and all matches have. */
function unitsIn(
  manuscript: Manuscript,
  translations: readonly Match[],
  all: readonly Match[],
): readonly KnownUnit[] {
  const translated = unionOf(translations);
  const purchases = unionOf(all);
  const isTranslationTold = told(translated, manuscript) > 0;
  if (told(purchases, manuscript) === 0) return [];
  return unitsOf(manuscript).map((unit) => ({
    ...unit,
    known: isTranslationTold ? lengthOf(intersection(translated, [unit])) : 0,
    bought: lengthOf(intersection(purchases, [unit])),
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
  const overlap = isExact
    ? {}
    : { known: { slice: shownSlice(kind, all, manuscript), characters } };
  const isLonger = lengthOf(claim.slice) - lengthOf(all) >= leastTold;
  const reset = isSame ? {} : { isReset: true, ...(isLonger && { isLonger }) };
  return [
    { key, quoteId, kind, slice, ...overlap, ...reset, at, status, glossary, link, isShared },
  ];
}

/** Returns the chapters that a translation has some of, and the stretches of any other run. */
function shownSlice(kind: TaskKind, overlap: Slice, manuscript: Manuscript): Slice {
  if (kind !== "translation") return withFewRanges(overlap);
  return sliceOf(
    unitsOf(manuscript).filter(
      (unit) => !isNew({ ...unit, known: lengthOf(intersection(overlap, [unit])) }),
    ),
  );
}

/** Joins ranges, those with the smallest gaps first: a record has no room for hundreds. */
function withFewRanges(slice: Slice): Slice {
  const gaps = slice.map(({ from }, index) => ({
    from,
    gap: from - (slice[index - 1]?.to ?? -Infinity),
  }));
  const widest = gaps.toSorted((one, other) => other.gap - one.gap).slice(0, mostRanges);
  const starts = new Set(widest.map(({ from }) => from));
  const joined: Slice[number][] = [];
  for (const { from, to } of slice) {
    const start = starts.has(from) ? from : joined.pop()?.from;
    joined.push({ from: start ?? from, to });
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
  return [...shares.values()];
}

/** Code points from which on an amount is told. */
const leastTold = 300;
/** A chapter is known from this share on. */
const knownShare = 0.9;
/** A chapter is new below both. */
const newShare = 0.1;
const newChapter = 500;
const mostRanges = 16;

/** A chapter, or the whole, with what was translated before. */
export type TranslatedUnit = Pick<KnownUnit, "from" | "to" | "known">;

export function isKnown({ from, to, known }: TranslatedUnit): boolean {
  return known >= knownShare * (to - from);
}

export function isNew({ from, to, known }: TranslatedUnit): boolean {
  return known < newChapter && known < newShare * (to - from);
}

/**
 * Returns the known characters up to which a text counts as new: one per cent, at least 500 and at
 * most 5,000.
 */
export function littleKnown(characters: number): number {
  return Math.max(500, Math.min(5000, characters / 100));
}

/** True for so little that it covers no chapter, unless it is half of the text. */
export function isLittle(units: readonly KnownUnit[], manuscript: Manuscript): boolean {
  const knownLength = units.reduce((sum, unit) => sum + unit.known, 0);
  return (
    knownLength <= littleKnown(manuscript.characters) && 2 * knownLength < manuscript.characters
  );
}

export function newestFirst(one: ExistingRun, other: ExistingRun): number {
  return other.at - one.at || byCodeUnits(one.key, other.key);
}
