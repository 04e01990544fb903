import { chapterLimit } from "#domain/manuscript.ts";
import type { Chapter } from "#domain/slice.ts";

import { type Heading, keyOf, shortTitle } from "./heading.ts";

/** What a document itself says. */
export type DocumentMarks = {
  readonly headings: readonly Heading[];
  /** Places where front and back matter begins and ends. */
  readonly turns: readonly Turn[];
};

/**
 * Returns the chapters of a text of `characters` code points with these headings, in order; none
 * unless there are two. Tables of contents are not chapters; front and back matter is.
 */
export function chaptersOf(
  headings: readonly Heading[],
  characters: number,
  document: DocumentMarks = { headings: [], turns: [] },
): readonly Chapter[] {
  const divisions = divisionsOf(headings, characters, document.headings);
  const atLicence = turnsAtLicence(headings, characters);
  const turns =
    atLicence.length > 0 ? atLicence : turnsAtEdges(document.turns, divisions, characters);
  const all = divisionsBetween(turns, divisions, characters);
  if (all.length < 2) return [];
  return all.map(({ title, start, isMatter }, index) => {
    const from = index === 0 ? 0 : start;
    const to = all[index + 1]?.start ?? characters;
    return { title, start: from, characters: to - from, ...(isMatter && { isMatter }) };
  });
}

function divisionsOf(
  candidates: readonly Heading[],
  characters: number,
  marked: readonly Heading[],
): readonly Heading[] {
  const headings = withoutContents(withMarked(candidates, marked), characters);
  const byLevel = levelsOf(headings);
  const ways = [...byLevel, ...seriesOf(headings, characters)].map((series) =>
    withNamedMatter(joined(series), characters).slice(0, chapterLimit),
  );
  const coarsest = marked.length > 0 && byLevel.length > 0 ? ways[0] : undefined;
  const fine = ways.find((one) => one.length > 1 && !isCoarse(one, characters));
  return fine ?? coarsest ?? ways.find(countsAll) ?? [];
}

/** True for chapters that are counted without a gap, in no parts: no heading was missed. */
function countsAll(divisions: readonly Heading[]): boolean {
  const chapters = divisions.filter(({ kind }) => kind === "chapter" || kind === "number");
  return (
    chapters.length >= fewestCounted &&
    !divisions.some(({ kind }) => kind === "volume") &&
    chapters.every(({ number }, index) => number === index + 1)
  );
}

const fewestCounted = 4;

function isChapter({ kind }: Heading): boolean {
  return kind === "chapter";
}

/** True when headings were missed: one chapter of a book would hold more than a third of it. */
function isCoarse(divisions: readonly Heading[], characters: number): boolean {
  const starts = divisions.slice(1).map(({ start }) => start);
  const longest = Math.max(...lengthsOf([0, ...starts, characters]));
  return characters > longText && 3 * longest > characters && divisions.length < chapterLimit;
}

function lengthsOf(places: readonly number[]): readonly number[] {
  return places.slice(1).map((place, index) => place - (places[index] ?? 0));
}

/** Returns the series that may divide this text, the longest first: named chapters, or numbers. */
function seriesOf(
  headings: readonly Heading[],
  characters: number,
): readonly (readonly Heading[])[] {
  const byName = headings.filter(isChapter);
  const numbers = headings.filter(({ kind }) => kind === "number");
  // Notes are numbered as well, but only at the end of a book.
  const span = (series: readonly Heading[]): number =>
    (series.at(-1)?.start ?? 0) - (series[0]?.start ?? 0);
  const numbered = Array.from(Map.groupBy(numbers, shapeOf).values(), countingUp)
    .filter((series) => !arePages(series) && span(series) > characters / 2)
    // Numbers within chapters begin again in each.
    .map((series) => ({ series, weight: new Set(series.map(({ number }) => number)).size }));
  const around = headings.filter(({ kind }) => kind === "volume" || kind === "edge");
  const others = [...around, ...headings.filter(({ kind }) => kind === "matter")];
  const rows = [{ series: byName, weight: weightOfWord * byName.length }, ...numbered]
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ series }) => inOrder([...others, ...series]));
  return [...rows, around];
}

