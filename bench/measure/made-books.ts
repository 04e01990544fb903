import { writeNovel } from "../../src/sandbox/playground/samples.ts";
import { zip } from "../../test/manuscripts/corpus/zip.ts";
import { madeWordFiles } from "./made-word.ts";

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

/** How a tool writes a page: its style sheet, the class of a paragraph, and what is inside of one. */
type Tool = {
  readonly css: string;
  readonly paragraph: string;
  readonly slanted: string;
  readonly strong: string;
  readonly small: string;
};

const spans = (slanted: string, strong: string, small: string) => ({
  slanted: `<span class="${slanted}">`,
  strong: `<span class="${strong}">`,
  small: `<span class="${small}">`,
});

/** Class names and structures that these tools write. */
const tools: Readonly<Record<string, Tool>> = {
  sigil: { css: "", paragraph: "", slanted: "<em>", strong: "<b>", small: "<small>" },
  calibre: {
    css: ".calibre1{display:block}.calibre3{font-style:italic}.calibre5{font-weight:bold}.calibre7{font-variant:small-caps}",
    paragraph: "calibre1",
    ...spans("calibre3", "calibre5", "calibre7"),
  },
  "google-docs": {
    css: "/* */ .c1{margin:0} .c4,span.c9{font-style:italic} .c6{font-weight:700;color:#000} .c8{font-variant:small-caps}",
    paragraph: "c1 c2",
    ...spans("c0 c4", "c6", "c8"),
  },
  indesign: {
    css: "p.Body{text-indent:1em} span.CharOverride-1{font-style:italic;} span.CharOverride-2{font-weight:bold} span.CharOverride-3{font-variant:small-caps}",
    paragraph: "Body ParaOverride-1",
    ...spans("CharOverride-1", "CharOverride-2", "CharOverride-3"),
  },
  word: {
    css: "p.MsoNormal{margin:0} .MsoHyperlink{text-decoration:underline}",
    paragraph: "MsoNormal",
    slanted: '<i style="mso-bidi-font-style:normal">',
    strong: '<b style="mso-bidi-font-weight:normal">',
    small: '<span style="font-variant:small-caps">',
  },
  pages: {
    css: ".s1{font-style:italic}.s2{font-weight:bold}.s3{font-variant:small-caps}.p2{margin:0}",
    paragraph: "p2",
    ...spans("s1", "s2", "s3"),
  },
  libreoffice: {
    css: ".para1{margin:0}.span1{font-style:italic}.span2{font-weight:bold}.span3{font-variant:small-caps}",
    paragraph: "para1",
    ...spans("span1", "span2", "span3"),
  },
};

/** Makes a valid EPUB 3 as each tool writes one; the navigation sets its entries in several spans. */
export function madeEpubs(): readonly { readonly name: string; readonly bytes: Buffer }[] {
  return Object.entries(tools).map(([name, tool]) => ({
    name: `${name}.epub`,
    bytes: epubBy(tool),
  }));
}

function epubBy(tool: Tool): Buffer {
  const names = chapters.map((_, index) => `chapter-${index + 1}`);
  const items = names.map((name) => itemOf(name, ' properties="mathml"'));
  const entries = names.map(
    (name, index) =>
      `<li><a href="${name}.xhtml"><span>Chapter</span> <span>${index + 1}</span></a></li>`,
  );
  const pages = chapters.map(([, ...paragraphs], index) => {
    const body = paragraphs.map((text) => paragraphBy(tool, written(text, inlineBy(tool))));
    return {
      name: `book/${names[index]}.xhtml`,
      content: page(`<h1>Chapter ${index + 1}</h1>${body.join("")}${oddParagraph(tool, index)}`),
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
      content: `${xml}<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:galley:lamps</dc:identifier><dc:title>The Lamps of Saltmere</dc:title><dc:language>en</dc:language><dc:description>People come and go along the water.</dc:description><meta property="dcterms:modified">2026-11-23T00:00:00Z</meta></metadata><manifest>${items.join("")}${itemOf("nav", ' properties="nav"')}<item id="css" href="book.css" media-type="text/css"/><item id="bell" href="bell.svg" media-type="image/svg+xml"/></manifest><spine>${refs.join("")}<itemref idref="nav"/></spine></package>`,
    },
    { name: "book/book.css", content: tool.css },
    {
      name: "book/bell.svg",
      content: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>',
    },
    { name: "book/nav.xhtml", content: page(navigation) },
    ...pages,
  ]);
}

function inlineBy(tool: Tool) {
  return (kind: Kind, words: string): string =>
    kind === "link"
      ? `<a href="https://example.com/">${words}</a>`
      : tool[kind] + words + tool[kind].replace(/^<(\w+).*/u, "</$1>");
}

function paragraphBy({ paragraph }: Tool, words: string): string {
  return paragraph === "" ? `<p>${words}</p>` : `<p class="${paragraph}">${words}</p>`;
}

/** A paragraph with everything that a page may have between its words. */
function oddParagraph(tool: Tool, chapter: number): string {
  const small = tool.small + "Saltmere" + tool.small.replace(/^<(\w+).*/u, "</$1>");
  const formula = `<math xmlns="http://www.w3.org/1998/Math/MathML"><mi>x</mi><mo>=</mo><mfrac><mn>5</mn><mn>2</mn></mfrac></math>`;
  const turn = `<span epub:type="pagebreak" id="page${chapter}" aria-label="${chapter}"></span>`;
  return paragraphBy(
    tool,
    `In ${small} they drank H<sub>2</sub>O on the 3<sup>rd</sup>, rang <img src="bell.svg" alt=""/> twice and said <q>no</q>; ${turn}so ${formula} holds there.`,
  );
}

const xml = '<?xml version="1.0" encoding="UTF-8"?>';

function itemOf(name: string, more: string): string {
  return `<item id="${name}" href="${name}.xhtml" media-type="application/xhtml+xml"${more}/>`;
}

function page(body: string): string {
  return `${xml}<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="en" xml:lang="en"><head><title>The Lamps of Saltmere</title><link rel="stylesheet" type="text/css" href="book.css"/></head><body>${body}</body></html>`;
}

const inWord = {
  slanted: (words: string) => runOf(words, "<w:i/>"),
  strong: (words: string) => runOf(words, "<w:b/>"),
  link: (words: string) =>
    `<w:hyperlink w:anchor="chapter">${runOf(words, '<w:u w:val="single"/>')}</w:hyperlink>`,
};

/** Makes Word files as the programs that people write with do, of two chapters each. */
export function madeDocxs(): readonly { readonly name: string; readonly bytes: Buffer }[] {
  return [
    { name: "made.docx", bytes: madeDocx() },
    ...madeWordFiles(chapters.slice(0, 2), written),
  ];
}

/** Makes a Word file that programs open. */
function madeDocx(): Buffer {
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
