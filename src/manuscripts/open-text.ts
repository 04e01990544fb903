import type { Encoding } from "../domain/manuscript.ts";
import { countCharacters, firstCharacters } from "./count.ts";
import { createDecoder } from "./decode.ts";
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
 * Throws ManuscriptFault: "undecodable" or "binary"; what `chunks` throws passes through.
 */
export async function* openText({
  chunks,
  encoding,
  limit = Number.POSITIVE_INFINITY,
}: Opened): AsyncGenerator<Uint8Array> {
  const decoder = createDecoder(encoding);
  let room = limit;
  for await (const chunk of sips(chunks)) {
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
