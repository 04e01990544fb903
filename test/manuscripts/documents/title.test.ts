import { expect, test } from "vitest";

import type { DocumentFormat } from "#domain/manuscript.ts";
import { openArchive } from "#manuscripts/documents/archive.ts";
import { readTitle } from "#manuscripts/documents/title.ts";

import { docx, p } from "../corpus/docx.ts";
import { epub } from "../corpus/epub.ts";
import { odt } from "../corpus/odt.ts";

const core = (title: string) => ({
  name: "docProps/core.xml",
  content: `<cp:coreProperties xmlns:cp="cp" xmlns:dc="dc">${title}</cp:coreProperties>`,
});
const pages = [{ id: "one", body: "<p>It rained.</p>" }];
const html = (head: string) =>
  Buffer.from(`<html><head>${head}</head><body><svg><title>A map</title></svg></body></html>`);

async function titleOf(format: DocumentFormat, file: Buffer): Promise<string | undefined> {
  const bytes = new Uint8Array(file);
  const archive = async () => await openArchive(bytes);
  return await readTitle({ format, bytes, encoding: "utf-8", archive });
}

const stated: readonly (readonly [DocumentFormat, Buffer])[] = [
  ["docx", docx(p("It rained."), { extra: [core("<dc:title>Salt &amp; Clock</dc:title>")] })],
  [
    "odt",
    odt("<text:p>It rained.</text:p>", [
      { name: "meta.xml", content: "<m><dc:title>Salt &amp; Clock</dc:title></m>" },
    ]),
  ],
  [
    "epub",
    epub({ pages, metadata: "<dc:title>Salt &amp; Clock</dc:title><dc:title>2</dc:title>" }),
  ],
  ["html", html("<meta charset='utf-8'><title>Salt &amp; Clock</title>")],
];

test.each(stated)("a title that a document states is read: %s", async (format, bytes) => {
  expect(await titleOf(format, bytes)).toBe("Salt & Clock");
});

const silent: readonly (readonly [string, DocumentFormat, Buffer])[] = [
  ["no properties", "docx", docx(p("It rained."))],
  ["an empty title", "docx", docx(p("It rained."), { extra: [core("<dc:title> </dc:title>")] })],
  ["a title of a picture alone", "html", html("")],
  ["no archive", "epub", Buffer.from("It rained.")],
];

test.each(silent)("a document with %s states no title", async (_, format, bytes) => {
  expect(await titleOf(format, bytes)).toBeUndefined();
});
