import { describe, expect, test } from "vitest";

import type { ExistingRun } from "#domain/claim.ts";
import { claimOf } from "#domain/coverage.ts";
import type { Manuscript } from "#domain/manuscript.ts";
import {
  type ClaimedRun,
  coverageOf,
  isKnown,
  isLittle,
  isNew,
  isWorthTelling,
  littleKnown,
  newestFirst,
} from "#domain/match-claims.ts";
import type { Slice } from "#domain/slice.ts";
import type { TaskKind } from "#domain/task.ts";

import { aCoveringRun, aManuscript, aQuote, aTask, noon, opening } from "../builders.ts";
import { text, undivided, upTo } from "./texts.ts";

/** Returns a run of another card that has `exact` of a text to the letter, and `known` as well. */
function aMatch(exact: Slice, known: Slice, changes: Partial<ClaimedRun["claim"]> = {}) {
  const claim = claimOf(aQuote({ id: "other" }), aTask({ key: "k-other" }), undefined);
  return {
    claim: { ...claim, ...changes },
    slice: exact,
    known,
    isSame: true,
    status: "done",
    link: undefined,
    isShared: true,
  } satisfies ClaimedRun;
}

function coverage(
  manuscript: Manuscript,
  runs: readonly ClaimedRun[],
  variants: readonly ClaimedRun[] = [],
) {
  return coverageOf(manuscript, { quote: aQuote(), runs, variants, ofBook: [] });
}

const range = (from: number, length: number) => ({ from, to: from + length });
const edited = (letters: string) => ({ textSha256: text(letters).textSha256 });
const characters = (length: number) => aManuscript({ characters: length, chapters: [] });

describe("a chapter", () => {
  test.each([
    ["changed below nine tenths", 2699, false],
    ["known from nine tenths on", 2700, true],
    ["known as a whole", 3000, true],
  ])("is %s, wherever it stands", (_, known, is) => {
    expect([0, 6000].map((from) => isKnown({ ...range(from, 3000), known }))).toEqual([is, is]);
  });

  test.each([
    ["new", 3000, 299, true],
    ["changed from a tenth on", 3000, 300, false],
    ["new though long", 9000, 499, true],
    ["changed from 500 characters on, however long", 9000, 500, false],
  ])("is %s", (_, length, known, is) => {
    expect([0, 6000].map((from) => isNew({ ...range(from, length), known }))).toEqual([is, is]);
  });
});

describe("of a text", () => {
  test.each([
    [49_999, 500],
    [50_000, 500],
    [60_000, 600],
    [500_000, 5000],
    [900_000, 5000],
  ])("of %i characters next to nothing is at most %i", (length, little) => {
    const isLittleKnown = (known: number) =>
      isLittle([{ ...range(0, length), known, bought: 0 }], characters(length));

    expect(littleKnown(length)).toBe(little);
    expect([little, little + 1].map(isLittleKnown)).toEqual([true, false]);
  });

  test("of 800 characters, less than half is next to nothing", () => {
    const isLittleKnown = (known: number) =>
      isLittle([{ ...range(0, 800), known, bought: 0 }], characters(800));

    expect([399, 400].map(isLittleKnown)).toEqual([true, false]);
  });

  test.each([
    ["300 characters", 3000, 300],
    ["nine tenths of a short one", 200, 180],
  ])("an amount is told from %s on", (_, length, least) => {
    const isTold = (known: number) => isWorthTelling(opening(known), opening(length));

    expect([least - 1, least].map(isTold)).toEqual([false, true]);
  });

  test("without a character nothing is told", () => {
    expect(isWorthTelling([], opening(0))).toBe(false);
  });

  test("translations and other runs count as translated only if translations are worth telling", () => {
    const units = (length: number) => {
      const preview = aMatch([], [range(1000, 400)], { kind: "preview", key: "k-preview" });
      return coverage(text("a"), [aMatch([], opening(length)), preview]).units;
    };

    expect(units(299)).toMatchObject([{ known: 0, bought: 699 }]);
    expect(units(300)).toMatchObject([{ known: 300, bought: 700 }]);
  });

  test("another variant of the language is named from 300 characters on", () => {
    const named = (length: number) =>
      coverage(text("a"), [], [aMatch([], opening(length), { target: "fr-CA" })]).variants;

    expect([named(299), named(300)]).toEqual([[], ["fr-CA"]]);
  });
});