export function inOrder(headings: readonly Heading[]): readonly Heading[] {
  return headings.toSorted((one, next) => one.start - next.start);
}

/** Arabic, Chinese and Roman numbers, with titles and without, count separately. */
function shapeOf({ title, isLoose }: Heading): string {
  return `${/\d/u.test(title.slice(0, 2))} ${/[一-龥]/u.test(title.slice(0, 2))} ${isLoose}`;
}

/**
 * Returns the longest series that counts up, and from 1 again in the next volume. A number may be
 * missing or appear twice: books have misprints. A heading at the place of a missing number counts
 * as that number.
 */
function countingUp(headings: readonly Heading[]): readonly Heading[] {
  const ways: { readonly worth: number; readonly before: number }[] = [];
  let last = -1;
  for (const [index, { number = 0 }] of headings.entries()) {
    let way = { worth: 1 - startingAt(number), before: -1 };
    for (let at = Math.max(0, index - lookedBack); at < index; at += 1) {
      const worth = (ways[at]?.worth ?? 0) + 1 - stepping(headings[at]?.number ?? 0, number);
      if (worth >= way.worth) way = { worth, before: at };
    }
    ways.push(way);
    if (way.worth > (ways[last]?.worth ?? 0)) last = index;
  }
  const worth = ways[last]?.worth ?? 0;
  const row: number[] = [];
  for (let at = last; at >= 0; at = ways[at]?.before ?? -1) row.unshift(at);
  const series = row.flatMap((at, index) => {
    const next = row[index + 1] ?? at + 1;
    const missing = (headings[next]?.number ?? 0) - (headings[at]?.number ?? 0) - 1;
    return headings.slice(at, next - at - 1 <= missing ? next : at + 1);
  });
  return worth < 3 || 2 * worth < row.length ? [] : series;
}

/** Returns the cost of a series that begins with another number than 1. */
function startingAt(number: number): number {
  return (number - 1) / 2;
}

/** Returns the cost of a step from one number to another; a heading adds 1 to its series. */
function stepping(from: number, to: number): number {
  if (to === from) return 0.9;
  const isNear = to > from && to <= 2 * from + 1;
  return isNear ? Math.min(0.9, 0.3 * (to - from - 1)) : 1 + startingAt(to);
}

/** Returns true for page numbers: pages are short and even. */
function arePages(headings: readonly Heading[]): boolean {
  const lengths = lengthsOf(headings.map(({ start }) => start)).toSorted(
    (one, other) => one - other,
  );
  const quartile = (nth: number): number => lengths[Math.floor((nth * lengths.length) / 4)] ?? 0;
  // A page of a book has no title, and is longer than an entry of a list.
  const mayBeChapters = headings.every(({ title, isLoose }) => isLoose || title.endsWith("."));
  const shortest = mayBeChapters ? longestEntry : longestPage;
  return lengths.length > 7 && quartile(2) < shortest && quartile(3) <= 1.5 * quartile(1);
}

/**
 * Removes tables of contents: rows of headings with no text between them. The last line of a row
 * stays when it is the heading of the following text: when it repeats a line of the row, or does
 * not appear later.
 */
function withoutContents(headings: readonly Heading[], characters: number): readonly Heading[] {
  const rows = rowsOf(headings);
  return rows.flatMap((row, index) => {
    const last = row.at(-1);
    if (last === undefined || !isContents(row)) return row;
    const later = rows.slice(index + 1, index + 1 + rowsCompared).flat();
    const isRepeated = row.slice(0, -1).some((heading) => isSame(heading, last));
    const isNamedAgain = later.some((heading) => isSame(heading, last));
    const hasText = (rows[index + 1]?.[0]?.start ?? characters) - last.end > betweenLines;
    const isHeading = hasText && (isRepeated || !isNamedAgain);
    const { end } = row.at(isHeading ? -2 : -1) ?? last;
    const title = row.find(({ kind }) => kind === "matter");
    const list = title === undefined || title === last ? [] : [{ ...title, end }];
    return isHeading ? [...list, last] : list;
  });
}

