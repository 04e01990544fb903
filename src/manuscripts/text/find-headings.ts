import { Buffer } from "node:buffer";

import { chapterLimit } from "#domain/manuscript.ts";

import { inOrder } from "./chapters.ts";
import { countCharacters } from "./count.ts";
import { type Heading, type HeadingLine, longestHeading, readHeading } from "./heading.ts";

/** What was found up to the end of a piece. */
export type Searched = {
  /** The code points of the piece. */
  readonly count: number;
  /** New places at which a chapter may begin, in code points of the text. */
  readonly cuts: readonly number[];
  /** The place before which no others will be found. */
  readonly final: number;
};

/**
 * Finds the lines of a text that may be headings of chapters, in the pass that counts it. The cuts
 * between pieces make no difference. After twice `chapterLimit` headings it stops looking.
 */
export function createHeadingFinder() {
  const lines = createLines();
  /** A line that continues in the next piece. A long one is prose, and is not held. */
  let rest: Buffer = Buffer.of();
  let [start, isLong, characters] = [0, false, 0];
  /** Old programs for the Mac end lines with a carriage return alone. */
  let lineEnd = carriageReturn;
  const readText = (text: Uint8Array): void => {
    const bytes = Buffer.concat([rest, text]);
    if (lineEnd !== lineFeed && bytes.includes(lineFeed)) lineEnd = lineFeed;
    const placeOf = createRuler(bytes, start);
    let from = 0;
    for (let end = bytes.indexOf(lineEnd); end >= 0; end = bytes.indexOf(lineEnd, from)) {
      // A line feed may follow.
      if (lineEnd === carriageReturn && end === bytes.length - 1) break;
      const kind = isLong ? "passed" : lineIn(bytes, from, end);
      isLong = false;
      if (typeof kind !== "string")
        lines.take({ ...kind, start: placeOf(from), end: placeOf(end + 1) });
      else if (kind !== "passed") lines.pass(kind);
      from = end + 1;
    }
    if (!isLong && bytes.length - from > longestLine) {
      lines.pass("long");
      isLong = true;
    }
    if (isLong) from = bytes.length;
    start = placeOf(from);
    characters = placeOf(bytes.length);
    rest = bytes.subarray(from);
  };
  return {
    /** Takes the next piece (UTF-8, whole code points). */
    add: (text: Uint8Array): Searched => {
      const before = characters;
      if (lines.isFull()) characters += countCharacters(text);
      else readText(text);
      const isOver = lines.isFull() || isLong;
      const final = isOver ? Infinity : (lines.waitingAt() ?? start);
      return { count: characters - before, cuts: lines.newCuts(), final };
    },
    close: (): readonly Heading[] => {
      const kind = lineIn(rest, 0);
      if (typeof kind !== "string") lines.take({ ...kind, start, end: characters });
      return lines.close();
    },
  };
}

/** Counts the code points up to a byte, each byte once: offsets must rise from call to call. */
function createRuler(text: Uint8Array, before: number) {
  let [counted, characters] = [0, before];
  return (offset: number): number => {
    characters += countCharacters(text.subarray(counted, offset));
    counted = offset;
    return characters;
  };
}

type Passed = "blank" | "prose" | "long";

/** Reads a line, which is blank when it consists of signs. Long lines are not decoded. */
function lineIn(bytes: Buffer, start: number, end = bytes.length): HeadingLine | Passed {
  if (end - start > longestLine) return "long";
  const line = bytes.toString("utf8", start, end);
  if (prose.test(line)) return "prose";
  return blank.test(line) ? "blank" : (readHeading(line) ?? "prose");
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const longestLine = 2 * longestHeading;

/** Most lines of prose begin with a small Latin letter or a curly quotation mark. */
const prose = /^[a-z\u2018-\u201F]/u;
/** Blanks, brackets and ornaments. */
const blank =
  /^[\s*_~=<>\-#[(\u0080-\u00BF\u2000-\u2FFF\u3000-\u303F\uFF00-\uFF0F\uFF1A-\uFF20\uFF3B-\uFF3F]*$/u;

/**
 * Holds a heading back until the next line shows whether it stands alone: beside blank lines, or in a
 * text that has hardly any, and whose lines are paragraphs.
 */
function createLines() {
  const [found, amongLines]: [Heading[], Heading[]] = [[], []];
  const cuts: number[] = [];
  let waiting: Heading | undefined;
  let [stoodAlone, isAfterBlank] = [false, true];
  let before: Passed = "blank";
  /** Blank lines, lines right below another one, and those of them that are below a long one. */
  let [blanks, adjacent, belowLong] = [0, 0, 0];
  /** No line that was broken at a width is long. */
  const areParagraphs = (): boolean => adjacent > blanks && 50 * belowLong > adjacent;
  const count = (kind: Passed): void => {
    if (kind === "blank") blanks += 1;
    else if (before !== "blank") adjacent += 1;
    if (kind !== "blank" && before === "long") belowLong += 1;
    before = kind;
  };
  const settle = (isBeforeBlank: boolean): void => {
    if (waiting === undefined) return;
    const { kind, isLoose, start, end } = waiting;
    const isFitting =
      kind === "number" || kind === "matter"
        ? stoodAlone && isBeforeBlank
        : !isLoose || stoodAlone || isBeforeBlank;
    const list = isFitting ? found : amongLines;
    const mayCount = isFitting || adjacent < fewLines || areParagraphs();
    if (mayCount && list.length < most) {
      list.push(waiting);
      cuts.push(start);
      if (kind === "text-begins") cuts.push(end);
    }
    waiting = undefined;
  };
  return {
    isFull: () => found.length >= most,
    newCuts: (): readonly number[] => cuts.splice(0),
    waitingAt: () => waiting?.start,
    pass: (kind: Passed): void => {
      settle(kind === "blank");
      count(kind);
      isAfterBlank = kind === "blank";
    },
    take: (heading: Heading): void => {
      settle(false);
      count("prose");
      waiting = heading;
      stoodAlone = isAfterBlank;
      // A heading right below another one needs no blank line between them.
      isAfterBlank = true;
    },
    close: (): readonly Heading[] => {
      settle(true);
      return areParagraphs() ? inOrder([...found, ...amongLines]) : found;
    },
  };
}

const most = 2 * chapterLimit;
/** Too few to tell whether lines are paragraphs. */
const fewLines = 50;
