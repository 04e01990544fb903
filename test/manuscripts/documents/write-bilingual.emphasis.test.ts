import { expect, test } from "vitest";

import { spansOf, withoutEmphasis } from "#domain/exports/bilingual.ts";
import { writers } from "#manuscripts/documents/write-bilingual.ts";

import { aBook } from "./a-book.ts";
import { elementsOf } from "./well-formed.ts";

const marked = aBook({
  isMarked: true,
  pairs: [
    {
      at: 0,
      source: "The *Salt* Clock, **she** said",
      target: "L’***Horloge*** de sel",
    },
    { at: 40, source: "* * *", target: "2 * 3" },
  ],
});

test.each([
  ["one look", "The *Salt Clock* stood.", ["The ", 0], ["Salt Clock", 1], [" stood.", 0]],
  ["several", "*a* **b** ***c***", ["a", 1], [" ", 0], ["b", 2], [" ", 0], ["c", 3]],
  ["side by side", "*a***b**", ["a", 1], ["b", 2]],
  ["another sign", "_a_ stood", ["a", 1], [" stood", 0]],
  ["a sign without another", "*a* b*", ["*a* b*", 0]],
  ["signs that stand alone", "* * *", ["* * *", 0]],
  ["both kinds of sign", "*a* _b_", ["*a* _b_", 0]],
  ["signs around blanks", "2 * 3 * 4", ["2 * 3 * 4", 0]],
  ["more signs than any look has", "****a****", ["****a****", 0]],
  ["nothing", "", ["", 0]],
] as const)("a line is taken apart at its signs: %s", (_, line, ...spans) => {
  expect(spansOf(line)).toEqual(spans.map(([text, signs]) => ({ text, signs })));
});

test("many signs take no longer than as many letters", () => {
  const line = "*a ".repeat(200_000);

  expect(withoutEmphasis(line)).toBe(line);
});

test("a table and an EPUB draw what is emphasised", () => {
  const table = partOf(writers.word(marked), "word/document.xml");
  const page = partOf(writers.epub(marked), "book/part1.xhtml");

  const runs = elementsOf(table).filter(({ name }) => ["w:i", "w:b", "w:t"].includes(name));
  expect(runs.map(({ name, text }) => text || name).join(" ")).toContain(
    "The w:i Salt Clock, w:b she said L’ w:b w:i Horloge de sel",
  );
  expect(page).toContain("The <em>Salt</em> Clock, <strong>she</strong> said");
  expect(page).toContain("L’<strong><em>Horloge</em></strong> de sel");
});

test.each(["tmx", "xliff12", "xliff21"] as const)("%s keeps the words alone", (format) => {
  const written = partOf(writers[format](marked), "");

  expect(written).toContain("The Salt Clock, she said");
  expect(written).toContain("* * *");
});

test("a text that was read without signs keeps its own", () => {
  const own = aBook({ pairs: [{ at: 0, source: "*sic*", target: "*sic*" }] });

  expect(partOf(writers.tmx(own), "")).toContain("<seg>*sic*</seg>");
});

function partOf(written: ReturnType<typeof writers.word>, name: string): string {
  return typeof written === "string"
    ? written
    : (written.find((part) => part.name === name)?.content ?? "");
}
