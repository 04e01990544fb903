import { Buffer } from "node:buffer";

import { chapterLimit } from "../../core/manuscript.ts";
import type { Heading } from "./chapters.ts";
import { countCharacters } from "./count.ts";
import { type HeadingLine, headingStarts, longestHeading, readHeading } from "./heading.ts";

export type HeadingFinder = {
  /** Takes the next piece of the text (UTF-8, whole code points); answers its code points. */
  readonly add: (text: Uint8Array) => number;
  /** Where headings begin that were found since it was asked last, and before what no others will be. */
  readonly settled: () => { readonly starts: readonly number[]; readonly final: number };
  readonly close: () => readonly Heading[];
};

/**
 * Finds the lines of a text that may be headings of chapters, in the pass that counts it: of nearly all
 * lines only the first two bytes are looked at. Where the text is cut into pieces makes no difference.
 * After twice `chapterLimit` headings no more are looked for.
 */
export function createHeadingFinder(): HeadingFinder {
  const lines = createLines();
  let characters = 0;
  /** The beginning of a line that goes on in the next piece. */
  let open: Open = { bytes: Buffer.of(), start: 0, isKnown: false };
  return {
    add: (text) => {
      if (lines.isFull()) return countCharacters(text);
      const bytes = Buffer.from(text.buffer, text.byteOffset, text.length);
      const ruler = createRuler(text, characters);
      const first = finishOpen({ lines, bytes, ruler, open });
      if (first === undefined) {
        open = { ...open, bytes: beginningOf(open.bytes, bytes) };
      } else {
        const rest = wholeLines({ lines, bytes, ruler, from: first });
        const begun = beginningOf(Buffer.of(), bytes.subarray(rest));
        open = { start: ruler(rest), bytes: begun, isKnown: false };
      }
      if (open.bytes.length > longestLine && !open.isKnown) {
        closeOpen(lines, open, open.start);
        open = { ...open, isKnown: true };
      }
      const before = characters;
      characters = ruler(text.length);
      return characters - before;
    },
    settled: () => {
      const starts = lines.newStarts();
      if (lines.isFull()) return { starts, final: Infinity };
      return { starts, final: lines.waitingAt() ?? (open.isKnown ? Infinity : open.start) };
    },
    close: () => {
      if (open.bytes.length > 0) closeOpen(lines, open, characters);
      return lines.close();
    },
  };
}

type Open = {
  readonly bytes: Buffer;
  readonly start: number;
  /** It is too long for a heading, and its end will not tell more. */
  readonly isKnown: boolean;
};

function closeOpen(lines: Piece["lines"], { bytes, start, isKnown }: Open, end: number): void {
  if (isKnown) return;
  const kind = kindOf(bytes, 0, bytes.length);
  if (typeof kind === "string") lines.pass(kind);
  else lines.take({ ...kind, start, end });
}

/** Code points up to a byte of the piece; to be asked in rising order, so that each byte is counted once. */
function createRuler(text: Uint8Array, before: number) {
  let [counted, characters] = [0, before];
  return (offset: number): number => {
    if (offset > counted) {
      characters += countCharacters(text.subarray(counted, offset));
      counted = offset;
    }
    return characters;
  };
}

type Piece = {
  readonly lines: ReturnType<typeof createLines>;
  readonly bytes: Buffer;
  readonly ruler: ReturnType<typeof createRuler>;
};

/** Where the first whole line of a piece begins; undefined when the open line does not end in it. */
function finishOpen({ lines, bytes, ruler, open }: Piece & { open: Open }): number | undefined {
  if (open.bytes.length === 0) return 0;
  const end = bytes.indexOf(lineEnd);
  if (end < 0) return undefined;
  const line = beginningOf(open.bytes, bytes.subarray(0, end));
  closeOpen(lines, { ...open, bytes: line }, ruler(end + 1));
  return end + 1;
}

type Whole = Piece & { readonly from: number };

/** Takes every line that ends in the piece, and answers where the last one ends. */
function wholeLines({ lines, bytes, ruler, from }: Whole): number {
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let start = from; ;) {
    const end = endOfLine(bytes, words, start);
    if (end < 0) return start;
    const kind = mayBegin(bytes, start) ? kindOf(bytes, start, end) : "prose";
    if (typeof kind === "string") lines.pass(kind);
    else lines.take({ ...kind, start: ruler(start), end: ruler(end + 1) });
    start = end + 1;
  }
}

/** Four bytes at a time: Buffer's search is the faster one but slow to begin, which tells in a dialogue. */
function endOfLine(bytes: Buffer, words: DataView, start: number): number {
  const near = Math.min(start + shortLine, bytes.length - 3);
  let at = start;
  for (; at < near; at += 4) {
    const other = words.getInt32(at, true) ^ 0x0a0a0a0a;
    // The highest bit of each byte that is none other than a line end; the lowest of them is true.
    const ends = (other - 0x01010101) & ~other & 0x80808080;
    if (ends !== 0) return at + ((31 - Math.clz32(ends & -ends)) >> 3);
  }
  return bytes.indexOf(lineEnd, at);
}

type LineKind = HeadingLine | "blank" | "prose";

function kindOf(bytes: Buffer, start: number, end: number): LineKind {
  if (start === end) return "blank";
  const word = afterSigns(bytes, start);
  if (word === end) return "blank";
  if (end - start > longestLine || !isPromising(bytes, start, word)) return "prose";
  return readHeading(bytes.toString("utf8", start, end)) ?? "prose";
}

