import { Buffer } from "node:buffer";

import { chapterLimit } from "../../core/manuscript.ts";
import { countCharacters } from "./count.ts";
import {
  type Heading,
  type HeadingLine,
  headingStarts,
  longestHeading,
  matterStarts,
  readHeading,
} from "./heading.ts";

export type HeadingFinder = {
  /** Takes the next piece of the text (UTF-8, whole code points); returns its code points. */
  readonly add: (text: Uint8Array) => number;
  /**
   * Returns the starts of headings found since the last call, and the place before which no others
   * will be found.
   */
  readonly settled: () => { readonly starts: readonly number[]; readonly final: number };
  readonly close: () => readonly Heading[];
};

/**
 * Finds the lines of a text that may be headings of chapters, in the pass that counts it. For
 * nearly all lines it looks only at the first two bytes. The cuts between pieces make no
 * difference. After twice `chapterLimit` headings it stops looking.
 */
export function createHeadingFinder(): HeadingFinder {
  const lines = createLines();
  let characters = 0;
  /** The beginning of a line that continues in the next piece. */
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
  /** True when it is too long for a heading, whatever its end is. */
  readonly isKnown: boolean;
};

function closeOpen(lines: Piece["lines"], { bytes, start, isKnown }: Open, end: number): void {
  if (isKnown) return;
  const kind = kindOf(bytes, 0, bytes.length);
  if (typeof kind === "string") lines.pass(kind);
  else lines.take({ ...kind, start, end });
}

/**
 * Creates a counter of code points up to a byte of the piece. Calls must be in rising order, so
 * that each byte is counted once.
 */
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

/**
 * Returns the start of the first whole line of a piece; undefined when the open line does not end
 * in it.
 */
function finishOpen({ lines, bytes, ruler, open }: Piece & { open: Open }): number | undefined {
  if (open.bytes.length === 0) return 0;
  const end = bytes.indexOf(lineEnd);
  if (end < 0) return undefined;
  const line = beginningOf(open.bytes, bytes.subarray(0, end));
  closeOpen(lines, { ...open, bytes: line }, ruler(end + 1));
  return end + 1;
}

type Whole = Piece & { readonly from: number };

/** Takes every line that ends in the piece, and returns the end of the last one. */
function wholeLines({ lines, bytes, ruler, from }: Whole): number {
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let start = from; ;) {
    const end = endOfLine(bytes, words, start);
    if (end < 0) return start;
    const isLong = end - start > longestLatin && byteAt(bytes, start) < beyondLatin;
    const kind = !isLong && mayBegin(bytes, start) ? kindOf(bytes, start, end) : "prose";
    if (typeof kind === "string") lines.pass(kind);
    else lines.take({ ...kind, start: ruler(start), end: ruler(end + 1) });
    start = end + 1;
  }
}

/**
 * Finds the end of a line, four bytes at a time. Buffer's search is faster but slow to start, which
 * matters in a dialogue.
 */
