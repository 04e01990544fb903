import { Buffer, isUtf8 } from "node:buffer";

import iconv from "iconv-lite";

import { ManuscriptError } from "#domain/errors.ts";
import { type Encoding, encodings } from "#domain/manuscript.ts";

import { asBuffer, isContinuation } from "./count.ts";

/** Takes the next piece, or nothing at the end. Throws for bytes that the encoding does not know. */
type Reader<Text> = (bytes?: Uint8Array) => Text;
export type Decode = Reader<Uint8Array>;

/**
 * Turns a file's bytes, in pieces cut anywhere, into whole code points of UTF-8 without BOM. What is
 * UTF-8 already is passed on, not copied. Throws ManuscriptError "undecodable", or "binary" for a NUL.
 */
export function createDecoder(encoding: Encoding): Decode {
  const decode = encoding === "utf-8" ? fromUtf8() : inUtf8(createReader(encoding));
  let started = false;
  return (bytes) => {
    const text = decode(bytes);
    // Buffer's search is several times as fast as that of a plain Uint8Array.
    if (asBuffer(text).includes(0)) throw new ManuscriptError("binary");
    const rest = started ? text : withoutMarks(text);
    started ||= rest.length > 0;
    return rest;
  };
}

function fromUtf8(): Decode {
  let rest: Uint8Array = new Uint8Array();
  return (next) => {
    const chunk = next ?? rest.subarray(rest.length);
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const whole = next === undefined ? bytes : wholeCharacters(bytes);
    rest = bytes.subarray(whole.length);
    if (!isUtf8(whole)) throw new ManuscriptError("undecodable");
    return whole;
  };
}

function inUtf8(reader: Reader<string>): Decode {
  return (bytes) => {
    try {
      return Buffer.from(reader(bytes), "utf8");
    } catch (cause) {
      throw new ManuscriptError("undecodable", { cause });
    }
  };
}

/** Returns `bytes` without the beginning of a code point that ends in the next piece. */
export function wholeCharacters(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (isContinuation(byte)) continue;
    // A lead byte begins with as many ones as its character has bytes.
    return Math.clz32(~byte << 24) > back ? bytes.subarray(0, -back) : bytes;
  }
  return bytes;
}

/** Removes byte order marks. Concatenated files may begin with more than one. */
function withoutMarks(text: Uint8Array): Uint8Array {
  let start = 0;
  while (text[start] === 0xef && text[start + 1] === 0xbb && text[start + 2] === 0xbf) {
    start += 3;
  }
  return text.subarray(start);
}

export type LegacyEncoding = Exclude<Encoding, "utf-8" | "utf-16le" | "utf-16be">;

export const legacyEncodings: readonly LegacyEncoding[] = encodings.filter(isLegacy);

function isLegacy(encoding: Encoding): encoding is LegacyEncoding {
  return !encoding.startsWith("utf-");
}

/**
 * Reads bytes in pieces cut anywhere as a string; an unfinished character is an error of the end.
 *
 * iconv-lite reads most encodings. Node's own TextDecoder reads some Big5 as private characters and
 * some Korean Windows text as control characters, and accepts a Shift_JIS text that ends within a
 * character. It reads the others: iconv-lite has no ISO-2022-JP, and loses the end of a piece that
 * begins within a rare character of GB18030.
 */
export function createReader(encoding: Exclude<Encoding, "utf-8">): Reader<string> {
  if (isLegacy(encoding) && encoding !== "iso-2022-jp" && encoding !== "gb18030") {
    return encoding === "big5" ? inPairs(byIconv(encoding)) : byIconv(encoding);
  }
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  return (bytes) => decoder.decode(bytes, { stream: bytes !== undefined });
}

function byIconv(encoding: LegacyEncoding): Reader<string> {
  const decoder = iconv.getDecoder(encoding);
  return (bytes) => {
    const text = bytes === undefined ? (decoder.end() ?? "") : decoder.write(asBuffer(bytes));
    // iconv-lite writes it for unknown bytes.
    if (text.includes("\ufffd")) throw new RangeError("not in this encoding");
    return text;
  };
}

/** Never cuts between the two bytes of a character: iconv-lite loses the end of a piece after such a cut. */
function inPairs(reader: Reader<string>): Reader<string> {
  let rest: Uint8Array = new Uint8Array();
  return (bytes) => {
    if (bytes === undefined) return reader(rest) + reader();
    const all = Buffer.concat([rest, bytes]);
    const whole = all.subarray(0, all.length - (endsInLead(all) ? 1 : 0));
    rest = all.subarray(whole.length);
    return reader(whole);
  };
}

/** True when the bytes end within a character. A byte below 0x40 is always a character. */
function endsInLead(bytes: Uint8Array): boolean {
  let index = bytes.findLastIndex((byte) => byte < 0x40) + 1;
  while (index < bytes.length) index += (bytes[index] ?? 0) > 0x80 ? 2 : 1;
  return index > bytes.length;
}

/** Returns the encoding that a byte order mark names. Throws ManuscriptError for UTF-32. */
export function byMark(head: Uint8Array) {
  const start = Buffer.from(head.subarray(0, 4)).toString("hex");
  if (start === "fffe0000" || start === "0000feff") {
    throw new ManuscriptError("undecodable", { cause: new Error("UTF-32") });
  }
  return marks.find(([mark]) => start.startsWith(mark))?.[1];
}

const marks = [
  ["efbbbf", "utf-8"],
  ["84319533", "gb18030"],
  ["fffe", "utf-16le"],
  ["feff", "utf-16be"],
] as const;
