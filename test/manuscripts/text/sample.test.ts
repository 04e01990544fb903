import { Buffer } from "node:buffer";

import { describe, expect, test } from "vitest";

import { lengthOf } from "#domain/slice.ts";
import { readManuscript } from "#manuscripts/text/read-manuscript.ts";

const limit = 3000;

/** Returns the passages of the sample that is read from pieces of this size. */
async function sampled(text: string, pieceBytes = 65_536) {
  const bytes = Buffer.from(text);
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  }
  const { manuscript } = await readManuscript({
    chunks: chunks(),
    encoding: "utf-8",
    openings: [],
    sample: limit,
  });
  const points = Array.from(text);
  const { sample } = manuscript;
  return sample?.map(({ from, to }) => ({ from, to, text: points.slice(from, to).join("") }));
}

const paragraphs = (count: number, words: string) =>
  Array.from({ length: count }, (_, n) => `Paragraph ${n} ${words}`);

describe("the sample of a long text", () => {
  const lines = paragraphs(3000, "tells of a lighthouse and of the people in it.");
  const text = `${lines.join("\n")}\n`;

  test("comes from its beginning, middle and end, in whole paragraphs, and no more than the limit", async () => {
    const passages = (await sampled(text)) ?? [];

    expect(passages).toHaveLength(10);
    expect(lengthOf(passages)).toBeLessThanOrEqual(limit);
    expect(lengthOf(passages)).toBeGreaterThan(limit / 2);
    for (const { text: passage } of passages) {
      for (const line of passage.trimEnd().split("\n")) expect(lines).toContain(line);
      expect(passage.endsWith("\n")).toBe(true);
    }
    expect(passages[0]?.from).toBe(0);
    expect(passages.at(-1)?.from).toBeGreaterThan(text.length * 0.85);
  });

  test.each([1, 7, 999, 65_536])(
    "is the same in pieces of %i bytes",
    { timeout: 120_000 },
    async (pieceBytes) => {
      const short = text.slice(0, 60_000);

      expect(await sampled(short, pieceBytes)).toEqual(await sampled(short));
    },
  );

  test("counts code points", async () => {
    const passages = await sampled(paragraphs(2000, "灯台の話です。😀 ").join("\n"));

    for (const { text: passage } of passages ?? []) {
      expect(passage).toMatch(/^Paragraph \d+ 灯台の話です。😀 \n/u);
    }
    expect(passages).toHaveLength(10);
  });

  test("is cut anywhere in a text without line ends", async () => {
    const passages = (await sampled("on and on ".repeat(9000))) ?? [];

    expect(lengthOf(passages)).toBe(limit);
    expect(passages).toHaveLength(10);
  });

  test("of one that is hardly longer is nearly all of it", async () => {
    const passages = (await sampled(text.slice(0, limit + 1))) ?? [];

    expect(lengthOf(passages)).toBeLessThanOrEqual(limit);
    expect(lengthOf(passages)).toBeGreaterThan(limit * 0.6);
  });
});

test("a text that is no longer than its sample has none", async () => {
  expect(await sampled("on and on ".repeat(limit / 10))).toBeUndefined();
});
