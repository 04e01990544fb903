const sentence = "말로 핀치는 항구로 걸어 내려갔다. 등불의 집은 물 위에 어둡게 서 있었다.\n";

/** UTF-8 of about half a megabyte in whole sentences. Another `shift` has other syllables everywhere. */
function pieceOf(shift: number): Buffer {
  const [first, count] = [0xac00, 11_172];
  const shifted = sentence.replaceAll(/\p{Script=Hangul}/gu, (syllable) =>
    String.fromCodePoint(first + (((syllable.codePointAt(0) ?? first) - first + shift) % count)),
  );
  return Buffer.from(shifted.repeat(5000));
}

/** Writes this many bytes of Korean in pieces; the last piece is all full stops. */
export async function* koreanText(bytes: number, shift = 0): AsyncGenerator<Buffer> {
  const piece = pieceOf(shift);
  let left = bytes;
  for (; left >= piece.length; left -= piece.length) yield piece;
  yield Buffer.alloc(left, ".");
}

export const hundredMb = 100 * 1024 * 1024;
