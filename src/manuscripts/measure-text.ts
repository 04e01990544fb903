import { createHash } from "node:crypto";

import type { Measured, Range } from "../domain/quote/parts.ts";
import { countCharacters } from "./count.ts";
import { sliceOf } from "./slice.ts";

/** Length and hash of a range of a text that comes in pieces (UTF-8, whole code points), and the hash of it all. */
export async function measureText(
  text: AsyncIterable<Uint8Array>,
  range: Range,
): Promise<Measured & { readonly textSha256: string }> {
  const [whole, slice] = [createHash("sha256"), createHash("sha256")];
  let [at, bytes] = [0, 0];
  for await (const piece of text) {
    const count = countCharacters(piece);
    const part = sliceOf({ text: piece, at, count }, range);
    whole.update(piece);
    slice.update(part);
    bytes += part.length;
    at += count;
  }
  return { bytes, sha256: slice.digest("hex"), textSha256: whole.digest("hex") };
}
