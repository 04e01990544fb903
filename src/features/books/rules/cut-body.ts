import { type Line, codePoints } from "../../../core/lines.ts";
import type { Slice } from "../../../core/slice.ts";
import type { Pair } from "../../exports/rules/pair-texts.ts";

/**
 * Cuts out the translations of ranges, in code points of the text that was sent. Undefined when a range
 * begins within paragraphs that were paired as one: a cut there would lose words.
 */
export function cutTranslation(
  { text, source, pairs }: Body,
  ranges: Slice,
): readonly string[] | undefined {
  const placed = ranges.map(({ from, to }) => ({
    from: from === 0 ? 0 : placeOf({ source, pairs }, from),
    to: placeOf({ source, pairs }, to) ?? (isBehind(source, to) ? codePoints(text) : undefined),
  }));
  const slice = placed.flatMap(({ from, to }) =>
    from === undefined || to === undefined ? [] : [{ from, to }],
  );
  return slice.length === ranges.length ? cutAt(text, slice) : undefined;
}

type Body = {
  readonly text: string;
  /** The text that was sent. */
  readonly source: readonly Line[];
  readonly pairs: readonly Pair[];
};

/** Returns the place in the translation of a place in the source; undefined when no pair begins there. */
function placeOf({ source, pairs }: Omit<Body, "text">, at: number): number | undefined {
  const first = source.find((line) => line.at >= at && hasWords(line));
  const pair = pairs.find((one) => one.at >= at);
  return first !== undefined && pair?.at === first.at ? pair.targetAt : undefined;
}

function isBehind(source: readonly Line[], at: number): boolean {
  return !source.some((line) => line.at >= at && hasWords(line));
}

function hasWords({ text }: Line): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** Cuts ranges out of a text, in code points. */
export function cutAt(text: string, ranges: Slice): readonly string[] {
  if (codePoints(text) === text.length) return ranges.map(({ from, to }) => text.slice(from, to));
  const points = Array.from(text);
  return ranges.map(({ from, to }) => points.slice(from, to).join(""));
}

/** Joins texts so that each begins in a paragraph of its own. */
export function joinParts(parts: readonly string[]): string {
  return `${parts.map((part) => part.trimEnd()).join("\n\n")}\n`;
}
