import type { Encoding } from "../domain/manuscript.ts";
import { countCharacters, firstCharacters } from "./count.ts";
import { type Decoder, createDecoder, trustUtf8 } from "./decode.ts";
import { sips } from "./sips.ts";

type Opened = {
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly encoding: Encoding;
  /** Characters; the whole text without it. */
  readonly limit?: number;
};

/**
 * The text of a file as UTF-8 without BOM, in pieces: all of it or its first `limit` characters, after
 * which no more of `chunks` is read.
 *
 * The whole of a file in UTF-8 passes unchecked, for that would cost as much as sending it: its reader
 * compares the hash, and only what was checked at the first reading has the right one.
 *
 * Throws ManuscriptFault: "undecodable" or "binary"; what `chunks` throws passes through.
 */
export function openText({ chunks, encoding, limit }: Opened): AsyncGenerator<Uint8Array> {
  if (limit !== undefined) return opening(sips(chunks), createDecoder(encoding), limit);
  return whole(sips(chunks), encoding === "utf-8" ? trustUtf8() : createDecoder(encoding));
}

async function* whole(
  chunks: AsyncIterable<Uint8Array>,
  decoder: Decoder,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield decoder.write(chunk);
  yield decoder.end();
}

async function* opening(
  chunks: AsyncIterable<Uint8Array>,
  decoder: Decoder,
  limit: number,
): AsyncGenerator<Uint8Array> {
  let room = limit;
  for await (const chunk of chunks) {
    const text = decoder.write(chunk);
    const count = countCharacters(text);
    if (count >= room) {
      yield firstCharacters(text, room);
      return;
    }
    room -= count;
    yield text;
  }
  yield decoder.end();
}
