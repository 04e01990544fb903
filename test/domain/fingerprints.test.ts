import { describe, expect, test } from "vitest";

import {
  type Fingerprint,
  createComparison,
  fingerprintsIn,
  packPlaced,
  smallestRanks,
  unpackPlaced,
  widestBound,
} from "#domain/fingerprints.ts";
import type { Slice } from "#domain/slice.ts";

/** Returns a fingerprint of 100 code points that begins at a place. */
function print(at: number, changes: Partial<Fingerprint> = {}): Fingerprint {
  return { rank: 1000 + at, check: at % 7, at, span: 100, ...changes };
}

/** One fingerprint for each 100 code points. */
const row = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => print(from + 100 * index));
const everywhere = [{ from: 0, to: 2 ** 31 }];

function claimed(prints: readonly Fingerprint[], bound = widestBound) {
  return fingerprintsIn(packPlaced(bound, prints), everywhere);
}

/** Returns the ranges of a text that a claim with some fingerprints has. */
function common(
  text: readonly Fingerprint[],
  had: readonly Fingerprint[],
  { characters = 100 * text.length, bound = widestBound, claimBound = widestBound } = {},
): Slice {
  return createComparison(packPlaced(bound, text), characters)(claimed(had, claimBound));
}

describe("packed fingerprints", () => {
  test("are unpacked as they were, up to the widest numbers", () => {
    const prints = [
      { rank: 2 ** 32 - 1, check: 0xffff, at: 2 ** 32 - 1, span: 0xffff },
      print(17, { span: 3 }),
      { rank: 0, check: 0, at: 0, span: 0 },
    ];

    expect(unpackPlaced(packPlaced(widestBound, prints))).toEqual(prints);
    expect(packPlaced(99, prints).bound).toBe(99);
  });

  test("have a span of at most 16 bits", () => {
    const [one] = unpackPlaced(packPlaced(widestBound, [print(0, { span: 70_000 })]));

    expect(one?.span).toBe(0xffff);
  });

  test("that were cut off are read as far as they are whole", () => {
    const { bound, list } = packPlaced(widestBound, row(1));
    const cut = Buffer.concat([Buffer.from(list, "base64"), Buffer.alloc(11)]).toString("base64");

    expect(unpackPlaced({ bound, list: cut })).toHaveLength(1);
  });
});

describe("a claim keeps", () => {
  const ranks = (slice: Slice, prints: readonly Fingerprint[]) => {
    const { bound, list } = fingerprintsIn(packPlaced(77, prints), slice);
    const bytes = Buffer.from(list, "base64");
    const length = bytes.length / 6;
    const rows = Array.from({ length }, (_, index) => [
      bytes.readUInt32LE(4 * index),
      bytes.readUInt16LE(4 * length + 2 * index),
    ]);
    return { bound, rows };
  };

  test("the fingerprints that begin in its slice, with the text’s bound", () => {
    const slice = [
      { from: 100, to: 200 },
      { from: 300, to: 401 },
    ];

    expect(ranks(slice, row(6))).toEqual({
      bound: 77,
      rows: [
        [1100, 2],
        [1300, 6],
        [1400, 1],
      ],
    });
  });

  test("each once, the smallest first, and one of each check", () => {
    const prints = [
      print(0, { rank: 500, check: 9 }),
      print(1, { rank: 70, check: 65_535 }),
      print(2, { rank: 500, check: 8 }),
      print(3, { rank: 500, check: 9 }),
    ];

    expect(ranks(everywhere, prints).rows).toEqual([
      [70, 65_535],
      [500, 8],
      [500, 9],
    ]);
  });
});

test("the smallest ranks of a text are distinct and in the order of numbers", () => {
  const prints = [90, 1000, 7, 90, 300].map((rank, at) => print(at, { rank }));
  const packed = packPlaced(widestBound, prints);

  expect(smallestRanks(packed, 3)).toEqual([7, 90, 300]);
  expect(smallestRanks(packed, 9)).toEqual([7, 90, 300, 1000]);
});

