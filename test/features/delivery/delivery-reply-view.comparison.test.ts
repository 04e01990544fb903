import { expect, test } from "vitest";

import type { Compared } from "#domain/delivery/compare.ts";
import { comparisonWords, missingWords } from "#features/delivery/delivery-reply-view.ts";
import { inEnglish } from "#slack/i18n/locale.ts";

import { aManuscript, aQuote, aTask } from "../../builders.ts";

const chapters = [
  { title: "Chapter One", start: 0, characters: 100 },
  { title: "Chapter Two: <!channel>", start: 100, characters: 100 },
];
const quote = aQuote({ reading: { status: "read", manuscript: aManuscript({ chapters }) } });
const size = { chapters: 2, paragraphs: 80 };

function said(found: Partial<Compared>) {
  const task = aTask({
    delivery: {
      way: "link",
      comparison: { source: size, result: size, missing: 0, same: 0, ...found },
    },
  });
  return {
    question: missingWords(quote, task, inEnglish),
    notes: comparisonWords(quote, task, inEnglish),
  };
}

test("nothing is said before a result was compared", () => {
  for (const comparison of [undefined, "due", "again"] as const) {
    const task = aTask({ delivery: { way: "link", comparison } });

    expect(missingWords(quote, task, inEnglish)).toBe("");
    expect(comparisonWords(quote, task, inEnglish)).toEqual([]);
  }
});

test("a whole result is told in one short sentence, and nothing is asked", () => {
  expect(said({})).toEqual({
    question: "",
    notes: ["Nothing is missing: 2 chapters and 80 paragraphs."],
  });
});

test("what a translator added at an end is one remark, and nothing is asked", () => {
  const result = { chapters: 2, paragraphs: 380 };

  expect(said({ result, added: 300 })).toEqual({
    question: "",
    notes: [
      "Nothing is missing: 2 chapters and 80 paragraphs.",
      "Only in the translation, before the beginning or after the end: 300 paragraphs.",
    ],
  });
});

test("a text of one paragraph has nothing to count", () => {
  const one = { chapters: 0, paragraphs: 1 };

  expect(said({ source: one, result: one }).notes).toEqual([]);
});

test("where something seems to be missing, people are asked, and told where and what to do", () => {
  const place = { after: 60, chapter: 2 };

  const { question, notes } = said({
    result: { chapters: 2, paragraphs: 71 },
    missing: 9,
    place,
  });

  expect(question).toBe(
    "*Something may be missing:* the original has 2 chapters and 80 paragraphs, the translation 2 chapters and 71 paragraphs. First difference: chapter 2 (“Chapter Two: &lt;!channel&gt;”). Please check. “Report a problem…” tells the admins.",
  );
  expect(notes).toEqual([]);
});

test("without chapters the place is counted in paragraphs", () => {
  const source = { chapters: 0, paragraphs: 80 };
  const result = { chapters: 0, paragraphs: 70 };

  expect(said({ source, result, missing: 10, place: { after: 12 } }).question).toContain(
    "the original has 80 paragraphs, the translation 70 paragraphs. First difference: paragraph 13.",
  );
});

test.for([
  [{ shortened: 2 }, "*These look cut short, repeated or out of place:* 2 paragraphs."],
  [
    { shortened: 2, repeated: 98 },
    "*These look cut short, repeated or out of place:* 100 paragraphs.",
  ],
  [{ isUnaligned: true }, "I couldn’t compare the translation with the original."],
] as const)(
  "%j is asked about, and nobody says that all is there",
  ([found, words], { expect }) => {
    const { question, notes } = said(found);

    expect(question).toBe(`${words} Please check. “Report a problem…” tells the admins.`);
    expect(notes).toEqual([]);
  },
);

test("joined paragraphs are no question, but are said, with what the lengths cannot tell", () => {
  const place = { after: 60, chapter: 2 };

  const { question, notes } = said({ result: { chapters: 2, paragraphs: 79 }, place });

  expect(question).toBe("");
  expect(notes.join()).toMatch(
    /The original has 80 paragraphs, the translation 79 paragraphs.*a short one may be missing/u,
  );
  expect(notes.join()).toContain("First difference: chapter 2");
});

test.for([
  [1, "1 term"],
  [2, "2 terms"],
] as const)("%i used of all terms reads well", ([looked, words], { expect }) => {
  const { notes } = said({ terms: { looked, unused: 0, missing: [] } });

  expect(notes.at(-1)).toBe(`Every glossary term that occurs here was used: ${words}.`);
});

test("terms that were not found are named as the glossary has them, five at most, and escaped", () => {
  const missing = ["<@U1>", "b", "c", "d", "e", "f"];

  const { notes } = said({ terms: { looked: 12, unused: 7, missing } });

  expect(notes.at(-1)).toBe(
    "5 of 12 glossary terms were used; not found in exactly this form: “&lt;@U1&gt;”, “b”, “c”, “d”, “e” and 2 more.",
  );
});
