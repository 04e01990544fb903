import { chapterLimit } from "../../core/manuscript.ts";
import type { Chapter } from "../../core/slice.ts";
import { type HeadingLine, longestHeading, readHeading, shortTitle } from "./heading.ts";

/** A heading where it stands; `start` and `end` are code points before and after its line. */
export type Heading = HeadingLine & { readonly start: number; readonly end: number };

/**
 * The chapters of a text of `characters` code points with these headings, in order: none unless there are
 * two. Tables of contents are left out, and so are bare numbers that do not count up as chapters do.
 * `marked` are those that a document says are headings.
 */
export function chaptersOf(
  headings: readonly Heading[],
  characters: number,
  marked: readonly Heading[] = [],
): readonly Chapter[] {
  const all = withMarked(headings, marked);
  const dividing = marked.length === 0 ? undefined : markedDivisions(all, isBeside);
  const divisions = joined(withoutContents(dividing ?? divisionsOf(all), characters)).slice(
    0,
    chapterLimit,
  );
  if (divisions.length < 2) return [];
  return divisions.map(({ title, start }, index) => {
    const from = index === 0 ? 0 : start;
    const to = divisions[index + 1]?.start ?? characters;
    return { title, start: from, characters: to - from };
  });
}

/** Which of the headings divide this text: words, else the signs of Markdown, else bare numbers. */
function divisionsOf(headings: readonly Heading[]): readonly Heading[] {
  const named = headings.filter(({ kind }) => kind === "chapter" || kind === "volume");
  if (named.length > 1)
    return headings.filter(({ kind }) => kind !== "number" && kind !== "section");
  const level = sectionLevel(headings);
  if (level !== undefined) {
    return headings.filter(
      ({ level: signs, kind }) => signs === level || (signs > 0 && kind === "edge"),
    );
  }
  const counted = headings.filter(({ kind }) => kind === "number");
  return headings.filter(({ kind }) =>
    kind === "number" ? countsUp(counted) : kind !== "section",
  );
}

/** The highest level that has more than one heading: a single one above it is the title of the book. */
function sectionLevel(headings: readonly Heading[]): number | undefined {
  return [1, 2, 3, 4].find(
    (level) => headings.filter((heading) => heading.level === level).length > 1,
  );
}

/** 1, 2, 3 … and from 1 again in the next volume. At even distances they are the numbers of pages. */
function countsUp(headings: readonly Heading[]): boolean {
  if (headings.length < 3 || headings[0]?.number !== 1) return false;
  const isNext = ({ number }: Heading, index: number) =>
    index === 0 || number === 1 || number === (headings[index - 1]?.number ?? 0) + 1;
  if (!headings.every(isNext)) return false;
  const gaps = headings.slice(1).map(({ start }, index) => start - (headings[index]?.start ?? 0));
  return gaps.length < 8 || Math.max(...gaps) > 2 * Math.min(...gaps);
}

/**
 * A table of contents is a row of headings with no text between them. Its last line stays when it is the
 * heading of what follows: when it repeats one of the row, or is not heard of again.
 */
function withoutContents(headings: readonly Heading[], characters: number): readonly Heading[] {
  const rows = rowsOf(headings);
  const kept: Heading[] = [];
  for (const [index, row] of rows.entries()) {
    const last = row.at(-1);
    if (last === undefined) continue;
    if (row.length < contentsLines) {
      kept.push(...row);
      continue;
    }
    const later = rows.slice(index + 1, index + 1 + rowsCompared).flat();
    const isRepeated = row.slice(0, -1).some((heading) => isSame(heading, last));
    const isNamedAgain = later.some((heading) => isSame(heading, last));
    const hasText = (rows[index + 1]?.[0]?.start ?? characters) - last.end > betweenLines;
    if (hasText && (isRepeated || !isNamedAgain)) kept.push(last);
  }
  return kept;
}

