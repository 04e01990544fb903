import { expect, test } from "vitest";

import { documentTitle } from "#domain/book/document-title.ts";

const file = { name: "salt_clock-2.docx" };

test.each([
  ["  The  Salt\nClock ", "The Salt Clock"],
  ["1984: A Novel", "1984: A Novel"],
  ["Untitled Grace: A Life", "Untitled Grace: A Life"],
  ["潮時計の島", "潮時計の島"],
])("a title that says something is taken: %j", (stated, title) => {
  expect(documentTitle(stated, file)).toBe(title);
});

test.each([
  undefined,
  "",
  "salt_clock-2.docx",
  "Salt Clock 2",
  "Untitled",
  "Untitled document",
  "Ohne Titel 1",
  "Document1",
  "Microsoft Word - draft.doc",
  "20261128",
  "0b9f3c52-4d7e-5a61-8f20-9c1d2e3f4a5b",
  "Title ".repeat(26),
])("a title that says nothing is ignored: %j", (stated) => {
  expect(documentTitle(stated, file)).toBeUndefined();
});
