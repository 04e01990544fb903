import { Buffer } from "node:buffer";

import iconv from "iconv-lite";

import { type Encoding, encodings } from "#domain/manuscript.ts";

import { encode } from "./pieces.ts";

export const oldEncodings = encodings.filter((encoding) => !encoding.startsWith("utf-"));

/** Returns the bytes of a text in any encoding, with a question mark for each unknown character. */
export function written(text: string, encoding: Encoding): Buffer {
  if (encoding === "iso-2022-jp") return withEscapes(text);
  return encoding === "utf-8" || encoding === "utf-16le" || encoding === "utf-16be"
    ? encode(text, encoding)
    : iconv.encode(text, encoding);
}

/** Writes ISO-2022-JP. EUC-JP has the same characters with the high bits set and no escapes. */
function withEscapes(text: string): Buffer {
  const runs = text.match(/\p{ASCII}+|\P{ASCII}+/gu) ?? [];
  return Buffer.concat(
    runs.map((run) =>
      /^\p{ASCII}/u.test(run)
        ? Buffer.from(run)
        : Buffer.concat([
            Buffer.from("\u001b$B"),
            Buffer.from(iconv.encode(run, "euc-jp").map((byte) => byte & 0x7f)),
            Buffer.from("\u001b(B"),
          ]),
    ),
  );
}

/**
 * Returns all characters beyond ASCII that the encoding writes in one or two bytes and reads back.
 */
export function repertoire(encoding: Encoding): readonly string[] {
  if (encoding.startsWith("utf-")) return Array.from("éяقあ字국😀𠮷");
  const source = encoding === "iso-2022-jp" ? "euc-jp" : encoding;
  const high = Array.from({ length: 0x80 }, (_, index) => index + 0x80);
  const pairs = high.flatMap((lead) =>
    Array.from({ length: 0xc0 }, (_, trail) => Buffer.of(lead, trail + 0x40)),
  );
  const all = [...high.map((byte) => Buffer.of(byte)), ...pairs].map((bytes) => ({
    bytes,
    text: iconv.decode(bytes, source),
  }));
  const whole = all.filter(
    ({ bytes, text }) =>
      /^[^\p{Co}\ufffd]$/u.test(text) && iconv.encode(text, source).equals(bytes),
  );
  // ISO-2022-JP has no half-width katakana and no characters of three bytes.
  const isTwoBytes = ({ bytes }: { readonly bytes: Buffer }) =>
    encoding !== "iso-2022-jp" || (bytes.length === 2 && bytes.every((byte) => byte > 0xa0));
  const astral = encoding === "gb18030" ? ["𠮷", "😀"] : [];
  return [...whole.filter(isTwoBytes).map(({ text }) => text), ...astral];
}
