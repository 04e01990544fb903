import * as fc from "fast-check";
import { expect, test } from "vitest";

import { countCodePoints, createCharacterCount } from "#service/contract/text.ts";

const text = fc.string({ unit: "binary" });

test("characters are code points, wherever the bytes are cut", () => {
  fc.assert(
    fc.property(text, fc.array(fc.nat(40)), (written, cuts) => {
      const bytes = new TextEncoder().encode(written);
      const count = createCharacterCount(100);

      for (const chunk of chunksOf(bytes, cuts)) count.add(chunk);

      const bomless = written.replace(/^\uFEFF/, "");
      expect(count.end()?.characters).toBe(Array.from(bomless).length);
    }),
  );
});

test("the code points of a string are counted without taking it apart", () => {
  fc.assert(
    fc.property(text, (written) => {
      expect(countCodePoints(written)).toBe(Array.from(written).length);
    }),
  );
});

test("bytes that are not UTF-8 have no characters", () => {
  const count = createCharacterCount(100);

  count.add(Uint8Array.of(0x41, 0xff, 0x42));

  expect(count.end()).toBeUndefined();
});

test("a character that is cut off at the end makes the text unreadable", () => {
  const count = createCharacterCount(100);

  count.add(new TextEncoder().encode("中").slice(0, 2));

  expect(count.end()).toBeUndefined();
});

function chunksOf(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const ends = [...cuts, bytes.length]
    .map((cut) => Math.min(cut, bytes.length))
    .sort((a, b) => a - b);
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}
