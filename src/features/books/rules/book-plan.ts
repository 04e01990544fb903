import type { CoveringRun } from "../../../core/claim.ts";
import { coveringRuns } from "../../../core/coverage.ts";
import type { Manuscript } from "../../../core/manuscript.ts";
import { manuscriptOf, type Quote } from "../../../core/quote.ts";
import { holds, sliceOf, type Slice, unitsOf, wholeOf } from "../../../core/slice.ts";
import { codePoints, hasWords, type Line } from "../../delivery/rules/lines.ts";
import type { Pair } from "../../exports/rules/bilingual.ts";

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

/** A stretch of the book, in code points of the text that was sent with a run, or of the original. */
export type Piece = (
  | { readonly kind: "translated"; readonly key: string }
  | { readonly kind: "original" }
) &
  Range;

export type BookPlan = {
  readonly pieces: readonly Piece[];
  readonly missing: Slice;
};

/** Chooses the run that each chapter of a book comes from, in the book's order. */
export function planBook(
  manuscript: Manuscript,
  names: readonly string[],
  runs: readonly BookRun[],
): BookPlan {
  const parts = unitsOf(manuscript).map((unit, index) => ({
    unit,
    piece: pieceOf(unit, { text: manuscript.textSha256, name: names[index] ?? "", runs }),
  }));
  const missing = sliceOf(
    parts.flatMap(({ unit, piece }) => (piece.kind === "original" ? [unit] : [])),
  );
  return { pieces: joined(parts.map(({ piece }) => piece)), missing };
}

type Sought = { readonly text: string; readonly name: string; readonly runs: readonly BookRun[] };

function pieceOf(unit: Range, { text, name, runs }: Sought): Piece {
  for (const run of runs) {
    const range = run.manuscript.textSha256 === text ? unit : chapterNamed(name, run);
    const from = range && placeIn(run.slice ?? wholeOf(run.manuscript), range);
    if (range === undefined || from === undefined) continue;
    return { kind: "translated", key: run.key, from, to: from + range.to - range.from };
  }
  return { kind: "original", ...unit };
}

function chapterNamed(name: string, { manuscript, names }: BookRun): Range | undefined {
  const chapter = name === "" ? undefined : manuscript.chapters[names.indexOf(name)];
  return chapter && { from: chapter.start, to: chapter.start + chapter.characters };
}

/** Where a range begins in the body of a slice; undefined when the slice lacks some of it. */
function placeIn(slice: Slice, range: Range): number | undefined {
  let before = 0;
  for (const one of slice) {
    if (holds([one], range)) return before + range.from - one.from;
    before += one.to - one.from;
  }
  return undefined;
}

/** Merges pieces that follow each other in the same body, so that it is not cut there. */
function joined(pieces: readonly Piece[]): readonly Piece[] {
  const all: Piece[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    const isNext =
      last !== undefined && sourceOf(last) === sourceOf(piece) && last.to === piece.from;
    if (isNext) all[all.length - 1] = { ...last, to: piece.to };
    else all.push(piece);
  }
  return all;
}

function sourceOf(piece: Piece): string {
  return piece.kind === "translated" ? piece.key : "";
}

/** The finished translations that have some of the text, newest first. */
export function finishedRuns(quote: Quote): readonly CoveringRun[] {
  return coveringRuns(quote, "translation").filter(({ status }) => status === "done");
}

/** Returns true when all of the text was translated, but in several runs. */
export function isWholeInParts(quote: Quote): boolean {
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined) return false;
  const runs = finishedRuns(quote).filter(({ isShared }) => isShared);
  const units = unitsOf(manuscript);
  const isAll = units.every((unit) => runs.some(({ slice }) => holds(slice, unit)));
  return isAll && !runs.some(({ slice }) => units.every((unit) => holds(slice, unit)));
}

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
  const first = source.find((line) => line.at >= at && hasWords(line.text));
  const pair = pairs.find((one) => one.at >= at);
  return first !== undefined && pair?.at === first.at ? pair.targetAt : undefined;
}

function isBehind(source: readonly Line[], at: number): boolean {
  return !source.some((line) => line.at >= at && hasWords(line.text));
}

export function cutAt(text: string, ranges: Slice): readonly string[] {
  if (codePoints(text) === text.length) return ranges.map(({ from, to }) => text.slice(from, to));
  const points = Array.from(text);
  return ranges.map(({ from, to }) => points.slice(from, to).join(""));
}

/** Joins texts so that each begins in a paragraph of its own. */
export function joinParts(parts: readonly string[]): string {
  return `${parts.map((part) => part.trimEnd()).join("\n\n")}\n`;
}
