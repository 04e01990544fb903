type Matched =
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
  for (const { gap, joint } of readings) {
    const lengths = blocks.map((block) => cutAt(block, gap).length);
    const pieces = cutAt(translation, gap);
    if (pieces.length !== sum(lengths)) continue;
    const texts = deal(pieces, lengths, joint);
    if (areLikely(blocks, texts)) return { status: "matched", texts };
  }
  const count = (text: string): number => cutAt(text, blankLines).length;
  return { status: "unmatched", book: sum(blocks.map(count)), translation: count(translation) };
}

const blankLines = /\n(?:[^\S\n]*\n)+/u;
const readings = [
  { gap: blankLines, joint: "\n\n" },
  { gap: /\n+/u, joint: "\n" },
];

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
  pieces: readonly string[],
  lengths: readonly number[],
  joint: string,
): readonly (string | undefined)[] {
  let next = 0;
  return lengths.map((count) => {
    const own = pieces.slice(next, next + count);
    next += count;
    return count === 0 ? undefined : own.join(joint);
  });
}

function areLikely(blocks: readonly string[], texts: readonly (string | undefined)[]): boolean {
  const marks = new Set(blocks.flatMap(marksIn));
  const pairs = blocks.flatMap((block, index) => {
    const text = texts[index];
    return text === undefined ? [] : [{ block, text }];
  });
  const isUnexpected = ({ block, text }: { block: string; text: string }): boolean =>
    isWords(block) !== isWords(text) ||
    marksIn(text).some((mark) => marks.has(mark) && !marksIn(block).includes(mark));
  // An unchanged paragraph is in its place, and says nothing about the growth of a translation.
  const moved = pairs.filter(({ block, text }) => block.trim() !== text);
  const before = moved.map(({ block }) => block.length);
  const after = moved.map(({ text }) => text.length);
  return !pairs.some(isUnexpected) && !isShifted(before, after);
}

/** Returns the marks of notes, which stay in their paragraph. A linked number has signs, which may be lost. */
function marksIn(text: string): readonly string[] {
  return text.replaceAll(/[*_\\]/gu, "").match(/\[\d+\]/gu) ?? [];
}

/** A scene break never becomes a sentence, nor a sentence a scene break. */
function isWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

function sum(counts: readonly number[]): number {
  return counts.reduce((all, count) => all + count, 0);
}

/**
 * Returns true when paragraphs of a translation seem to be beside the wrong ones, although the
 * counts are equal: two were joined in one place and one was divided in another. Adds up, along the
 * text, how much better each would fit beside its neighbours, or how badly it fits at all. A misfit
 * is how far a paragraph's growth is from that of the whole, as a multiple of the usual one: in a
 * translation whose lengths scatter widely, it proves less. Of 705 made-up translations of 47
 * novels, whose lengths scattered by 5 to 50 %, none was wrongly taken for shifted. At 12 % a shift
 * of 5 paragraphs was found in 3 of 4, one of 10 always; at 40 % one of 20 in 137 of 141, one of 40
 * always.
 */
export function isShifted(before: readonly number[], after: readonly number[]): boolean {
  const ratio = sum(after) / sum(before);
  const distance = (i: number, j: number): number =>
    Math.abs(Math.log(((after[j] ?? 0) / ratio + damping) / ((before[i] ?? 0) + damping)));
  const distances = before.map((_, i) => distance(i, i)).sort((one, other) => one - other);
  const middle = distances[distances.length >> 1] ?? 0;
  const usual = Math.min(Math.max(middle, leastUsual), mostUsual);
  const misfit = (i: number, j: number): number =>
    j in after ? Math.min(worst, distance(i, j) / usual) : worst;
  const beside = [-3, -2, -1, 1, 2, 3].map((offset) => (i: number) => misfit(i, i + offset));
  return [() => bad, ...beside].some((other) => {
    let sum = 0;
    return before.some((_, i) => (sum = Math.max(0, sum + misfit(i, i) - other(i))) > enough);
  });
}

/** Characters added to each length: in a short paragraph, a word more or less says nothing. */
const damping = 24;
/** Logarithms of ratios. Where more is usual, the whole is shifted. */
const [leastUsual, mostUsual] = [0.07, 0.2];
/** Misfits. The worst of one paragraph, or of two, is never enough evidence. */
const [bad, worst, enough] = [3, 9, 22];
