import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";

import type { Encoding, SampleLines } from "../../core/manuscript.ts";
import type { Measured, Slice } from "../../core/slice.ts";
import { countCharacters, chunksOf, sliced } from "./count.ts";
import { createDecoder, wholeCharacters } from "./decode.ts";

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
 * Throws ManuscriptFault: "undecodable" or "binary"; errors of `chunks` pass through.
 */
export async function* openText({ chunks, encoding, slice }: Opened): AsyncGenerator<Uint8Array> {
  const decoder = createDecoder(encoding);
  const end = slice === undefined ? Infinity : (slice.at(-1)?.to ?? 0);
  let at = 0;
  for await (const chunk of chunksOf(chunks)) {
    const text = decoder.write(chunk);
    const count = countCharacters(text);
    yield* sliced({ text, at, count }, slice);
    at += count;
    if (at >= end) return;
  }
  const text = decoder.end();
  yield* sliced({ text, at, count: countCharacters(text) }, slice);
}

/** Measures a slice of a text in UTF-8, cut anywhere, and hashes the slice and the whole. */
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

/**
 * Returns lines by which people can tell in which encoding a file reads right: the first ones that
 * are not plain ASCII, and those after them. Reads no further than necessary.
 */
export async function sampleLines(
  chunks: AsyncIterable<Uint8Array>,
  encodings: readonly Encoding[],
): Promise<readonly SampleLines[]> {
  const bytes = await telling(chunks);
  return encodings.map((encoding) => ({ encoding, lines: linesIn(bytes, encoding) }));
}

const sampleBytes = 1200;
/** Bytes before the first telling byte, shown as its context. */
const leadBytes = 60;
const linesShown = 3;

async function telling(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  let kept: Uint8Array = new Uint8Array();
  for await (const chunk of chunks) {
    const bytes: Uint8Array = Buffer.concat([kept, chunk]);
    const first = bytes.findIndex(tells);
    kept = bytes.subarray(first < 0 ? -leadBytes : startOf(bytes, first));
    if (first >= 0 && kept.length >= sampleBytes) break;
  }
  return kept.subarray(0, sampleBytes);
}

/** Returns the start of its line, or a place shortly before: ASCII may be cut anywhere. */
function startOf(bytes: Uint8Array, first: number): number {
  return Math.max(0, first - leadBytes, bytes.lastIndexOf(0x0a, first) + 1);
}

function tells(byte: number): boolean {
  return byte >= 0x80 || byte === 0x1b;
}

function linesIn(bytes: Uint8Array, encoding: Encoding): readonly string[] {
  const text = Buffer.from(readable(bytes, encoding)).toString("utf8");
  const lines = text.split(/[\r\n]+/u).filter((line) => line.trim() !== "");
  return lines.slice(0, linesShown);
}

/** Decodes the sample, and less of it while it is invalid. */
function readable(bytes: Uint8Array, encoding: Encoding): Uint8Array {
  for (let length = bytes.length; length > 0; length = Math.floor(length / 2)) {
    try {
      return createDecoder(encoding).write(bytes.subarray(0, length));
    } catch {
      // Retried with a shorter sample.
    }
  }
  return new Uint8Array();
}
