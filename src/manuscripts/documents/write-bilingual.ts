import {
  type Bilingual,
  type NewPart,
  type Row,
  type Span,
  isRightToLeft,
  linesOf,
  withoutEmphasis,
} from "#domain/exports/bilingual.ts";
import type { FormatId } from "#domain/exports/formats.ts";
import { type Suspect, findSuspects, remarkOf } from "#domain/exports/suspects.ts";
import { type Xml, xml, xmlFile } from "#lib/xml.ts";

/** Writes a text and its translation: the file, or the parts of a zip file. */
export const writers: Readonly<Record<FormatId, (book: Bilingual) => string | readonly NewPart[]>> =
  {
    word: wordTable,
    epub: bilingualEpub,
    tmx: (book) => tmx(plain(book)),
    xliff12: (book) => xliff12(plain(book)),
    xliff21: (book) => xliff21(plain(book)),
  };

/** Removes the signs of emphasis: a translation memory keeps only words. */
function plain(book: Bilingual): Bilingual {
  if (!book.isMarked) return book;
  const pairs = book.pairs.map((pair) => ({
    ...pair,
    source: withoutEmphasis(pair.source),
    target: withoutEmphasis(pair.target),
  }));
  return { ...book, pairs };
}

/** Writes a translation memory, TMX 1.4b. Paragraphs without a translation are left out. */
export function tmx({ source, target, pairs }: Bilingual): string {
  const units = pairs
    .filter((pair) => pair.source !== "" && pair.target !== "")
    .map((pair) => xml`<tu>${variant(source, pair.source)}${variant(target, pair.target)}</tu>\n`);
  return xmlFile(xml`<tmx version="1.4">
<header creationtool="Galley" creationtoolversion="1" segtype="paragraph" o-tmf="plain" adminlang="en" srclang="${source}" datatype="plaintext"/>
<body>
${units}</body>
</tmx>
`);
}

function variant(language: string, text: string): Xml {
  return xml`<tuv xml:lang="${language}"><seg>${text}</seg></tuv>`;
}

/** Writes XLIFF 1.2: one unit for each pair of paragraphs. */
export function xliff12({ name, source, target, pairs }: Bilingual): string {
  const units = pairs.map(
    (pair, n) => xml`<trans-unit id="${n + 1}" xml:space="preserve">
<source>${pair.source}</source>
${pair.target === "" ? [] : xml`<target>${pair.target}</target>\n`}</trans-unit>
`,
  );
  return xmlFile(xml`<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
<file original="${name}" source-language="${source}" target-language="${target}" datatype="plaintext">
<body>
${units}</body>
</file>
</xliff>
`);
}

/** Writes the same as XLIFF 2.1, whose namespace still ends in 2.0. */
export function xliff21({ name, source, target, pairs }: Bilingual): string {
  const units = pairs.map(
    (pair, n) => xml`<unit id="${n + 1}"><segment>
<source xml:space="preserve">${pair.source}</source>
${pair.target === "" ? [] : xml`<target xml:space="preserve">${pair.target}</target>\n`}</segment></unit>
`,
  );
  return xmlFile(xml`<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="${source}" trgLang="${target}">
<file id="1" original="${name}">
${units}</file>
</xliff>
`);
}

/**
 * Writes a Word file with a table: number, source, target, and room for a comment. Its heading row
 * repeats on each page. Suspect paragraphs are listed before the table and named in its comments.
 */
