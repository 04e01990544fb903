import { z } from "zod";

import { type ReadonlyOf, count, id, maybe } from "./fields.ts";
import type { Chapter, Manuscript } from "./manuscript.ts";

/** Code points of the text: from the one, up to but without the other. */
const rangeSchema = z.object({ from: count, to: count });
export type Range = ReadonlyOf<typeof rangeSchema>;

/** Some of a text: ranges in order that do not touch, sent as one body. */
export const sliceSchema = z.array(rangeSchema);
export type Slice = ReadonlyOf<typeof sliceSchema>;

/** Some chapters that are translated by themselves: what is sent is that slice of the text and nothing else. */
export const partSchema = z.object({
  slice: sliceSchema,
  /** Its length and hash in UTF-8, known before anything is sent; undefined until it was measured. */
  measured: maybe(z.object({ bytes: count, sha256: id })),
});
export type Part = ReadonlyOf<typeof partSchema>;

export type Measured = NonNullable<Part["measured"]>;

/** Code points of a slice. */
export function lengthOf(slice: Slice): number {
  return slice.reduce((sum, { from, to }) => sum + to - from, 0);
}

/** Ranges in any order as a slice: those that touch or overlap become one. */
export function sliceOf(ranges: readonly Range[]): Slice {
  const slice: Range[] = [];
  for (const { from, to } of ranges.toSorted((one, other) => one.from - other.from)) {
    const last = slice.at(-1);
    if (last === undefined || from > last.to) slice.push({ from, to });
    else slice[slice.length - 1] = { from: last.from, to: Math.max(last.to, to) };
  }
  return slice;
}

/** All of the range is in the slice. */
export function holds(slice: Slice, { from, to }: Range): boolean {
  return slice.some((one) => one.from <= from && to <= one.to);
}

/** They have something in common. */
export function meet(one: Slice, other: Slice): boolean {
  return one.some((a) => other.some((b) => a.from < b.to && b.from < a.to));
}

export function sameSlice(one: Slice | undefined, other: Slice | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export function wholeOf({ characters }: Pick<Manuscript, "characters">): Slice {
  return [{ from: 0, to: characters }];
}

export function isWhole(manuscript: Pick<Manuscript, "characters">, slice: Slice): boolean {
  return holds(slice, { from: 0, to: manuscript.characters });
}

export function rangeOf({ start, characters }: Chapter): Range {
  return { from: start, to: start + characters };
}

/** The smallest pieces that a text is sold in: its chapters, else all of it. */
export function unitsOf({
  chapters,
  characters,
}: Pick<Manuscript, "chapters" | "characters">): Slice {
  return chapters.length === 0 ? wholeOf({ characters }) : chapters.map(rangeOf);
}

/** Chapters in rows, counted from 1, with the titles of all of them. */
export function chaptersIn({ chapters }: Pick<Manuscript, "chapters">, slice: Slice) {
  const rows: { first: number; last: number }[] = [];
  const titles: string[] = [];
  for (const [index, chapter] of chapters.entries()) {
    if (!holds(slice, rangeOf(chapter))) continue;
    titles.push(chapter.title);
    const row = rows.at(-1);
    if (row?.last === index) row.last = index + 1;
    else rows.push({ first: index + 1, last: index + 1 });
  }
  return { rows: rows as readonly { readonly first: number; readonly last: number }[], titles };
}

/** The chapters that a run is about; undefined: the whole, or nobody can tell. */
export function chaptersOf(
  manuscript: Pick<Manuscript, "chapters"> | undefined,
  part: Part | undefined,
) {
  if (part === undefined || manuscript === undefined) return undefined;
  const chapters = chaptersIn(manuscript, part.slice);
  return chapters.titles.length === 0 ? undefined : chapters;
}

/** As many units from the beginning of a slice as do not exceed so many code points; undefined when not one does. */
export function longestOpening(
  manuscript: Pick<Manuscript, "chapters" | "characters">,
  slice: Slice,
  most: number,
): Slice | undefined {
  const units = unitsOf(manuscript).filter((unit) => holds(slice, unit));
  let left = most;
  const fitting = units.findIndex(({ from, to }) => (left -= to - from) < 0);
  const opening = fitting < 0 ? units : units.slice(0, fitting);
  return opening.length === 0 ? undefined : sliceOf(opening);
}
