import { describe, expect, test } from "vitest";

import { aNovel, compared, inFrench, printed } from "../a-novel.ts";

/** What people do to a text: they add notes, and join and divide paragraphs where they like. */

const novel = aNovel();
const source = printed(novel);
const french = inFrench(novel).flat();
const isWhole = { missing: 0, isUnaligned: undefined, shortened: undefined, repeated: undefined };

const notes = (count: number, first = 0): readonly string[] =>
  Array.from({ length: count }, (_, index) => {
    const n = first + index;
    const words = "voir aussi la lettre du mois de mai, ".repeat(1 + ((n * n * 7) % 5));
    return n % 2 === 0 ? `${n + 1}` : `Note ${n}: ${words}`;
  });

describe("an editor’s own text is one remark", () => {
  test.for([4, 10, 60, 300])("%i notes at the end", async (count) => {
    const found = await compared(source, [...french, ...notes(count)].join("\n\n"));

    expect({ ...isWhole, ...found }).toMatchObject({ ...isWhole, added: count });
  });

  test("a preface and notes", async () => {
    const result = [...notes(20), ...french, ...notes(40, 20)].join("\n\n");

    expect({ ...isWhole, ...(await compared(source, result)) }).toMatchObject({
      ...isWhole,
      added: 60,
    });
  });

  test("but a chapter that comes once more at the end is a repetition", async () => {
    const found = await compared(source, [...french, ...french.slice(40, 80)].join("\n\n"));

    expect(found?.repeated).toBeGreaterThan(20);
  });

  test("and a passage inside the book that nobody wrote is out of place", async () => {
    const other = french.slice(10, 30).map((one) => one.toUpperCase());
    const result = french.toSpliced(100, 0, ...other).join("\n\n");

    expect((await compared(source, result))?.repeated).toBeGreaterThan(15);
  });
});

describe.each([2, 5, 7, 11, 16, 25, 32, 40])("%i paragraphs that became one", (count) => {
  const places = [3, 21, 50, 72, 97, 120, 151];
  const joinedAt = (all: readonly string[], at: number): readonly string[] =>
    all.toSpliced(at, count, all.slice(at, at + count).join(" "));

  test("or one that became so many lack nothing", async () => {
    const doubts: unknown[] = [];
    for (const at of places) {
      const joined = await compared(source, joinedAt(french, at).join("\n\n"));
      const divided = await compared(joinedAt(novel.flat(), at).join("\n\n"), french.join("\n\n"));
      for (const found of [joined, divided]) {
        const { missing, repeated, shortened } = found ?? { missing: 1 };
        if (missing + (repeated ?? 0) + (shortened ?? 0) > 0) doubts.push({ at, found });
      }
    }

    expect(doubts).toEqual([]);
  });
});

test("a long paragraph cut in half is seen where others were joined all over", async () => {
  const joined = french.flatMap((one, index) => {
    if (index % 7 === 3) return [];
    return index % 7 === 2 ? [`${one} ${french[index + 1]}`] : [one];
  });
  const long = joined.flatMap(({ length }, index) =>
    length > 250 && index % 6 !== 2 ? [index] : [],
  );
  const cut = new Set([long[2], long[9], long[15]]);
  const result = joined.map((one, index) => (cut.has(index) ? one.slice(0, one.length / 2) : one));

  expect(await compared(source, joined.join("\n\n"))).not.toHaveProperty("shortened");
  expect(await compared(source, result.join("\n\n"))).toMatchObject({ missing: 0, shortened: 3 });
});

test("a sentence that a translator moves to the next paragraph is not cut off", async () => {
  const moved = new Set([20, 60, 90, 130].filter((at) => (french[at]?.length ?? 0) > 200));
  const divided = french.flatMap((one, index) => {
    const half = one.length >> 1;
    if (moved.has(index)) return [one.slice(0, half)];
    const before = moved.has(index - 1) ? (french[index - 1] ?? "") : "";
    const whole = `${before.slice(before.length >> 1)} ${one}`.trim();
    return index % 9 === 4
      ? [whole.slice(0, whole.length >> 1), whole.slice(whole.length >> 1)]
      : [whole];
  });

  expect(await compared(source, divided.join("\n\n"))).not.toHaveProperty("shortened");
});
