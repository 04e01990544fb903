import type { Range } from "../../core/slice.ts";
import { firstCharacters } from "./count.ts";

/** A piece of a text, where it stands in it, and its length; both in code points. */
type Piece = { readonly text: Uint8Array; readonly at: number; readonly count: number };

/** What of a piece lies in the ranges, which are in order; all of it without them. */
export function sliced(piece: Piece, slice: readonly Range[] | undefined): readonly Uint8Array[] {
  if (slice === undefined) return [piece.text];
  return slice.map((range) => sliceOf(piece, range)).filter(({ length }) => length > 0);
}

/** What of a piece lies in the range. */
export function sliceOf({ text, at, count }: Piece, { from, to }: Range): Uint8Array {
  if (at >= to || at + count <= from) return text.subarray(0, 0);
  const begin = at >= from ? 0 : firstCharacters(text, from - at).length;
  const end = at + count <= to ? text.length : firstCharacters(text, to - at).length;
  return text.subarray(begin, end);
}
