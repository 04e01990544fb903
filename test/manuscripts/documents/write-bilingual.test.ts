import { describe, expect, test } from "vitest";

import { formatIds } from "#domain/exports/formats.ts";
import { zipOf } from "#manuscripts/documents/archive.ts";
import {
  writers,
  tmx,
  wordTable,
  xliff12,
  xliff21,
} from "#manuscripts/documents/write-bilingual.ts";

import { aBook } from "./a-book.ts";
import { textOf } from "./text-of.ts";
import { elementsOf } from "./well-formed.ts";

describe.each(formatIds)("as %s", (id) => {
  test("all of its markup is well-formed, whatever the text has in it", () => {
    const written = writers[id](aBook());
    const parts = typeof written === "string" ? [written] : written.map(({ content }) => content);
    const markup = parts.filter((part) => part !== "application/epub+zip");

    expect(markup.map((part) => elementsOf(part).length)).not.toContain(0);
    expect(markup.join("")).not.toContain("\u0007");
    expect(markup.every((part) => part.startsWith("<?xml"))).toBe(true);
  });
});

// TMX 1.4b, 4.1 and its DTD require each of these.
test("a translation memory has all that TMX asks for, and remembers nothing without its translation", () => {
  const elements = elementsOf(tmx(aBook()));
  const header = elements.find(({ name }) => name === "header");

  expect(elements[0]).toEqual({ name: "tmx", attributes: { version: "1.4" }, text: "" });
  expect(Object.keys(header?.attributes ?? {}).toSorted()).toEqual(
    [
      "adminlang",
      "creationtool",
      "creationtoolversion",
      "datatype",
      "o-tmf",
      "segtype",
      "srclang",
    ].toSorted(),
  );
  expect(elements.filter(({ name }) => name === "tu")).toHaveLength(3);
  expect(
    elements.filter(({ name }) => name === "tuv").map(({ attributes }) => attributes["xml:lang"]),
  ).toEqual(["en", "ar", "en", "ar", "en", "ar"]);
  expect(elements.find(({ name }) => name === "seg")?.text).toBe("Chapter <One> & “more”");
});

test("XLIFF 1.2 has a unit for each, with its number and all that the schema asks for", () => {
  const elements = elementsOf(xliff12(aBook()));

  expect(elements.find(({ name }) => name === "file")?.attributes).toEqual({
    original: 'The <Salt> "Clock" & more',
    "source-language": "en",
    "target-language": "ar",
    datatype: "plaintext",
  });
  expect(idsOf(elements, "trans-unit")).toEqual(["1", "2", "3", "4"]);
  expect(elements.filter(({ name }) => name === "target")).toHaveLength(3);
});

test("XLIFF 2.1 names both languages at its root, and a segment in each unit", () => {
  const elements = elementsOf(xliff21(aBook()));

  expect(elements[0]?.attributes).toEqual({
    xmlns: "urn:oasis:names:tc:xliff:document:2.0",
    version: "2.1",
    srcLang: "en",
    trgLang: "ar",
  });
  expect(idsOf(elements, "unit")).toEqual(["1", "2", "3", "4"]);
  expect(elements.filter(({ name }) => name === "segment")).toHaveLength(4);
});

test("a table of Arabic is set from the right and checked as Arabic, and one of an unknown language is not checked", () => {
  const arabic = documentOf(aBook());
  const unknown = documentOf(aBook({ source: "und", target: "fr" }));

  expect(arabic).toContain('<w:rtl/><w:lang w:val="ar" w:eastAsia="ar" w:bidi="ar"/>');
  expect(unknown).not.toContain("und");
  expect(unknown).not.toContain("<w:rtl/>");
});

test("Galley reads its own Word table and EPUB", async () => {
  const [word, epub] = [writers.word, writers.epub].map((write) => {
    const parts = write(aBook());
    return Buffer.from(zipOf(typeof parts === "string" ? [] : parts));
  });

  expect(await textOf("docx", word ?? Buffer.alloc(0))).toContain(
    "2\n\nTwo\nlines & a bell\n\nDeux\nlignes\n\n",
  );
  expect(await textOf("epub", epub ?? Buffer.alloc(0))).toContain("The end.\n\nLa fin.");
});

test("a table says in its comments what to look at, and lists it before", async () => {
  const pairs = aBook().pairs.map((pair) =>
    pair.at === 75 ? { ...pair, source: "In 1848 the Salt Clock.", target: "L’horloge." } : pair,
  );
  const parts = wordTable(aBook({ pairs, glossary: { "Salt Clock": "Horloge de $& sel" } }));

  const text = await textOf("docx", Buffer.from(zipOf(parts)));

  expect(text).toMatch(
    /^Look here first\n\n3 · No translation\n\n4 · Missing numbers: 1848 · Glossary terms not used: Salt Clock\n/u,
  );
  expect(text).toContain(
    "L’horloge.\n\nMissing numbers: 1848\nGlossary terms not used: Salt Clock",
  );
});

function documentOf(book: Parameters<typeof wordTable>[0]): string {
  return wordTable(book).find(({ name }) => name === "word/document.xml")?.content ?? "";
}

function idsOf(elements: ReturnType<typeof elementsOf>, wanted: string) {
  return elements.filter(({ name }) => name === wanted).map(({ attributes }) => attributes["id"]);
}
