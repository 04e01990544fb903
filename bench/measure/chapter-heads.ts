import { Buffer } from "node:buffer";

import { chaptersOf } from "../../src/manuscripts/text/chapters.ts";
import { createHeadingFinder } from "../../src/manuscripts/text/find-headings.ts";
import type { Heading } from "../../src/manuscripts/text/heading.ts";

/** A plain text, with its heads in order as people marked them. */
export type MarkedText = {
  readonly name: string;
  readonly text: string;
  readonly heads: readonly string[];
};

/**
 * Compares Galley's chapters with the marked heads. Heads with no text between them are one; a head
 * may span lines.
 */
export function chaptersFound({ text, heads }: MarkedText) {
  const finder = createHeadingFinder();
  finder.add(Buffer.from(text));
  const characters = Array.from(text).length;
  const chapters = chaptersOf(finder.close(), characters);
  const wanted = placesOf(text, heads);
  const found = wanted.filter(({ start, end }, index) =>
    chapters.some((chapter, nth) =>
      index === 0 && nth === 0
        ? end > chapter.start
        : chapter.start >= start - betweenHeads && chapter.start < end,
    ),
  ).length;
  const longest = Math.max(0, ...chapters.map((chapter) => chapter.characters));
  const starts = [...wanted.map(({ start }) => start), characters];
  const longestWanted = Math.max(...starts.map((start, nth) => (starts[nth + 1] ?? start) - start));
  return {
    isRight: found === wanted.length && chapters.length === wanted.length,
    isLessThanHalf: chapters.length > 0 && 2 * found < wanted.length,
    isTooLong: characters > 100_000 && 3 * longest > characters && longest > 2 * longestWanted,
  };
}

type Place = Pick<Heading, "start" | "end">;

function placesOf(text: string, heads: readonly string[]): readonly Place[] {
  const lines = linesOf(text);
  const places: Place[] = [];
  let from = 0;
  for (const head of heads) {
    const at = lines.findIndex((_, index) => index >= from && lastOf(lines, index, head) > 0);
    if (at < 0) continue;
    from = lastOf(lines, at, head);
    const place = { start: lines[at]?.start ?? 0, end: lines[from - 1]?.end ?? 0 };
    const before = places.at(-1);
    if (before !== undefined && place.start - before.end < betweenHeads / 10) {
      places.splice(-1, 1, { start: before.start, end: place.end });
    } else places.push(place);
  }
  return places;
}

/** Returns the index of the line after the head; 0 when the head does not begin at this line. */
function lastOf(lines: readonly Line[], at: number, head: string): number {
  let key = "";
  for (let index = at; index < at + mostLines; index += 1) {
    key += lines[index]?.key ?? "";
    if (key === keyOf(head)) return index + 1;
    if (!keyOf(head).startsWith(key)) return 0;
  }
  return 0;
}

type Line = Place & { readonly key: string };

function linesOf(text: string): readonly Line[] {
  let start = 0;
  const lines = text.split("\n").map((line) => {
    const own = { key: keyOf(line), start, end: start + Array.from(line).length + 1 };
    start = own.end;
    return own;
  });
  return lines.filter(({ key }) => key !== "");
}

function keyOf(line: string): string {
  return line.replaceAll(/[^\p{L}\p{N}]/gu, "").toLowerCase();
}

const mostLines = 6;
const betweenHeads = 60;
