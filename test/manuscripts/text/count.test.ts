import { Buffer } from "node:buffer";

import { describe, expect, test } from "vitest";

import { countCharacters, firstCharacters } from "#manuscripts/text/count.ts";

const mixed = "Ilse 🙂 lachte: “芬奇, 핀치, naïve!” 🎉🎉 сказала она.\n".repeat(40);
const texts = { ascii: "Marlow went down.\n".repeat(90), mixed, "emoji alone": "🎉".repeat(700) };

describe.each(Object.entries(texts))("the first code points of a text: %s", (_, text) => {
  const points = Array.from(text);
  const bytes = Buffer.from(text);

  test("are as many as asked for, wherever the cut is", () => {
    for (let wanted = 0; wanted <= points.length; wanted += 1) {
      const first = Buffer.from(firstCharacters(bytes, wanted));

      expect(first.toString("utf8")).toBe(points.slice(0, wanted).join(""));
      expect(countCharacters(first)).toBe(wanted);
    }
  });

  test.each([points.length + 1, Infinity])("of a shorter text are all of it: %d", (wanted) => {
    expect(firstCharacters(bytes, wanted)).toHaveLength(bytes.length);
  });
});
