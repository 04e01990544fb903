import type { Comparison, Place } from "../../../core/comparing.ts";
import type { Outline, Paragraph } from "../../../core/lines.ts";
import { align, isApart } from "./align.ts";
import { type Growth, alike, growthOf, isCutShort } from "./likeness.ts";

/** A chapter of the source; `start` in code points of what was compared. */
export type ChapterStart = { readonly number: number; readonly start: number };

/**
 * Compares a result with its source. Harmless changes are no difference: other blank lines, a paragraph
 * on one line that was broken at a width, a missing row of stars. Chapters are those of the source, so
 * that no heading has to be recognised in another language. Yields now and then. Undefined when there
 * is nothing to compare.
 */
export function* compareTexts(
  source: Outline,
  result: Outline,
  chapters: readonly ChapterStart[],
): Generator<void, Comparison | undefined> {
  const [ours, theirs] = likewise(source, result);
  if (ours.length === 0) return undefined;
  const matched = yield* match(ours, theirs);
  const into = matched && withHeadings(matched.into, firstsOf(ours, chapters));
  const missing = into?.filter((place) => place === nothing).length;
  const parts = into === undefined ? [] : partsOf(ours, chapters);
  const isLeft = ({ from, to }: ChapterPart) =>
    from === to || into?.slice(from, to).some((place) => place !== nothing) === true;
  const lost = parts.filter((part) => !isLeft(part)).length;
  return {
    source: { chapters: chapters.length, paragraphs: ours.length },
    result: { chapters: chapters.length - lost, paragraphs: theirs.length },
    missing: missing ?? Math.max(0, ours.length - theirs.length),
    place: into && placeOf(into, parts),
    same: ours.filter((paragraph, index) => isSame(paragraph, theirs[into?.[index] ?? nothing]))
      .length,
    ...(matched === undefined && { isUnaligned: true }),
    ...doubtsOf(ours, theirs, matched ?? { into: [], astray: 0 }),
  };
}

/** Counts the paragraphs that are there but look cut short, repeated or out of place. */
function doubtsOf(
  ours: readonly Paragraph[],
  theirs: readonly Paragraph[],
  { into, astray }: Match,
) {
  const growth = growthOf(ours.map(lengthOf), theirs.map(lengthOf));
  const isAlone = (place: number, index: number) =>
    place !== into[index - 1] && place !== into[index + 1];
  const isCut = ({ characters }: Paragraph, index: number) => {
    const place = into[index] ?? nothing;
    if (place === nothing || !isAlone(place, index)) return false;
    // A paragraph may have been divided.
    const next = Math.max(place + 1, into[nextLeft(into, index + 1)] ?? theirs.length);
    const written = theirs.slice(place, next).reduce((sum, one) => sum + one.characters, 0);
    return isCutShort(growth, characters, written);
  };
  const shortened = ours.filter(isCut).length;
  const repeated = Math.max(astray, againIn(theirs) - againIn(ours));
  return { ...(shortened > 0 && { shortened }), ...(repeated > 0 && { repeated }) };
}

/** Counts the long paragraphs that repeat an earlier one. */
function againIn(paragraphs: readonly Paragraph[]): number {
  const long = paragraphs.filter(({ characters }) => characters >= longParagraph);
  return long.length - new Set(long.map(({ hash }) => hash)).size;
}

/** The paragraphs of both texts, read the same way. */
export function likewise(source: Outline, result: Outline) {
  const isNear = (one: readonly Paragraph[], other: readonly Paragraph[]) =>
    Math.abs(one.length - other.length) <= one.length / 50;
  if (source.isWrapped) {
    const isWide = !result.isWrapped && !isNear(source.blocks, result.blocks);
    return [source.blocks, isWide ? result.lines : result.blocks] as const;
  }
  const isRefilled = !isNear(source.lines, result.lines) && isNear(source.blocks, result.lines);
  return [isRefilled ? source.blocks : source.lines, result.lines] as const;
}

