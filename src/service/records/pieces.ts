type Piece = { readonly bytes: Uint8Array; readonly index: number; readonly last: boolean };

/**
 * Regroups bytes into pieces of one size; the first may have another size, and the last is the
 * rest.
 */
export async function* pieces(
  source: AsyncIterable<Uint8Array>,
  size: number,
  firstSize = size,
): AsyncGenerator<Piece> {
  let rest: Uint8Array = new Uint8Array();
  let index = 0;
  let wanted = firstSize;
  for await (const chunk of source) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    // A whole piece is kept back until it is known whether it is the last.
    while (rest.length > wanted) {
      yield { bytes: rest.subarray(0, wanted), index, last: false };
      rest = rest.subarray(wanted);
      index += 1;
      wanted = size;
    }
  }
  yield { bytes: rest, index, last: true };
}
