import { describe, expect, test } from "vitest";

import { extractText } from "#manuscripts/documents/extract.ts";
import { putBack } from "#manuscripts/documents/put-back/put-back.ts";

import { docx, docxParts, p, r } from "../corpus/docx.ts";
import { epub } from "../corpus/epub.ts";
import { zip } from "../corpus/zip.ts";
import { paragraphsOf, rebuild } from "./put-back/rebuild.ts";

/** Small documents as common tools make them. Each test names what a reader would miss. */

const prose = Array.from({ length: 12 }, (_, n) => `<p>The ferry left late on day ${n}.</p>`).join(
  "",
);
const style = (css: string) => ({ name: "OEBPS/text/s.css", content: css });
const sheet = '<link rel="stylesheet" type="text/css" href="s.css"/>';
const manifest = '<item id="css" href="text/s.css" media-type="text/css"/>';

async function readOf(bytes: Buffer, format: "docx" | "epub" = "epub") {
  const text = extractText({ bytes: new Uint8Array(bytes), format, encoding: "utf-8" });
  const read: Buffer[] = [];
  for (;;) {
    const { done, value } = await text.next();
    if (done === true) return { text: Buffer.concat(read).toString("utf8"), ...value };
    read.push(Buffer.from(value.text));
  }
}

/** Puts a document's own text back, and returns what is said of it and the page. */
async function returned(bytes: Buffer, text?: readonly string[], format: "docx" | "epub" = "epub") {
  const sent = await paragraphsOf(format, new Uint8Array(bytes));
  const rebuilt = await rebuild(format, bytes, text ?? sent);
  const part = format === "docx" ? "word/document.xml" : "OEBPS/text/one page.xhtml";
  return { ...rebuilt, sent, page: await rebuilt.part(part) };
}

const styled = (css: string, body: string) =>
  epub({
    pages: [
      { id: "one", content: `<html><head><title/>${sheet}</head><body>${body}</body></html>` },
    ],
    manifest,
    extra: [style(css)],
  });

describe("a page that a pointer names keeps its words", () => {
  const list =
    '<table><tr><td><a href="#one">I. The Ferry</a></td></tr><tr><td><a href="x">II. The Letter</a></td></tr></table>';

  test("the guide’s contents begin in a page with a chapter: only the list is left out", async () => {
    const body = `<h1>THE CLOCK</h1><p>by A. Writer</p><h2 id="c">CONTENTS</h2>${list}<h2 id="one">CHAPTER I</h2>${prose}`;
    const guide = '<reference type="toc" href="text/one%20page.xhtml#c"/>';

    const { text, leftOut } = await readOf(epub({ pages: [{ id: "one", body }], guide }));

    expect(text).toContain("by A. Writer\n\nCHAPTER I\n\nThe ferry left late on day 0.");
    expect(leftOut).toEqual([
      {
        what: "contents",
        count: 1,
        characters: 34,
        begins: "CONTENTS I. The Ferry II. The Letter",
      },
    ]);
  });

  test("the guide’s cover holds a note to the reader: it is read, a caption is not", async () => {
    const guide = '<reference type="cover" href="text/one%20page.xhtml"/>';
    const cover = (body: string) =>
      readOf(
        epub({
          pages: [
            { id: "one", body },
            { id: "two", body: "<p>Once.</p>" },
          ],
          guide,
        }),
      );

    expect((await cover(`<img src="c.jpg" alt="Cover"/><h2>A Note</h2>${prose}`)).text).toMatch(
      /^A Note\n\nThe ferry left late on day 0\./u,
    );
    expect((await cover("<p>Cover</p>")).text).toBe("Once.");
  });

  test("a book of one page is also its navigation: the list is left out, the chapters are not", async () => {
    const body = `<h1>Contents</h1><nav epub:type="toc"><ol><li><a href="#a">One</a></li></ol></nav><section id="a"><h2>One</h2>${prose}</section>`;

    const { text } = await readOf(epub({ pages: [{ id: "one", body, properties: "nav" }] }));

    expect(text).toMatch(/^One\n\nThe ferry left late on day 0\./u);
  });

  test("what stands between the lines of a list and outside of links is read", async () => {
    const body = `<section epub:type="toc"><p>To my mother</p><p><a href="#one">One</a> 7</p></section>${prose}`;

    const { text } = await readOf(epub({ pages: [{ id: "one", body }] }));

    expect(text).toMatch(/^To my mother\n\nThe ferry/u);
  });

  test("a page that is both gets its translation and the labels of its list", async () => {
    const body = `<nav epub:type="toc"><ol><li><a href="#a">One</a></li></ol></nav><h2 id="a">One</h2><p>Rain. <a href="x">One</a> more.</p>`;
    const bytes = epub({ pages: [{ id: "one", body, properties: "nav" }] });

    const { page } = await returned(bytes, ["Eins", "Regen. *Eins* mehr."]);

    expect(page).toContain('<li><a href="#a">Eins</a></li>');
    expect(page).toContain('<h2 id="a">Eins</h2><p>Regen. <a href="x">Eins</a> mehr.</p>');
  });
});

