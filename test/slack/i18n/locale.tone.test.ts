import { expect, test } from "vitest";

import { sentencesOfTheCode } from "../../../scripts/sentences/code.ts";

/** The sentences with the last form of each plural. */
const sentences = sentencesOfTheCode().map((sentence) =>
  sentence.replaceAll(/\{\d+, plural, .*? other \{(?<form>[^}]*)\}\}/gu, "$<form>"),
);

/** Words that sound translated, or that speak of Galley as if it were somebody else. */
const banned = [
  "anew",
  "any more",
  "bought",
  "buys?",
  "dearer",
  "is to be",
  "promised",
  "stands until",
  "taken back",
  "the desk",
  "this desk",
  "the one who",
  "there is nothing to do",
  "those who",
];

test.each(banned)("no sentence says “%s”", (words) => {
  const said = new RegExp(`\\b(?:${words})\\b`, "iu");

  expect(sentences.filter((sentence) => said.test(sentence))).toEqual([]);
});

test("no sentence has more than 30 words", () => {
  const parts = sentences.flatMap((sentence) => sentence.split(/(?<=[.:;?!])\s+/u));

  expect(parts.filter((part) => part.split(/\s+/u).length > 30)).toEqual([]);
});
