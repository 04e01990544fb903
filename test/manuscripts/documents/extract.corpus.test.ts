import { deflateRawSync } from "node:zlib";

import { expect, test } from "vitest";

import type { DocumentFormat } from "#domain/manuscript.ts";
import { createDocuments } from "#manuscripts/manuscripts.ts";

import { awkwardDocx, docx, docxParts, p } from "../corpus/docx.ts";
import { awkwardEpub } from "../corpus/epub.ts";
import { awkwardHtml } from "../corpus/html.ts";
import { awkwardOdt } from "../corpus/odt.ts";
import { inSixtyFourBits, zip } from "../corpus/zip.ts";
import { collect, pieces } from "../pieces.ts";
import { textOf } from "./text-of.ts";

const corpus = [
  ["docx", awkwardDocx],
  ["epub", awkwardEpub],
  ["odt", awkwardOdt],
  ["html", awkwardHtml],
] as const;

test.for(corpus)("an awkward %s reads as its reader reads it", async ([format, awkward]) => {
  const { text, leftOut } = await read(format, awkward.bytes());

  expect(text).toBe(awkward.text);
  expect(leftOut).toEqual(awkward.leftOut);
});

const text = Buffer.from(`<w:document><w:body>${p("Once upon a time.")}</w:body></w:document>`);
const packed = deflateRawSync(text).length;

test.each([
  ["sizes that stand behind a part", { flags: 0x0808, size: 0, packedSize: 0, crc: 0 }],
  ["sizes that stand behind a part and before it as well", { flags: 0x0808 }],
  [
    "sizes in 64 bits",
    { size: 0xffffffff, packedSize: 0xffffffff, extra: inSixtyFourBits(text.length, packed) },
  ],
])("a Word file with %s is read", async (_, local) => {
  const parts = docxParts("").map((part) =>
    part.name === "word/document.xml" ? { ...part, content: text, local } : part,
  );

  expect((await read("docx", zip(parts))).text).toBe("Once upon a time.");
});

test.each([
  ["a white picture", [{ name: "word/media/a.bmp", content: Buffer.alloc(20 * 1024 * 1024) }]],
  ["2,020 parts", Array.from({ length: 2020 }, (_, n) => ({ name: `a/${n}`, content: "" }))],
])("a Word file with %s is read: what is not read may be as it likes", async (_, extra) => {
  const bytes = docx(p("Once upon a time."), { extra });

  expect(await textOf("docx", bytes)).toBe("Once upon a time.");
});

test("what a note leaves out is counted", async () => {
  const hidden = "<w:r><w:rPr><w:vanish/></w:rPr><w:t>secret</w:t></w:r>";
  const footnotes = `<w:footnote w:id="1">${p("A note.", hidden)}</w:footnote>`;
  const bytes = docx(p("One.", '<w:r><w:footnoteReference w:id="1"/></w:r>'), { footnotes });

  expect((await read("docx", bytes)).leftOut).toEqual([
    { what: "hidden", count: 1, characters: 6, begins: "secret" },
  ]);
});

test("a master document is refused, and the first file that it includes is named", async () => {
  const body = `${p("One.")}<w:subDoc r:id="r5"/>`;
  const rels = {
    name: "word/_rels/document.xml.rels",
    content: `<Relationships><Relationship Id="r5" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/subDocument" Target="file:///C:/Book/Chapter%201.docx" TargetMode="External"/></Relationships>`,
  };

  await expect(read("docx", docx(body, { extra: [rels] }))).rejects.toMatchObject({
    reason: "broken-document",
    part: "Chapter 1.docx",
  });
  await expect(read("docx", docx(body))).rejects.toMatchObject({ reason: "broken-document" });
});

test("a page of HTML that says nothing of its encoding is judged by its bytes", async () => {
  const page = Buffer.from("<p>潮時計の島へようこそ。灯台はまだ暗かった。</p>".repeat(20));

  expect(await read("html", page)).toMatchObject({ encoding: "utf-8" });
});

test("a page of HTML is read in what it says, or in what somebody says of it", async () => {
  const bytes = awkwardHtml.bytes();
  const documents = createDocuments({ tick: () => 0 });
  const opened = documents.open({
    chunks: pieces(bytes),
    size: bytes.length,
    format: "html",
    encoding: "windows-1251",
  });
  const said = (await collect(opened.text)).toString("utf8");

  expect(await read("html", bytes)).toMatchObject({ encoding: "windows-1252" });
  expect(said).toContain("Cafй");
});

test.for(corpus)(
  "the same %s gives the same text, however it arrives",
  async ([format, { bytes }]) => {
    const once = await read(format, bytes());
    const again = await read(format, bytes(), [0.1, 0.5, 0.51]);

    expect(again).toEqual(once);
  },
);

async function read(format: DocumentFormat, bytes: Buffer, cuts: readonly number[] = []) {
  const documents = createDocuments({ tick: () => 0 });
  const opened = documents.open({ chunks: pieces(bytes, cuts), size: bytes.length, format });
  const text = (await collect(opened.text)).toString("utf8");
  return { text, ...opened.facts() };
}