describe("emphasis that a style sheet makes comes back", () => {
  test.for([
    ["calibre’s classes", ".calibre3{font-style:italic}.calibre5{font-weight:bold}", "calibre3"],
    ["Gutenberg’s small capitals", ".smcap{font-variant:small-caps}", "smcap"],
    ["Google Docs’ spans", "/* a */ span.c4 , .c9 { color:#000;font-style : italic }", "c4"],
    ["InDesign’s overrides", "span.CharOverride-2 { vertical-align:super; }", "CharOverride-2"],
    ["a class named like it, without a sheet", "", "italic"],
  ] as const)("%s", async ([, css, name]) => {
    const body = `<p class="calibre1">He was <span class="${name}">not</span> <span class="x">there</span>.</p>`;

    const { sent, page, emphasis } = await returned(styled(css, body));

    expect(sent).toEqual(["He was *not* there."]);
    expect(page).toContain(`<span class="${name}">not</span>`);
    expect(emphasis).toEqual({ kept: 1, of: 1 });
  });

  test("an upright name in an italic paragraph", async () => {
    const body = `<p class="dream">The <span class="up">Albatross</span> was back.</p>`;
    const css = ".dream{font-style:italic} .up{font-style:normal}";

    expect((await returned(styled(css, body))).sent).toEqual(["The *Albatross* was back."]);
  });
});

describe("elements that have a meaning keep their words", () => {
  test("sub- and superscripts, quotations, code and highlights", async () => {
    const body =
      "<p>H<sub>2</sub>O on the 3<sup>rd</sup> said <q>no</q> to <code>main()</code> and <mark>this</mark>.</p>";

    const { page, emphasis } = await returned(epub({ pages: [{ id: "one", body }] }));

    expect(page).toContain(body);
    expect(emphasis).toEqual({ kept: 5, of: 5 });
  });

  test("no empty quotation is left where a mark was lost, but an anchor is", async () => {
    const body = `<p>He said <q>no</q> to <q id="here">it</q> all.</p>`;
    const bytes = epub({ pages: [{ id: "one", body }] });

    const { page, inline } = await returned(bytes, ["Er sagte zu allem nein."]);

    expect(page).toMatch(/<p>Er sagte zu allem nein\.<q id="here"><\/q><\/p>/u);
    expect(inline).toEqual([{ kind: "emphasis", kept: 0, of: 2 }]);
  });

  test("pictures, formulas and page breaks stay between their words", async () => {
    const math = "<math><mi>x</mi><mo>=</mo><mfrac><mn>5</mn><mn>2</mn></mfrac></math>";
    const page = '<span epub:type="pagebreak" id="p2" title="2">2</span>';
    const body = `<p><img src="b"/> Press <img src="i.svg" alt="bell"/> twice.</p><p>So ${math} holds.</p><p>Here ${page}it ends.</p>`;

    const back = await returned(epub({ pages: [{ id: "one", body }] }));

    expect(back.sent).toEqual(["Press ⟦1⟧ twice.", "So ⟦1⟧ holds.", "Here ⟦1⟧it ends."]);
    expect(back.page).toContain(body);
  });

  test("a picture goes where the translation has it, and one that is lost is named", async () => {
    const body = '<p>From <img src="a"/> to <i>here</i> by <img src="b"/> now.</p>';
    const bytes = epub({ pages: [{ id: "one", body }] });

    const moved = await returned(bytes, ["Mit ⟦2⟧ von ⟦1⟧ nach *hier* jetzt."]);
    const lost = await returned(bytes, ["Von ⟦1⟧ nach *hier*."]);

    expect(moved.page).toContain(
      '<p>Mit <img src="b"/> von <img src="a"/> nach <i>hier</i> jetzt.</p>',
    );
    expect(lost.inline).toEqual([
      { kind: "picture", kept: 1, of: 2 },
      { kind: "emphasis", kept: 1, of: 1 },
    ]);
    expect(lost.page).toContain('<img src="b"/>');
  });
});

