import type { Chapter } from "../manuscript/chapters.ts";
import type { Manuscript } from "../manuscript/manuscript.ts";
import { type Task, isStanding } from "../task/task.ts";
import { type Quote, begunOf, boughtTasks, manuscriptOf } from "./quote.ts";

/** Code points of the text: from the one, up to but without the other. */
export type Range = { readonly from: number; readonly to: number };

/** Some chapters that are translated by themselves: what is sent is that slice of the text and nothing else. */
export type Part = Range & {
  /** Its length and hash in UTF-8, known before anything is sent; undefined until it was measured. */
  readonly measured: Measured | undefined;
};

export type Measured = { readonly bytes: number; readonly sha256: string };

/** The chapters of a range; `first` counts from 1. */
export function chaptersIn({ chapters }: Manuscript, { from, to }: Range) {
  const within = chapters.filter(({ start }) => start >= from && start < to);
  const first = 1 + chapters.findIndex(({ start }) => start === from);
  return { first, last: first + within.length - 1, titles: within.map(({ title }) => title) };
}

/** A choice that was made before the text was read; undefined where it does not begin and end with a chapter of it. */
export function chosenIn(
  { chapters }: Pick<Manuscript, "chapters">,
  part: Range | undefined,
): Range | undefined {
  const begins = chapters.some(({ start }) => start === part?.from);
  const ends = chapters.some((chapter) => endOf(chapter) === part?.to);
  return begins && ends ? part : undefined;
}

/** Those that a run is about; undefined: the whole, or nobody can tell. */
export function chaptersOf(quote: Quote, { part }: Pick<Task, "part">) {
  const manuscript = manuscriptOf(quote);
  if (part === undefined || manuscript === undefined) return undefined;
  const chapters = chaptersIn(manuscript, part);
  return chapters.titles.length === 0 ? undefined : chapters;
}

/** The runs of this language that have brought, or may still bring, a translation of some of the range. */
export function overlapping(quote: Quote, range: Range | undefined): readonly Task[] {
  return boughtTasks(quote).filter(
    (task) =>
      task.action === "translation" &&
      task.scope === undefined &&
      task.target === quote.target &&
      isStanding(task) &&
      (range === undefined || task.part === undefined || meet(range, task.part)),
  );
}

/**
 * The first chapters in a row that nobody bought for this language, behind those that an earlier card deals
 * with; undefined when there are none.
 */
export function firstFree(quote: Quote): Range | undefined {
  const chapters = manuscriptOf(quote)?.chapters ?? [];
  const { to = 0 } = begunOf(quote) ?? {};
  const isFree = (chapter: Chapter) => chapter.start >= to && isUnbought(quote, chapter);
  const begin = chapters.findIndex(isFree);
  const first = chapters[begin];
  if (first === undefined) return undefined;
  const row = chapters.slice(begin);
  const end = row.findIndex((chapter) => !isFree(chapter));
  const last = row[(end < 0 ? row.length : end) - 1] ?? first;
  return { from: first.start, to: endOf(last) };
}

/** Nobody bought any of it on this card. */
export function isUnbought(quote: Quote, chapter: Chapter): boolean {
  return overlapping(quote, rangeOf(chapter)).length === 0;
}

/** As many chapters from its beginning as do not exceed so many code points; undefined when not even one does. */
export function longestOpening(
  { chapters }: Manuscript,
  { from, to }: Range,
  most: number,
): Range | undefined {
  const end = chapters
    .map(endOf)
    .findLast((chapterEnd) => chapterEnd > from && chapterEnd <= Math.min(to, from + most));
  return end === undefined ? undefined : { from, to: end };
}

export function isWhole({ characters }: Manuscript, range: Range): boolean {
  return range.from === 0 && range.to === characters;
}

export function sameRange(one: Range | undefined, other: Range | undefined): boolean {
  return one?.from === other?.from && one?.to === other?.to;
}

export function rangeOf(chapter: Chapter): Range {
  return { from: chapter.start, to: endOf(chapter) };
}

function endOf({ start, characters }: Chapter): number {
  return start + characters;
}

function meet(one: Range, other: Range): boolean {
  return one.from < other.to && other.from < one.to;
}
