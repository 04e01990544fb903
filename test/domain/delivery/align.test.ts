import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { compareTexts, type Comparison } from "#domain/delivery/compare.ts";
import type { Paragraph } from "#domain/delivery/lines.ts";

/** The growth of a text and its spread among paragraphs: into French, and into Chinese. */
const languages = [
  { growth: 1.15, spread: 0.12 },
  { growth: 0.35, spread: 0.15 },
] as const;

describe.each(languages)("where a character becomes $growth, give or take $spread", (language) => {
  test("a stretch that was left out is found, wherever it is and however long", () => {
    const gaps = fc.record({
      seed: fc.nat(1000),
      at: fc.integer({ min: 0, max: 180 }),
      lost: fc.integer({ min: 10, max: 150 }),
    });

    fc.assert(
      fc.property(gaps, ({ seed, at, lost }) => {
        const { source, result } = aNovel(seed, language);
        const end = Math.min(at + lost, source.length);
        const found = compared(
          source,
          result.filter((_, index) => index < at || index >= end),
        );

        expect(Math.abs((found?.missing ?? 0) - (end - at))).toBeLessThanOrEqual(4);
        expect(Math.abs((found?.place?.after ?? 0) - at)).toBeLessThanOrEqual(12);
      }),
      { numRuns: 25, seed: 7 },
    );
  });

  test("three paragraphs that are missing in a chapter of thirty are mostly found", () => {
    const found = Array.from({ length: 100 }, (_, seed) => {
      const { source, result } = aNovel(seed, language);
      return compared(source.slice(0, 30), result.slice(0, 30).toSpliced(seed % 27, 3));
    });

    expect(found.filter((one) => one?.missing === 3).length).toBeGreaterThanOrEqual(85);
  });

  test.each(["joined", "divided"] as const)(
    "of twenty-five texts whose paragraphs were %s hardly one is doubted",
    (change) => {
      const doubted = Array.from({ length: 25 }, (_, seed) => {
        const { source, result, roll } = aNovel(seed, language);
        return compared(source, changed[change](result, roll))?.missing ?? 0;
      }).filter((missing) => missing > 0);

      expect(doubted.length).toBeLessThanOrEqual(1);
    },
  );

  test.each([25, 32, 40])("%i paragraphs that became one are hardly ever doubted", (count) => {
    const asOne = (lengths: readonly number[], at: number): readonly number[] => {
      const stretch = lengths.slice(at, at + count);
      return lengths.toSpliced(
        at,
        count,
        stretch.reduce((sum, one) => sum + one, 0),
      );
    };
    const doubted = Array.from({ length: 50 }, (_, seed) => {
      const { source, result } = aNovel(seed, language);
      const at = (seed * 37) % (source.length - count);
      return [compared(source, asOne(result, at)), compared(asOne(source, at), result)].filter(
        (one) => one === undefined || one.missing + (one.repeated ?? 0) > 0,
      );
    }).flat();

    expect(doubted.length).toBeLessThanOrEqual(3);
  });
});

const changed = {
  joined: (lengths: readonly number[], roll: () => number): readonly number[] => {
    const joined: number[] = [];
    for (const length of lengths) {
      const before = joined.length > 0 && roll() < 0.08 ? joined.pop() : undefined;
      joined.push((before ?? 0) + length);
    }
    return joined;
  },
  divided: (lengths: readonly number[], roll: () => number): readonly number[] =>
    lengths.flatMap((length) =>
      length > 60 && roll() < 0.1 ? [length / 3, (2 * length) / 3] : [length],
    ),
};

/** Returns the lengths of 200 paragraphs, as in novels, and of their translation. */
function aNovel(seed: number, { growth, spread }: (typeof languages)[number]) {
  let state = seed * 7919 + 1;
  const roll = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  roll();
  const bell = () => Math.sqrt(-2 * Math.log(roll())) * Math.cos(2 * Math.PI * roll());
  const source = Array.from({ length: 200 }, () => Math.round(Math.exp(4.4 + 0.9 * bell())) + 5);
  const result = source.map((length) =>
    Math.max(1, Math.round(growth * length * Math.exp(spread * bell()))),
  );
  return { source, result, roll };
}

function compared(source: readonly number[], result: readonly number[]): Comparison | undefined {
  const outline = (lengths: readonly number[]) => {
    const lines = lengths.map((characters, at): Paragraph => ({
      at,
      characters,
      hash: at,
      numbers: 0,
    }));
    return { lines, blocks: lines, isWrapped: false };
  };
  const work = compareTexts(outline(source), outline(result), []);
  for (;;) {
    const next = work.next();
    if (next.done === true) return next.value;
  }
}