describe("Word’s own ways", () => {
  const run = (text: string, properties: string) =>
    `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
  const withStyles = (body: string, styles: string) =>
    zip(
      docxParts(body, {
        extra: [{ name: "word/styles.xml", content: `<w:styles>${styles}</w:styles>` }],
      }),
    );
  const sentOf = (bytes: Buffer) => paragraphsOf("docx", new Uint8Array(bytes));

  test("a style based on an italic one, and one that turns it off", async () => {
    const styles = `<w:style w:styleId="Base"><w:rPr><w:i/></w:rPr></w:style><w:style w:styleId="Thought"><w:basedOn w:val="Base"/></w:style><w:style w:styleId="Off"><w:basedOn w:val="Thought"/><w:rPr><w:i w:val="0"/></w:rPr></w:style>`;
    const body = p(
      "Said ",
      run("so", '<w:rStyle w:val="Thought"/>'),
      " and ",
      run("no", '<w:rStyle w:val="Off"/>'),
    );

    expect(await sentOf(withStyles(body, styles))).toEqual(["Said *so* and no"]);
  });

  test("an upright name in an italic paragraph comes back upright", async () => {
    const styles = `<w:style w:type="paragraph" w:styleId="Dream"><w:rPr><w:i/></w:rPr></w:style>`;
    const upright = run("Albatross", '<w:i w:val="0"/>');
    const body = `<w:p><w:pPr><w:pStyle w:val="Dream"/></w:pPr>${r("The ")}${upright}${r(" was back.")}</w:p>`;
    const bytes = withStyles(body, styles);

    expect(await sentOf(bytes)).toEqual(["The *Albatross* was back."]);
    expect((await returned(bytes, ["Der *Albatros* war da."], "docx")).page).toContain(
      upright.replace("Albatross", "Albatros"),
    );
  });

  test("italics of right-to-left words are their own property", async () => {
    const body = p("אחד ", run("שתיים", "<w:iCs/><w:rtl/>"), " שלוש ", run("ארבע", "<w:iCs/>"));

    expect(await sentOf(docx(body))).toEqual(["אחד *שתיים* שלוש ארבע"]);
  });

  test("notes are in the part that the relation names", async () => {
    const bytes = docx(p("Late.", '<w:r><w:footnoteReference w:id="1"/></w:r>'), {
      extra: [
        {
          name: "word/_rels/document.xml.rels",
          content: `<Relationships><Relationship Id="rF" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/footnotes" Target="notes/fn.xml"/></Relationships>`,
        },
        {
          name: "word/notes/fn.xml",
          content: `<w:footnotes><w:footnote w:id="1">${p("By eleven minutes.")}</w:footnote></w:footnotes>`,
        },
      ],
    });

    expect(await sentOf(bytes)).toEqual(["Late.[1]", "[1] By eleven minutes."]);
  });

  test("formulas, pictures and the numbers of fields stay between their words", async () => {
    const math = "<m:oMath><m:r><m:t>x=5</m:t></m:r></m:oMath>";
    const picture = "<w:r><w:drawing/></w:r>";
    const field = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
    const number = `${field("begin")}<w:r><w:instrText> SEQ Figure </w:instrText></w:r>${field("separate")}${r("3")}${field("end")}`;
    const link = `${field("begin")}<w:r><w:instrText> HYPERLINK "x" </w:instrText></w:r>${field("separate")}${r("a page")}${field("end")}`;
    const bytes = docx(
      p("So ", math, " holds, ", picture, " in figure ", number, " of ", link, "."),
    );

    const { sent, page, inline } = await returned(
      bytes,
      ["Also gilt ⟦1⟧, ⟦2⟧ in Abbildung 3 *einer Seite*."],
      "docx",
    );

    expect(sent).toEqual(["So ⟦1⟧ holds, ⟦2⟧ in figure 3 of *a page*."]);
    for (const kept of [math, picture, number, link.replace("a page", "einer Seite")]) {
      expect(page).toContain(kept);
    }
    expect(inline?.every(({ kept, of }) => kept === of)).toBe(true);
  });
});

