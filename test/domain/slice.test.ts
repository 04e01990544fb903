import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  type Slice,
  chaptersIn,
  contains,
  isWhole,
  lengthOf,
  longestOpening,
  overlap,
  sliceOf,
  unitsOf,
  wholeOf,
} from "#domain/slice.ts";

import { slice } from "../arbitraries/values.ts";
import { aManuscript } from "../builders.ts";

const range = fc
  .tuple(fc.nat(200), fc.integer({ min: 1, max: 50 }))
  .map(([from, length]) => ({ from, to: from + length }));
const ranges = fc.array(range, { maxLength: 8 });

/** Five chapters of 1,000 characters. */
const manuscript = aManuscript({
  characters: 5000,
  chapters: [1, 2, 3, 4, 5].map((n) => ({
    title: `Chapter ${n}`,
    start: (n - 1) * 1000,
    characters: 1000,
  })),
});
const chapter = (n: number) => ({ from: (n - 1) * 1000, to: n * 1000 });

function points(slice: Slice): readonly number[] {
  const all = slice.flatMap(({ from, to }) =>
    Array.from({ length: to - from }, (_, index) => from + index),
  );
  return [...new Set(all)].toSorted((one, other) => one - other);
}

describe("a slice", () => {
  test("has what its ranges have, in order, and no two of them touch", () => {
    fc.assert(
      fc.property(ranges, (some) => {
        const joined = sliceOf(some);

        expect(points(joined)).toEqual(points(some));
        expect(lengthOf(joined)).toBe(points(some).length);
        expect(joined.slice(1).every(({ from }, index) => from > (joined[index]?.to ?? 0))).toBe(
          true,
        );
      }),
    );
  });

  test("made of a slice is the same one", () => {
    fc.assert(
      fc.property(slice, (one) => {
        expect(sliceOf(one)).toEqual(one);
      }),
    );
  });

  test("meets another one where they share a character, and not where they only touch", () => {
    fc.assert(
      fc.property(ranges, ranges, (one, other) => {
        const shared = points(one).some((point) => points(other).includes(point));

        expect(overlap(sliceOf(one), sliceOf(other))).toBe(shared);
      }),
    );
    expect(overlap([chapter(1)], [chapter(2)])).toBe(false);
  });

  test("holds a range that lies in it with all its characters", () => {
    fc.assert(
      fc.property(ranges, range, (some, one) => {
        const all = new Set(points(some));

        expect(contains(sliceOf(some), one)).toBe(points([one]).every((point) => all.has(point)));
      }),
    );
  });
});

describe("a text is sold", () => {
  test("by its chapters, and as a whole where it has none", () => {
    expect(unitsOf(manuscript)).toEqual([1, 2, 3, 4, 5].map(chapter));
    expect(unitsOf(aManuscript({ characters: 7 }))).toEqual([{ from: 0, to: 7 }]);
  });

  test("as a whole, where a slice has all of it", () => {
    expect(isWhole(manuscript, wholeOf(manuscript))).toBe(true);
    expect(isWhole(manuscript, sliceOf([1, 2, 3, 4, 5].map(chapter)))).toBe(true);
    expect(isWhole(manuscript, [{ from: 0, to: 4999 }])).toBe(false);
  });
});

test.each<readonly [string, Slice, readonly (readonly [number, number])[]]>([
  ["one after the other", sliceOf([chapter(2), chapter(3)]), [[2, 3]]],
  [
    "apart",
    [chapter(1), { from: 3000, to: 5000 }],
    [
      [1, 1],
      [4, 5],
    ],
  ],
  ["of which one is there only in part", [{ from: 500, to: 2000 }], [[2, 2]]],
  ["none", [], []],
])("chapters %s are named in rows", (_, slice, rows) => {
  const named = chaptersIn(manuscript, slice);

  expect(named.rows).toEqual(rows.map(([first, last]) => ({ first, last })));
  expect(named.titles).toHaveLength(rows.reduce((sum, [first, last]) => sum + last - first + 1, 0));
});

describe("as much from the beginning of a slice as credits cover", () => {
  const left: Slice = [chapter(1), { from: 2000, to: 4000 }];

  test.each<readonly [number, Slice | undefined]>([
    [999, undefined],
    [1000, [chapter(1)]],
    [2999, [chapter(1), chapter(3)]],
    [9000, left],
  ])("%i characters", (most, opening) => {
    expect(longestOpening(manuscript, left, most)).toEqual(opening);
  });

  test("is never more than they cover, and all of it where they cover it", () => {
    const some = fc.subarray([1, 2, 3, 4, 5], { minLength: 1 });
    fc.assert(
      fc.property(some, fc.nat(6000), (numbers, most) => {
        const slice = sliceOf(numbers.map(chapter));
        const opening = longestOpening(manuscript, slice, most) ?? [];

        expect(lengthOf(opening)).toBe(Math.min(lengthOf(slice), Math.floor(most / 1000) * 1000));
        expect(opening.every((range) => contains(slice, range))).toBe(true);
      }),
    );
  });
});
