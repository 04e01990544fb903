const sentence = "말로 핀치는 항구로 걸어 내려갔다. 등불의 집은 물 위에 어둡게 서 있었다.\n";

/** UTF-8 of about half a megabyte in whole sentences. */
const piece = Buffer.from(sentence.repeat(5000));

/** Writes this many bytes of Korean in pieces; the last piece is all full stops. */
export async function* koreanText(bytes: number): AsyncGenerator<Buffer> {
  let left = bytes;
  for (; left >= piece.length; left -= piece.length) yield piece;
  yield Buffer.alloc(left, ".");
}

export const hundredMb = 100 * 1024 * 1024;
