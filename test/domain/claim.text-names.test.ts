import { expect, test } from "vitest";

import { type TextNames, namesIn, indexedNamesOf } from "#domain/claim.ts";

import { aManuscript } from "../builders.ts";

const names: TextNames = {
  whole: "whole",
  chapters: ["one", "two", "three"],
  prints: [
    { print: "d", at: 0 },
    { print: "c", at: 99 },
    { print: "b", at: 100 },
    { print: "a", at: 250 },
  ],
};

const book = aManuscript({
  characters: 300,
  chapters: [0, 100, 200].map((start) => ({ title: "", start, characters: 100 })),
});

const all = [
  { name: "one", from: 0, to: 100 },
  { name: "two", from: 100, to: 200 },
  { name: "three", from: 200, to: 300 },
];

test.each([
  ["the whole", undefined, all, ["d", "c", "b", "a"]],
  ["one chapter", [{ from: 100, to: 200 }], all.slice(1, 2), ["b"]],
  [
    "two that do not stand together",
    [
      { from: 0, to: 100 },
      { from: 200, to: 300 },
    ],
    [all[0], all[2]],
    ["d", "c", "a"],
  ],
  ["a piece of a chapter", [{ from: 0, to: 99 }], [], ["d"]],
  [
    "ranges that meet within a chapter",
    [
      { from: 0, to: 150 },
      { from: 150, to: 200 },
    ],
    all.slice(0, 2),
    ["d", "c", "b"],
  ],
  ["nothing", [], [], []],
])("the names in a slice: %s", (_, slice, chapters, prints) => {
  expect(namesIn(names, book, slice)).toEqual({ chapters, prints });
});

test("a chapter that could not be named is not known again", () => {
  expect(namesIn({ ...names, chapters: ["one", "", "three"] }, book).chapters).toEqual([
    all[0],
    all[2],
  ]);
});

test("a text without chapters is known by its prints alone", () => {
  expect(namesIn({ ...names, chapters: [] }, aManuscript(), [{ from: 0, to: 100 }])).toEqual({
    chapters: [],
    prints: ["d", "c"],
  });
});

test("a sketch is the whole's name, then the smallest of the others, each once", () => {
  const prints = Array.from({ length: 60 }, (_, n) => ({ print: `p${100 + n}`, at: n }));
  const chapters = ["p100", "whole", "p000"];

  const indexedNames = indexedNamesOf({ whole: "whole", chapters, prints: prints.toReversed() });

  expect(indexedNames).toEqual(["whole", "p000", ...prints.slice(0, 31).map(({ print }) => print)]);
});
