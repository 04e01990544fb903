import { type Xml, declaration, xml } from "../../../core/files.ts";
import { type Bilingual, type Doubt, type NewPart, isRightToLeft, linesOf } from "./bilingual.ts";
import { type Suspect, findSuspects } from "./suspects.ts";

/**
 * Writes a Word file with a table: number, source, target, and room for a comment. Its heading row
 * repeats on each page. Suspect paragraphs are listed before the table and named in its comments.
 */
export function wordTable(book: Bilingual): readonly NewPart[] {
  const { source, target, pairs, heads, isMarked } = book;
  const suspects = findSuspects(pairs, book.glossary);
  const remarks = new Map(suspects.map(({ row, doubts }) => [row, remarkOf(doubts, book)]));
  const rows = pairs.map(
    (pair, n) =>
      xml`<w:tr>${cell(0, `${n + 1}`)}${cell(1, pair.source, { language: source, isMarked })}${cell(2, pair.target, { language: target, isMarked })}${cell(3, remarks.get(n) ?? "")}</w:tr>\n`,
  );
  const first = heads.map((head, column) => cell(column, head));
  const page = xml`<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>
${listOf(suspects, book)}<w:tbl><w:tblPr><w:tblW w:w="${total}" w:type="dxa"/><w:tblBorders>${borders}</w:tblBorders><w:tblLayout w:type="fixed"/></w:tblPr><w:tblGrid>${widths.map((width) => xml`<w:gridCol w:w="${width}"/>`)}</w:tblGrid>
<w:tr><w:trPr><w:tblHeader/></w:trPr>${first}</w:tr>
${rows}</w:tbl>
<w:p/>
<w:sectPr><w:pgSz w:w="16838" w:h="11906" w:orient="landscape"/><w:pgMar w:top="1000" w:right="1000" w:bottom="1000" w:left="1000" w:header="500" w:footer="500" w:gutter="0"/></w:sectPr>
</w:body></w:document>
`;
  return [
    { name: "[Content_Types].xml", content: `${declaration}${contentTypes.xml}` },
    { name: "_rels/.rels", content: `${declaration}${relations.xml}` },
    { name: "word/document.xml", content: `${declaration}${page.xml}` },
  ];
}

export function remarkOf(
  doubts: readonly Doubt[],
  { remarks }: Pick<Bilingual, "remarks">,
): string {
  return doubts
    .map(({ why, words = [] }) => remarks[why].replace("{0}", () => words.join(", ")))
    .join("\n");
}

/** Lists the worst paragraphs, on pages of their own. */
function listOf(suspects: readonly Suspect[], book: Bilingual): readonly Xml[] {
  if (suspects.length === 0) return [];
  const lines = suspects
    .slice(0, mostListed)
    .map(({ row, doubts }) => `${row + 1} · ${remarkOf(doubts, book).replaceAll("\n", " · ")}`);
  const [title, ...others] = [book.remarks.title, ...lines].map(
    (line) => xml`<w:t xml:space="preserve">${line}</w:t>`,
  );
  return [
    xml`<w:p><w:r><w:rPr><w:b/></w:rPr>${title ?? []}</w:r></w:p>\n`,
    ...others.map((line) => xml`<w:p><w:r>${line}</w:r></w:p>\n`),
    xml`<w:p><w:r><w:br w:type="page"/></w:r></w:p>\n`,
  ];
}

const mostListed = 50;

/** Draws a cell. A cell without a language is neither spell-checked nor set right to left. */
function cell(column: number, text: string, says: Partial<Says> = {}): Xml {
  const { language, isMarked = false } = says;
  const isRight = language !== undefined && isRightToLeft(language);
  const own = xml`${isRight ? xml`<w:rtl/>` : []}${locale(language)}`;
  const runs = linesOf(text, isMarked).map((line, n) => {
    const spans = line.map(
      ({ text: words, signs }) =>
        xml`<w:r><w:rPr>${looks[signs] ?? []}${own}</w:rPr><w:t xml:space="preserve">${words}</w:t></w:r>`,
    );
    return xml`${n === 0 ? [] : xml`<w:r><w:br/></w:r>`}${spans}`;
  });
  const aside = isRight ? xml`<w:pPr><w:bidi/></w:pPr>` : [];
  return xml`<w:tc><w:tcPr><w:tcW w:w="${widths[column] ?? 0}" w:type="dxa"/></w:tcPr><w:p>${aside}${runs}</w:p></w:tc>`;
}

type Says = { readonly language: string; readonly isMarked: boolean };

/** The look for each number of signs: italic, bold, both. */
const looks: readonly (Xml | readonly Xml[])[] = [
  [],
  xml`<w:i/><w:iCs/>`,
  xml`<w:b/><w:bCs/>`,
  xml`<w:b/><w:bCs/><w:i/><w:iCs/>`,
];

/** Word checks three kinds of scripts separately: the text is in this language for all of them. */
function locale(language: string | undefined): Xml | readonly Xml[] {
  return language === undefined || language === "und"
    ? []
    : xml`<w:lang w:val="${language}" w:eastAsia="${language}" w:bidi="${language}"/>`;
}

/** Twentieths of a point. */
const widths = [800, 5600, 5600, 2800];
const total = widths.reduce((sum, width) => sum + width, 0);

const borders = ["top", "left", "bottom", "right", "insideH", "insideV"].map((side) => ({
  xml: `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="A0A0A0"/>`,
}));

const contentTypes = xml`<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`;

const relations = xml`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`;
