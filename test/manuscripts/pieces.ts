import * as fc from "fast-check";

import type { Encoding } from "#domain/manuscript.ts";

/** Yields the same bytes, cut at `cuts` (fractions of the length). */
export async function* pieces(
  bytes: Uint8Array,
  cuts: readonly number[] = [],
): AsyncGenerator<Uint8Array> {
  const borders = [0, ...cuts.map((cut) => Math.floor(cut * bytes.length)), bytes.length];
  borders.sort((one, other) => one - other);
  for (const [index, border] of borders.entries()) {
    yield bytes.subarray(border, borders[index + 1]);
  }
}

export const anyCuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 });

/** Text of one to four bytes a character, with words and lines, never blank and without NUL or BOM. */
export const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom("a", "é", "я", "국", "字", "😀", "𠮷", " ", "\n", "\r\n", "　", "。"),
      fc.string({ unit: "binary", maxLength: 4 }),
    ),
    { maxLength: 200 },
  )
  .map((parts) => `x${parts.join("").replaceAll(/[\0\ufeff\p{Cc}]/gu, "")}`);

export function encode(text: string, encoding: Encoding): Buffer {
  return encoding === "utf-8"
    ? Buffer.from(text, "utf8")
    : inOrder(Buffer.from(text, "utf16le"), encoding);
}

function inOrder(bytes: Buffer, encoding: Encoding): Buffer {
  return encoding === "utf-16be" ? bytes.swap16() : bytes;
}

export async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(chunks));
}
