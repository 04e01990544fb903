import { Buffer } from "node:buffer";

import { headingStarts } from "./heading.ts";

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

const lineEnd = 0x0a;
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
