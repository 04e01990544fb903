import { expect, test } from "vitest";

import type { PutBack } from "../../../src/features/delivery/rules/put-back.ts";
import { outcomeReply } from "../../../src/features/translation/views/outcome-reply.ts";
import { aTask } from "../../builders.ts";
import { postedBook } from "../../catalogue/cards.ts";
import { desk } from "../build.ts";

const sentences: readonly (readonly [PutBack, string])[] = [
  [
    { status: "unmatched", book: 1210, translation: 1204 },
    "The translation has 1,204 paragraphs and the document 1,210, so it comes as text",
  ],
  [
    { status: "unmatched", book: 1210, translation: 1210 },
    "do not seem to be those of the document",
  ],
  [{ status: "too-large" }, "it would be too large to be posted here, so it comes as text"],
  [{ status: "unreadable" }, "could not be read once more, so the translation comes as text"],
];

test.for(sentences)("a book that was not put back says why: %o", ([putBack, sentence]) => {
  const quote = postedBook(putBack);

  const { text } = outcomeReply(quote, quote.tasks.at(-1) ?? aTask(), desk);

  expect(text).toContain(`The file is in this thread. `);
  expect(text).toContain(sentence);
});

test("of a book whose file nobody asked for yet it is said which button makes a document of it", () => {
  const quote = { ...postedBook({ status: "unreadable" }), notices: [] };

  const { text } = outcomeReply(quote, quote.tasks.at(-1) ?? aTask(), desk);

  expect(text).toContain("“Post the file here” makes the document itself of it, translated");
});
