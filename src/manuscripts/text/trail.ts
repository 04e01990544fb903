import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";

export type Trail = ReturnType<typeof createTrail>;

/**
 * Hashes a text that comes in pieces (UTF-8), and names beginnings of it on the way: a later text that
 * begins alike has the same names. The blanks that a beginning ends in do not count, since they change when
 * something is put behind it.
 */
export function createTrail() {
  const hash = createHash("sha256");
  let piece = nothing;
  let taken = 0;
  /** The blanks that the text ends in so far, and how many they are in all: not without end are they kept. */
  let [held, blanks] = [nothing, 0];
  const take = (to: number): void => {
    const end = endOfWords(piece, taken, to);
    if (end > taken) {
      if (held.length > 0) hash.update(held);
      hash.update(piece.subarray(taken, end));
      [held, blanks] = [nothing, 0];
    }
    if (to > end) held = Buffer.concat([held, piece.subarray(end, to)]);
    blanks += to - end;
    if (blanks > mostBlanks) {
      hash.update(held);
      held = nothing;
    }
    taken = to;
  };
  const name = (): string =>
    blanks > mostBlanks ? "" : hash.copy().digest("base64url").slice(0, nameLength);
  return {
    /** The next piece, which is hashed as far as `mark` asks, and to its end by `end`. */
    begin: (text: Uint8Array): void => {
      piece = Buffer.from(text.buffer, text.byteOffset, text.length);
      taken = 0;
    },
    /** Names the text before a byte of the piece, asked in rising order; empty where it cannot be named. */
    mark: (offset: number): string => {
      take(offset);
      return name();
    },
    end: (): void => take(piece.length),
    /** Names the whole. */
    close: () => {
      const mark = name();
      return { mark, sha256: hash.update(held).digest("hex") };
    },
  };
}

/** Where the trailing blanks of a stretch begin. */
function endOfWords(bytes: Buffer, from: number, to: number): number {
  let end = to;
  while (end > from && isBlank(bytes[end - 1])) end -= 1;
  return end;
}

/** A blank, a tab, or a part of a line end. */
function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || (byte !== undefined && byte >= 0x09 && byte <= 0x0d);
}

const nothing: Buffer = Buffer.of();
/** Bytes; what stands behind more of them has no name. */
const mostBlanks = 4096;
/** 72 bits. */
const nameLength = 12;