describe("an earlier run", () => {
  const runOf = (manuscript: Manuscript, run: ClaimedRun): Partial<ExistingRun> | undefined =>
    coverage(manuscript, [run]).runs[0];

  test("of the very bytes is named for as little as it has, and by its place alone", () => {
    const few = [range(17, 5)];
    const run = runOf(text("a"), aMatch(few, few, edited("a")));

    expect(run).toMatchObject({ slice: few });
    expect(run).not.toHaveProperty("known");
    expect(run).not.toHaveProperty("isReset");
  });

  test("of other bytes with the same words says so", () => {
    expect(runOf(text("a"), { ...aMatch(upTo(1), upTo(1)), isSame: false })).toMatchObject({
      slice: upTo(1),
      isReset: true,
    });
  });

  test("of a longer text says so", () => {
    const run = (characters: number) => {
      const claim = { slice: [range(0, characters)] };
      return runOf(text("a"), { ...aMatch(upTo(1), upTo(1), claim), isSame: false });
    };

    expect(run(3299)).not.toHaveProperty("isLonger");
    expect(run(3300)).toMatchObject({ isLonger: true });
  });

  test("is not named for less than 300 characters that are only similar", () => {
    expect(runOf(text("a"), aMatch([], opening(299)))).toBeUndefined();
    expect(runOf(text("a"), aMatch([], opening(300)))).toBeDefined();
  });

  test("that was a translation has the chapters of which it has more than next to nothing", () => {
    const known = [range(0, 299), range(3000, 300), range(9000, 2900)];

    expect(runOf(text("abcde"), aMatch([], known))).toMatchObject({
      known: { slice: [range(3000, 3000), range(9000, 3000)], characters: 3499 },
    });
    expect(runOf(undivided("abc"), aMatch([], [range(3000, 1000)]))).toMatchObject({
      known: { slice: upTo(3), characters: 1000 },
    });
  });

  test.each<TaskKind>(["preview", "glossary"])("that was a %s has its own stretches", (kind) => {
    const known = [range(100, 700), range(4000, 300)];

    expect(runOf(text("abc"), aMatch([], known, { kind }))).toMatchObject({
      known: { slice: known, characters: 1000 },
    });
  });

  describe("of many stretches", () => {
    /** Returns the stretches that are kept of some that begin every 800 characters, or earlier. */
    const kept = (count: number, early: Readonly<Record<number, number>> = {}) => {
      const stretches = Array.from({ length: count }, (_, index) =>
        range(800 * index - (early[index] ?? 0), 100),
      );
      const run = runOf(text("abcdefgh"), aMatch([], stretches, { kind: "preview" }));
      const joined = (run?.known?.slice ?? []).flatMap(({ from, to }) => {
        const has = stretches.flatMap((one, index) =>
          one.from >= from && one.to <= to ? [index] : [],
        );
        return has.length > 1 ? [has] : [];
      });
      return { length: run?.known?.slice.length, joined, characters: run?.known?.characters };
    };

    test("keeps up to 16", () => {
      expect(kept(16)).toEqual({ length: 16, joined: [], characters: 1600 });
    });

    test("joins the nearest, and tells the amount of what it had alone", () => {
      const early = { 3: 10, 9: 30, 10: 60 };

      expect(kept(17, early)).toEqual({ length: 16, joined: [[9, 10]], characters: 1700 });
      expect(kept(18, early)).toEqual({ length: 16, joined: [[8, 9, 10]], characters: 1800 });
    });

    test("joins the last ones where all are as near", () => {
      expect(kept(19)).toEqual({ length: 16, joined: [[15, 16, 17, 18]], characters: 1900 });
    });
  });

  test("is listed behind a newer one, and beside one of its time by its key", () => {
    const run = (key: string, at: number) => aCoveringRun({ key, at });
    const listed = [run("k2", noon - 1), run("k3", noon), run("k1", noon - 1)];

    expect(listed.toSorted(newestFirst).map(({ key }) => key)).toEqual(["k3", "k1", "k2"]);
  });
});