/** “Part One”, “Book One” and “Chapter One” may be adjacent without a table of contents. */
function isContents(row: readonly Heading[]): boolean {
  const alike = Map.groupBy(row, ({ kind, level }) => `${kind} ${level}`);
  return Array.from(alike.values()).some(({ length }) => length >= contentsLines);
}

/** Groups headings that have at most blank lines between them. */
function rowsOf(
  headings: readonly Heading[],
  goesOn: (one: Heading, next: Heading) => boolean = isBeside,
): readonly (readonly Heading[])[] {
  const rows: Heading[][] = [];
  for (const [index, heading] of headings.entries()) {
    const before = headings[index - 1];
    if (before !== undefined && goesOn(before, heading)) rows.at(-1)?.push(heading);
    else rows.push([heading]);
  }
  return rows;
}

/** Joins adjacent headings: “Part Two” above “Chapter 9” is one heading with it. */
function joined(headings: readonly Heading[]): readonly Heading[] {
  const isJoined = (one: Heading, next: Heading): boolean =>
    one.kind !== "matter" && next.kind !== "matter" && isBeside(one, next);
  return rowsOf(headings, isJoined).flatMap((row) => {
    const title = shortTitle(row.map((one) => one.title).join(", "));
    return row.slice(-1).map((last) => ({ ...last, title, start: row[0]?.start ?? last.start }));
  });
}

/** A part may have a year or a motto below its title, before its first chapter. */
function isBeside(one: Heading, next: Heading): boolean {
  const isPart = one.kind === "volume" && (next.kind !== "volume" || next.level > one.level);
  return next.start - one.end <= (isPart ? longestMotto : betweenLines);
}

function isSame(one: Heading, other: Heading): boolean {
  if (one.kind !== other.kind) return false;
  return one.number === undefined || other.number === undefined
    ? keyOf(one.title) === keyOf(other.title)
    : one.number === other.number;
}

/** The most code points of blank lines between adjacent headings. */
const betweenLines = 8;
const longestMotto = 400;
const contentsLines = 3;
const rowsCompared = 6000;
/** Code points: more than a long story. */
const longText = 100_000;
const longestPage = 4000;
const longestEntry = 1500;
/** A heading that calls itself a chapter proves as much as this many numbers. */
const weightOfWord = 10;
const lookedBack = 50;

/** Merges both in the order of the text. Headings within a marked heading are dropped. */
function withMarked(
  candidates: readonly Heading[],
  marked: readonly Heading[],
): readonly Heading[] {
  const isMarked = new Set(marked);
  let end = -1;
  return inOrder([...marked, ...candidates]).filter((heading) => {
    if (isMarked.has(heading)) end = heading.end;
    return isMarked.has(heading) || heading.start >= end;
  });
}

/**
 * Returns how the levels of a document, or of Markdown, may divide a text: by the headings of a level
 * that has text right below, those of higher levels, and all others that call themselves chapters. The
 * highest level comes first; one with a single heading is that of the book's title.
 */
