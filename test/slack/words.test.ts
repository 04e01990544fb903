import { expect, test } from "vitest";

import { inEnglish } from "#slack/i18n/locale.ts";
import { partInFull } from "#slack/words.ts";

import { aManuscript, aQuote } from "../builders.ts";

test.each([
  [["Chapter 1", "Chapter 2"], "chapters 1 and 2"],
  [["第1章", "第2章"], "chapters 1 and 2"],
  [["Chapter 1"], "chapter 1"],
  [["Chapter 43", "Chapter 44"], "chapters 1 and 2 (“Chapter 43” to “Chapter 44”)"],
  [["Prologue", "Chapter 2"], "chapters 1 and 2 (“Prologue” to “Chapter 2”)"],
  [["Chapter 11"], "chapter 1 (“Chapter 11”)"],
  [["The Storm"], "chapter 1 (“The Storm”)"],
])("chapters %j are named: %s", (titles, name) => {
  const chapters = titles.map((title, n) => ({ title, start: n * 10, characters: 10 }));
  const reading = { status: "read", manuscript: aManuscript({ chapters }) } as const;
  const slice = [{ from: 0, to: titles.length * 10 }];

  expect(partInFull(aQuote({ reading }), slice, inEnglish)).toBe(name);
});
