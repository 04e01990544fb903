import { writeNovel } from "../../src/sandbox/playground/samples.ts";
import { zip } from "../../test/manuscripts/corpus/zip.ts";

/** The first twelve chapters of a sample novel, each a title and its paragraphs. */
const chapters = writeNovel()
  .split(/\n(?=Chapter \d+\n)/u)
  .slice(1, 13)
  .map((chapter) => chapter.split(/\n+/u).filter((paragraph) => paragraph !== ""));

/** Phrases with emphasis, and the kind of each. */
const emphasised: readonly (readonly [pattern: RegExp, kind: Kind])[] = [
  [/read it twice|said nothing/gu, "slanted"],
  [/the missing ledger/gu, "strong"],
  [/Harrow Bridge/gu, "link"],
];

type Kind = "slanted" | "strong" | "link";

function written(text: string, write: (kind: Kind, words: string) => string): string {
  return emphasised.reduce(
    (left, [pattern, kind]) => left.replaceAll(pattern, (words) => write(kind, words)),
    text,
  );
}

const inPage = {
  slanted: (words: string) => `<em>${words}</em>`,
  strong: (words: string) => `<b>${words}</b>`,
  link: (words: string) => `<a href="https://example.com/">${words}</a>`,
};

/** Makes a valid EPUB 3, whose navigation sets its entries in several spans. */
export function madeEpub(): Buffer {
  const names = chapters.map((_, index) => `chapter-${index + 1}`);
  const items = names.map((name) => itemOf(name, ""));
  const entries = names.map(
    (name, index) =>
      `<li><a href="${name}.xhtml"><span>Chapter</span> <span>${index + 1}</span></a></li>`,
  );
  const pages = chapters.map(([, ...paragraphs], index) => {
    const body = paragraphs.map(
      (text) => `<p>${written(text, (kind, words) => inPage[kind](words))}</p>`,
    );
    return {
      name: `book/${names[index]}.xhtml`,
      content: page(`<h1>Chapter ${index + 1}</h1>${body.join("")}`),
    };
  });
  const navigation = `<nav epub:type="toc"><h1>Contents</h1><ol>${entries.join("")}</ol></nav>`;
  const refs = names.map((name) => `<itemref idref="${name}"/>`);
  return zip([
    { name: "mimetype", content: "application/epub+zip", method: "stored" },
    {
      name: "META-INF/container.xml",
      content: `${xml}<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`,
    },
    {
      name: "book/book.opf",
      content: `${xml}<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:galley:lamps</dc:identifier><dc:title>The Lamps of Saltmere</dc:title><dc:language>en</dc:language><dc:description>People come and go along the water.</dc:description><meta property="dcterms:modified">2026-11-23T00:00:00Z</meta></metadata><manifest>${items.join("")}${itemOf("nav", ' properties="nav"')}</manifest><spine>${refs.join("")}</spine></package>`,
    },
    { name: "book/nav.xhtml", content: page(navigation) },
    ...pages,
  ]);
}

const xml = '<?xml version="1.0" encoding="UTF-8"?>';

function itemOf(name: string, more: string): string {
  return `<item id="${name}" href="${name}.xhtml" media-type="application/xhtml+xml"${more}/>`;
}

function page(body: string): string {
  return `${xml}<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="en" xml:lang="en"><head><title>The Lamps of Saltmere</title></head><body>${body}</body></html>`;
}

const inWord = {
  slanted: (words: string) => runOf(words, "<w:i/>"),
  strong: (words: string) => runOf(words, "<w:b/>"),
  link: (words: string) =>
    `<w:hyperlink w:anchor="chapter">${runOf(words, '<w:u w:val="single"/>')}</w:hyperlink>`,
};

/** Makes a Word file that programs open. */
export function madeDocx(): Buffer {
  const body = chapters.flat().map((text) => {
    const emphasis: string[] = [];
    const cut = written(text, (kind, words) => `|${emphasis.push(inWord[kind](words))}|`);
    const runs = cut.split("|").map((part, index) => {
      return index % 2 === 1 ? emphasis[Number(part) - 1] : runOf(part, "");
    });
    return `<w:p>${runs.join("")}</w:p>`;
  });
  const type = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument";
  return zip([
    {
      name: "[Content_Types].xml",
      content: `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    },
    {
      name: "_rels/.rels",
      content: `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${type}" Target="word/document.xml"/></Relationships>`,
    },
    {
      name: "word/document.xml",
      content: `${xml}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body.join("")}</w:body></w:document>`,
    },
  ]);
}

function runOf(text: string, properties: string): string {
  return `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
}