type Match = {
  /** For each paragraph of the source, the index of its match in the result. */
  readonly into: readonly number[];
  /** The number of paragraphs of the result that match none, or are out of place. */
  readonly astray: number;
};

/**
 * Matches paragraphs, aligning only those between the alike ones at both ends. Undefined when the two
 * texts do not match at all.
 */
function* match(
  ours: readonly Paragraph[],
  theirs: readonly Paragraph[],
): Generator<void, Match | undefined> {
  const [source, result] = [ours.map(lengthOf), theirs.map(lengthOf)];
  const growth = growthOf(source, result);
  const { begun, ended } = alike(source, result, growth);
  const within = (all: readonly Paragraph[]) => all.slice(begun, all.length - ended);
  const found = yield* matchWithin(within(ours), within(theirs), growth);
  if (found === undefined && 2 * (begun + ended) < source.length) return undefined;
  const middle = found ?? misplaced(within(ours), within(theirs));
  const into = source.map((_, index) => {
    if (index < begun) return index;
    if (index >= source.length - ended) return index + result.length - source.length;
    const place = middle.into[index - begun] ?? nothing;
    return place === nothing ? nothing : place + begun;
  });
  return { into: withoutJoints(into), astray: middle.astray };
}

/** Matches as many paragraphs as both have, and counts all of the result as out of place. */
function misplaced(source: readonly Paragraph[], result: readonly Paragraph[]): Match {
  const into = source.map((_, index) => (index < result.length ? index : nothing));
  return { into, astray: result.length };
}

function* matchWithin(
  source: readonly Paragraph[],
  result: readonly Paragraph[],
  { usual, spread }: Growth,
): Generator<void, Match | undefined> {
  const isLonger = source.length > result.length;
  const [long, short] = isLonger ? [source, result] : [result, source];
  if (short.length === 0) return { into: source.map(() => nothing), astray: result.length };
  const { into, alone, cost } = yield* align(
    long,
    short,
    isLonger ? "long" : "short",
    spread < sureSpread ? Math.exp(isLonger ? usual : -usual) : undefined,
  );
  if (isApart(cost, long.length)) return undefined;
  // The less the lengths agree, the longer a missing stretch has to be to differ from joined ones.
  const least = spread < sureSpread ? 1 + Math.floor((4 * cost) / long.length) : leastLoose;
  if (isLonger) return { into: withoutDoubt([...into], least), astray: stretchesIn(alone, least) };
  const places = new Map([...into.entries()].toReversed().map(([place, index]) => [index, place]));
  const left = new Set(alone);
  const went: number[] = [];
  // Only the first of the joined ones has a place; the others share it.
  for (const index of source.keys())
    went.push(left.has(index) ? nothing : (places.get(index) ?? went.at(-1) ?? nothing));
  const added = Array.from(into.entries()).flatMap(([place, index]) =>
    index === nothing ? [place] : [],
  );
  return {
    into: withoutDoubt(went, least),
    astray: stretchesIn(added, least),
  };
}

/** Counts the places that form runs of at least `least` neighbours; `places` are in order. */
function stretchesIn(places: readonly number[], least: number): number {
  let [run, total] = [0, 0];
  for (const [index, place] of places.entries()) {
    run = places[index - 1] === place - 1 ? run + 1 : 1;
    if (run >= least) total += run === least ? least : 1;
  }
  return total;
}

/**
 * Marks paragraphs as missing that are joined in a few places only, several in each. A translator who
 * joins paragraphs does so all over the text, and mostly two of them.
 */
function withoutJoints(into: readonly number[]): readonly number[] {
  const joined = Array.from(into.keys()).filter(
    (index) => into[index] !== nothing && into[index] === into[index - 1],
  );
  const clusters = clustersOf(joined);
  const isHabit = clusters.some(({ length }) => length < leastJoined);
  if (isHabit || 100 * joined.length > Math.max(500, into.length)) return into;
  const lost = new Set(clusters.filter(({ length }) => length >= leastJoined).flat());
  return into.map((place, index) => (lost.has(index) ? nothing : place));
}

