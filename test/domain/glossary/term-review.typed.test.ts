import { expect, test } from "vitest";

import * as review from "#domain/glossary/term-review.ts";

/** Returns undefined for prose. */
function typedTerms(text: string) {
  const { edits, prose } = review.typedTerms(text);
  return edits.length === 0 || prose !== undefined ? undefined : edits;
}

test.each([
  ["Aaron = 亚伦", "Aaron", "亚伦"],
  ["Aaron=亚伦", "Aaron", "亚伦"],
  ["Aaron → 亚伦", "Aaron", "亚伦"],
  ["Aaron => 亚伦", "Aaron", "亚伦"],
  ["Aaron -> 亚伦", "Aaron", "亚伦"],
  ["亚伦：Aaron", "亚伦", "Aaron"],
  ["Jean-Luc = Jean-Luc", "Jean-Luc", "Jean-Luc"],
  ["Aaron =", "Aaron", ""],
])("%s is a term", (line, source, target) => {
  expect(typedTerms(line)).toEqual([{ source, target }]);
});

test("several lines are several terms, empty ones are none", () => {
  expect(typedTerms("Aaron = 亚伦\r\n\n Maia → 玛雅 ")).toEqual([
    { source: "Aaron", target: "亚伦" },
    { source: "Maia", target: "玛雅" },
  ]);
});

test.each([
  "",
  "= 亚伦",
  "I think that Aaron = 亚伦, don't you?",
  "Aaron = 亚伦\nand the rest as before",
  "a = b = c",
  "<https://example.com/?a=b>",
  "Aaron = <@U1>",
  `Aaron = ${"x".repeat(200)}`,
])("%j is prose", (text) => {
  expect(typedTerms(text)).toBeUndefined();
});

test("what is longer than a message that somebody types is prose", () => {
  const terms = (count: number) => "Aaron = 亚伦\n".repeat(count);

  expect(typedTerms(terms(300))).toHaveLength(300);
  expect(typedTerms(terms(400))).toBeUndefined();
  expect(typedTerms(`Aaron${" ".repeat(5000)}= 亚伦`)).toBeUndefined();
});
