import { Buffer } from "node:buffer";

import * as fc from "fast-check";
import { expect, test } from "vitest";

import { createTextMeter } from "../../src/manuscripts/text/text-meter.ts";
import { anyCuts } from "./pieces.ts";

function marksOf(text: string, cuts: readonly number[] = []): readonly string[] {
  const meter = createTextMeter({ openings: [] });
  const characters = Array.from(text);
  const borders = [0, ...cuts.map((cut) => Math.floor(cut * characters.length)), characters.length];
  borders.sort((one, other) => one - other);
  for (const [index, border] of borders.entries()) {
    meter.add(Buffer.from(characters.slice(border, borders[index + 1] ?? border).join("")));
  }
  return meter.close().manuscript.marks ?? [];
}

const anyChapter = fc
  .tuple(
    fc.constantFrom(
      "It rained there. 😀",
      "Nobody came; 芬奇 neither.",
      "Chapter houses stood there.",
    ),
    fc.constantFrom("\n", "\n\n", "\r\n\r\n", " \n\t\n\n", "\n\n\n\n"),
  )
  .map(([prose, blanks]) => ({ prose: `\n\n${prose}`, blanks }));
const anyChapters = fc.array(anyChapter, { minLength: 2, maxLength: 6 });

test("wherever a text is cut, each chapter's mark is that of the text that ended with it before", () => {
  fc.assert(
    fc.property(anyChapters, anyCuts, (chapters, cuts) => {
      const texts = chapters.map(({ prose }, index) => `Chapter ${index + 1}${prose}`);
      const whole = texts.map((text, index) => `${text}${chapters[index]?.blanks}`).join("");
      const upTo = (count: number) =>
        texts
          .map((text, index) => (index === count ? text : `${text}${chapters[index]?.blanks}`))
          .slice(0, count + 1)
          .join("");

      const marks = marksOf(whole, cuts);

      expect(marks).toEqual(texts.map((_, index) => marksOf(upTo(index)).at(-1)));
      expect(new Set(marks).size).toBe(texts.length);
    }),
    { numRuns: 300 },
  );
});

test("a letter changed in a chapter changes its mark and all that follow, and none before", () => {
  const text = [1, 2, 3].map((number) => `Chapter ${number}\n\nMarlow went to the harbour.\n\n`);

  const before = marksOf(text.join(""));
  const after = marksOf(text.join("").replace("Chapter 2\n\nMarlow", "Chapter 2\n\nMarlov"));

  expect(after.map((mark, index) => mark === before[index])).toEqual([true, false, false]);
});

test("what stands behind thousands of blanks has no mark, and the text its hash all the same", () => {
  const text = (blanks: number) => `Chapter 1\n\nRain.${" ".repeat(blanks)}\nChapter 2\n\nWind.\n`;
  const halves = Array.from({ length: 40 }, (_, cut) => cut / 40);

  expect(marksOf(text(4000), halves)).toHaveLength(2);
  expect(marksOf(text(5000), halves)).toEqual([]);
});
