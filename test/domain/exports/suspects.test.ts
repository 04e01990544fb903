import { describe, expect, test } from "vitest";

import type { Doubt } from "#domain/exports/bilingual.ts";
import { findSuspects } from "#domain/exports/suspects.ts";

import { aNovel, inFrench } from "../a-novel.ts";

const none = { glossary: {}, forbidden: [] };
const ours = aNovel().flat();
const theirs = inFrench(aNovel()).flat();

/** Returns the novel beside its translation, with changes to some paragraphs. */
function rowsWith(changes: Readonly<Record<number, readonly [source: string, target: string]>>) {
  return ours.map((source, at) => {
    const [before, after] = changes[at] ?? [source, theirs[at] ?? ""];
    return { at, source: before, target: after };
  });
}

const long = ours.findIndex(({ length }) => length > 200);
const text = ours[long] ?? "";
const french = theirs[long] ?? "";

test("a translation that is as it should be has nothing to look at", () => {
  expect(
    findSuspects(rowsWith({}), { ...none, glossary: { "Salt Clock": "Horloge de sel" } }),
  ).toEqual([]);
});

describe("a paragraph is looked at first", () => {
  test.for<readonly [string, readonly [string, string], Doubt]>([
    ["that has no translation", [text, ""], { why: "missing" }],
    ["that breaks off", [text, french.slice(0, 60)], { why: "length" }],
    ["that goes on and on", [text, french.repeat(4)], { why: "length" }],
    ["that was left as it is", [text, text], { why: "untranslated" }],
    [
      "that lost its numbers",
      [`In 1,848 and 77. ${text}`, `En 1 848. ${french}`],
      { why: "numbers", words: ["77"] },
    ],
    [
      "that has not the agreed words",
      [`The Salt Clock. ${text}`, `La pendule. ${french}`],
      { why: "terms", words: ["Salt Clock"] },
    ],
    [
      "that uses a forbidden term",
      [`A clock. ${text}`, `Une pendule de mer. ${french}`],
      { why: "forbidden", words: ["Pendule de Mer"] },
    ],
  ])("%s", ([, row, doubt], { expect }) => {
    const glossary = { "Salt Clock": "Horloge de sel" };

    expect(
      findSuspects(rowsWith({ [long]: row }), { glossary, forbidden: ["Pendule de Mer"] }),
    ).toEqual([{ row: long, doubts: [doubt] }]);
  });

  test("that has the translation of another, and so is that one", () => {
    const found = findSuspects(
      rowsWith({ [long]: [text, french], 7: [ours[7] ?? "", french] }),
      none,
    );

    expect(found.map(({ row }) => row).toSorted((one, other) => one - other)).toEqual([long, 7]);
  });

  test("that still has the script of the original", () => {
    const chinese = ours.map((source, at) => ({
      at,
      source,
      target: String.fromCodePoint(0x4e00 + at) + "海".repeat(Math.round(source.length / 3)),
    }));
    const half = `${"海".repeat(40)}${text.slice(0, 40)}`;

    const found = findSuspects(chinese.with(long, { at: long, source: text, target: half }), none);

    expect(found).toMatchObject([{ row: long, doubts: [{ why: "untranslated" }] }]);
  });
});

test("what is worse comes first", () => {
  const rows = rowsWith({ [long]: [`In 1848. ${text}`, french], 90: [ours[90] ?? "", ""] });

  expect(findSuspects(rows, none).map(({ row }) => row)).toEqual([90, long]);
});

test("a word within another one is no term", () => {
  const rows = rowsWith({ [long]: [`A banana. ${text}`, `Un fruit. ${french}`] });

  expect(findSuspects(rows, { ...none, glossary: { Ana: "Anne" } })).toEqual([]);
});
