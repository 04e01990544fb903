import { Buffer } from "node:buffer";

import { type Slice, sliceOf } from "#domain/slice.ts";

import { countCharacters } from "./count.ts";

/**
 * Takes a sample of a text that arrives in pieces (UTF-8, whole code points): passages from evenly
 * spaced places, each from one paragraph's start to another's where there are any.
 *
 * @param limit the most code points of all passages together
 */
export function createSampler(limit: number) {
  let starts: number[] = [];
  /** Bytes between two starts that are kept; more when there are many. */
  let gap = Math.ceil(limit / passages / 8);
  /** Bytes to pass before the next start is looked for. */
  let skip = gap;
  return {
    /** @param at the code points before the piece */
    add: (piece: Uint8Array, at: number): void => {
      const text = Buffer.from(piece.buffer, piece.byteOffset, piece.length);
      let [byte, character] = [0, at];
      while (byte + skip < text.length) {
        const lineEnd = text.indexOf(newline, byte + skip);
        // The next piece is searched from its beginning.
        skip = lineEnd < 0 ? text.length - byte : gap;
        if (lineEnd < 0) break;
        character += countCharacters(text.subarray(byte, lineEnd + 1));
        byte = lineEnd + 1;
        starts.push(character);
        if (starts.length < mostStarts) continue;
        starts = starts.filter((_, index) => index % 2 === 1);
        gap *= 2;
      }
      skip -= text.length - byte;
    },
    /** Returns undefined for a text that is no longer than the sample. */
    close: (characters: number): Slice | undefined =>
      characters > limit ? passagesOf(starts, { limit, characters }) : undefined,
  };
}

function passagesOf(
  starts: readonly number[],
  { limit, characters }: { readonly limit: number; readonly characters: number },
): Slice {
  const length = Math.floor(limit / passages);
  let end = 0;
  const ranges = Array.from({ length: passages }, (_, n) => {
    const place = Math.floor((n * characters) / passages);
    const near = n === 0 ? 0 : starts.find((one) => one >= place && one < place + length);
    const from = Math.max(near ?? place, end);
    const most = Math.min(from + length, characters);
    const to = starts.findLast((one) => one > from + length / 2 && one <= most) ?? most;
    end = to;
    return { from, to };
  });
  return sliceOf(ranges.filter(({ from, to }) => from < to));
}

const newline = 0x0a;
const passages = 10;
const mostStarts = 8192;
