import { describe, expect, test } from "vitest";

import type { Coverage, ExistingRun, KnownUnit } from "#domain/claim.ts";
import {
  covered,
  existing,
  freeSlice,
  isBoughtBefore,
  knownText,
  namesOf as namesLookedFor,
} from "#domain/coverage.ts";
import type { Quote } from "#domain/quote.ts";
import type { Slice } from "#domain/slice.ts";

import { aCoverage, aCoveringRun, aPostedQuote, aQuote, aTask, noon } from "../builders.ts";
import { chapters, namesOf, text, undivided, upTo } from "./texts.ts";

/** Five chapters of 3,000 characters, of which other cards have so many each. */
function aBook(known: readonly number[], changes: Partial<Coverage> = {}): Quote {
  const manuscript = text("abcde");
  const { textSha256 } = manuscript;
  const units = known.flatMap((had, index): KnownUnit[] => {
    const [unit] = chapters(index + 1);
    return unit === undefined || had === 0 ? [] : [{ ...unit, known: had, bought: had }];
  });
  const coverage = aCoverage({ textSha256, units, ...changes });
  return aQuote({ reading: { status: "read", manuscript }, coverage });
}

describe("a chapter that other cards have for the most part", () => {
  test.each([
    ["is covered from nine tenths on", [2699, 2700, 0, 3000], [2, 4]],
    ["is covered by itself alone", [3000], [1]],
  ])("%s", (_, known, numbers) => {
    const free = [1, 2, 3, 4, 5].filter((number) => !numbers.includes(number));
    const joined = ({ from, to }: { from: number; to: number }) => [from, to];

    expect(covered(aBook(known)).map(joined)).toEqual(chapters(...numbers).map(joined));
    expect(free.every((number) => isFree(aBook(known), number))).toBe(true);
    expect(numbers.some((number) => isFree(aBook(known), number))).toBe(false);
  });

  test("is free where next to nothing of the text is known", () => {
    const short = text("abcdefgh", 500);
    const { textSha256 } = short;
    const quote = (known: number) =>
      aQuote({
        reading: { status: "read", manuscript: short },
        coverage: aCoverage({
          textSha256,
          units: [
            { from: 0, to: 500, known: 500, bought: 500 },
            { from: 500, to: 1000, known, bought: known },
          ],
        }),
      });

    expect([0, 1].map((known) => covered(quote(known)))).toEqual([[], [{ from: 0, to: 500 }]]);
  });

  test("is free for another language or text, whatever was looked up before", () => {
    expect(covered({ ...aBook([3000]), target: "de" })).toEqual([]);
    expect(covered(aPostedQuote())).toEqual([]);
  });
});

function isFree(quote: Quote, number: number): boolean {
  const [chapter] = chapters(number);
  return freeSlice(quote).some(
    ({ from, to }) => chapter !== undefined && from <= chapter.from && chapter.to <= to,
  );
}

describe("an offer names a run that is only similar", () => {
  const similar = (kind: ExistingRun["kind"], slice = chapters(2)) =>
    aCoveringRun({ kind, slice: [], known: { slice, characters: 3000 } });
  const named = (quote: Quote, kind: ExistingRun["kind"], slice: Slice) =>
    existing(quote, kind, slice).map(({ key }) => key);

  test("of a translation, where it has a chapter that counts as covered", () => {
    const quote = aBook([0, 2900, 1000], { runs: [similar("translation", chapters(2, 3))] });

    expect(named(quote, "translation", upTo(5))).toEqual(["k0"]);
    expect(named(quote, "translation", chapters(2))).toEqual(["k0"]);
    expect(named(quote, "translation", chapters(3))).toEqual([]);
    expect(named(quote, "translation", chapters(1))).toEqual([]);
  });

  test("of a translation, however short the covered chapter is", () => {
    const manuscript = text("abcd", 200);
    const { textSha256 } = manuscript;
    const units = [0, 200, 400].map((from) => ({ from, to: from + 200, known: 200, bought: 200 }));
    const runs = [similar("translation", [{ from: 0, to: 200 }])];
    const coverage = aCoverage({ textSha256, units, runs });
    const quote = aQuote({ reading: { status: "read", manuscript }, coverage });

    expect(named(quote, "translation", [{ from: 0, to: 800 }])).toEqual(["k0"]);
  });

  test("of a preview, from 300 characters of it on", () => {
    const quote = (length: number) =>
      aBook([], { runs: [similar("preview", [{ from: 100, to: 100 + length }])] });

    expect(named(quote(299), "preview", upTo(1))).toEqual([]);
    expect(named(quote(300), "preview", upTo(1))).toEqual(["k0"]);
    expect(named(quote(300), "preview", chapters(2))).toEqual([]);
    expect(named(quote(300), "glossary", upTo(1))).toEqual([]);
  });

  test("of none that has only other chapters to the letter", () => {
    const quote = aBook([0, 2900], { runs: [aCoveringRun({ slice: chapters(4) })] });

    expect(named(quote, "translation", chapters(2))).toEqual([]);
    expect(named(quote, "translation", chapters(4))).toEqual(["k0"]);
    expect(named(quote, "preview", chapters(4))).toEqual([]);
  });
});

