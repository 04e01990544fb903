import { z } from "zod";

import { type ReadonlyOf, count, optional, stored } from "#domain/fields.ts";

import { align, growth, growthIn } from "./align.ts";
import type { Matched } from "./joints.ts";
import { type Outline, type Paragraph, paragraphsOf } from "./lines.ts";

/** A chapter of the source; `at` in code points of what was compared. */
type ChapterStart = { readonly number: number; readonly at: number };

/**
 * Compares a result with its source. Harmless changes are no difference: other blank lines, a paragraph
 * on one line that was broken at a width, a missing row of stars. Chapters are those of the source, so
 * that no heading has to be recognised in another language. Yields now and then. Undefined when there
 * is nothing to compare.
 */
export function* compareTexts(
  before: Outline,
  after: Outline,
  chapters: readonly ChapterStart[],
): Generator<void, Comparison | undefined> {
  const [source, result] = paragraphsOf(before, after);
  if (source.length === 0) return undefined;
  const groups = yield* align(source, result);
  const missing = Math.max(0, source.length - result.length);
  const sizes = {
    source: { chapters: chapters.length, paragraphs: source.length },
    result: { chapters: chapters.length, paragraphs: result.length },
  };
  if (groups === undefined) {
    return { ...sizes, missing, place: undefined, same: 0, isUnaligned: true };
  }
  // For each paragraph of the source, the index of its match in the result.
  const into = groups.flatMap(({ source, result, column }) =>
    source.map(() => (result.length === 0 ? nothing : column)),
  );
  const parts = partsOf(source, chapters);
  // A heading alone is no chapter: the next chapter's may have been taken for it.
  const isLost = ({ from, to }: ChapterPart) =>
    to - from > 1 && into.slice(from, to).filter((place) => place !== nothing).length < 2;
  sizes.result.chapters -= parts.filter(isLost).length;
  return {
    ...sizes,
    missing: into.filter((place) => place === nothing).length,
    place: placeOf(into, parts),
    same: source.filter((paragraph, index) => isSame(paragraph, result[into[index] ?? nothing]))
      .length,
    ...doubtsOf(groups, source, result),
  };
}

/** Counts the paragraphs that are there but look cut short, repeated or out of place. */
function doubtsOf(
  matched: readonly Matched<Paragraph>[],
  source: readonly Paragraph[],
  result: readonly Paragraph[],
) {
  const { usual, spread } = growthIn(matched);
  const least = usual - Math.max(leastCut, 5 * spread);
  // Where paragraphs were joined and divided, the rest of a short one may be beside it.
  const isUneven = 50 * matched.filter(isJoint).length > matched.length;
  const enough = isUneven ? longInUneven : longEnough;
  const shortOnes = matched.filter(({ source: [one, ...more], result }, index) => {
    const isLong = one !== undefined && more.length === 0 && one.characters >= enough;
    const length = lengthOf(result);
    if (!isLong || length === 0 || growth(one.characters, length) >= least) return false;
    const around = [
      ...matched.slice(Math.max(0, index - 2), index),
      ...matched.slice(index + 1, index + 3),
    ];
    const lack = Math.exp(usual) * one.characters - length;
    return !(isUneven || around.some(isJoint)) || !isBeside(around, lack, usual);
  });
  const { astray, added } = unmatched(matched);
  const again = againIn(result) - againIn(source) - alikeIn(matched, result, { usual, spread });
  const repeated = Math.max(astray, again);
  return {
    ...(shortOnes.length > 0 && { shortened: shortOnes.length }),
    ...(repeated > 0 && { repeated }),
    ...(added > 0 && { added }),
  };
}

/** Counts what only the result has: between other paragraphs, and before the first or after the last of them. */
function unmatched(matched: readonly Matched<Paragraph>[]) {
  const first = matched.findIndex(({ source }) => source.length > 0);
  const last = matched.findLastIndex(({ source }) => source.length > 0);
  const counts = { astray: 0, added: 0 };
  for (const [index, { source, result }] of matched.entries()) {
    if (source.length > 0) continue;
    counts[index < first || index > last ? "added" : "astray"] += result.length;
  }
  return counts;
}

function isJoint({ source, result }: Matched<Paragraph>): boolean {
  return source.length + result.length > 2;
}

/** True when a neighbour of a short paragraph has grown by a good part of what that one lacks. */
function isBeside(around: readonly Matched<Paragraph>[], lack: number, usual: number): boolean {
  return around.some(
    ({ source, result }) => lengthOf(result) - Math.exp(usual) * lengthOf(source) > lack / 3,
  );
}

function lengthOf(paragraphs: readonly Paragraph[]): number {
  return paragraphs.reduce((sum, { characters }) => sum + characters, 0);
}

/** Counts the long paragraphs that repeat an earlier one. */
function againIn(paragraphs: readonly Paragraph[]): number {
  const long = paragraphs.filter(({ characters }) => characters >= longParagraph);
  return long.length - new Set(long.map(({ hash }) => hash)).size;
}

