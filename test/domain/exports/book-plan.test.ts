import { describe, expect, test } from "vitest";

import { type BookRun, planBook } from "#domain/exports/book-plan.ts";
import type { Chapter } from "#domain/slice.ts";

import { aManuscript } from "../../builders.ts";

const names = ["one", "two", "three", "four"];

/** Chapters of 100 characters each. */
function chaptersOf(count: number): readonly Chapter[] {
  return Array.from({ length: count }, (_, index) => ({
    title: `Chapter ${index + 1}`,
    start: 100 * index,
    characters: 100,
  }));
}

const book = aManuscript({ characters: 400, chapters: [...chaptersOf(4)] });
const older = aManuscript({
  characters: 200,
  textSha256: "b".repeat(64),
  chapters: [...chaptersOf(2)],
});

function aRun(key: string, changes: Partial<BookRun> = {}): BookRun {
  return { key, manuscript: book, slice: undefined, names, ...changes };
}

describe("where the chapters of a book come from", () => {
  test("chapters that follow each other in the same run are one piece, and are not cut", () => {
    const runs = [
      aRun("later", { slice: [{ from: 200, to: 400 }] }),
      aRun("earlier", { slice: [{ from: 0, to: 200 }] }),
    ];

    expect(planBook({ manuscript: book, names }, runs)).toEqual([
      { key: "earlier", from: 0, to: 200 },
      { key: "later", from: 0, to: 200 },
    ]);
  });

  test("the newest translation of a chapter is taken, wherever it is in what was sent", () => {
    const runs = [
      aRun("again", {
        slice: [
          { from: 0, to: 100 },
          { from: 300, to: 400 },
        ],
      }),
      aRun("whole"),
    ];

    expect(planBook({ manuscript: book, names }, runs)).toEqual([
      { key: "again", from: 0, to: 100 },
      { key: "whole", from: 100, to: 300 },
      { key: "again", from: 100, to: 200 },
    ]);
  });

  test("chapters of another text are known by their names, in whatever order they are there", () => {
    const runs = [aRun("other", { manuscript: older, names: ["three", "one"] })];

    expect(planBook({ manuscript: book, names }, runs)).toEqual([
      { key: "other", from: 100, to: 200 },
      { key: undefined, from: 100, to: 200 },
      { key: "other", from: 0, to: 100 },
      { key: undefined, from: 300, to: 400 },
    ]);
  });

  test("a chapter without a name is not looked for in other texts", () => {
    const runs = [aRun("other", { manuscript: older, names: ["", ""] })];

    expect(planBook({ manuscript: book, names: ["", "", "", ""] }, runs)).toEqual([
      { key: undefined, from: 0, to: 400 },
    ]);
  });
});
