import type { SentChapter } from "../../../core/slice.ts";
import { type Group, align, growth, growthOf } from "./align.ts";
import type { Place, Comparison } from "./comparing.ts";
import type { Outline, Paragraph } from "./lines.ts";

/** A chapter of the source; `at` in code points of what was compared. */
type ChapterStart = Pick<SentChapter, "number" | "at">;

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
  const groups = yield* align(ours, theirs);
  const into = groups && withHeadings(withoutJoints(placesOf(groups)), firstsOf(ours, chapters));
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
    ...(groups === undefined && { isUnaligned: true }),
    ...doubtsOf(ours, theirs, groups ?? []),
  };
}

/** Counts the paragraphs that are there but look cut short, repeated or out of place. */
function doubtsOf(
  ours: readonly Paragraph[],
  theirs: readonly Paragraph[],
  groups: readonly Group[],
) {
  const { usual, spread } = growthOf(ours, theirs);
  const least = usual - Math.max(leastCut, 5 * spread);
  let [row, column, shortened, astray] = [0, 0, 0, 0];
  for (const { source, result } of groups) {
    const before = ours[row]?.characters ?? 0;
    const written = theirs
      .slice(column, column + result)
      .reduce((sum, one) => sum + one.characters, 0);
    const isLong = source === 1 && result > 0 && before >= longEnough;
    if (isLong && growth(before, written) < least) shortened += 1;
    if (source === 0) astray += result;
    row += source;
    column += result;
  }
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

/** For each paragraph of the source, the index of its match in the result. */
function placesOf(groups: readonly Group[]): readonly number[] {
  let column = 0;
  return groups.flatMap(({ source, result }) => {
    const place = result === 0 ? nothing : column;
    column += result;
    return Array<number>(source).fill(place);
  });
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

function firstsOf(
  paragraphs: readonly Paragraph[],
  chapters: readonly ChapterStart[],
): readonly number[] {
  let first = 0;
  return chapters.map(({ at }) => {
    while ((paragraphs[first]?.at ?? Infinity) < at) first += 1;
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

const nothing = -1;
/** Code points. Shorter ones may well be names, cries or quotations. */
const longParagraph = 60;
const leastJoined = 3;
/** Paragraphs: joined ones that are no further apart count as one place. */
const near = 6;
/** Characters: a shorter one may have become much shorter. */
const longEnough = 80;
const leastCut = 0.4;
