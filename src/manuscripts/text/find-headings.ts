import { Buffer } from "node:buffer";

import { chapterLimit } from "../../core/manuscript.ts";
import { asBuffer, countCharacters } from "./count.ts";
import { type Heading, type HeadingLine, longestHeading, readHeading } from "./heading.ts";

/**
 * Finds the lines of a text that may be headings of chapters, in the pass that counts it. The cuts
 * between pieces make no difference. After twice `chapterLimit` headings it stops looking.
 */
export function createHeadingFinder() {
  const lines = createLines();
  let characters = 0;
  /** The beginning of a line that continues in the next piece: enough to show that it is too long. */
  let open: { bytes: Buffer; start: number } = { bytes: Buffer.of(), start: 0 };
  const read = (bytes: Buffer): void => {
    const placeOf = createRuler(bytes, characters);
    let from = 0;
    for (let end = bytes.indexOf(lineEnd); end >= 0; end = bytes.indexOf(lineEnd, from)) {
      const isOpen = open.bytes.length > 0;
      const kind = isOpen
        ? lineIn(beginningOf(open.bytes, bytes.subarray(from, end)), 0)
        : lineIn(bytes, from, end);
      if (typeof kind === "string") lines.pass(kind);
      else {
        const start = isOpen ? open.start : placeOf(from);
        lines.take({ ...kind, start, end: placeOf(end + 1) });
      }
      if (isOpen) open.bytes = Buffer.of();
      from = end + 1;
    }
    if (open.bytes.length === 0) open.start = placeOf(from);
    open.bytes = beginningOf(open.bytes, bytes.subarray(from));
    if (open.bytes.length > longestLine) lines.pass("prose");
    characters = placeOf(bytes.length);
  };
  return {
    /**
     * Takes the next piece (UTF-8, whole code points). Returns its code points, the new places at
     * which a chapter may begin, and the place before which no others will be found.
     */
    add: (text: Uint8Array) => {
      const before = characters;
      if (lines.isFull()) characters += countCharacters(text);
      else read(asBuffer(text));
      const isOver = lines.isFull() || open.bytes.length > longestLine;
      const final = isOver ? Infinity : (lines.waitingAt() ?? open.start);
      return { count: characters - before, cuts: lines.newCuts(), final };
    },
    close: (): readonly Heading[] => {
      const kind = lineIn(open.bytes, 0);
      if (typeof kind !== "string") lines.take({ ...kind, start: open.start, end: characters });
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

/** Returns at most enough of a line to show that it is too long for a heading. */
function beginningOf(begun: Buffer, more: Buffer): Buffer {
  return Buffer.concat([begun, more.subarray(0, longestLine + 1 - begun.length)]);
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
