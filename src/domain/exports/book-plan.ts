import type { ExistingRun } from "#domain/claim.ts";
import { coveringRuns } from "#domain/coverage.ts";
import { codePoints, cutAt, type Outline } from "#domain/delivery/lines.ts";
import type { Manuscript } from "#domain/manuscript.ts";
import type { Quote } from "#domain/quote.ts";
import { contains, type Slice, unitsOf, wholeOf } from "#domain/slice.ts";

import type { Pair } from "./bilingual.ts";

/** A finished run, with the text that it translated; newer ones first. */
export type BookRun = {
  readonly key: string;
  readonly manuscript: Manuscript;
  /** Undefined: the whole of that text. */
  readonly slice: Slice | undefined;
  /** The names of its chapters, needed when its text is not the book's. */
  readonly names: readonly string[];
};

type Range = Slice[number];

/**
 * A stretch of the book, in code points of the text that was sent with the run of this key;
 * undefined: of the original, because no run translated it.
 */
export type BookPiece = Range & { readonly key: string | undefined };

/** Chooses the run that each chapter of a book comes from, in the book's order. */
export function planBook(
  { manuscript, names }: { readonly manuscript: Manuscript; readonly names: BookRun["names"] },
  runs: readonly BookRun[],
): readonly BookPiece[] {
  const pieces: BookPiece[] = [];
  for (const [index, unit] of unitsOf(manuscript).entries()) {
    const candidates = runs.flatMap((run): readonly BookPiece[] => {
      const isSame = run.manuscript.textSha256 === manuscript.textSha256;
      const range = isSame ? unit : chapterNamed(names[index] ?? "", run);
      const from = range && placeIn(run.slice ?? wholeOf(run.manuscript), range);
      if (range === undefined || from === undefined) return [];
      return [{ key: run.key, from, to: from + range.to - range.from }];
    });
    const piece = candidates[0] ?? { key: undefined, ...unit };
    const last = pieces.at(-1);
    // What follows in the same body is not cut there.
    if (last?.key === piece.key && last?.to === piece.from)
      pieces.splice(-1, 1, { ...last, to: piece.to });
    else pieces.push(piece);
  }
  return pieces;
}

function chapterNamed(name: string, { manuscript, names }: BookRun): Range | undefined {
  const chapter = name === "" ? undefined : manuscript.chapters[names.indexOf(name)];
  return chapter && { from: chapter.start, to: chapter.start + chapter.characters };
}

/** Where a range begins in the body of a slice; undefined when the slice lacks some of it. */
function placeIn(slice: Slice, range: Range): number | undefined {
  let before = 0;
  for (const one of slice) {
    if (contains([one], range)) return before + range.from - one.from;
    before += one.to - one.from;
  }
  return undefined;
}

/** The finished translations that have some of the text, newest first. */
export function finishedRuns(quote: Quote): readonly ExistingRun[] {
  return coveringRuns(quote, "translation").filter(({ status }) => status === "done");
}

/**
 * Cuts out the translations of ranges, in code points of the text that was sent. Undefined when a range
 * begins within paragraphs that were paired as one: a cut there would lose words.
 */
export function cutTranslation(
  { text, source, pairs }: Body,
  ranges: Slice,
): readonly string[] | undefined {
  const placeOf = (at: number): number | undefined => {
    const first = source.lines.find((line) => line.at >= at);
    if (first === undefined) return codePoints(text);
    return at === 0 ? 0 : pairs.find((pair) => pair.at === first.at)?.targetAt;
  };
  const slice = ranges.flatMap((range) => {
    const [from, to] = [placeOf(range.from), placeOf(range.to)];
    return from === undefined || to === undefined ? [] : [{ from, to }];
  });
  return slice.length === ranges.length ? cutAt(text, slice) : undefined;
}

type Body = {
  readonly text: string;
  /** That of the text that was sent. */
  readonly source: Outline;
  readonly pairs: readonly Pair[];
};

/** Joins texts so that each begins in a paragraph of its own. */
export function joinParts(parts: readonly string[]): string {
  return `${parts.map((part) => part.trimEnd()).join("\n\n")}\n`;
}