/** Keeps a heading back until the next line says whether it stands alone. */
function createLines() {
  const found: Heading[] = [];
  let waiting: Heading | undefined;
  let [stoodAlone, isAfterBlank, told] = [false, true, 0];
  const settle = (isBeforeBlank: boolean): void => {
    if (waiting === undefined) return;
    const isFitting =
      waiting.kind === "number"
        ? stoodAlone && isBeforeBlank
        : !waiting.isLoose || stoodAlone || isBeforeBlank;
    if (isFitting) found.push(waiting);
    waiting = undefined;
  };
  return {
    isFull: () => found.length >= 2 * chapterLimit,
    newStarts: (): readonly number[] => {
      const starts = found.slice(told).map(({ start }) => start);
      told = found.length;
      return starts;
    },
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

/** At most so much of a line as tells that it is too long for a heading. */
function beginningOf(begun: Buffer, more: Buffer): Buffer {
  return Buffer.concat([begun, more.subarray(0, longestLine + 1 - begun.length)]);
}

const lineEnd = 0x0a;
const shortLine = 128;
const longestLine = 4 * longestHeading;

/** Quick tests on the first bytes of a line: they take every blank line and every heading, and few others. */

/** Neither a blank line nor a heading can begin otherwise. */
export function mayBegin(bytes: Uint8Array, at: number): boolean {
  const kind = pairs[(byteAt(bytes, at) << 8) | byteAt(bytes, at + 1)];
  return kind === aWideSign ? signLength(bytes, at) > 0 : kind !== nothing;
}

/** Where a line's first word begins, behind blanks and what headings are adorned with; at most its end. */
export function afterSigns(bytes: Uint8Array, start: number): number {
  for (let at = start; ;) {
    const length = signLength(bytes, at);
    if (length === 0) return at;
    at += length;
  }
}

/** Whether a heading may begin like that; a Markdown heading may begin with anything. */
export function isPromising(bytes: Uint8Array, start: number, word: number): boolean {
  const first = byteAt(bytes, word);
  const isDigit = first >= 0x30 && first <= 0x39;
  if (isDigit || byteAt(bytes, start) === numberSign) return true;
  const pair = (first << 8) | byteAt(bytes, word + 1);
  if (pairs[pair] !== aWord) return false;
  return romans.has(pair) || beginnings.has((pair << 8) | byteAt(bytes, word + 2));
}

/** A line that is the last of its piece ends as if by a line end. */
function byteAt(bytes: Uint8Array, at: number): number {
  return bytes[at] ?? lineEnd;
}

/** Bytes of the sign that stands there; 0 when it is none. */
function signLength(bytes: Uint8Array, at: number): number {
  const byte = byteAt(bytes, at);
  if (byte < 0x80) return asciiSigns[byte] ?? 0;
  const second = byteAt(bytes, at + 1);
  const third = byteAt(bytes, at + 2);
  switch (byte) {
    // No-break space and middle dot.
    case 0xc2:
      return second === 0xa0 || second === 0xb7 ? 2 : 0;
    // The ideographic space and brackets.
    case 0xe3:
      return second === 0x80 && (third === 0x80 || (third >= 0x88 && third <= 0x91)) ? 3 : 0;
    // Dashes, the bullet and the ellipsis, but no quotation marks; lines, boxes and shapes.
    case 0xe2:
      if (second !== 0x80) return second >= 0x94 && second <= 0x98 ? 3 : 0;
      return third === 0x93 || third === 0x94 || third === 0xa2 || third === 0xa6 ? 3 : 0;
    // Full-width brackets.
    case 0xef:
      return second === 0xbc && (third === 0x9c || third === 0x9e || third === 0xbb) ? 3 : 0;
    default:
      return 0;
  }
}

const numberSign = 0x23;
const signs = " \t\f\v\r*_~=<>-#[(";
const asciiSigns = new Uint8Array(128);
for (const sign of signs) asciiSigns[sign.charCodeAt(0)] = 1;

/** The first three bytes of what headings begin with, as one number. */
const beginnings = new Set(
  [
    ...headingStarts().flatMap(spellings),
    ...Array.from("一二三四五六七八九十百千零两兩０１２３４５６７８９"),
  ].map((start) => numberOf(Buffer.from(start, "utf8").subarray(0, 3))),
);

/** The first two of a Roman number that is a heading by itself. */
const romans = new Set(
  Array.from("IVXLCDM", (digit) =>
    Array.from("IVXLCDM.):]\r\n", (next) => numberOf(Buffer.from(digit + next))),
  ).flat(),
);

/** What the first two bytes of a line may be, at the index that they make. */
const pairs = new Uint8Array(1 << 16);
const [nothing, aSign, aWideSign, aWord] = [0, 1, 2, 3];
for (const sign of `${signs}\n0123456789`) {
  pairs.fill(aSign, sign.charCodeAt(0) << 8, (sign.charCodeAt(0) + 1) << 8);
}
const wideSigns = [0xc2a0, 0xc2b7, 0xe380, 0xe280, 0xefbc, 0xe294, 0xe295, 0xe296, 0xe297, 0xe298];
for (const pair of wideSigns) pairs[pair] = aWideSign;
for (const pair of romans) pairs[pair] = aWord;
for (const beginning of beginnings) pairs[beginning >>> 8] = aWord;

/** As headings write it: capitalised or in capitals; “chapter” also small. */
function spellings(start: string): readonly string[] {
  const capitalised = start.charAt(0).toUpperCase() + start.slice(1);
  const isChapter = ["cha", "cap", "kap"].includes(start);
  return [capitalised, start.toUpperCase(), ...(isChapter ? [start] : [])];
}

function numberOf(bytes: Uint8Array): number {
  return bytes.reduce((left, byte) => (left << 8) | byte, 0);
}
