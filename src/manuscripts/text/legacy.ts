import { Buffer } from "node:buffer";

import iconv from "iconv-lite";

import { type Encoding, encodings } from "../../core/manuscript.ts";

export type LegacyEncoding = Exclude<Encoding, "utf-8" | "utf-16le" | "utf-16be">;

export const legacyEncodings: readonly LegacyEncoding[] = encodings.filter(isLegacy);

export function isLegacy(encoding: Encoding): encoding is LegacyEncoding {
  return !encoding.startsWith("utf-");
}

export type TextReader = {
  readonly write: (bytes: Uint8Array) => string;
  readonly end: () => string;
};

/**
 * Bytes in pieces cut anywhere, as a string. `write` and `end` throw RangeError at bytes that the encoding
 * does not know, `end` also when a character is unfinished.
 *
 * iconv-lite reads most of them: of Big5 Node's own TextDecoder makes private characters, of Korean Windows
 * text control characters, and it says nothing of a Shift_JIS that ends within a character.
 */
export function readLegacy(encoding: LegacyEncoding): TextReader {
  if (encoding === "iso-2022-jp" || encoding === "gb18030") return byNode(encoding);
  return encoding === "big5" ? inPairs(byIconv(encoding)) : byIconv(encoding);
}

function byIconv(encoding: LegacyEncoding): TextReader {
  const decoder = iconv.getDecoder(encoding);
  return {
    write: (bytes) => known(decoder.write(asBuffer(bytes))),
    end: () => known(decoder.end() ?? ""),
  };
}

/** iconv-lite has no ISO-2022-JP, and loses the end of a piece that begins within a rare character of GB18030. */
function byNode(encoding: LegacyEncoding): TextReader {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const orRangeError = (decode: () => string): string => {
    try {
      return decode();
    } catch (cause) {
      throw new RangeError("not in this encoding", { cause });
    }
  };
  return {
    write: (bytes) => orRangeError(() => decoder.decode(bytes, { stream: true })),
    end: () => orRangeError(() => decoder.decode()),
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

/** `bytes` begin with a whole character. A byte below 0x40 is always one by itself. */
function endsInLead(bytes: Uint8Array): boolean {
  let index = bytes.findLastIndex((byte) => byte < 0x40) + 1;
  while (index < bytes.length) index += (bytes[index] ?? 0) > 0x80 ? 2 : 1;
  return index > bytes.length;
}

/** iconv-lite puts U+FFFD where it knows no character. */
function known(text: string): string {
  if (text.includes("\ufffd")) throw new RangeError("not in this encoding");
  return text;
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}
