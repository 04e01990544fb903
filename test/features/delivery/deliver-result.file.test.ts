import { expect, test } from "vitest";

import type { Manuscripts } from "#domain/context.ts";
import { largestFileBytes } from "#domain/delivery/delivery.ts";
import { ManuscriptError } from "#domain/errors.ts";
import type { Manuscript } from "#domain/manuscript.ts";
import type { Task } from "#domain/task.ts";
import { resultFile } from "#features/delivery/deliver-result.ts";

import { aManuscript, aQuote, aTask, completed, opening } from "../../builders.ts";
import { testAppContext } from "../../support/app-context.ts";

const fini = Buffer.from("fini");

test("a translation of an EPUB is the book with its text, asked for by what was translated", async () => {
  const bytes = Buffer.from("a book");
  const asked: unknown[] = [];

  const file = await resultOf(aManuscript({ format: "epub" }), async ({ fileId }, wanted) => {
    asked.push({ fileId, ...wanted, translation: Buffer.from(wanted.translation).toString() });
    return { status: "document", bytes };
  });

  expect(file).toEqual({ content: bytes, putBack: { status: "document" } });
  expect(asked).toEqual([
    { fileId: aQuote().file.id, translation: "fini", target: "fr", limit: largestFileBytes },
  ]);
});

test("a translation whose paragraphs are not those of the book is its text, and says so", async () => {
  const putBack = { status: "unmatched", book: 12, translation: 11 } as const;

  const file = await resultOf(aManuscript({ format: "docx" }), async () => putBack);

  expect(file).toEqual({ content: fini, putBack });
});

test("a book that is gone, or too large to be posted, comes as text, and says so", async () => {
  const gone = async () => Promise.reject(new ManuscriptError("gone"));
  const large = { format: "epub", fileBytes: largestFileBytes + 1 } as const;

  expect(await resultOf(aManuscript({ format: "epub" }), gone)).toMatchObject({
    content: fini,
    putBack: { status: "unreadable" },
  });
  expect(await resultOf(aManuscript(large), neverAsked)).toMatchObject({
    content: fini,
    putBack: { status: "too-large" },
  });
});

test("while Slack gives no clear answer nothing is posted in the place of the book", async () => {
  const interrupted = async () => Promise.reject(new ManuscriptError("interrupted"));

  await expect(resultOf(aManuscript({ format: "epub" }), interrupted)).rejects.toThrow(
    "interrupted",
  );
});

test("a text and a part of a book come as text, and nothing is said of it", async () => {
  const part = { kind: "preview", slice: opening(3000) } as const;

  expect(await resultOf(aManuscript(), neverAsked)).toEqual({ content: fini });
  expect(await resultOf(aManuscript({ format: "epub" }), neverAsked, part)).toEqual({
    content: fini,
  });
});

async function resultOf(
  manuscript: Manuscript,
  putBack: Manuscripts["putBack"],
  changes: Partial<Task> = {},
) {
  const task = aTask({ state: completed({ charged: 1 }), ...changes });
  const quote = aQuote({ reading: { status: "read", manuscript }, tasks: [task] });
  const { ctx } = testAppContext({ manuscripts: { putBack }, result: "fini" });
  return await resultFile(ctx, quote, task.key);
}

async function neverAsked(): Promise<never> {
  throw new Error("the book was asked for");
}
