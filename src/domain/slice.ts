import { z } from "zod";

import { type ReadonlyOf, count, id, optional, stored } from "./fields.ts";

/** Ranges in code points, `to` exclusive, in order and without touching: sent as one body. */
export const sliceSchema = z.array(stored({ from: count, to: count }));
export type Slice = ReadonlyOf<typeof sliceSchema>;

/** Length and hash of a slice in UTF-8. */
export const measuredSchema = stored({ bytes: count, sha256: id });
export type Measured = ReadonlyOf<typeof measuredSchema>;

/** A division of the text as its author made it. The chapters of a manuscript follow each other without a gap. */
export const chapterSchema = stored({
  /** Its heading, at most 80 code points: a name, and the only words of the text that are kept. */
  title: z.string(),
  /** The first starts at 0 and includes anything before the first heading. */
  start: count,
  characters: count,
  /** Front or back matter: title page, imprint, contents, licence, index. */
  isMatter: optional(z.boolean()),
});
export type Chapter = ReadonlyOf<typeof chapterSchema>;

/** The length of a text in code points, and its divisions. */
type Whole = { readonly characters: number };
export type Divided = Whole & { readonly chapters: readonly Chapter[] };

export function lengthOf(slice: Slice): number {
  return slice.reduce((sum, { from, to }) => sum + to - from, 0);
}

/** Joins ranges in any order into a slice: ranges that touch or overlap become one. */
export function sliceOf(ranges: Slice): Slice {
  const slice: Slice[number][] = [];
  for (const { from, to } of ranges.toSorted((one, other) => one.from - other.from)) {
    const last = slice.at(-1);
    if (last === undefined || from > last.to) slice.push({ from, to });
    else slice[slice.length - 1] = { from: last.from, to: Math.max(last.to, to) };
  }
  return slice;
}

export function contains(slice: Slice, { from, to }: Slice[number]): boolean {
  return slice.some((one) => one.from <= from && to <= one.to);
}

/** Returns the ranges that both have. */
export function intersection(one: Slice, other: Slice): Slice {
  const ranges = one.flatMap((a) =>
    other.flatMap((b) => {
      const range = { from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) };
      return range.from < range.to ? [range] : [];
    }),
  );
  return sliceOf(ranges);
}

export function overlap(one: Slice, other: Slice): boolean {
  return one.some((a) => other.some((b) => a.from < b.to && b.from < a.to));
}

export function sameSlice(one: Slice | undefined, other: Slice | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export function wholeOf({ characters }: Whole): Slice {
  return [{ from: 0, to: characters }];
}

/** Returns the first code points of a text, or all of a shorter one. */
export function openingOf({ characters }: Whole, limit: number): Slice {
  return wholeOf({ characters: Math.min(limit, characters) });
}

export function isWhole(manuscript: Whole, slice: Slice): boolean {
  return contains(slice, { from: 0, to: manuscript.characters });
}

export function rangeOf({ start, characters }: Chapter): Slice[number] {
  return { from: start, to: start + characters };
}

/** Returns the smallest pieces that are sold: the chapters of a text, else all of it. */
export function unitsOf({ chapters, characters }: Divided): Slice {
  return chapters.length === 0 ? wholeOf({ characters }) : chapters.map(rangeOf);
}

/** Returns the chapters of a slice as rows of numbers, counted from 1, and all their titles. */
export function chaptersIn({ chapters }: Divided, slice: Slice) {
  const rows: { first: number; last: number }[] = [];
  const titles: string[] = [];
  for (const [index, chapter] of chapters.entries()) {
    if (!contains(slice, rangeOf(chapter))) continue;
    titles.push(chapter.title);
    const row = rows.at(-1);
    if (row?.last === index) row.last = index + 1;
    else rows.push({ first: index + 1, last: index + 1 });
  }
  return { rows: rows as readonly { readonly first: number; readonly last: number }[], titles };
}

/** Returns the opening units of a slice that fit into `most`; undefined if not one does. */
export function longestOpening(manuscript: Divided, slice: Slice, most: number): Slice | undefined {
  const units = unitsOf(manuscript).filter((unit) => contains(slice, unit));
  let room = most;
  const fitting = units.findIndex(({ from, to }) => (room -= to - from) < 0);
  const opening = fitting < 0 ? units : units.slice(0, fitting);
  return opening.length === 0 ? undefined : sliceOf(opening);
}

export type SentChapter = {
  readonly number: number;
  readonly title: string;
  /** The code points before it in the text that was sent. */
  readonly at: number;
};

/** Returns the chapters that begin in a slice. */
export function chaptersSent(
  manuscript: Divided,
  slice: Slice = wholeOf(manuscript),
): readonly SentChapter[] {
  const numbered = manuscript.chapters.map((chapter, index) => ({ ...chapter, number: index + 1 }));
  let position = 0;
  return slice.flatMap(({ from, to }) => {
    const offset = position - from;
    position += to - from;
    return numbered
      .filter(({ start }) => start >= from && start < to)
      .map(({ number, title, start }) => ({ number, title, at: start + offset }));
  });
}
