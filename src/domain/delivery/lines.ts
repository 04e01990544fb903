import { ManuscriptError } from "#domain/errors.ts";
import type { Slice } from "#domain/slice.ts";

/** A non-blank line of a text, without its line end. */
export type Line = {
  readonly text: string;
  /** The code points of the text before it. */
  readonly at: number;
  /** `paragraph` follows a blank line; `rest` continues a very long line. */
  readonly begins: "paragraph" | "line" | "rest";
};

/**
 * Reads the lines of a text (UTF-8, in pieces cut anywhere), holding at most one line of it. A very
 * long line comes in several pieces.
 *
 * @throws ManuscriptError "undecodable" when it is not UTF-8, and anything that `text` throws.
 */
export async function* readLines(
  text: AsyncIterable<Uint8Array> | readonly Uint8Array[],
): AsyncGenerator<Line> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let [rest, at] = ["", 0];
  let begins: Line["begins"] = "paragraph";
  const linesOf = function* linesOf(chunk: string): Generator<Line> {
    let start = 0;
    for (;;) {
      const window = chunk.slice(start, start + longestPiece);
      const end = window.indexOf("\n");
      if (end < 0 && window.length < longestPiece) break;
      const line = end < 0 ? wholePoints(window) : window.slice(0, end);
      const text = line.trimEnd();
      if (text !== "") yield { text, at, begins };
      at += codePoints(line) + (end < 0 ? 0 : 1);
      const isBlank = text === "" && begins !== "rest";
      begins = end < 0 ? "rest" : isBlank ? "paragraph" : "line";
      start += end < 0 ? line.length : end + 1;
    }
    rest = chunk.slice(start);
  };
  for await (const piece of text)
    yield* linesOf(rest + decoded(() => decoder.decode(piece, { stream: true })));
  yield* linesOf(`${rest}${decoded(() => decoder.decode())}\n`);
}

function decoded(decode: () => string): string {
  try {
    return decode();
  } catch (cause) {
    throw new ManuscriptError("undecodable", { cause });
  }
}

export function codePoints(text: string): number {
  return text.length - (text.match(/[\u{10000}-\u{10FFFF}]/gu)?.length ?? 0);
}

/** Leaves out half a code point at the end. */
function wholePoints(text: string): string {
  return /[\uD800-\uDBFF]$/u.test(text) ? text.slice(0, -1) : text;
}

/** UTF-16 units. */
const longestPiece = 64 * 1024;

/** The measures of a paragraph for comparing two texts: none of its words are kept. */
export type Paragraph = {
  /** The code points of the text before it. */
  readonly at: number;
  readonly characters: number;
  /** A hash of 32 bits, equal for equal lines. */
  readonly hash: number;
  /** A sum over its numbers in figures, which few translators change; 0 for none. */
  readonly numbers: number;
};

/** The paragraphs of a text: each line as one, or each block between blank lines. */
export type Outline = {
  readonly lines: readonly Paragraph[];
  readonly blocks: readonly Paragraph[];
  /** True when lines are wrapped at a width, so that only a blank line ends a paragraph. */
  readonly isWrapped: boolean;
};

/** The most lines of a text that are compared: a few dozen novels. */
export const outlineLimit = 200_000;

/**
 * Reads the outline of a text. Lines without letters and digits (rules, rows of stars) are no
 * paragraphs: nobody misses them, and each publisher sets its own. Returns undefined for a text that
 * is too long. `look` gets every line.
 */
export async function outlineOf(
  text: Parameters<typeof readLines>[0],
  look?: (line: Line) => void,
): Promise<Outline | undefined> {
  const lines: Paragraph[] = [];
  const blocks: Paragraph[] = [];
  const breaks = { all: 0, afterSentence: 0, long: 0 };
  let before: string | undefined;
  for await (const line of readLines(text)) {
    look?.(line);
    const { text: written, at, begins } = line;
    if (begins !== "rest" && (!hasWords(written) || lines.length > outlineLimit)) {
      before = undefined;
      continue;
    }
    const one = measured(written.trimStart(), at);
    const isNext = begins === "line" && before !== undefined;
    lines.push(begins === "rest" ? joined(lines.pop(), one) : one);
    blocks.push(begins === "rest" || isNext ? joined(blocks.pop(), one) : one);
    if (isNext) {
      breaks.all += 1;
      if (sentenceEnd.test(before ?? "")) breaks.afterSentence += 1;
      if ((before ?? "").length > longestWrapped) breaks.long += 1;
    }
    before = written;
  }
  if (lines.length > outlineLimit) return undefined;
  const { all, afterSentence, long } = breaks;
  const isWrapped = all > blocks.length && 2 * afterSentence < all && 50 * long <= all;
  return { lines, blocks, isWrapped };
}

/** A text in memory, with its outline unless it is too long. */
export type Outlined = { readonly text: string; readonly outline: Outline | undefined };

/** @throws ManuscriptError "undecodable" */
export async function outlined(bytes: Uint8Array): Promise<Outlined> {
  const outline = await outlineOf([bytes]);
  return { text: new TextDecoder().decode(bytes), outline };
}

/** Returns parts of a text; ranges in code points. */
export function cutAt(text: string, ranges: Slice): readonly string[] {
  if (codePoints(text) === text.length) return ranges.map(({ from, to }) => text.slice(from, to));
  const points = Array.from(text);
  return ranges.map(({ from, to }) => points.slice(from, to).join(""));
}

/**
 * Returns the paragraphs of a text and of its translation. A stanza or a speech of several lines may
 * have come back as one line.
 */
export function paragraphsOf(source: Outline, result: Outline) {
  const pick = ({ lines, blocks, isWrapped }: Outline) => (isWrapped ? blocks : lines);
  const [ours, theirs] = [pick(source), pick(result)];
  const isNear = ({ length }: readonly Paragraph[]) =>
    Math.abs(length - theirs.length) <= length / 50;
  return [isNear(ours) || !isNear(source.blocks) ? ours : source.blocks, theirs] as const;
}

export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

function joined(before: Paragraph | undefined, line: Paragraph): Paragraph {
  if (before === undefined) return line;
  const { at, characters, hash, numbers } = before;
  return {
    at,
    characters: characters + line.characters,
    hash: (Math.imul(hash, 31) + line.hash) | 0,
    numbers: (numbers + line.numbers) | 0,
  };
}

function measured(text: string, at: number): Paragraph {
  return { at, characters: codePoints(text), hash: hashOf(text), numbers: numbersIn(text) };
}

/** Hashes by FNV-1a over the text's UTF-16 units. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5 | 0;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash;
}

/** Sums up numbers. Roman ones count in headings only, because “I” is a word. */
function numbersIn(text: string): number {
  const numbers = text.match(text.length < longestHeading ? /\d+|\b[IVXLCІХ]+\b/gu : /\d+/gu) ?? [];
  return numbers.reduce((sum, number) => (sum + hashOf(number)) | 0, 0);
}

const sentenceEnd = /[.!?…:。！？：」』”’"'»›)）*_]$/u;
const longestWrapped = 100;
const longestHeading = 30;
