import { Buffer, isUtf8 } from "node:buffer";

import iconv from "iconv-lite";

import { ManuscriptFault } from "../../core/faults.ts";
import { type Encoding, encodings } from "../../core/manuscript.ts";
import { asBuffer, isContinuation } from "./count.ts";

export type Decoder = {
  readonly write: (chunk: Uint8Array) => Uint8Array;
  readonly end: () => Uint8Array;
};

/**
 * Turns a file's bytes, in pieces cut anywhere, into UTF-8 without BOM, line ends untouched. Each piece
 * that comes out holds whole code points. Bytes that are UTF-8 already are passed on, not copied.
 *
 * Throws ManuscriptFault: "undecodable", or "binary" when the text holds a NUL.
 */
export function createDecoder(encoding: Encoding): Decoder {
  const decoder = encoding === "utf-8" ? fromUtf8() : inUtf8(createReader(encoding));
  let started = false;
  const clean = (text: Uint8Array): Uint8Array => {
    refuseNul(text);
    const rest = started ? text : withoutMarks(text);
    started ||= rest.length > 0;
    return rest;
  };
  return {
    write: (chunk) => clean(decoder.write(chunk)),
    end: () => clean(decoder.end()),
  };
}

function fromUtf8(): Decoder {
  let rest: Uint8Array = new Uint8Array();
  return {
    write: (chunk) => {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      const whole = wholeCharacters(bytes);
      rest = bytes.subarray(whole.length);
      if (!isUtf8(whole)) throw new ManuscriptFault("undecodable");
      return whole;
    },
    end: () => {
      if (rest.length > 0) throw new ManuscriptFault("undecodable");
      return rest;
    },
  };
}

function inUtf8(reader: TextReader): Decoder {
  const text = (read: () => string): Uint8Array => {
    try {
      return Buffer.from(read(), "utf8");
    } catch (cause) {
      throw new ManuscriptFault("undecodable", { cause });
    }
  };
  return {
    write: (chunk) => text(() => reader.write(chunk)),
    end: () => text(() => reader.end()),
  };
}

/** Returns `bytes` without the beginning of a code point that ends in the next piece. */
export function wholeCharacters(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (!isContinuation(byte)) {
      return lengthFrom(byte) > back ? bytes.subarray(0, bytes.length - back) : bytes;
    }
  }
  return bytes;
}

function lengthFrom(leadByte: number): number {
  if (leadByte >= 0xf0) return 4;
  if (leadByte >= 0xe0) return 3;
  return leadByte >= 0xc0 ? 2 : 1;
}

/** Removes byte order marks. Concatenated files may begin with more than one. */
function withoutMarks(text: Uint8Array): Uint8Array {
  let start = 0;
  while (text[start] === 0xef && text[start + 1] === 0xbb && text[start + 2] === 0xbf) {
    start += 3;
  }
  return text.subarray(start);
}

function refuseNul(text: Uint8Array): void {
  // Buffer's search is several times as fast as that of a plain Uint8Array.
  if (asBuffer(text).includes(0)) throw new ManuscriptFault("binary");
}

export type LegacyEncoding = Exclude<Encoding, "utf-8" | "utf-16le" | "utf-16be">;

export const legacyEncodings: readonly LegacyEncoding[] = encodings.filter(isLegacy);

function isLegacy(encoding: Encoding): encoding is LegacyEncoding {
  return !encoding.startsWith("utf-");
}

type TextReader = {
  readonly write: (bytes: Uint8Array) => string;
  readonly end: () => string;
};

/**
 * Reads bytes in pieces cut anywhere as a string. `write` and `end` throw for bytes that the
 * encoding does not know, `end` also for an unfinished character.
 *
 * iconv-lite reads most encodings. Node's own TextDecoder reads some Big5 as private characters and
 * some Korean Windows text as control characters, and accepts a Shift_JIS text that ends within a
 * character. It reads the others: iconv-lite has no ISO-2022-JP, and loses the end of a piece that
 * begins within a rare character of GB18030.
 */
export function createReader(encoding: Exclude<Encoding, "utf-8">): TextReader {
  if (isLegacy(encoding) && encoding !== "iso-2022-jp" && encoding !== "gb18030") {
    return encoding === "big5" ? inPairs(byIconv(encoding)) : byIconv(encoding);
  }
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  return {
    write: (bytes) => decoder.decode(bytes, { stream: true }),
    end: () => decoder.decode(),
  };
}

function byIconv(encoding: LegacyEncoding): TextReader {
  const decoder = iconv.getDecoder(encoding);
  return {
    write: (bytes) => known(decoder.write(asBuffer(bytes))),
    end: () => known(decoder.end() ?? ""),
  };
}

/** Never cuts between the two bytes of a character: iconv-lite loses the end of a piece after such a cut. */
function inPairs(reader: TextReader): TextReader {
  let rest: Uint8Array = new Uint8Array();
  return {
    write: (bytes) => {
      const all = Buffer.concat([rest, bytes]);
      const whole = all.subarray(0, all.length - (endsInLead(all) ? 1 : 0));
      rest = all.subarray(whole.length);
      return reader.write(whole);
    },
    end: () => reader.write(rest) + reader.end(),
  };
}

/** True when the bytes end within a character. A byte below 0x40 is always a character. */
function endsInLead(bytes: Uint8Array): boolean {
  let index = bytes.findLastIndex((byte) => byte < 0x40) + 1;
  while (index < bytes.length) index += (bytes[index] ?? 0) > 0x80 ? 2 : 1;
  return index > bytes.length;
}

/** Throws RangeError for U+FFFD, which iconv-lite writes for unknown bytes. */
function known(text: string): string {
  if (text.includes("\ufffd")) throw new RangeError("not in this encoding");
  return text;
}

/** Returns the encoding that a byte order mark names. Throws ManuscriptFault for UTF-32. */
export function byMark(head: Uint8Array) {
  const start = Buffer.from(head.subarray(0, 4)).toString("hex");
  if (start === "fffe0000" || start === "0000feff") {
    throw new ManuscriptFault("undecodable", { cause: new Error("UTF-32") });
  }
  return marks.find(([mark]) => start.startsWith(mark))?.[1];
}

const marks = [
  ["efbbbf", "utf-8"],
  ["84319533", "gb18030"],
  ["fffe", "utf-16le"],
  ["feff", "utf-16be"],
] as const;
