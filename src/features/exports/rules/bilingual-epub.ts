import { type Xml, declaration, xml } from "../../../core/files.ts";
import { type Bilingual, type NewPart, type Row, type Span, linesOf } from "./bilingual.ts";

type Page = { readonly title: string; readonly pairs: readonly Row[] };

/** Writes an EPUB 3 with each paragraph before its translation: columns break on small screens. */
export function bilingualEpub(book: Bilingual): readonly NewPart[] {
  const pages = pagesOf(book);
  return [
    { name: "mimetype", content: "application/epub+zip" },
    { name: "META-INF/container.xml", content: `${declaration}${container.xml}` },
    { name: "book/package.opf", content: `${declaration}${packageOf(book, pages).xml}` },
    { name: "book/contents.xhtml", content: contentsOf(book, pages) },
    ...pages.map((page, n) => ({ name: `book/${fileOf(n)}`, content: pageOf(book, page) })),
  ];
}

/** A page for each chapter. One that begins inside a pair starts in the page before it. */
function pagesOf({ name, pairs, chapters }: Bilingual): readonly Page[] {
  const starts = chapters.map(({ at }, n) => (n === 0 ? 0 : at));
  const parted = chapters.map(({ title }, n) => ({
    title: title || name,
    pairs: pairs.filter(
      ({ at }) => at >= (starts[n] ?? 0) && at < (starts[n + 1] ?? Number.POSITIVE_INFINITY),
    ),
  }));
  const pages = parted.filter((page) => page.pairs.length > 0);
  return pages.length === 0 ? [{ title: name, pairs }] : pages;
}

function fileOf(page: number): string {
  return `part${page + 1}.xhtml`;
}

function packageOf({ name, id, at, source, target }: Bilingual, pages: readonly Page[]): Xml {
  const items = pages.map(
    (_, n) =>
      xml`<item id="part${n + 1}" href="${fileOf(n)}" media-type="application/xhtml+xml"/>\n`,
  );
  const spine = pages.map((_, n) => xml`<itemref idref="part${n + 1}"/>\n`);
  return xml`<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">urn:uuid:${id}</dc:identifier>
<dc:title>${titleOf({ name, source, target })}</dc:title>
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

function titleOf({ name, source, target }: Pick<Bilingual, "name" | "source" | "target">): string {
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
  switch (signs) {
    case 1:
      return xml`<em>${text}</em>`;
    case 2:
      return xml`<strong>${text}</strong>`;
    case 3:
      return xml`<strong><em>${text}</em></strong>`;
    default:
      return xml`${text}`;
  }
}

function xhtml(language: string, title: string, body: Xml): string {
  const page = xml`<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" xml:lang="${language}" lang="${language}">
<head><title>${title}</title><style>${style}</style></head>
<body>
${body}
</body>
</html>
`;
  return `${declaration}<!DOCTYPE html>\n${page.xml}`;
}

const style = ".source { color: #666; margin-bottom: 0 } .target { margin-top: 0.2em }";

const container = xml`<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles><rootfile full-path="book/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`;
