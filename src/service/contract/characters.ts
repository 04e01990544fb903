/**
 * Counts the code points of UTF-8 that arrives in any chunks, without a byte order mark. `end()`
 * returns undefined when the bytes were not UTF-8. `opening` keeps the first characters.
 *
 * @param openingLength UTF-16 units of the opening to keep, roughly
 */
export function createCharacterCount(openingLength: number) {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let characters = 0;
  let opening = "";
  let broken = false;
  const take = (decode: () => string) => {
    if (broken) return;
    try {
      const text = decode();
      characters += countCodePoints(text);
      if (opening.length < openingLength) opening += text.slice(0, openingLength - opening.length);
    } catch {
      broken = true;
    }
  };
  return {
    add: (chunk: Uint8Array) => {
      take(() => decoder.decode(chunk, { stream: true }));
    },
    end: () => {
      take(() => decoder.decode());
      return broken ? undefined : { characters, opening };
    },
  };
}

/** Code points of a well-formed string. */
export function countCodePoints(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length; index += 1) {
    // A low surrogate belongs to the code point already counted with its high one.
    if ((text.charCodeAt(index) & 0xfc00) === 0xdc00) count -= 1;
  }
  return count;
}

/** The first `limit` code points of UTF-8 in pieces, without a byte order mark. */
export async function* readOpening(
  bytes: AsyncIterable<Uint8Array>,
  limit: number,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let left = limit;
  for await (const chunk of bytes) {
    const text = decoder.decode(chunk, { stream: true });
    const characters = countCodePoints(text);
    yield characters <= left ? text : Array.from(text).slice(0, left).join("");
    left -= characters;
    if (left <= 0) return;
  }
}