function levelsOf(candidates: readonly Heading[]): readonly (readonly Heading[])[] {
  // A number in a line of its own has no level: it may be the year below a part's title.
  const headings = candidates.filter(({ kind }) => kind !== "number");
  const above = headings.filter((heading, index) => {
    const next = headings[index + 1];
    return next !== undefined && next.level > heading.level && isBeside(heading, next);
  });
  const countIn = (among: readonly Heading[], level: number): number =>
    among.filter((heading) => heading.level === level && heading.kind !== "matter").length;
  const levels = [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((level) => countIn(headings, level) > 1);
  const withText = levels.filter((level) => 2 * countIn(above, level) < countIn(headings, level));
  return [...withText, ...levels.slice(0, 1)].map((choice) =>
    headings.flatMap((heading): readonly Heading[] => {
      if (heading.level === choice) return [heading];
      const isAbove = heading.level < choice && levels.includes(heading.level);
      if (heading.kind === "matter") return [{ ...heading, isLoose: !isAbove }];
      if (isAbove) return [{ ...heading, kind: "volume" }];
      return ["chapter", "volume", "edge"].includes(heading.kind) ? [heading] : [];
    }),
  );
}

/** A place where front or back matter begins or ends; the first one is at the text's beginning. */
export type Turn = { readonly start: number; readonly title: string; readonly isMatter: boolean };

/**
 * Keeps front and back matter by the titles of its pages: each title once, and in the first or the
 * last tenth of the text. Any other loose line with such a title divides nothing, and any other
 * heading is a plain section.
 */
function withNamedMatter(divisions: readonly Heading[], characters: number): readonly Heading[] {
  const titles = Map.groupBy(divisions, ({ title }) => title.toLowerCase());
  return divisions.flatMap((division, index): readonly Heading[] => {
    if (division.kind !== "matter") return [division];
    const { start, end, title, isLoose } = division;
    const next = divisions[index + 1]?.start ?? characters;
    const isOnce = titles.get(title.toLowerCase())?.length === 1;
    const isShort = !isLoose || next - end <= longestImprint;
    if (isOnce && isShort && isAtEdge(start, next, characters)) return [division];
    return isLoose ? [] : [{ ...division, kind: "section" }];
  });
}

/**
 * Returns the divisions of a text, with front and back matter marked. Text between a turn and the
 * next heading belongs to that heading. Without a heading before the next turn, it is a division of
 * its own.
 */
function divisionsBetween(
  turns: readonly Turn[],
  divisions: readonly Heading[],
  characters: number,
): readonly Turn[] {
  const all = turns.length === 0 ? [{ start: 0, title: "", isMatter: false }] : turns;
  return all.flatMap((turn, index): readonly Turn[] => {
    const end = all[index + 1]?.start ?? characters;
    const own = divisions.filter(({ start }) => start >= turn.start && start < end);
    const first = own.at(0)?.start ?? turn.start;
    // A title page may come before a contents list, but so may an unnamed preface, which is longer.
    const isFar = first - turn.start > longestImprint;
    const pieces = own.map(({ title, start, kind }) => ({
      title,
      start: start === first ? turn.start : start,
      isMatter: turn.isMatter || (kind === "matter" && !(start === first && isFar)),
    }));
    return pieces.length === 0 ? [turn] : pieces;
  });
}

/** Keeps the matter of a document that is in its first or last tenth and contains no chapter. */
function turnsAtEdges(
  turns: readonly Turn[],
  headings: readonly Heading[],
  characters: number,
): readonly Turn[] {
  const parts = turns.map((turn, index) => {
    const end = turns[index + 1]?.start ?? characters;
    const own = headings.filter(({ start }) => start >= turn.start && start < end);
    const isMatter = turn.isMatter && !own.some(isChapter) && isAtEdge(turn.start, end, characters);
    return { ...turn, isMatter };
  });
  const edges = parts.filter((turn, index) => turn.isMatter !== parts[index - 1]?.isMatter);
  return edges.some(({ isMatter }) => isMatter) ? edges : [];
}

/**
 * Returns the turns of a Project Gutenberg book: lines of its own mark the start and end of the
 * text, with the licence around it.
 */
function turnsAtLicence(headings: readonly Heading[], characters: number): readonly Turn[] {
  const begins = headings.find(
    ({ kind, end }) => kind === "text-begins" && isAtEdge(0, end, characters),
  );
  const last = headings.findLast(({ kind }) => kind === "text-ends");
  const ends = last && characters - last.start <= longestLicence ? last : undefined;
  if (begins === undefined && ends === undefined) return [];
  const [book = ""] = [begins, last].flatMap((one) => one?.title.split(bookName)[1]?.trim() ?? []);
  return [
    ...(begins ? [{ start: 0, title: begins.title, isMatter: true }] : []),
    { start: begins?.end ?? 0, title: book, isMatter: false },
    ...(ends ? [{ start: ends.start, title: ends.title, isMatter: true }] : []),
  ];
}

const bookName = /\be(?:book|text)\b/iu;

function isAtEdge(from: number, to: number, characters: number): boolean {
  const edge = Math.max(characters / 10, shortest);
  return to <= edge || from >= characters - edge;
}

/** Code points of a page such as an imprint, when nothing marks its end. */
const longestImprint = 1000;
/** A tenth of a short story has no room for an imprint. */
const shortest = 5000;
const longestLicence = 25_000;