describe("what a card says of its known text", () => {
  test("is nothing where nothing was translated before", () => {
    expect(knownText(aBook([]))).toBeUndefined();
    expect(knownText(aPostedQuote())).toBeUndefined();
  });

  test("are its characters, and its chapters by how much of them is known", () => {
    const quote = aBook([3000, 2699, 300, 299], {});

    expect(knownText(quote)).toEqual({
      characters: 15_000,
      known: 6298,
      changed: [
        { ...chapters(2)[0], known: 2699 },
        { ...chapters(3)[0], known: 300 },
      ],
      whole: 1,
      fresh: 2,
      isJudged: true,
    });
  });

  test("includes what runs have to the letter, here and elsewhere, and is judged by no more then", () => {
    const exact = { runs: [aCoveringRun({ slice: chapters(1) })] };
    const own = aTask({ slice: chapters(3), approval: { by: "U0ANA", at: noon } });
    const quote = aBook([], exact);

    expect(knownText(quote)).toMatchObject({ known: 3000, whole: 1, fresh: 4, isJudged: false });
    expect(knownText({ ...quote, tasks: [own] })).toMatchObject({ known: 6000, whole: 2 });
    expect(knownText(aBook([3000, 1000], exact))).toMatchObject({
      known: 4000,
      whole: 1,
      isJudged: true,
    });
    expect(knownText(aBook([1000], exact))).toMatchObject({ known: 3000, isJudged: false });
  });

  test("includes nothing that was noted for other chapters of the same text", () => {
    const units = [{ from: 0, to: 15_000, known: 9000, bought: 9000 }];

    expect(knownText(aBook([], { units }))).toBeUndefined();
  });

  test("includes no preview", () => {
    const runs = [aCoveringRun({ kind: "preview", slice: chapters(1) })];

    expect(knownText(aBook([], { runs }))).toBeUndefined();
  });

  test("is said of the whole where there are no chapters", () => {
    const manuscript = undivided("abc");
    const { textSha256 } = manuscript;
    const units = [{ from: 0, to: 9000, known: 4000, bought: 4000 }];
    const coverage = aCoverage({ textSha256, units });

    expect(knownText(aQuote({ reading: { status: "read", manuscript }, coverage }))).toMatchObject({
      known: 4000,
      changed: [{ from: 0, to: 9000, known: 4000 }],
    });
  });
});

describe("Galley approves by itself", () => {
  test.each([
    ["what nobody bought", [], upTo(5), false],
    ["what is next to nothing of it", [500], upTo(5), false],
    ["no more than that", [501], upTo(5), true],
    ["no more than that over its chapters", [250, 251], upTo(5), true],
    ["what was bought of other chapters", [3000], chapters(2, 3), false],
    ["none that was bought", [0, 3000], chapters(2, 3), true],
  ])("%s", (_, bought, slice, isLeft) => {
    expect(isBoughtBefore(aBook(bought), slice)).toBe(isLeft);
  });

  test("what was only bought in another language", () => {
    expect(isBoughtBefore({ ...aBook([3000]), target: "de" }, upTo(1))).toBe(false);
  });
});

test("a card that was not read is looked for under no name", () => {
  expect(namesLookedFor(aPostedQuote(), namesOf("abc"))).toEqual([]);
});
