import { zip } from "../../test/manuscripts/corpus/zip.ts";

/** What a program writes into a Word file beside the paragraphs of a novel. */
type Writer = {
  /** The properties of each run, as the program repeats them. */
  readonly look: string;
  /** What stands around the runs of each paragraph. */
  readonly around?: (runs: string, index: number) => string;
  /** Paragraphs with the structures of this program, after each chapter. */
  readonly odd: (n: number) => string;
};

const run = (text: string, look = "") =>
  `<w:r><w:rPr>${look}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const p = (runs: string, properties = "") => `<w:p><w:pPr>${properties}</w:pPr>${runs}</w:p>`;
const slanted = (text: string) => run(text, "<w:i/><w:iCs/>");
const char = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
const field = (instruction: string, result: string) =>
  `${char("begin")}<w:r><w:instrText xml:space="preserve"> ${instruction} </w:instrText></w:r>${char("separate")}${run(result)}${char("end")}`;
const noteOf = (kind: string, id: number) =>
  `<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:${kind}Reference w:id="${id}"/></w:r>`;
const bookmark = (n: number, name: string) =>
  `<w:bookmarkStart w:id="${n}" w:name="${name}"/><w:bookmarkEnd w:id="${n}"/>`;
const link = (text: string) =>
  `<w:hyperlink w:anchor="start" w:history="1">${run(text, '<w:rStyle w:val="Hyperlink"/>')}</w:hyperlink>`;
const cell = (text: string) => `<w:tc><w:tcPr/>${p(run(text))}</w:tc>`;
const numbered = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>';
const boxed = (text: string) => {
  const content = `<w:txbxContent>${p(run(text))}</w:txbxContent>`;
  return `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:txbx>${content}</wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox>${content}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>`;
};
const author = 'w:author="M" w:date="2026-11-01T10:00:00Z"';

/** Structures that these programs write; Word writes most of them. */
const writers: Readonly<Record<string, Writer>> = {
  "word-fields": {
    look: '<w:lang w:val="en-GB"/>',
    odd: (n) =>
      p(`${run("Figure 1")}${field("SEQ Figure \\* ARABIC", String(n))}${run(", the quay")}`) +
      p(
        `${run("See Figure ")}${field("REF fig \\h", String(n))}${run(" on page ")}${field("PAGEREF fig \\h", "12")}${run(".")}`,
      ),
  },
  "word-notes": {
    look: "",
    odd: (n) =>
      p(
        `${run("It was late in 1905")}${noteOf("footnote", n)}${run(", they say")}${noteOf("endnote", n)}${run(".")}`,
      ),
  },
  "word-review": {
    look: "",
    around: (runs, n) =>
      `<w:commentRangeStart w:id="${n}"/>${runs}<w:commentRangeEnd w:id="${n}"/><w:r><w:commentReference w:id="${n}"/></w:r>`,
    odd: (n) =>
      p(
        `${run("He came ")}<w:del w:id="${n}" ${author}><w:r><w:delText xml:space="preserve">very </w:delText></w:r></w:del><w:ins w:id="${n + 100}" ${author}>${run("rather ")}${slanted("late")}</w:ins>${run(" that day.")}`,
      ),
  },
  "word-boxes": {
    look: "",
    odd: () =>
      p(
        `${run("The notice hung ")}${boxed("No boats today.")}${slanted("there")}${run(" for weeks.")}`,
      ),
  },
  "word-controls": {
    look: "",
    odd: () =>
      `<w:sdt><w:sdtPr><w:alias w:val="Name"/></w:sdtPr><w:sdtContent>${p(`${run("Signed by ")}<w:sdt><w:sdtPr><w:text/></w:sdtPr><w:sdtContent>${slanted("Mara")}</w:sdtContent></w:sdt>${run(" herself.")}`)}</w:sdtContent></w:sdt>`,
  },
  "word-tables": {
    look: "",
    odd: () =>
      `<w:tbl><w:tblPr/><w:tblGrid/><w:tr>${cell("High water")}${cell("At seven")}</w:tr><w:tr>${cell("Low water")}<w:tc><w:tcPr/><w:tbl><w:tblPr/><w:tblGrid/><w:tr>${cell("At one")}</w:tr></w:tbl><w:p/></w:tc></w:tr></w:tbl>` +
      p(`${run("So ran the ")}${slanted("table")}${run(" of tides.")}`, numbered),
  },
  "google-docs": {
    look: '<w:rFonts w:ascii="Georgia" w:hAnsi="Georgia"/><w:rtl w:val="0"/>',
    odd: (n) =>
      p(
        `${bookmark(n, `_heading${n}`)}${run("A link to ", '<w:rtl w:val="0"/>')}${link("the harbour")}${run(" follows.", '<w:rtl w:val="0"/>')}`,
        '<w:pageBreakBefore w:val="0"/>',
      ),
  },
  libreoffice: {
    look: '<w:lang w:val="en-US" w:eastAsia="zh-CN" w:bidi="hi-IN"/>',
    around: (runs, n) => `${bookmark(n, `__DdeLink__${n}`)}${runs}`,
    odd: (n) =>
      p(
        `${run("Table ")}<w:fldSimple w:instr=" SEQ Table \\* ARABIC ">${run(String(n))}</w:fldSimple>${run("a: what ")}${slanted("drifted")}<w:r><w:br/></w:r>${run("ashore.")}`,
      ),
  },
  pages: {
    look: '<w:rtl w:val="0"/><w:lang w:val="en-US"/>',
    odd: () =>
      p(
        `${run("One line")}<w:r><w:br w:type="textWrapping"/><w:br w:type="textWrapping"/></w:r>${slanted("and a stanza")}${run(" below it.")}<w:r><w:br w:type="page"/></w:r>`,
      ),
  },
  wps: {
    look: '<w:rFonts w:hint="eastAsia"/>',
    odd: () =>
      p(
        `${run("They call it ")}<w:r><w:ruby><w:rubyPr/><w:rt>${run("みなと")}</w:rt><w:rubyBase>${run("港")}</w:rubyBase></w:ruby></w:r>${run(", ")}<w:smartTag w:element="place">${slanted("the port")}</w:smartTag>${run(", here.")}`,
      ),
  },
  scrivener: {
    look: '<w:rFonts w:ascii="Times"/><w:sz w:val="24"/>',
    odd: (n) =>
      p(`${run("Scene ")}${noteOf("footnote", n)}${slanted("breaks")}${run(" come so.")}`) +
      p(run("# # #"), '<w:jc w:val="center"/>') +
      p("", '<w:sectPr><w:type w:val="nextPage"/><w:cols w:num="2"/></w:sectPr>'),
  },
};

/** Makes a Word file as each program writes one. */
export function madeWordFiles(
  chapters: readonly (readonly string[])[],
  written: (text: string, write: (kind: string, words: string) => string) => string,
): readonly { readonly name: string; readonly bytes: Buffer }[] {
  return Object.entries(writers).map(([name, writer]) => {
    let count = 0;
    const paragraph = (text: string): string => {
      const emphasis: string[] = [];
      const looks = { slanted: "<w:i/>", strong: "<w:b/>" };
      const write = (kind: string, words: string): string =>
        `|${emphasis.push(kind === "link" ? link(words) : run(words, (kind === "strong" ? looks.strong : looks.slanted) + writer.look))}|`;
      const runs = written(text, write)
        .split("|")
        .map((part, index) =>
          index % 2 === 1 ? (emphasis[Number(part) - 1] ?? "") : run(part, writer.look),
        )
        .join("");
      return p(writer.around?.(runs, (count += 1)) ?? runs);
    };
    const body = chapters.map(
      (paragraphs, index) => paragraphs.map(paragraph).join("") + writer.odd(index + 1),
    );
    return { name: `${name}.docx`, bytes: wordFile(body.join(""), chapters.length) };
  });
}

const xml = '<?xml version="1.0" encoding="UTF-8"?>';
const office = "http://schemas.openxmlformats.org/officeDocument/2006";
const main = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const namespaces = `xmlns:w="${main}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" xmlns:v="urn:schemas-microsoft-com:vml"`;

function wordFile(body: string, notes: number): Buffer {
  const kinds = ["footnote", "endnote", "comment"] as const;
  const type = (kind: string) =>
    `<Override PartName="/word/${kind}.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.${kind === "document" ? "document.main" : kind}+xml"/>`;
  const relation = (kind: string, target: string) =>
    `<Relationship Id="${kind}" Type="${office}/relationships/${kind}" Target="${target}"/>`;
  const relations = (content: string) =>
    `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${content}</Relationships>`;
  const parts = kinds.map((kind) => {
    const all = Array.from(
      { length: notes },
      (_, index) =>
        `<w:${kind} w:id="${index + 1}">${p(run(`A ${kind} of the editor.`))}</w:${kind}>`,
    );
    return {
      name: `word/${kind}s.xml`,
      content: `${xml}<w:${kind}s ${namespaces}>${all.join("")}</w:${kind}s>`,
    };
  });
  return zip([
    {
      name: "[Content_Types].xml",
      content: `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${["document", ...kinds.map((kind) => `${kind}s`)].map(type).join("")}</Types>`,
    },
    { name: "_rels/.rels", content: relations(relation("officeDocument", "word/document.xml")) },
    {
      name: "word/_rels/document.xml.rels",
      content: relations(kinds.map((kind) => relation(`${kind}s`, `${kind}s.xml`)).join("")),
    },
    {
      name: "word/document.xml",
      content: `${xml}<w:document ${namespaces}><w:body>${body}</w:body></w:document>`,
    },
    ...parts,
  ]);
}
