import * as fc from "fast-check";
import { expect, test } from "vitest";

import { paired } from "../../manuscripts/documents/a-book.ts";
import { aNovel, inFrench, printed } from "../a-novel.ts";

const novel = aNovel();
const french = inFrench(novel);
const source = printed(novel);
const [ours, theirs] = [novel.flat(), french.flat()];

test("each paragraph is beside its translation, with where it begins", async () => {
  const pairs = await paired(source, printed(french));

  expect(pairs).toHaveLength(200);
  expect(pairs?.[150]).toEqual({
    at: source.indexOf(ours[150] ?? "-"),
    targetAt: printed(french).indexOf(theirs[150] ?? "-"),
    source: ours[150],
    target: theirs[150],
  });
});

test.for<readonly [string, readonly string[]]>([
  ["joined", [...theirs.slice(0, 20), theirs.slice(20, 22).join(" "), ...theirs.slice(22)]],
  [
    "divided",
    [...theirs.slice(0, 20), ...(theirs[20] ?? "").split(/(?<=\w{5}) /u, 2), ...theirs.slice(21)],
  ],
])(
  "round a paragraph that was %s the others stay with their own",
  async ([, texts], { expect }) => {
    const pairs = (await paired(source, texts.join("\n\n"))) ?? [];

    const astray = pairs.filter((pair) => {
      const index = ours.indexOf(pair.source);
      return index >= 0 && !pair.target.startsWith(theirs[index]?.slice(0, 10) ?? "-");
    });
    expect(astray).toEqual([]);
    expect(pairs.length).toBeGreaterThan(190);
  },
);

test("a stretch that is missing has no translation, and nothing after it moves", async () => {
  const pairs = await paired(source, [...theirs.slice(0, 60), ...theirs.slice(100)].join("\n\n"));

  expect(pairs?.filter(({ target }) => target === "")).toHaveLength(40);
  expect(pairs?.at(-1)).toMatchObject({ source: ours.at(-1), target: theirs.at(-1) });
});

test("lines that were broken at a width are one paragraph again", async () => {
  const wrapped = ours.map((text) => text.replaceAll(/(.{50,64}) /gu, "$1\n")).join("\n\n");

  const pairs = await paired(wrapped, printed(french, "\n"));

  expect(pairs?.map((pair) => pair.source)).toEqual(ours);
});

test("a row of stars stays with the paragraph before it", async () => {
  const starred = (text: readonly string[]) => text.join("\n\n").replace("\n\n", "\n\n* * *\n\n");

  const [first] = (await paired(starred(ours), starred(theirs))) ?? [];

  expect(first?.source).toBe("Chapter 1\n* * *");
});

test("of texts that do not go together nobody says which paragraphs do", async () => {
  const other = theirs.toReversed().join("\n\n");

  expect(await paired(source, other)).toBeUndefined();
  expect(await paired(source, "")).toBeUndefined();
});

test("whatever comes back, every word of both is there once and in order", async () => {
  const word = fc.stringMatching(/^[a-z]{1,12}$/u);
  const texts = fc.array(fc.array(word, { minLength: 1, maxLength: 30 }), {
    minLength: 1,
    maxLength: 60,
  });
  const words = (text: string) => text.match(/\S+/gu) ?? [];

  await fc.assert(
    fc.asyncProperty(texts, texts, async (one, other) => {
      const [before, after] = [one, other].map((text) =>
        text.map((paragraph) => paragraph.join(" ")).join("\n\n"),
      );
      const pairs = await paired(before ?? "", after ?? "");
      if (pairs === undefined) return;
      expect(pairs.flatMap((pair) => words(pair.source))).toEqual(one.flat());
      expect(pairs.flatMap((pair) => words(pair.target))).toEqual(other.flat());
    }),
    { numRuns: 300, seed: 7 },
  );
});