describe("a text and a claim have in common", () => {
  test("all of it, from the first character to the last", () => {
    expect(common(row(5), row(5), { characters: 480 })).toEqual([{ from: 0, to: 480 }]);
  });

  test("nothing where no fingerprint is known", () => {
    expect(common(row(5), row(5, 1000))).toEqual([]);
    expect(common([], row(5))).toEqual([]);
  });

  test("what is known, up to half way to the fingerprints around it", () => {
    // The middles are at 50, 150, …: the range goes from half way between 150 and 250 on.
    expect(common(row(8), row(8).slice(2, 5))).toEqual([{ from: 200, to: 500 }]);
  });

  test("one range across three unknown fingerprints, and two across four", () => {
    const text = row(12);
    const around = (unknown: number) => common(text, text.toSpliced(4, unknown).slice(2, 6));

    expect(around(3)).toEqual([{ from: 200, to: 900 }]);
    expect(around(4)).toEqual([
      { from: 200, to: 400 },
      { from: 800, to: 1000 },
    ]);
  });

  test("nothing for one known fingerprint alone, unless the text has no other", () => {
    expect(common(row(8), row(8).slice(3, 4))).toEqual([]);
    expect(common(row(1), row(1))).toEqual([{ from: 0, to: 100 }]);
  });

  test("no more than 400 characters beside the middle of the first and the last fingerprint", () => {
    const text = [print(1000), print(1100), print(5000)];
    const atTheEnd = [print(1000), print(5000), print(5100)];
    const characters = 9000;

    expect(common(text, text.slice(0, 2), { characters })).toEqual([{ from: 650, to: 1550 }]);
    expect(common(atTheEnd, atTheEnd.slice(1), { characters })).toEqual([{ from: 4650, to: 5550 }]);
  });

  test("nothing of a gram that shares only its rank, its check, or the end of its rank", () => {
    const text = row(4);
    const like = (changes: (one: Fingerprint) => Partial<Fingerprint>) =>
      common(
        text,
        text.map((one) => ({ ...one, ...changes(one) })),
      );

    expect(like(() => ({}))).toEqual([{ from: 0, to: 400 }]);
    expect(like(({ check }) => ({ check: check + 1 }))).toEqual([]);
    expect(like(({ rank }) => ({ rank: rank + 2 ** 21 }))).toEqual([]);
    expect(like(({ rank }) => ({ rank: rank + 1 }))).toEqual([]);
  });

  test("the same of ranks of any size", () => {
    const apart = row(6).map((one, index) => ({ ...one, rank: 2 ** (4 * index + 5) + 255 }));
    const close = row(20).map((one, index) => ({ ...one, rank: 4100 + index }));

    expect(common(apart, apart.slice(1, 5))).toEqual([{ from: 100, to: 500 }]);
    expect(common(close, close)).toEqual([{ from: 0, to: 2000 }]);
    expect(common(close, close.slice(3, 5))).toEqual([{ from: 300, to: 500 }]);
  });

  test("each place of a gram that the text repeats, in whatever order they were packed", () => {
    const twice = [...row(2), ...row(2).map((one) => ({ ...one, at: one.at + 2000 }))];
    const between = row(14, 300).map((one) => ({ ...one, rank: one.rank + 50_000 }));
    const text = [...twice, ...between];

    expect(common(text, row(2), { characters: 2200 })).toEqual([
      { from: 0, to: 250 },
      { from: 1850, to: 2200 },
    ]);
  });
});

describe("of which one kept fewer fingerprints", () => {
  const bound = widestBound / 2;
  /** Every second one is of a rank that the smaller bound leaves out. */
  const text = row(12).map((one, index) => ({
    ...one,
    rank: index % 2 === 0 ? one.rank : bound + index,
  }));
  const below = text.filter(({ rank }) => rank < bound);

  test.each([
    ["the claim", { claimBound: bound }, text],
    ["the text", { bound }, below],
  ])("are compared by those alone, where it is %s", (_, bounds, prints) => {
    const had = prints === text ? below : text;

    expect(common(prints, had, { characters: 1200, ...bounds })).toEqual([{ from: 0, to: 1200 }]);
  });

  test("leaves out the rank of the bound itself", () => {
    const some = [print(0), print(100), print(200, { rank: bound })];

    expect(common(some, some.slice(0, 2), { characters: 300, claimBound: bound })).toEqual([
      { from: 0, to: 300 },
    ]);
    expect(common(some, some.slice(0, 2), { characters: 300 })).toEqual([{ from: 0, to: 200 }]);
  });

  test("has a fingerprint stand for more of the text", () => {
    const few = [print(1000), print(1100)];

    expect(common(few, few, { characters: 9000, claimBound: bound })).toEqual([
      { from: 250, to: 1950 },
    ]);
    expect(common(few, few, { characters: 9000, bound: 2 ** 30, claimBound: 2 ** 30 })).toEqual([
      { from: 650, to: 1550 },
    ]);
  });

  test("leaves the other claims of the text as they are", () => {
    const compare = createComparison(packPlaced(widestBound, text), 1200);
    const all = compare(claimed(text));

    expect(compare(claimed(below, bound))).toEqual([{ from: 0, to: 1200 }]);
    expect(compare(claimed(text.slice(0, 3)))).toEqual([{ from: 0, to: 300 }]);
    expect(compare(claimed(text))).toEqual(all);
  });
});