function endOfLine(bytes: Buffer, words: DataView, start: number): number {
  const near = Math.min(start + shortLine, bytes.length - 3);
  let at = start;
  for (; at < near; at += 4) {
    const other = words.getInt32(at, true) ^ 0x0a0a0a0a;
    // Sets the highest bit of each byte that is a line end; the lowest such bit is always right.
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
  if (end - start > longestLine || !isPromising(bytes, start, word, end)) return "prose";
  return readHeading(bytes.toString("utf8", start, end)) ?? "prose";
}

/** Holds a heading back until the next line shows whether it stands alone. */
function createLines() {
  const found: Heading[] = [];
  let waiting: Heading | undefined;
  let [stoodAlone, isAfterBlank, told] = [false, true, 0];
  const settle = (isBeforeBlank: boolean): void => {
    if (waiting === undefined) return;
    const isFitting =
      waiting.kind === "number" || waiting.kind === "matter"
        ? stoodAlone && isBeforeBlank
        : !waiting.isLoose || stoodAlone || isBeforeBlank;
    if (isFitting) found.push(waiting);
    waiting = undefined;
  };
  return {
    isFull: () => found.length >= 2 * chapterLimit,
    newStarts: (): readonly number[] => {
      const starts = found
        .slice(told)
        .flatMap(({ kind, start, end }) => (kind === "text-begins" ? [start, end] : [start]));
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

/** Returns at most enough of a line to show that it is too long for a heading. */
function beginningOf(begun: Buffer, more: Buffer): Buffer {
  return Buffer.concat([begun, more.subarray(0, longestLine + 1 - begun.length)]);
}

const lineEnd = 0x0a;
const shortLine = 128;
const longestLine = 4 * longestHeading;
/** Bytes of the longest heading in Latin letters, some with accents. */
const longestLatin = 1.2 * longestHeading;
/** The lowest first byte of other letters, and of signs. */
const beyondLatin = 0xcc;

/** Quick tests on the first bytes of a line: they take every blank line and every heading, and few others. */

/** Returns false for a line that can be neither blank nor a heading. */
export function mayBegin(bytes: Uint8Array, at: number): boolean {
  const kind = pairs[(byteAt(bytes, at) << 8) | byteAt(bytes, at + 1)] ?? 0;
  return (kind & aWideSign) === 0 ? (kind & (aSign | aBeginning)) > 0 : signLength(bytes, at) > 0;
}

/**
 * Returns the start of a line's first word, after blanks and ornaments; at most the end of the
 * line.
 */
export function afterSigns(bytes: Uint8Array, start: number): number {
  for (let at = start; ;) {
    const length = signLength(bytes, at);
    if (length === 0) return at;
    at += length;
  }
}

/**
 * Returns true for a line that may be a heading. It has a number sign, or begins with a number, or
 * begins as East Asian headings or titles of matter do. Otherwise one of its first words is a
 * heading word.
 */
export function isPromising(bytes: Uint8Array, start: number, word: number, end: number): boolean {
  const first = byteAt(bytes, word);
  const isDigit = first >= 0x30 && first <= 0x39;
  if (isDigit || byteAt(bytes, start) === numberSign || isRoman(bytes, word)) return true;
  if (first >= 0xe3 && eastern.has(bytesAt(bytes, word) >>> 8)) return true;
  if (end - start <= longestHeading && matter.has(bytesAt(bytes, word))) return true;
  for (let at = word, nth = 0; at < end && nth < firstWords; nth += 1) {
    const pair = (byteAt(bytes, at) << 8) | byteAt(bytes, at + 1);
    if (((pairs[pair] ?? 0) & aWord) > 0 && words.has(bytesAt(bytes, at))) return true;
    while (at < end && bytes[at] !== space) at += 1;
    at += 1;
  }
  return false;
}

/** Returns true for a Roman number alone, or before a title, which begins with a capital. */
function isRoman(bytes: Uint8Array, start: number): boolean {
  let at = start;
  for (let length = romanLength(bytes, at); length > 0; length = romanLength(bytes, at))
    at += length;
  const next = byteAt(bytes, at);
  const isEnded = next < 0x41 || next === 0x5d || next >= 0xe2;
  return at > start && isEnded && !isSmall(byteAt(bytes, next === space ? at + 1 : at));
}

/** Returns the bytes of a Roman digit. Ukrainian books write them with their own І and Х. */
function romanLength(bytes: Uint8Array, at: number): number {
  const byte = byteAt(bytes, at);
  const second = byte === 0xd0 ? byteAt(bytes, at + 1) : 0;
  return second === 0x86 || second === 0xa5 ? 2 : (romanDigits[byte] ?? 0);
}

function isSmall(byte: number): boolean {
  return byte >= 0x61 && byte <= 0x7a;
}

/** Returns four bytes as one number. */
function bytesAt(bytes: Uint8Array, at: number): number {
  const left = (byteAt(bytes, at) << 8) | byteAt(bytes, at + 1);
  const right = (byteAt(bytes, at + 2) << 8) | byteAt(bytes, at + 3);
  return ((left << 16) | right) >>> 0;
}

/** Returns a byte. After the last byte of a piece it returns a line end. */
function byteAt(bytes: Uint8Array, at: number): number {
  return bytes[at] ?? lineEnd;
}

/** Returns the bytes of the sign at this place; 0 for none. */
function signLength(bytes: Uint8Array, at: number): number {
  const byte = byteAt(bytes, at);
  if (byte < 0x80) return asciiSigns[byte] ?? 0;
  const second = byteAt(bytes, at + 1);
  const third = byteAt(bytes, at + 2);
  switch (byte) {
    // No-break space, section sign and middle dot.
    case 0xc2:
      return [0xa0, 0xa7, 0xb7].includes(second) ? 2 : 0;
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

const space = 0x20;
const romanDigits = new Uint8Array(256);
for (const digit of Buffer.from("IVXLCDM")) romanDigits[digit] = 1;
/** A heading's own word follows at most three others. */
const firstWords = 4;

const starts = headingStarts();
const words = fourBytes(starts);
const matter = fourBytes(matterStarts());
/** The first three bytes of East Asian headings. */
const eastern = new Set(
  [...starts, ...Array.from("一二三四五六七八九十百千零两兩０１２３４５６７８９")].map(
    (start) => bytesAt(Buffer.from(start), 0) >>> 8,
  ),
);

/** Kinds of the first two bytes of a line or of a word, at the index that these bytes make. */
const pairs = new Uint8Array(1 << 16);
const [aSign, aWideSign, aBeginning, aWord] = [1, 2, 4, 8];
mark(aSign, `${signs}\n0123456789`);
mark(aBeginning, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
// Other letters of alphabets: Latin with its accents to Arabic, Hindi and Thai, Vietnamese.
for (let first = 0xc3; first <= 0xe1; first += 1)
  pairs.fill(aBeginning, first << 8, (first + 1) << 8);
const wideSigns = [0xc2a0, 0xc2a7, 0xc2b7, 0xe380, 0xe280, 0xefbc];
for (const pair of [...wideSigns, 0xe294, 0xe295, 0xe296, 0xe297, 0xe298]) pairs[pair] = aWideSign;
for (const key of matter) pairs[key >>> 16] = (pairs[key >>> 16] ?? 0) | aBeginning;
for (const key of words) pairs[key >>> 16] = (pairs[key >>> 16] ?? 0) | aWord;
for (const key of eastern) pairs[key >>> 8] = (pairs[key >>> 8] ?? 0) | aBeginning;

/**
 * Returns the first four bytes of each word; a short word includes a character that may follow it.
 */
function fourBytes(beginnings: readonly string[]): ReadonlySet<number> {
  const written = beginnings.flatMap((start) => [`${start} `, `${start}.`, `${start}\n`]);
  return new Set(written.map((start) => bytesAt(Buffer.from(start), 0)));
}

function mark(kind: number, characters: string): void {
  for (const character of characters) {
    const first = character.charCodeAt(0);
    pairs.fill(kind, first << 8, (first + 1) << 8);
  }
}
