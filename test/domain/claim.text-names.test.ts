import { expect, test } from "vitest";

import {
  type TextNames,
  byCodeUnits,
  indexedNamesOf,
  namesForQuotes,
  namesIn,
  textNamesKey,
} from "#domain/claim.ts";
import { packPlaced, widestBound } from "#domain/fingerprints.ts";

import { aManuscript } from "../builders.ts";

const names: TextNames = {
  whole: "whole",
  chapters: ["one", "two", "three"],
  fingerprints: placed([4, 0], [3, 99], [2, 100], [1, 250]),
};

function placed(...prints: readonly (readonly [rank: number, at: number])[]) {
  return packPlaced(
    widestBound,
    prints.map(([rank, at]) => ({ rank, at, check: 7, span: 40 })),
  );
}

/** Returns the ranks that a claim keeps. */
function ranksIn({ list }: { readonly list: string } = { list: "" }): readonly number[] {
  const bytes = Buffer.from(list, "base64");
  return Array.from({ length: bytes.length / 6 }, (_, n) => bytes.readUInt32LE(4 * n));
}

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
  ["the whole", undefined, all, [1, 2, 3, 4]],
  ["one chapter", [{ from: 100, to: 200 }], all.slice(1, 2), [2]],
  [
    "two that do not stand together",
    [
      { from: 0, to: 100 },
      { from: 200, to: 300 },
    ],
    [all[0], all[2]],
    [1, 3, 4],
  ],
  ["a piece of a chapter", [{ from: 0, to: 99 }], [], [4]],
  [
    "ranges that meet within a chapter",
    [
      { from: 0, to: 150 },
      { from: 150, to: 200 },
    ],
    all.slice(0, 2),
    [2, 3, 4],
  ],
  ["nothing", [], [], []],
])("the names in a slice: %s", (_, slice, chapters, ranks) => {
  const found = namesIn(names, book, slice);

  expect(found.chapters).toEqual(chapters);
  expect(ranksIn(found.fingerprints)).toEqual(ranks);
});

test("a chapter that could not be named is not known again", () => {
  expect(namesIn({ ...names, chapters: ["one", "", "three"] }, book).chapters).toEqual([
    all[0],
    all[2],
  ]);
});

test("a text without chapters is known by its fingerprints alone", () => {
  const found = namesIn({ ...names, chapters: [] }, aManuscript(), [{ from: 0, to: 100 }]);

  expect(found.chapters).toEqual([]);
  expect(ranksIn(found.fingerprints)).toEqual([3, 4]);
});

test("a sketch is the whole's name, those of chapters, and the smallest ranks, each once", () => {
  const prints = Array.from({ length: 60 }, (_, n) => [n + 1, n] as const);
  const chapters = ["p100", "whole", "", "p000"];

  const found = indexedNamesOf({
    whole: "whole",
    chapters,
    fingerprints: placed(...prints.toReversed()),
  });

  const ranks = prints.slice(0, 32).map(([rank]) => `r${rank.toString(36)}`);
  expect(found).toEqual(["whole", "p000", "p100", ...ranks]);
});

test("a text is found by its smallest ranks, each once, whatever their order", () => {
  const ranks = Array.from({ length: 500 }, (_, n) => (n * 7919) % 4001);
  const prints = [...ranks, ...ranks.toReversed()].map((rank, at) => [rank, at] as const);
  const indexed = indexedNamesOf({ whole: "", chapters: [], fingerprints: placed(...prints) });

  const smallest = ranks.toSorted((one, other) => one - other).slice(0, 32);
  expect(indexed).toEqual(smallest.map((rank) => `r${rank.toString(36)}`));
});

test("a sketch has at most 32 chapters, the same ones whatever their order", () => {
  const chapters = Array.from({ length: 40 }, (_, n) => `p${n + 100}`);
  const indexed = (some: readonly string[]) =>
    indexedNamesOf({ whole: "", chapters: some, fingerprints: undefined });

  expect(indexed(chapters)).toEqual(chapters.slice(0, 32));
  expect(indexed(chapters.toReversed())).toEqual(indexed(chapters));
});

test("open quotes are looked for by every name and rank, and by no empty name", () => {
  const chapters = ["one", "", "two"];

  expect(namesForQuotes({ ...names, chapters })).toEqual([
    "whole",
    "one",
    "two",
    "r4",
    "r3",
    "r2",
    "r1",
  ]);
  expect(namesForQuotes({ whole: "", chapters, fingerprints: undefined })).toEqual(["one", "two"]);
});

test("names are kept for a text as it is divided", () => {
  const { textSha256 } = book;
  const [first, ...rest] = book.chapters;
  const retitled = { ...book, chapters: book.chapters.map((one) => ({ ...one, title: "New" })) };
  const redivided = { ...book, chapters: first === undefined ? [] : [first, ...rest.slice(1)] };
  const keys = [book, redivided, { ...book, textSha256: "b" }].map(textNamesKey);

  expect(textNamesKey({ ...book, chapters: [] })).toBe(textSha256);
  expect(textNamesKey(retitled)).toBe(textNamesKey(book));
  expect(new Set([textSha256, ...keys]).size).toBe(4);
});

test("names are in the same order on every machine", () => {
  expect(["b", "é", "a", "Z"].toSorted(byCodeUnits)).toEqual(["Z", "a", "b", "é"]);
  expect(byCodeUnits("a", "a")).toBe(0);
});