describe("signs come back as engines write them", () => {
  const slanted = (text: string, how: string) =>
    `<w:r><w:rPr>${how}</w:rPr><w:t>${text}</w:t></w:r>`;
  const bytes = docx(
    p(
      "He was ",
      slanted("never", "<w:i/>"),
      " there, and the ",
      slanted("bell", "<w:b/>"),
      " rang.",
    ) + p("She read ", slanted("The Tide", "<w:i/>"), " and ", slanted("The Rope", "<w:i/>"), "."),
  );
  const said = ["Er war *nie* dort, die **Glocke** klang.", "Sie las *Die Flut* und *Das Tau*."];
  const all = (change: (text: string) => string) => said.map(change);

  test.for([
    ["as they were sent", said, 4],
    ["full-width", all((text) => text.replaceAll("*", "＊")), 4],
    ["one sign for all", all((text) => text.replaceAll("**", "*")), 4],
    ["twice as many for all", all((text) => text.replaceAll(/\*+/gu, "**")), 4],
    ["underscores", all((text) => text.replaceAll("*", "_")), 4],
    ["escaped", all((text) => text.replaceAll("*", "\\*")), 4],
    ["blanks inside", all((text) => text.replaceAll(/(\*+)([^*]+)\1/gu, "$1 $2 $1")), 4],
    [
      "tags",
      all((text) =>
        text
          .replaceAll(/\*\*([^*]+)\*\*/gu, "<b>$1</b>")
          .replaceAll(/\*([^*]+)\*/gu, "<em>$1</em>"),
      ),
      4,
    ],
    ["quotation marks", all((text) => text.replaceAll(/\*+([^*]+)\*+/gu, "„$1“")), 4],
    ["the other way round", ["Die **Glocke** klang, er war *nie* dort.", said[1] ?? ""], 4],
    ["one is dropped in each", all((text) => text.replace(/\*([^*]+)\*/u, "$1")), 2],
    ["one does not begin", all((text) => text.replace("*", "")), 2],
  ] as const)("%s", async ([, back, kept]) => {
    const { page, emphasis } = await returned(bytes, back, "docx");

    expect(page).not.toMatch(/[*＊_\\„“]|&lt;/u);
    expect(emphasis?.of).toBe(4);
    expect(emphasis?.kept).toBeGreaterThanOrEqual(kept);
    for (const [words, look] of [
      ["Glocke", "b"],
      ["Das Tau", "i"],
    ]) {
      expect(page).toContain(
        `<w:r><w:rPr><w:${look}/></w:rPr><w:t xml:space="preserve">${words}</w:t></w:r>`,
      );
    }
  });

  test("a name that is as it was is emphasised, whether its signs came back or not", async () => {
    const body = "<p>Aboard the <i>Albatross</i> sat Mara.</p>";
    const back = await returned(epub({ pages: [{ id: "one", body }] }), [
      "Mara saß auf der Albatross.",
    ]);

    expect(back.page).toContain("<p>Mara saß auf der <i>Albatross</i>.</p>");
  });
});

test("nothing is said of marks in a document whose emphasis is not read", async () => {
  const bytes = new Uint8Array(docx(p("One ", "<w:r><w:drawing/></w:r>", " two")));
  const rebuilt = await putBack({
    document: { bytes, format: "docx", encoding: "utf-8" },
    translation: Buffer.from("Eins zwei"),
    target: "de",
    limit: 100_000,
  });

  expect(rebuilt).toMatchObject({ status: "document" });
  expect(rebuilt).not.toHaveProperty("inline");
});

test("an entity that names one character is that character; any other is refused", async () => {
  const content = (entities: string) =>
    `<?xml version="1.0"?><!DOCTYPE html [${entities}]><html><body><p>Rain &dash; and wind.</p></body></html>`;
  const book = (entities: string) => epub({ pages: [{ id: "one", content: content(entities) }] });

  const { page } = await returned(book("<!ENTITY dash \"&#x2014;\"><!ENTITY n 'n'>"), [
    "Regen — Wind.",
  ]);

  expect((await readOf(book('<!ENTITY dash "&#x2014;">'))).text).toBe("Rain — and wind.");
  expect(page).toContain("<!DOCTYPE html><html><body><p>Regen — Wind.</p>");
  for (const bad of [
    '<!ENTITY dash "&b;">',
    '<!ENTITY dash SYSTEM "x">',
    '<!ENTITY dash "&#60;">',
  ]) {
    await expect(readOf(book(bad))).rejects.toMatchObject({ reason: "unsafe-document" });
  }
});

test("vertical pages that turn from right to left become horizontal ones", async () => {
  const css = "html{-epub-writing-mode:vertical-rl;writing-mode: vertical-rl}";
  const content = `<html xml:lang="ja"><head><title/><style>${css}</style></head><body><p>船は出た。</p></body></html>`;
  const bytes = epub({ pages: [{ id: "one", content }], manifest, extra: [style(css)] });

  const { page, part } = await returned(bytes, ["O navio partiu."]);

  expect(page).not.toContain("vertical");
  expect(await part("OEBPS/text/s.css")).toContain("writing-mode: horizontal-tb");
});
