import { createHash } from "node:crypto";

import type { Encoding } from "../../core/manuscript.ts";
import type { Measured, Slice } from "../../core/slice.ts";
import { countCharacters, chunksOf, sliced } from "./count.ts";
import { type Decoder, createDecoder, trustUtf8, wholeCharacters } from "./decode.ts";

type Opened = {
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly encoding: Encoding;
  /** Ranges of the text; undefined is the whole text. */
  readonly slice?: Slice | undefined;
};

/**
 * Opens the text of a file as UTF-8 without BOM, in pieces. A slice is its ranges in order, joined;
 * after the last one no more of `chunks` is read.
 *
 * The whole of a file in UTF-8 passes unchecked, because a check would cost as much as sending it.
 * Its reader compares the hash, and only a text that was checked at the first reading has the right
 * one.
 *
 * Throws ManuscriptFault: "undecodable" or "binary"; errors of `chunks` pass through.
 */
export function openText({ chunks, encoding, slice }: Opened): AsyncGenerator<Uint8Array> {
  if (slice !== undefined) return within(chunksOf(chunks), createDecoder(encoding), slice);
  return whole(chunksOf(chunks), encoding === "utf-8" ? trustUtf8() : createDecoder(encoding));
}

async function* whole(
  chunks: AsyncIterable<Uint8Array>,
  decoder: Decoder,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield decoder.write(chunk);
  yield decoder.end();
}

async function* within(
  chunks: AsyncIterable<Uint8Array>,
  decoder: Decoder,
  slice: Slice,
): AsyncGenerator<Uint8Array> {
  const end = slice.at(-1)?.to ?? 0;
  let at = 0;
  for await (const chunk of chunks) {
    const text = decoder.write(chunk);
    const count = countCharacters(text);
    yield* sliced({ text, at, count }, slice);
    at += count;
    if (at >= end) return;
  }
  const text = decoder.end();
  yield* sliced({ text, at, count: countCharacters(text) }, slice);
}

/**
 * Measures a slice of a text that arrives in pieces of UTF-8, cut anywhere, and hashes the slice
 * and the whole.
 */
export async function measureText(
  text: AsyncIterable<Uint8Array>,
  ranges: Slice | undefined,
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