/**
 * Counts the paragraphs that are worded as an earlier one but stand where their own source does: two
 * lines of it are alike in the other language. A repeated stretch is never one line.
 */
function alikeIn(
  matched: readonly Matched<Paragraph>[],
  result: readonly Paragraph[],
  { usual, spread }: { readonly usual: number; readonly spread: number },
): number {
  const first = new Map<number, number>();
  const before = result.map(({ characters, hash }, index) => {
    if (characters < longParagraph) return nothing;
    const earlier = first.get(hash);
    if (earlier === undefined) first.set(hash, index);
    return earlier ?? nothing;
  });
  const sources = new Set<number>();
  return matched.filter(({ column, source: [one, ...more], result: [other, ...others] }) => {
    const isAgain = one !== undefined && sources.has(one.hash);
    if (one !== undefined) sources.add(one.hash);
    const earlier = before[column] ?? nothing;
    if (one === undefined || other === undefined || isAgain || earlier === nothing) return false;
    const isStretch = [-1, 1].some((step) => before[column + step] === earlier + step);
    const misfit = Math.abs(growth(one.characters, other.characters) - usual);
    return (
      !isStretch && more.length + others.length === 0 && misfit <= Math.max(leastAlike, 3 * spread)
    );
  }).length;
}

type ChapterPart = { readonly number: number; readonly from: number; readonly to: number };

function partsOf(
  source: readonly Paragraph[],
  chapters: readonly ChapterStart[],
): readonly ChapterPart[] {
  let from = 0;
  const firsts = chapters.map(({ at }) => {
    while ((source[from]?.at ?? Infinity) < at) from += 1;
    return from;
  });
  return chapters.map(({ number }, index) => ({
    number,
    from: firsts[index] ?? 0,
    to: firsts[index + 1] ?? source.length,
  }));
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

function isSame({ characters, hash }: Paragraph, other: Paragraph | undefined): boolean {
  return characters >= longParagraph && characters === other?.characters && hash === other.hash;
}

const nothing = -1;
/** Code points. Shorter ones may well be names, cries or quotations. */
const longParagraph = 60;
/** Characters: a shorter one may have become much shorter. */
const longEnough = 80;
const longInUneven = 200;
const leastCut = 0.4;
const leastAlike = 0.2;

/** `chapters` is 0 for a source with at most one. */
const sizeSchema = stored({ chapters: count, paragraphs: count });
export type Size = ReadonlyOf<typeof sizeSchema>;

const placeSchema = stored({
  /** The number of source paragraphs before the place. */
  after: count,
  /** The chapter's number in the whole manuscript. */
  chapter: optional(count),
});
export type Place = ReadonlyOf<typeof placeSchema>;

/** The use of glossary terms in a result, in the agreed wording; case makes no difference. */
const termsUsedSchema = stored({
  /** Terms that occur in the source. */
  looked: count,
  unused: count,
  /** The first missing terms, as the source writes them. */
  missing: z.array(z.string()),
});
export type TermsUsed = ReadonlyOf<typeof termsUsedSchema>;

/** A comparison of a result with its source, by numbers alone, and with the agreed glossary. */
const comparedSchema = stored({
  source: sizeSchema,
  result: sizeSchema,
  /** Source paragraphs without a counterpart in the result, judged by their lengths. */
  missing: count,
  /** The first place where the two differ; undefined if they agree, or the place is unclear. */
  place: optional(placeSchema),
  /** Long paragraphs that are identical in both. */
  same: count,
  /** Long paragraphs that are far shorter than the others. */
  shortened: optional(count),
  /** Paragraphs of the result that repeat others or are misplaced. */
  repeated: optional(count),
  /** Paragraphs of the result before its beginning or after its end, such as a preface and notes. */
  added: optional(count),
  /** True when the lengths do not match, so that nothing can be said. */
  isUnaligned: optional(z.boolean()),
  terms: optional(termsUsedSchema),
  /** The forbidden terms that the result uses. */
  forbidden: optional(z.array(z.string())),
});
export type Compared = ReadonlyOf<typeof comparedSchema>;
export type Comparison = Omit<Compared, "terms" | "forbidden">;

/** `again`: after a failed try; `none`: the comparison was impossible. */
export const comparingSchema = z.union([z.enum(["due", "again", "none"]), comparedSchema]);
export type Comparing = ReadonlyOf<typeof comparingSchema>;

/** True while the result is still to be read. */
export function awaitsComparing({
  delivery: { comparison } = {},
}: {
  readonly delivery?: { readonly comparison?: Comparing | undefined } | undefined;
}): boolean {
  return comparison === "due" || comparison === "again";
}

/** How long a partner or Slack in trouble is tried; then the result is delivered uncompared. */
export const comparingMs = 15 * 60_000;