export function wordTable(book: Bilingual): readonly NewPart[] {
  const { source, target, pairs, heads, isMarked } = book;
  const suspects = findSuspects(pairs, book);
  const remarks = new Map(suspects.map(({ row, doubts }) => [row, remarkOf(doubts, book.remarks)]));
  const rows = pairs.map(
    (pair, n) =>
      xml`<w:tr>${cell(0, `${n + 1}`)}${cell(1, pair.source, { language: source, isMarked })}${cell(2, pair.target, { language: target, isMarked })}${cell(3, remarks.get(n) ?? "")}</w:tr>\n`,
  );
  const first = heads.map((head, column) => cell(column, head));
  const page =
    xmlFile(xml`<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>
${listOf(suspects, book)}<w:tbl><w:tblPr><w:tblW w:w="${total}" w:type="dxa"/><w:tblBorders>${borders}</w:tblBorders><w:tblLayout w:type="fixed"/></w:tblPr><w:tblGrid>${widths.map((width) => xml`<w:gridCol w:w="${width}"/>`)}</w:tblGrid>
<w:tr><w:trPr><w:tblHeader/></w:trPr>${first}</w:tr>
${rows}</w:tbl>
<w:p/>
<w:sectPr><w:pgSz w:w="16838" w:h="11906" w:orient="landscape"/><w:pgMar w:top="1000" w:right="1000" w:bottom="1000" w:left="1000" w:header="500" w:footer="500" w:gutter="0"/></w:sectPr>
</w:body></w:document>
`);
  return [
    { name: "[Content_Types].xml", content: xmlFile(contentTypes) },
    { name: "_rels/.rels", content: xmlFile(relations) },
    { name: "word/document.xml", content: page },
  ];
}

/** Lists the worst paragraphs, on pages of their own. */
function listOf(suspects: readonly Suspect[], book: Bilingual): readonly Xml[] {
  if (suspects.length === 0) return [];
  const lines = suspects
    .slice(0, mostListed)
    .map(
      ({ row, doubts }) => `${row + 1} · ${remarkOf(doubts, book.remarks).replaceAll("\n", " · ")}`,
    );
  const spans = [book.remarks.title, ...lines].map((text, n) => ({ text, signs: n === 0 ? 2 : 0 }));
  return [
    ...spans.map((span) => xml`<w:p>${runOf(span)}</w:p>\n`),
    xml`<w:p><w:r><w:br w:type="page"/></w:r></w:p>\n`,
  ];
}

const mostListed = 50;

/** Draws a cell. A cell without a language is neither spell-checked nor set right to left. */
function cell(column: number, text: string, { language = "und", isMarked = false } = {}): Xml {
  const isRight = isRightToLeft(language);
  const own = xml`${isRight ? xml`<w:rtl/>` : []}${locale(language)}`;
  const runs = linesOf(text, isMarked).map((line, n) => {
    const spans = line.map((span) => runOf(span, own));
    return xml`${n === 0 ? [] : xml`<w:r><w:br/></w:r>`}${spans}`;
  });
  const aside = isRight ? xml`<w:pPr><w:bidi/></w:pPr>` : [];
  return xml`<w:tc><w:tcPr><w:tcW w:w="${widths[column] ?? 0}" w:type="dxa"/></w:tcPr><w:p>${aside}${runs}</w:p></w:tc>`;
}

