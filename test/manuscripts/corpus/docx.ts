import { type ZipPart, zip } from "./zip.ts";

const w = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const others =
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:wp="wp" xmlns:wps="wps" xmlns:v="v"';

/** A Word document around a body, with the notes that it may refer to. */
export function docx(body: string, notes: Notes = {}): Buffer {
  return zip(docxParts(body, notes));
}

type Notes = {
  readonly footnotes?: string;
  readonly endnotes?: string;
  readonly extra?: readonly ZipPart[];
  /** Instead of a document around the body. */
  readonly main?: string;
};

export function docxParts(
  body: string,
  { footnotes = "", endnotes = "", extra = [], main }: Notes = {},
): readonly ZipPart[] {
  const notes = (kind: string, list: string) =>
    list === ""
      ? []
      : [{ name: `word/${kind}s.xml`, content: `${xml}<w:${kind}s ${w}>${list}</w:${kind}s>` }];
  return [
    { name: "[Content_Types].xml", content: `${xml}<Types/>` },
    {
      name: "_rels/.rels",
      content: `${xml}<Relationships><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    },
    {
      name: "word/document.xml",
      content: main ?? `${xml}<w:document ${w} ${others}><w:body>${body}</w:body></w:document>`,
    },
    ...notes("footnote", footnotes),
    ...notes("endnote", endnotes),
    ...extra,
  ];
}

export function p(...runs: readonly string[]): string {
  return `<w:p>${runs.map((run) => (run.startsWith("<") ? run : r(run))).join("")}</w:p>`;
}

export function r(text: string): string {
  return `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

const field = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;

/** Every awkward construct that a novel in Word may have, with the text that a reader sees. */
export const awkwardDocx = {
  bytes: () =>
    docx(
      [
        `<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj></w:sdtPr><w:sdtContent>${p("Contents")}${p("The Lighthouse 1")}</w:sdtContent></w:sdt>`,
        `<w:p>${field("begin")}<w:r><w:instrText> TOC \\o </w:instrText></w:r>${field("separate")}${r("Second list 1")}</w:p>${p("Second list 2", field("end"))}`,
        `<w:p><w:pPr><w:pStyle w:val="Heading1"/><w:tabs><w:tab w:val="left" w:pos="720"/></w:tabs></w:pPr>${r("The Light")}<w:proofErr/>${r("house")}</w:p>`,
        p("Verse one", "<w:r><w:br/></w:r>", "verse two", '<w:r><w:br w:type="page"/></w:r>'),
        p(
          "He ",
          `<w:del w:id="1"><w:r><w:delText>never </w:delText></w:r></w:del>`,
          `<w:ins w:id="2">${r("always ")}</w:ins>`,
          "came back.",
        ) +
          `<w:p><w:pPr><w:rPr><w:del w:id="3"/></w:rPr></w:pPr>${r("One sentence that ")}</w:p>` +
          p("goes on."),
        p(
          `<w:moveFrom w:id="4">${r("moved away")}</w:moveFrom>`,
          `<w:moveTo w:id="5">${r("moved here")}</w:moveTo>`,
        ),
        p(
          `<w:r><w:ruby><w:rt>${r("かんじ")}</w:rt><w:rubyBase>${r("漢字")}</w:rubyBase></w:ruby></w:r>`,
          "を読む。",
        ),
        `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/></w:numPr></w:pPr>${r("first")}</w:p><w:p><w:pPr><w:numPr><w:ilvl w:val="1"/></w:numPr></w:pPr>${r("nested")}</w:p>`,
        `<w:tbl><w:tr><w:tc>${p("A1")}<w:tbl><w:tr><w:tc>${p("inner")}</w:tc></w:tr></w:tbl>${p("")}</w:tc><w:tc>${p("B1")}</w:tc></w:tr></w:tbl>`,
        `<w:p>${r("Beside a box.")}<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:docPr id="1" descr="a map"/><wps:txbx><w:txbxContent>${p("In the box.")}</w:txbxContent></wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox><w:txbxContent>${p("In the box.")}</w:txbxContent></v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>`,
        p(
          "A note",
          '<w:r><w:footnoteReference w:id="2"/></w:r>',
          " and another",
          '<w:r><w:endnoteReference w:id="2"/></w:r>',
          ".",
        ),
        p(
          `<w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r>`,
          "Seen",
          "<w:r><w:tab/></w:r>",
          "co",
          "<w:r><w:noBreakHyphen/></w:r>",
          "op &amp; &lt;son&gt;",
        ),
        p(
          field("begin"),
          "<w:r><w:instrText>HYPERLINK</w:instrText></w:r>",
          field("separate"),
          "a link",
          field("end"),
          `<w:fldSimple w:instr=" PAGE ">${r("7")}</w:fldSimple>`,
        ),
        p("") + p("   "),
        p("　縦書きの終わり。"),
      ].join(""),
      {
        footnotes: `<w:footnote w:type="separator" w:id="-1">${p("")}</w:footnote><w:footnote w:id="2">${p("<w:r><w:footnoteRef/></w:r>", "Not a real place.")}${p("At all.")}</w:footnote>`,
        endnotes: `<w:endnote w:id="2">${p("The end note.")}</w:endnote>`,
        extra: [
          { name: "word/comments.xml", content: "<w:comments>secret remark</w:comments>" },
          { name: "word/header1.xml", content: "<w:hdr>running head</w:hdr>" },
          { name: "word/media/empty.png", content: "" },
        ],
      },
    ),
  text: [
    "The Lighthouse",
    "Verse one\nverse two",
    "He always came back.",
    "One sentence that goes on.",
    "moved here",
    "漢字を読む。",
    "first",
    "nested",
    "A1",
    "inner",
    "B1",
    "Beside a box.",
    "In the box.",
    "A note[1] and another[2].",
    "[1] Not a real place.",
    "At all.",
    "[2] The end note.",
    "Seen\tco\u2011op & <son>",
    "a link",
    "　縦書きの終わり。",
  ].join("\n\n"),
  leftOut: [
    {
      what: "contents",
      count: 2,
      characters: 50,
      begins: "Contents The Lighthouse 1 Second list 1 Second list 2",
    },
    { what: "deletions", count: 1 },
    { what: "readings", count: 1 },
    { what: "pictures", count: 1 },
    { what: "hidden", count: 1, characters: 6, begins: "hidden" },
  ],
} as const;
