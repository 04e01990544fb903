import { ManuscriptFault } from "./faults.ts";

/** A line of a text that is not blank, without its line end. */
export type Line = {
  readonly text: string;
  /** Code points of the text before it. */
  readonly at: number;
  /** A paragraph after a blank line; `rest`: a very long line goes on. */
  readonly begins: "paragraph" | "line" | "rest";
};

/**
 * The lines of a text (UTF-8, in pieces cut anywhere), holding no more of it than a line. A very long line
 * comes in several pieces.
 *
 * @throws ManuscriptFault "undecodable" when it is not UTF-8, and what `text` throws.
 */
export async function* readLines(text: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const cutter = createLineCutter();
  for await (const piece of text)
    yield* cutter.add(decoded(() => decoder.decode(piece, streaming)));
  yield* cutter.add(decoded(() => decoder.decode()));
  yield* cutter.end();
}

function decoded(decode: () => string): string {
  try {
    return decode();
  } catch (cause) {
    throw new ManuscriptFault("undecodable", { cause });
  }
}

const streaming = { stream: true };

function createLineCutter() {
  let [rest, at] = ["", 0];
  let begins: Line["begins"] = "paragraph";
  const take = (written: string, then: "line" | "rest"): readonly Line[] => {
    const line: Line = { text: written.trimEnd(), at, begins };
    const isBlank = line.text === "";
    at += codePoints(written) + (then === "line" ? 1 : 0);
    begins = isBlank && then === "line" && begins !== "rest" ? "paragraph" : then;
    return isBlank ? [] : [line];
  };
  /** Answers what is left of a line without its whole pieces. */
  const cut = function* cut(line: string): Generator<Line, string> {
    let start = 0;
    while (line.length - start > longestPiece) {
      const end = wholeUpTo(line, start + longestPiece);
      yield* take(line.slice(start, end), "rest");
      start = end;
    }
    return line.slice(start);
  };
  return {
    add: function* add(piece: string): Generator<Line> {
      rest += piece;
      let start = 0;
      for (let end = rest.indexOf("\n"); end >= 0; end = rest.indexOf("\n", start)) {
        yield* take(yield* cut(rest.slice(start, end)), "line");
        start = end + 1;
      }
      rest = yield* cut(rest.slice(start));
    },
    end: () => take(rest, "line"),
  };
}

/** Code points of a string. */
export function codePoints(text: string): number {
  return text.length - (text.match(/[\u{10000}-\u{10FFFF}]/gu)?.length ?? 0);
}

function wholeUpTo(text: string, end: number): number {
  return /[\uD800-\uDBFF]/u.test(text.charAt(end - 1)) ? end - 1 : end;
}

/** UTF-16 units. */
const longestPiece = 64 * 1024;
