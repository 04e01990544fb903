import { isShifted } from "./is-shifted.ts";

export type Matched =
  /** The new text of each block; undefined for a blank block, which stays. */
  | { readonly status: "matched"; readonly texts: readonly (string | undefined)[] }
  /** The count of paragraphs in each. */
  | { readonly status: "unmatched"; readonly book: number; readonly translation: number };

/**
 * Finds the paragraphs of a translation that belong to the blocks of its document, one to one and
 * in order.
 *
 * Not in the contract: blank lines in a result. Paragraphs may come back with a blank line between
 * them, as they were sent, or as one line each. In doubt there is no match: a wrong one would put
 * every following paragraph in the place of another.
 */
export function matchParagraphs(blocks: readonly string[], translation: string): Matched {
  for (const { cut, joint } of readings) {
    const wanted = blocks.map((block) => cut(block).length);
    const found = cut(translation);
    if (found.length !== sum(wanted)) continue;
    const texts = deal(found, wanted, joint);
    if (areLikely(blocks, texts)) return { status: "matched", texts };
  }
  const [{ cut }] = readings;
  const book = sum(blocks.map((block) => cut(block).length));
  return { status: "unmatched", book, translation: cut(translation).length };
}

const readings = [
  { cut: (text: string) => cutAt(text, /\n(?:[^\S\n]*\n)+/u), joint: "\n\n" },
  { cut: (text: string) => cutAt(text, /\n+/u), joint: "\n" },
] as const;

/**
 * Cuts a text at its gaps; a paragraph may contain one itself. Blank pieces are dropped, because
 * translations easily lose them.
 */
function cutAt(text: string, gap: RegExp): readonly string[] {
  return text
    .replaceAll(/\r\n?/gu, "\n")
    .split(gap)
    .filter((paragraph) => /\S/u.test(paragraph))
    .map((paragraph) => paragraph.replaceAll(/^[ \t\n]+|(?<![ \t\n])[ \t\n]+$/gu, ""));
}

function deal(
  found: readonly string[],
  wanted: readonly number[],
  joint: string,
): readonly (string | undefined)[] {
  let next = 0;
  return wanted.map((count) => {
    const own = found.slice(next, next + count);
    next += count;
    return count === 0 ? undefined : own.join(joint);
  });
}

function areLikely(blocks: readonly string[], texts: readonly (string | undefined)[]): boolean {
  const known = new Set(blocks.flatMap(marksIn));
  const pairs = blocks.flatMap((block, index) => {
    const text = texts[index];
    return text === undefined ? [] : [{ block, text }];
  });
  const isAstray = ({ block, text }: Pair): boolean =>
    isWords(block) !== isWords(text) ||
    marksIn(text).some((mark) => known.has(mark) && !block.includes(mark));
  // An unchanged paragraph is in its place, and says nothing about the growth of a translation.
  const moved = pairs.filter(({ block, text }) => block.trim() !== text);
  const before = moved.map(({ block }) => block.length);
  const after = moved.map(({ text }) => text.length);
  return !pairs.some(isAstray) && !isShifted(before, after);
}

type Pair = { readonly block: string; readonly text: string };

/** Returns the marks of notes, which stay in their paragraph. */
function marksIn(text: string): readonly string[] {
  return text.match(/\[\d+\]/gu) ?? [];
}

/**
 * Returns false for a scene break, which never becomes a sentence, nor a sentence a scene break.
 */

function isWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

function sum(counts: readonly number[]): number {
  return counts.reduce((all, count) => all + count, 0);
}
