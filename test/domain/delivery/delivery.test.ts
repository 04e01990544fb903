import { expect, test } from "vitest";

import { deliveryFileName, documentFileName, glossaryFileName } from "#domain/delivery/delivery.ts";

test("the file is named after manuscript and language, without paths and tricks", () => {
  expect(glossaryFileName("The Lighthouse.txt", "fr", "csv")).toBe(
    "The Lighthouse.fr.glossary.csv",
  );
  expect(glossaryFileName("../a\u202E/b.txt", "zh-TW", "json")).toBe(".. a b.zh-TW.glossary.json");
  expect(glossaryFileName(".txt", "fr", "json")).toBe("manuscript.fr.glossary.json");
});

test("a delivery is named after its manuscript, with the language in it", () => {
  expect(deliveryFileName("The Lighthouse.txt", "fr")).toBe("The Lighthouse.fr.txt");
  expect(deliveryFileName("灯台", "zh-TW")).toBe("灯台.zh-TW.txt");
});

test("a document that comes back keeps its ending, in small letters", () => {
  expect(documentFileName("The Lighthouse.EPUB", "fr")).toBe("The Lighthouse.fr.epub");
  expect(documentFileName("Vol. 2.docm", "pt-BR")).toBe("Vol. 2.pt-BR.docm");
  expect(documentFileName("../a/b.docx", "fr")).toBe(".. a b.fr.docx");
});

test.each([
  ["from 1 to 17", [{ first: 1, last: 17 }], "The Lighthouse.ch1-17.fr.txt"],
  ["1", [{ first: 1, last: 1 }], "The Lighthouse.ch1.fr.txt"],
  [
    "2 and 4 to 6",
    [
      { first: 2, last: 2 },
      { first: 4, last: 6 },
    ],
    "The Lighthouse.ch2_4-6.fr.txt",
  ],
])("a delivery of chapters %s names them", (_, rows, name) => {
  expect(deliveryFileName("The Lighthouse.txt", "fr", { rows, titles: [] })).toBe(name);
});
