import * as fc from "fast-check";
import { expect, test } from "vitest";

import { createTermCounts } from "#domain/glossary/term-counts.ts";

function countIn(pieces: readonly string[], terms: readonly string[]) {
  const counts = createTermCounts(terms);
  for (const piece of pieces) counts.add(piece);
  return Object.fromEntries(counts.end());
}

test("names are counted as whole words, also within longer names", () => {
  const text = "Ana met Ana Moreau. “Ana!” cried the Banana man; Anas went on.";

  expect(countIn([text], ["Ana", "Ana Moreau", "Moreau", "Ilse"])).toEqual({
    Ana: 3,
    "Ana Moreau": 1,
    Moreau: 1,
  });
});

test("names in scripts without spaces are counted wherever they stand", () => {
  expect(countIn(["亚伦说亚伦来了。アーロンは"], ["亚伦", "アーロン"])).toEqual({
    亚伦: 2,
    アーロン: 1,
  });
});

test("however the text is cut into pieces, the counts are the same", () => {
  const text = "a Ana Ana Moreau, Anas; xAna Ana";
  const whole = countIn([text], ["Ana", "Ana Moreau", "a"]);

  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: text.length }), { maxLength: 12 }), (given) => {
      const cuts = [0, ...given.toSorted((one, other) => one - other), text.length];
      const pieces = cuts.slice(1).map((end, n) => text.slice(cuts[n], end));
      expect(countIn(pieces, ["Ana", "Ana Moreau", "a"])).toEqual(whole);
    }),
  );
});

test("a term without letters stands nowhere", () => {
  expect(countIn(["Ana"], [""])).toEqual({});
});
