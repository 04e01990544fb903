import { Buffer } from "node:buffer";

import { chapterLimit } from "../../core/manuscript.ts";
import { asBuffer, countCharacters } from "./count.ts";
import {
  type Heading,
  type HeadingLine,
  eastStarts,
  headingStarts,
  longestHeading,
  readHeading,
} from "./heading.ts";

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
    /** Takes the next piece (UTF-8, whole code points); returns its code points. */
    add: (text: Uint8Array): number => {
      const before = characters;
      if (lines.isFull()) characters += countCharacters(text);
      else read(asBuffer(text));
      return characters - before;
    },
    /** Returns the starts that are new, and the place before which no others will be found. */
    settled: (): { readonly starts: readonly number[]; readonly final: number } => {
      const starts = lines.newStarts();
      const isOver = lines.isFull() || open.bytes.length > longestLine;
      return { starts, final: isOver ? Infinity : (lines.waitingAt() ?? open.start) };
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

/** Reads a line, which is blank when it consists of signs. Only promising lines are decoded. */
function lineIn(bytes: Buffer, start: number, end = bytes.length): HeadingLine | "blank" | "prose" {
  if (end - start > longestLine || isMidSentence(bytes, start)) return "prose";
  const word = afterSigns(bytes, start, end);
  if (word === end) return "blank";
  if (bytes[start] !== numberSign && !isPromising(bytes, word, end)) return "prose";
  return readHeading(bytes.toString("utf8", start, end)) ?? "prose";
}

/** Returns true for a small Latin letter or a curly quotation mark: most lines of prose begin so. */
function isMidSentence(bytes: Buffer, start: number): boolean {
  const first = bytes[start] ?? 0;
  const pair = (first << 8) | (bytes[start + 1] ?? 0);
  const third = bytes[start + 2] ?? 0;
  return isSmall(first) || (pair === 0xe280 && third >= 0x98 && third <= 0x9f);
}

function isSmall(byte: number): boolean {
  return byte >= 0x61 && byte <= 0x7a;
}

/** Returns the start of the first word, after blanks, brackets and ornaments. */
function afterSigns(bytes: Buffer, start: number, end: number): number {
  let at = start;
  while (at < end) {
    const pair = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
    const isWide = pair === 0xe380 || pair === 0xefbc;
    const length = isWide ? 3 : (signLengths[pair >> 8] ?? 0);
    if (length === 0) return at;
    at += length;
  }
  return end;
}

/**
 * Returns true for a line that begins with a number, or whose first words have the first bytes of a
 * heading word. Hardly any other line passes.
 */
function isPromising(bytes: Buffer, word: number, end: number): boolean {
  const first = bytes[word] ?? 0;
  if (first < 0x3a || isRoman(bytes, word)) return true;
  if (first > 0xe2 && starts.has(fourBytes(bytes, word) & 0xffffff00)) return true;
  for (let at = word, nth = 0; at < end && nth < firstWords; nth += 1) {
    if (starts.has(fourBytes(bytes, at))) return true;
    while (at < end && bytes[at] !== space) at += 1;
    at += 1;
  }
  return false;
}

/** Returns true for Roman digits, unless a small letter follows after a blank. */
function isRoman(bytes: Buffer, start: number): boolean {
  let at = start;
  while (romanDigits.includes(bytes[at] ?? lineEnd)) at += 1;
  const next = bytes[at] ?? lineEnd;
  const isEnded = next < 0x41 || next === 0x5d || next >= 0xe2;
  return at > start && isEnded && !(next === space && isSmall(bytes[at + 1] ?? lineEnd));
}

function fourBytes(bytes: Buffer, at: number): number {
  const left = ((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16);
  return left | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
}

/** Returns at most enough of a line to show that it is too long for a heading. */
function beginningOf(begun: Buffer, more: Buffer): Buffer {
  return Buffer.concat([begun, more.subarray(0, longestLine + 1 - begun.length)]);
}

const lineEnd = 0x0a;
const longestLine = 4 * longestHeading;

const numberSign = 0x23;
const space = 0x20;
/** Ukrainian books write numbers with their own І and Х. */
const romanDigits = Buffer.from("IVXLCDMІХ");
/** A heading's own word follows at most three others. */
const firstWords = 4;

/** Bytes of signs by their first byte: ASCII but digits, letters and quotation marks; wider signs. */
const signLengths = new Uint8Array(256);
for (const sign of Buffer.from(" \t\f\v\r*_~=<>-#[(")) signLengths[sign] = 1;
[signLengths[0xc2], signLengths[0xe2]] = [2, 3];

/** The first four bytes of words, and of short ones with what may follow them. */
const starts: ReadonlySet<number> = new Set([
  ...headingStarts()
    .flatMap((word) => [`${word} `, `${word}.`, `${word}\n`])
    .map((word) => fourBytes(Buffer.from(word), 0)),
  ...eastStarts.map((start) => fourBytes(Buffer.from(start), 0)),
]);

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
