import { createHash } from "node:crypto";

import type { Measured, Range } from "../../core/slice.ts";
import { countCharacters } from "./count.ts";
import { wholeCharacters } from "./decode.ts";
import { sliced } from "./slice.ts";

/** Length and hash of a slice of a text that comes in pieces of UTF-8, cut anywhere, and the hash of it all. */
export async function measureText(
  text: AsyncIterable<Uint8Array>,
  ranges: readonly Range[] | undefined,
): Promise<Measured & { readonly textSha256: string }> {
  const [whole, slice] = [createHash("sha256"), createHash("sha256")];
  let [at, bytes] = [0, 0];
  let rest: Uint8Array = new Uint8Array();
  for await (const chunk of text) {
    whole.update(chunk);
    const joined = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const piece = wholeCharacters(joined);
    rest = joined.subarray(piece.length);
    const count = countCharacters(piece);
    for (const part of sliced({ text: piece, at, count }, ranges)) {
      slice.update(part);
      bytes += part.length;
    }
    at += count;
  }
  return { bytes, sha256: slice.digest("hex"), textSha256: whole.digest("hex") };
}
