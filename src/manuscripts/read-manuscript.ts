import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";

import { ManuscriptFault } from "../domain/faults.ts";
import type { Manuscript, Opening } from "../domain/manuscript.ts";
import { countCharacters, firstCharacters } from "./count.ts";
import { createDecoder, type Decoder } from "./decode.ts";
import { sips } from "./sips.ts";
import { sniff } from "./sniff.ts";

type Reading = {
  /** The file's bytes, in pieces of any size. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Limits in characters: for each, the opening that would be sent is measured and hashed. */
  readonly openings: readonly number[];
};

/**
 * Counts, measures and hashes a file and its text in one pass, holding no more of it than a piece.
 *
 * Throws ManuscriptFault: "empty", "binary", "undecodable" or "unsupported-type"; what `chunks` throws
 * passes through.
 */
export async function readManuscript({ chunks, openings }: Reading): Promise<Manuscript> {
  const file = createHash("sha256");
  const text = createText(openings);
  let fileBytes = 0;
  let found: { encoding: Manuscript["encoding"]; decoder: Decoder } | undefined;
  for await (const chunk of headFirst(sips(chunks))) {
    file.update(chunk);
    fileBytes += chunk.length;
    found ??= findDecoder(chunk);
    text.add(found.decoder.write(chunk));
  }
  if (found === undefined) {
    throw new ManuscriptFault("empty");
  }
  text.add(found.decoder.end());
  return {
    encoding: found.encoding,
    fileBytes,
    fileSha256: file.digest("hex"),
    ...text.close(),
  };
}

function findDecoder(head: Uint8Array) {
  const encoding = sniff(head);
  return { encoding, decoder: createDecoder(encoding) };
}

/** Enough to tell an encoding by. */
const HEAD_BYTES = 64 * 1024;

/** The same bytes, the first piece being long enough to judge by unless there are no more. */
async function* headFirst(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const head: Uint8Array[] = [];
  let missing = HEAD_BYTES;
  for await (const chunk of chunks) {
    if (missing <= 0) {
      yield chunk;
    } else {
      head.push(chunk);
      missing -= chunk.length;
      if (missing <= 0) {
        yield Buffer.concat(head);
      }
    }
  }
  if (missing > 0 && missing < HEAD_BYTES) {
    yield Buffer.concat(head);
  }
}

function createText(limits: readonly number[]) {
  const hash = createHash("sha256");
  const openings = limits.map(createOpening);
  let [bytes, characters, blank] = [0, 0, true];
  const add = (text: Uint8Array): void => {
    const count = countCharacters(text);
    hash.update(text);
    bytes += text.length;
    characters += count;
    blank &&= !/\S/u.test(Buffer.from(text).toString("utf8"));
    openings.forEach((opening) => opening.add(text, count));
  };
  const close = () => {
    if (blank) {
      throw new ManuscriptFault("empty");
    }
    return {
      textBytes: bytes,
      textSha256: hash.digest("hex"),
      characters,
      openings: openings.map((opening) => opening.close()),
    };
  };
  return { add, close };
}

function createOpening(limit: number) {
  const hash = createHash("sha256");
  let [bytes, characters] = [0, 0];
  const add = (text: Uint8Array, count: number): void => {
    const room = limit - characters;
    if (room > 0) {
      const part = count <= room ? text : firstCharacters(text, room);
      hash.update(part);
      bytes += part.length;
      characters += Math.min(count, room);
    }
  };
  const close = (): Opening => ({ limit, characters, bytes, sha256: hash.digest("hex") });
  return { add, close };
}
