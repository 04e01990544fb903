import { Buffer, isUtf8 } from "node:buffer";

import { ManuscriptFault } from "../../core/faults.ts";
import type { Encoding } from "../../core/manuscript.ts";
import { isContinuation } from "./count.ts";
import { type TextReader, isLegacy, readLegacy } from "./legacy.ts";

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
  const decoder = decoderOf(encoding);
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

/** For bytes that were decoded before: only marks at their beginning are taken away. */
export function trustUtf8(): Decoder {
  let head: Uint8Array | undefined = new Uint8Array();
  const write = (chunk: Uint8Array): Uint8Array => {
    if (head === undefined) return chunk;
    const rest = withoutMarks(Buffer.concat([head, chunk]));
    // Two bytes may be the beginning of a mark.
    head = rest.length < 3 ? rest : undefined;
    return head === undefined ? rest : new Uint8Array();
  };
  return { write, end: () => head ?? new Uint8Array() };
}

function decoderOf(encoding: Encoding): Decoder {
  if (encoding === "utf-8") return fromUtf8();
  return inUtf8(isLegacy(encoding) ? readLegacy(encoding) : readUtf16(encoding));
}

function fromUtf8(): Decoder {
  let rest: Uint8Array = new Uint8Array();
  const write = (chunk: Uint8Array): Uint8Array => {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const whole = wholeCharacters(bytes);
    rest = bytes.subarray(whole.length);
    if (!isUtf8(whole)) {
      throw new ManuscriptFault("undecodable");
    }
    return whole;
  };
  const end = (): Uint8Array => {
    if (rest.length > 0) {
      throw new ManuscriptFault("undecodable");
    }
    return rest;
  };
  return { write, end };
}

function readUtf16(encoding: "utf-16le" | "utf-16be"): TextReader {
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  return {
    write: (bytes) => decoder.decode(bytes, { stream: true }),
    end: () => decoder.decode(),
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

/** `bytes` without the beginning of a code point that ends in the next piece. */
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
  if (leadByte >= 0xf0) {
    return 4;
  }
  if (leadByte >= 0xe0) {
    return 3;
  }
  return leadByte >= 0xc0 ? 2 : 1;
}

/** Files that were glued together may begin with more than one byte order mark. */
function withoutMarks(text: Uint8Array): Uint8Array {
  let start = 0;
  while (text[start] === 0xef && text[start + 1] === 0xbb && text[start + 2] === 0xbf) {
    start += 3;
  }
  return text.subarray(start);
}

function refuseNul(text: Uint8Array): void {
  // Buffer's search is several times as fast as that of a plain Uint8Array.
  if (Buffer.from(text.buffer, text.byteOffset, text.length).includes(0)) {
    throw new ManuscriptFault("binary");
  }
}
