import { expect, test } from "vitest";

import type { PutBack } from "#domain/manuscript.ts";
import { outcomeReply } from "#features/translation/outcome-reply-view.ts";

import { aTask } from "../../builders.ts";
import { postedBook } from "../../catalogue/cards.ts";
import { controlsOf, testContext } from "../../support/context.ts";

const unmade: readonly PutBack[] = [
  { status: "unmatched", book: 1210, translation: 1204 },
  { status: "too-large" },
  { status: "unreadable" },
];

test.for(unmade)("a book that was not put back says so: %o", (putBack) => {
  const quote = postedBook(putBack);

  const { text } = outcomeReply(quote, quote.tasks.at(-1) ?? aTask(), testContext);

  expect(text).toContain(
    "The file is in the thread. It is plain text, because the layout couldn’t be restored.",
  );
});

test("of a book whose file nobody asked for yet the document itself is offered first, then its text", () => {
  const quote = { ...postedBook({ status: "unreadable" }), notices: [] };

  const { blocks } = outcomeReply(quote, quote.tasks.at(-1) ?? aTask(), testContext);

  expect(controlsOf(blocks).slice(0, 2)).toEqual(["task.post_file", "task.fresh_link"]);
  expect(JSON.stringify(blocks)).toMatch(/"Post EPUB file".*"Download text"/u);
});
