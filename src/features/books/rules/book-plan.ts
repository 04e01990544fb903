import type { CoveringRun } from "../../../core/claim.ts";
import { coveringRuns } from "../../../core/coverage.ts";
import type { Manuscript } from "../../../core/manuscript.ts";
import { type Quote, manuscriptOf } from "../../../core/quote.ts";
import { type Slice, holds, sliceOf, unitsOf, wholeOf } from "../../../core/slice.ts";

/** A finished run, with the text that it was made of; newer ones first. */
export type BookRun = {
  readonly key: string;
  readonly manuscript: Manuscript;
  /** Undefined: the whole of that text. */
  readonly slice: Slice | undefined;
  /** The names of its chapters, where it is another text than the book's. */
  readonly names: readonly string[];
};

type Range = Slice[number];

/** A stretch of the book: of what a run was sent, or as it is, in code points. */
export type Piece = (
  | { readonly kind: "translated"; readonly key: string }
  | { readonly kind: "original" }
) &
  Range;

export type BookPlan = {
  readonly pieces: readonly Piece[];
  /** What no run has translated. */
  readonly missing: Slice;
};

/** Which run each chapter of a book comes from, in the book's order. */
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

/** The same chapter in another text. */
function chapterNamed(name: string, { manuscript, names }: BookRun): Range | undefined {
  const chapter = name === "" ? undefined : manuscript.chapters[names.indexOf(name)];
  return chapter && { from: chapter.start, to: chapter.start + chapter.characters };
}

/** Where a range begins in a slice that was joined into one body; undefined where that does not have all of it. */
function placeIn(slice: Slice, range: Range): number | undefined {
  let before = 0;
  for (const one of slice) {
    if (holds([one], range)) return before + range.from - one.from;
    before += one.to - one.from;
  }
  return undefined;
}

/** What follows each other in the same body is one piece: it is not cut. */
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

/** Whether the text was translated in several runs, and all of it was. */
export function isWholeInParts(quote: Quote): boolean {
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined) return false;
  const runs = finishedRuns(quote).filter(({ isShared }) => isShared);
  const units = unitsOf(manuscript);
  const isAll = units.every((unit) => runs.some(({ slice }) => holds(slice, unit)));
  return isAll && !runs.some(({ slice }) => units.every((unit) => holds(slice, unit)));
}