/** Groups the places that are near each other; `places` are in order. */
function clustersOf(places: readonly number[]): readonly (readonly number[])[] {
  const clusters: number[][] = [];
  for (const [index, place] of places.entries()) {
    if (place - (places[index - 1] ?? -Infinity) <= near) clusters.at(-1)?.push(place);
    else clusters.push([place]);
  }
  return clusters;
}

/** Matches stretches of missing paragraphs shorter than `least` with the match of the one before them. */
function withoutDoubt(into: number[], least: number): readonly number[] {
  for (let from = into.indexOf(nothing); from >= 0; from = into.indexOf(nothing, from)) {
    const end = nextLeft(into, from);
    if (end - from < least) into.fill(into[from - 1] ?? 0, from, end);
    from = end;
  }
  return into;
}

/**
 * Moves the match of a missing chapter's heading to the heading of the next chapter: the two are alike,
 * so the wrong one may have been matched.
 */
function withHeadings(into: readonly number[], firsts: readonly number[]): readonly number[] {
  const settled = [...into];
  for (const first of firsts) {
    const place = settled[first] ?? nothing;
    const last = nextLeft(settled, first + 1) - 1;
    if (place === nothing || last === first || !firsts.includes(last)) continue;
    settled[first] = nothing;
    settled[last] = place;
  }
  return settled;
}

/** The range of a chapter in the source's paragraphs. */
type ChapterPart = { readonly number: number; readonly from: number; readonly to: number };

function partsOf(
  ours: readonly Paragraph[],
  chapters: readonly ChapterStart[],
): readonly ChapterPart[] {
  const firsts = firstsOf(ours, chapters);
  return chapters.map(({ number }, index) => ({
    number,
    from: firsts[index] ?? 0,
    to: firsts[index + 1] ?? ours.length,
  }));
}

/** Returns the next paragraph from this one on that is not missing; the length when there is none. */
function nextLeft(into: readonly number[], from: number): number {
  let index = from;
  while (index < into.length && into[index] === nothing) index += 1;
  return index;
}

/** The first paragraph of each chapter. */
function firstsOf(
  paragraphs: readonly Paragraph[],
  chapters: readonly ChapterStart[],
): readonly number[] {
  let first = 0;
  return chapters.map(({ start }) => {
    while ((paragraphs[first]?.at ?? Infinity) < start) first += 1;
    return first;
  });
}

/** Returns the first missing paragraph, or else the first that does not match one to one. */
function placeOf(into: readonly number[], parts: readonly ChapterPart[]): Place | undefined {
  const out = into.indexOf(nothing);
  const uneven = into.findIndex((place, index) => place !== (into[index - 1] ?? nothing) + 1);
  const after = out < 0 ? uneven : out;
  if (after < 0) return undefined;
  const part = parts.find(({ from, to }) => from <= after && after < to);
  return part === undefined ? { after } : { after, chapter: part.number };
}

function isSame(one: Paragraph, other: Paragraph | undefined): boolean {
  return (
    one.characters >= longParagraph &&
    one.characters === other?.characters &&
    one.hash === other.hash
  );
}

function lengthOf({ characters }: Paragraph): number {
  return characters;
}

const nothing = -1;
/** Code points. Shorter ones may well be names, cries or quotations. */
const longParagraph = 60;
/** The most that single paragraphs vary when the texts match from their beginning or end. */
const sureSpread = 0.25;
const leastJoined = 3;
/** Paragraphs: joined ones that are no further apart count as one place. */
const near = 6;
/** Translators join, divide and leave out paragraphs: fewer than these are no loss. */
const leastLoose = 10;
