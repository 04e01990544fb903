import { toLines } from "./engines/split.ts";

/** A stretch of a text, in fractions of its code points. */
export type Stretch = { readonly from: number; readonly to: number };

/** The text without the lines that begin in the stretch; `characters` is its length in code points. */
export async function* omit(
  text: AsyncIterable<string>,
  { from, to }: Stretch,
  characters: number,
): AsyncGenerator<string> {
  let at = 0;
  for await (const line of toLines(text)) {
    if (at < from * characters || at >= to * characters) yield line;
    at += Array.from(line).length;
  }
}
