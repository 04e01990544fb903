import { createHash } from "node:crypto";

import * as fc from "fast-check";
import { expect, test } from "vitest";

import { readManuscript } from "#manuscripts/text/read-manuscript.ts";

import { runs } from "../../proofs/hostile/runs.ts";
import { anyCuts, anyText, encode, pieces } from "../pieces.ts";

async function previewOf(text: string, limit: number, cuts: readonly number[] = []) {
  const chunks = pieces(encode(text, "utf-8"), cuts);
  const { manuscript } = await readManuscript({ chunks, openings: [], preview: limit });
  return manuscript.openings[0];
}

/** Returns the measures of this text as an opening. */
function measuresOf(text: string) {
  return {
    slice: [{ from: 0, to: Array.from(text).length }],
    measured: {
      bytes: Buffer.byteLength(text),
      sha256: createHash("sha256").update(text).digest("hex"),
    },
  };
}

const one = "Chapter 1\n\nHe came late. Nobody saw him; nobody";
const two = "Chapter 2\n\nShe was there. They walked.";

test.for([
  {
    what: "the last chapter that it holds",
    text: `${one} ever did.\n\n${two}\n\nThere was no end to it. None.`,
    limit: 90,
    opening: `${one} ever did.`,
    end: "chapter",
  },
  {
    what: "a paragraph, where the only chapter in it ends in its first half",
    text: `${one} did.\n\n${two}\n\nThere was no end to it.\n\nNone at all, and they walked on and on. `,
    limit: 110,
    opening: `${one} did.\n\n${two}\n\n`.trim(),
    end: "paragraph",
  },
  {
    what: "a paragraph that is a line",
    text: "彼は来た。\n「遅い。」\n彼女は言った。それからふたりは歩いた。どこまでも、どこまでも。",
    limit: 16,
    opening: "彼は来た。\n「遅い。」",
    end: "paragraph",
  },
  {
    what: "a paragraph, not with the title of the next part",
    text: "He came late, and nobody saw him.\n\nThey walked on.\n\nThe Long Night\n\nIt rained and rained.",
    limit: 70,
    opening: "He came late, and nobody saw him.\n\nThey walked on.",
    end: "paragraph",
  },
  {
    what: "a title, where nothing else ends there",
    text: "It was late and later and late\n\nThe Long Night\n\nIt rained and rained and rained and rained.",
    limit: 50,
    opening: "It was late and later and late\n\nThe Long Night",
    end: "paragraph",
  },
  {
    what: "a sentence, where there is no paragraph",
    text: "It was a long walk. They met Mr. Finch and went on and on and on without a word.",
    limit: 26,
    opening: "It was a long walk.",
    end: "sentence",
  },
  {
    what: "nothing but its limit, where there is no sentence",
    text: "on and on and on 😀 and on and on and on",
    limit: 18,
    opening: "on and on and on 😀",
    end: undefined,
  },
  {
    what: "a text that is no longer",
    text: "He came. She went.\n",
    limit: 19,
    opening: "He came. She went.\n",
    end: undefined,
  },
])("a preview ends with $what", async ({ text, limit, opening, end }) => {
  expect(await previewOf(text, limit)).toEqual({
    limit,
    ...measuresOf(opening),
    ...(end && { end }),
  });
});

test("what is measured of any text in any pieces is an opening of it, longer than half of the limit", async () => {
  const anyProse = fc
    .array(fc.constantFrom("A few words. ", "\n\n", "一句。\n", "Chapter 3\n", "on ", "😀"))
    .map((parts) => parts.join(""));
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(anyProse, anyText).map((texts) => `x${texts.join("")}`),
      anyCuts,
      fc.integer({ min: 1, max: 120 }),
      async (text, cuts, limit) => {
        const preview = await previewOf(text, limit, cuts);

        const characters = Array.from(text);
        const opening = characters.slice(0, preview?.slice[0]?.to).join("");
        expect(preview).toMatchObject(measuresOf(opening));
        expect(preview?.slice[0]?.to).toBeLessThanOrEqual(limit);
        expect(preview?.slice[0]?.to).toBeGreaterThan(
          Math.min(limit / 2, characters.length - 1, limit - 1),
        );
      },
    ),
    runs(300),
  );
});

test.each([".", "。", "\n", "\n ", "aaaa.", "”", " "])(
  "a text that repeats %j without end keeps nobody waiting",
  async (repeated) => {
    const preview = await previewOf(`x${repeated.repeat(400_000)}`, 200_000);

    expect(preview?.slice[0]?.to).toBeLessThanOrEqual(200_000);
  },
);

test("a long preview ends with its last chapter as well", async () => {
  const chapter = (number: number) =>
    `Chapter ${number}\n\n${"They walked on and on. ".repeat(1000).trim()}`;
  const text = Array.from({ length: 30 }, (_, index) => chapter(index + 1)).join("\n\n");

  const preview = await previewOf(text, 500_000, [70_000, 300_000]);

  const opening = text.slice(0, preview?.slice[0]?.to);
  expect(preview).toMatchObject({ end: "chapter", ...measuresOf(opening) });
  expect(text.slice(opening.length).trimStart()).toMatch(/^Chapter 22/u);
});
