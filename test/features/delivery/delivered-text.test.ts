import { expect, test } from "vitest";

import type { PutBack } from "../../../src/features/delivery/rules/put-back.ts";
import { outcomeReply } from "../../../src/features/translation/views/outcome-reply.ts";
import { aTask } from "../../builders.ts";
import { postedBook } from "../../catalogue/cards.ts";
import { desk } from "../build.ts";

const sentences: readonly (readonly [PutBack, string])[] = [
  [
    { status: "unmatched", book: 1210, translation: 1204 },
    "the translation has 1,204 paragraphs, the original 1,210, so the layout couldn’t be restored",
  ],
  [
    { status: "unmatched", book: 1210, translation: 1210 },
    "the paragraphs do not match one by one",
  ],
  [{ status: "too-large" }, "it would be too large to post here, so it comes as plain text"],
  [
    { status: "unreadable" },
    "I couldn’t read the document again, so the translation comes as plain text",
  ],
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

  expect(text).toContain("“Post in thread” gives you the document itself, translated");
});