function runOf({ text, signs }: Span, own: Xml | readonly Xml[] = []): Xml {
  return xml`<w:r><w:rPr>${looks[signs] ?? []}${own}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
}

/** The look for each number of signs: italic, bold, both. */
const looks: readonly (Xml | readonly Xml[])[] = [
  [],
  { xml: "<w:i/><w:iCs/>" },
  { xml: "<w:b/><w:bCs/>" },
  { xml: "<w:b/><w:bCs/><w:i/><w:iCs/>" },
];

/** Word checks three kinds of scripts separately: the text is in this language for all of them. */
function locale(language: string): Xml | readonly Xml[] {
  return language === "und"
    ? []
    : xml`<w:lang w:val="${language}" w:eastAsia="${language}" w:bidi="${language}"/>`;
}

/** Twentieths of a point. */
const widths = [800, 5600, 5600, 2800];
const total = widths.reduce((sum, width) => sum + width, 0);

const borders = ["top", "left", "bottom", "right", "insideH", "insideV"].map((side) => ({
  xml: `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="A0A0A0"/>`,
}));

const contentTypes: Xml = {
  xml: '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
};

const relations: Xml = {
  xml: '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
};

type ChapterPage = { readonly title: string; readonly pairs: readonly Row[] };

/** Writes an EPUB 3 with each paragraph before its translation: columns break on small screens. */
export function bilingualEpub(book: Bilingual): readonly NewPart[] {
  const pages = pagesOf(book);
  return [
    { name: "mimetype", content: "application/epub+zip" },
    { name: "META-INF/container.xml", content: xmlFile(container) },
    { name: "book/package.opf", content: xmlFile(packageOf(book, pages)) },
    { name: "book/contents.xhtml", content: contentsOf(book, pages) },
    ...pages.map((page, n) => ({ name: `book/${fileOf(n)}`, content: pageOf(book, page) })),
  ];
}

/** A page for each chapter. One that begins inside a pair starts in the page before it. */
function pagesOf({ name, pairs, chapters }: Bilingual): readonly ChapterPage[] {
  const chapterOf = (pair: Row) => chapters.findLast(({ at }) => at <= pair.at) ?? chapters[0];
  const pages = [...Map.groupBy(pairs, chapterOf)];
  return pages.map(([chapter, own]) => ({ title: chapter?.title || name, pairs: own }));
}

function fileOf(page: number): string {
  return `part${page + 1}.xhtml`;
}

function packageOf(book: Bilingual, pages: readonly ChapterPage[]): Xml {
  const { id, at, source, target } = book;
  const items = pages.map(
    (_, n) =>
      xml`<item id="part${n + 1}" href="${fileOf(n)}" media-type="application/xhtml+xml"/>\n`,
  );
  const spine = pages.map((_, n) => xml`<itemref idref="part${n + 1}"/>\n`);
  return xml`<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">urn:uuid:${id}</dc:identifier>
<dc:title>${titleOf(book)}</dc:title>
<dc:language>${target}</dc:language>
<dc:language>${source}</dc:language>
<meta property="dcterms:modified">${new Date(at).toISOString().replace(/\.\d+/u, "")}</meta>
</metadata>
<manifest>
<item id="contents" href="contents.xhtml" media-type="application/xhtml+xml" properties="nav"/>
${items}</manifest>
<spine>
${spine}</spine>
</package>
`;
}

function titleOf({ name, source, target }: Bilingual): string {
  return `${name} (${source}, ${target})`;
}

function contentsOf(book: Bilingual, pages: readonly ChapterPage[]): string {
  const entries = pages.map(({ title }, n) => xml`<li><a href="${fileOf(n)}">${title}</a></li>\n`);
  const nav = xml`<nav epub:type="toc"><ol>
${entries}</ol></nav>`;
  return xhtml(book.source, titleOf(book), nav);
}

function pageOf({ source, target, isMarked }: Bilingual, { title, pairs }: ChapterPage): string {
  const paragraphs = pairs.map((pair) => {
    const ours = paragraph("source", source, linesOf(pair.source, isMarked));
    return xml`${ours}${paragraph("target", target, linesOf(pair.target, isMarked))}`;
  });
  return xhtml(target, title, xml`${paragraphs}`);
}

function paragraph(side: "source" | "target", language: string, text: ReturnType<typeof linesOf>) {
  const lines = text.map((line, n) => xml`${n === 0 ? [] : xml`<br/>`}${line.map(drawn)}`);
  return text.flat().every((span) => span.text === "")
    ? []
    : xml`<p class="${side}" xml:lang="${language}" lang="${language}" dir="auto">${lines}</p>\n`;
}

function drawn({ text, signs }: Span): Xml {
  const words = signs === 1 || signs === 3 ? xml`<em>${text}</em>` : xml`${text}`;
  return signs >= 2 ? xml`<strong>${words}</strong>` : words;
}

function xhtml(language: string, title: string, body: Xml): string {
  return xmlFile(xml`<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" xml:lang="${language}" lang="${language}">
<head><title>${title}</title><style>${style}</style></head>
<body>
${body}
</body>
</html>
`);
}

const style = ".source { color: #666; margin-bottom: 0 } .target { margin-top: 0.2em }";

const container: Xml = {
  xml: '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles><rootfile full-path="book/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
};
