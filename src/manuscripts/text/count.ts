import { Buffer } from "node:buffer";
import { setImmediate as letOthersRun } from "node:timers/promises";

import type { Slice } from "#domain/slice.ts";

/**
 * Counts the code points of whole, valid UTF-8: the bytes less the continuation bytes (10xxxxxx),
 * four at a time, each in its own lane of a word.
 */
export function countCharacters(utf8: Uint8Array): number {
  if (utf8.length < 8) return utf8.length - inBytes(utf8);
  const head = -utf8.byteOffset & 3;
  const wordCount = (utf8.length - head) >>> 2;
  const words = new Int32Array(utf8.buffer, utf8.byteOffset + head, wordCount);
  const continuations =
    inBytes(utf8.subarray(0, head)) + inWords(words) + inBytes(utf8.subarray(head + wordCount * 4));
  return utf8.length - continuations;
}

/** Returns the first `characters` code points of `utf8`, or all of it when it holds fewer. */
export function firstCharacters(utf8: Uint8Array, characters: number): Uint8Array {
  let [remaining, offset] = [characters, 0];
  // A code point has four bytes at most, so a stretch of `remaining` bytes holds no more of them.
  while (remaining > shortStretch && offset < utf8.length) {
    const stretch = utf8.subarray(offset, offset + remaining);
    remaining -= countCharacters(stretch);
    offset += stretch.length;
  }
  for (; offset < utf8.length; offset += 1) {
    if (isContinuation(utf8[offset] ?? 0)) continue;
    if (remaining === 0) return utf8.subarray(0, offset);
    remaining -= 1;
  }
  return utf8;
}

/** Bytes. */
const shortStretch = 64;

/** Returns the same bytes as a Buffer, without a copy. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

export function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

function inBytes(bytes: Uint8Array): number {
  return bytes.reduce((sum, byte) => (isContinuation(byte) ? sum + 1 : sum), 0);
}

/** A lane is one byte, so the lanes must be emptied after 255 words. */
const WORDS_TILL_FULL = 255;

function inWords(words: Int32Array): number {
  let sum = 0;
  for (let start = 0; start < words.length; start += WORDS_TILL_FULL) {
    const end = Math.min(start + WORDS_TILL_FULL, words.length);
    let lanes = 0;
    for (let index = start; index < end; index += 1) {
      const word = words[index] ?? 0;
      lanes = (lanes + ((word >>> 7) & (~word >>> 6) & 0x01010101)) | 0;
    }
    sum += (lanes & 0xff) + ((lanes >>> 8) & 0xff) + ((lanes >>> 16) & 0xff) + (lanes >>> 24);
  }
  return sum;
}

/** A piece of a text, with its place in the text and its length, both in code points. */
export type Piece = { readonly text: Uint8Array; readonly at: number; readonly count: number };

/** Returns the parts of a piece that are in the slice. */
export function sliced({ text, at, count }: Piece, slice: Slice): readonly Uint8Array[] {
  return slice.flatMap(({ from, to }) => {
    if (at >= to || at + count <= from) return [];
    const begin = at >= from ? 0 : firstCharacters(text, from - at).length;
    const end = at + count <= to ? text.length : firstCharacters(text, to - at).length;
    return [text.subarray(begin, end)];
  });
}

/** The bytes that are named, hashed and counted in a few milliseconds. */
const pieceBytes = 64 * 1024;

/**
 * Yields the same bytes in pieces of at most 64 kB. In one turn of the event loop as many bytes are
 * read, of all texts together: a click is acknowledged while ten long manuscripts are read.
 */
export async function* chunksOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let inTurn = pieceBytes;
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length; start += pieceBytes) {
      const piece = chunk.subarray(start, start + pieceBytes);
      inTurn += piece.length;
      if (inTurn > pieceBytes) {
        await nextTurn();
        inTurn = piece.length;
      }
      yield piece;
    }
  }
}

/** Resolves in a turn of the event loop that no other caller gets, in the order of calls. */
async function nextTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => letOthersRun());
  await lastTurn;
}

let lastTurn = Promise.resolve();

/** Yields the same bytes; the first piece has `length` bytes or more unless there are no more. */
export async function* headFirst(
  chunks: AsyncIterable<Uint8Array>,
  length: number,
): AsyncGenerator<Uint8Array> {
  const head: Uint8Array[] = [];
  let missing = length;
  for await (const chunk of chunks) {
    if (missing <= 0) {
      yield chunk;
      continue;
    }
    head.push(chunk);
    missing -= chunk.length;
    if (missing <= 0) yield Buffer.concat(head);
  }
  if (missing > 0 && missing < length) yield Buffer.concat(head);
}
