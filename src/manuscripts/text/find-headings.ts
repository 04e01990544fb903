import { Buffer } from "node:buffer";

import { chapterLimit } from "../../core/manuscript.ts";
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
  let held: Buffer = Buffer.of();
  let [start, isLong, characters] = [0, false, 0];
  const read = (text: Uint8Array): void => {
    const bytes = Buffer.concat([held, text]);
    const placeOf = createRuler(bytes, start);
    let from = 0;
    for (let end = bytes.indexOf(lineEnd); end >= 0; end = bytes.indexOf(lineEnd, from)) {
      const kind = isLong ? "prose" : lineIn(bytes, from, end);
      isLong = false;
      if (typeof kind === "string") lines.pass(kind);
      else lines.take({ ...kind, start: placeOf(from), end: placeOf(end + 1) });
      from = end + 1;
    }
    isLong ||= bytes.length - from > longestLine;
    if (isLong) {
      lines.pass("prose");
      from = bytes.length;
    }
    start = placeOf(from);
    characters = placeOf(bytes.length);
    held = bytes.subarray(from);
  };
  return {
    /** Takes the next piece (UTF-8, whole code points). */
    add: (text: Uint8Array): Searched => {
      const before = characters;
      if (lines.isFull()) characters += countCharacters(text);
      else read(text);
      const isOver = lines.isFull() || isLong;
      const final = isOver ? Infinity : (lines.waitingAt() ?? start);
      return { count: characters - before, cuts: lines.newCuts(), final };
    },
    close: (): readonly Heading[] => {
      const kind = lineIn(held, 0);
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

/** Reads a line, which is blank when it consists of signs. Long lines are not decoded. */
function lineIn(bytes: Buffer, start: number, end = bytes.length): HeadingLine | "blank" | "prose" {
  if (end - start > longestLine) return "prose";
  const line = bytes.toString("utf8", start, end);
  if (prose.test(line)) return "prose";
  return blank.test(line) ? "blank" : (readHeading(line) ?? "prose");
}

const lineEnd = 0x0a;
const longestLine = 4 * longestHeading;

/** Most lines of prose begin with a small Latin letter or a curly quotation mark. */
const prose = /^[a-z\u2018-\u201F]/u;
/** Blanks, brackets and ornaments. */
const blank = /^[\s*_~=<>\-#[(\u0080-\u00BF\u2000-\u2FFF\u3000-\u303F\uFF00-\uFF3F]*$/u;

/** Holds a heading back until the next line shows whether it stands alone. */
function createLines() {
  const found: Heading[] = [];
  const cuts: number[] = [];
  let waiting: Heading | undefined;
  let [stoodAlone, isAfterBlank] = [false, true];
  const settle = (isBeforeBlank: boolean): void => {
    if (waiting === undefined) return;
    const { kind, isLoose, start, end } = waiting;
    const isFitting =
      kind === "number" || kind === "matter"
        ? stoodAlone && isBeforeBlank
        : !isLoose || stoodAlone || isBeforeBlank;
    if (isFitting) {
      found.push(waiting);
      cuts.push(start);
      if (kind === "text-begins") cuts.push(end);
    }
    waiting = undefined;
  };
  return {
    isFull: () => found.length >= 2 * chapterLimit,
    newCuts: (): readonly number[] => cuts.splice(0),
    waitingAt: () => waiting?.start,
    pass: (kind: "blank" | "prose"): void => {
      settle(kind === "blank");
      isAfterBlank = kind === "blank";
    },
    take: (heading: Heading): void => {
      settle(false);
      waiting = heading;
      stoodAlone = isAfterBlank;
      // A heading right below another one needs no blank line between them.
      isAfterBlank = true;
    },
    close: (): readonly Heading[] => {
      settle(true);
      return found;
    },
  };
}