/** Headings that stand together, with at most blank lines between them. */
function rowsOf(headings: readonly Heading[]): readonly (readonly Heading[])[] {
  const rows: Heading[][] = [];
  for (const heading of headings) {
    const row = rows.at(-1);
    const before = row?.at(-1);
    if (row === undefined || before === undefined || !isBeside(before, heading))
      rows.push([heading]);
    else row.push(heading);
  }
  return rows;
}

/** “Part Two” right above “Chapter 9” begins with it. */
function joined(headings: readonly Heading[]): readonly Heading[] {
  const divisions: Heading[] = [];
  for (const heading of headings) {
    const before = divisions.at(-1);
    const isOne = before?.kind === "volume" && isBeside(before, heading);
    if (isOne) divisions.pop();
    divisions.push(isOne ? under(before, heading) : heading);
  }
  return divisions;
}

function under(volume: Heading, { title, ...heading }: Heading): Heading {
  return { ...heading, start: volume.start, title: shortTitle(`${volume.title}, ${title}`) };
}

function isBeside(one: Heading, next: Heading): boolean {
  return next.start - one.end <= betweenLines;
}

function isSame(one: Heading, other: Heading): boolean {
  if (one.kind !== other.kind) return false;
  return one.number === undefined || other.number === undefined
    ? keyOf(one) === keyOf(other)
    : one.number === other.number;
}

function keyOf({ title }: Heading): string {
  return title.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** Blank lines, in code points. */
const betweenLines = 8;
const contentsLines = 3;
const rowsCompared = 6000;

/** A paragraph that its document marks as a heading, 1 being the highest level; undefined when it is too long to be one. */
export function markedHeading(text: string, level: number): HeadingLine | undefined {
  if (text.length > 2 * longestHeading || !/[\p{L}\p{N}]/u.test(text)) return undefined;
  const line = text.replaceAll(/\s+/gu, " ");
  const { kind, number } = readHeading(line) ?? { kind: "section", number: undefined };
  return {
    title: shortTitle(line),
    kind: kind === "number" ? "section" : kind,
    number,
    level,
    isLoose: false,
  };
}

/** Both in the order of the text; what lies within a marked heading is no other one. */
export function withMarked(
  found: readonly Heading[],
  marked: readonly Heading[],
): readonly Heading[] {
  const isMarked = new Set(marked);
  let end = -1;
  return [...marked, ...found]
    .toSorted((one, next) => one.start - next.start)
    .filter((heading) => {
      if (isMarked.has(heading)) end = heading.end;
      return isMarked.has(heading) || heading.start >= end;
    });
}

/**
 * Which headings of a document divide it: those of the highest level that has text right below, with what
 * stands above them, and whatever else calls itself a chapter. Undefined: its levels do not tell.
 */
export function markedDivisions(
  headings: readonly Heading[],
  isBeside: (one: Heading, next: Heading) => boolean,
): readonly Heading[] | undefined {
  const levels = [1, 2, 3, 4, 5, 6, 7, 8, 9].filter(
    (level) => headings.filter((heading) => heading.level === level).length > 1,
  );
  const hasText = (heading: Heading, index: number): boolean => {
    const next = headings[index + 1];
    return next === undefined || next.level <= heading.level || !isBeside(heading, next);
  };
  const isOfChapters = (level: number): boolean => {
    const own = headings.flatMap((heading, index) =>
      heading.level === level ? [hasText(heading, index)] : [],
    );
    return 2 * own.filter(Boolean).length > own.length;
  };
  const chosen = levels.find(isOfChapters) ?? levels[0];
  if (chosen === undefined) return undefined;
  return headings.flatMap((heading): readonly Heading[] => {
    if (heading.level === chosen) return [heading];
    const isAbove = heading.level < chosen && levels.includes(heading.level);
    if (isAbove) return [{ ...heading, kind: "volume" }];
    return ["chapter", "volume", "edge"].includes(heading.kind) ? [heading] : [];
  });
}
