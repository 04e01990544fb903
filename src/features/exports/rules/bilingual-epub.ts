import { type Xml, xml, xmlFile } from "../../../core/xml.ts";
import { type Bilingual, type NewPart, type Row, type Span, linesOf } from "./bilingual.ts";

type Page = { readonly title: string; readonly pairs: readonly Row[] };

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
function pagesOf({ name, pairs, chapters }: Bilingual): readonly Page[] {
  const chapterOf = (pair: Row) => chapters.findLast(({ at }) => at <= pair.at) ?? chapters[0];
  const pages = [...Map.groupBy(pairs, chapterOf)];
  return pages.map(([chapter, own]) => ({ title: chapter?.title || name, pairs: own }));
}

function fileOf(page: number): string {
  return `part${page + 1}.xhtml`;
}

function packageOf(book: Bilingual, pages: readonly Page[]): Xml {
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

function contentsOf(book: Bilingual, pages: readonly Page[]): string {
  const entries = pages.map(({ title }, n) => xml`<li><a href="${fileOf(n)}">${title}</a></li>\n`);
  const nav = xml`<nav epub:type="toc"><ol>
${entries}</ol></nav>`;
  return xhtml(book.source, titleOf(book), nav);
}

function pageOf({ source, target, isMarked }: Bilingual, { title, pairs }: Page): string {
  const said = pairs.map((pair) => {
    const ours = paragraph("source", source, linesOf(pair.source, isMarked));
    return xml`${ours}${paragraph("target", target, linesOf(pair.target, isMarked))}`;
  });
  return xhtml(target, title, xml`${said}`);
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

const container = xml`<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles><rootfile full-path="book/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`;
