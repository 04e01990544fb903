import * as fc from "fast-check";
import { expect, test } from "vitest";

import { isShifted } from "#manuscripts/documents/put-back/match-paragraphs.ts";

const lengths = fc.array(fc.integer({ min: 1, max: 900 }), { maxLength: 300 });

test("paragraphs that all grow or shrink alike, give or take, are not shifted", () => {
  const grown = fc.double({ min: 0.3, max: 3, noNaN: true });
  const noise = fc.infiniteStream(fc.double({ min: 0.85, max: 1.15, noNaN: true }));

  fc.assert(
    fc.property(lengths, grown, noise, (before, growth, noises) => {
      const after = before.map((length) => {
        return Math.ceil(length * growth * Number(noises.next().value));
      });
      expect(isShifted(before, after)).toBe(false);
    }),
  );
});

test("paragraphs between one that was joined and one that was divided are found to be shifted", () => {
  const before = Array.from({ length: 60 }, (_, index) => 20 + ((index * 137) % 400));
  const after = before.toSpliced(20, 2, (before[20] ?? 0) + (before[21] ?? 0));
  const [half, rest] = [Math.floor((after[40] ?? 0) / 2), Math.ceil((after[40] ?? 0) / 2)];

  expect(isShifted(before, after.toSpliced(40, 1, half, rest))).toBe(true);
});

test("a book whose paragraphs nearly all are shifted is found to be, too", () => {
  const before = Array.from({ length: 200 }, (_, index) => 20 + ((index * 137) % 400));
  const after = before.toSpliced(1, 2, (before[1] ?? 0) + (before[2] ?? 0));

  expect(isShifted(before, [...after, 150])).toBe(true);
});

test("lengths that scatter widely are no shift, and a long shift is found among them", () => {
  const books = Array.from({ length: 20 }, (_, seed) => aBook(seed));

  for (const { before, after } of books) {
    const joined = after.toSpliced(1000, 2, (after[1000] ?? 0) + (after[1001] ?? 0));
    const half = (joined[1100] ?? 0) / 2;

    expect(isShifted(before, after)).toBe(false);
    expect(isShifted(before, joined.toSpliced(1100, 1, half, half))).toBe(true);
  }
});

test("of nothing, and of very little, nothing is said", () => {
  expect(isShifted([], [])).toBe(false);
  expect(isShifted([5, 900], [900, 5])).toBe(false);
});

/** Returns the lengths of 3,000 paragraphs, and of a translation in which they scatter by 50 %. */
function aBook(seed: number) {
  let state = seed * 7919 + 1;
  const roll = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  roll();
  const bell = () => Math.sqrt(-2 * Math.log(roll())) * Math.cos(2 * Math.PI * roll());
  const before = Array.from({ length: 3000 }, () => Math.round(Math.exp(4.4 + 0.9 * bell())) + 5);
  return { before, after: before.map((length) => Math.ceil(length * Math.exp(0.5 * bell()))) };
}
