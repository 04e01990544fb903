import { describe, expect, test } from "vitest";

import { docx, docxParts, p, r } from "../../corpus/docx.ts";
import { epub } from "../../corpus/epub.ts";
import { zip } from "../../corpus/zip.ts";
import { paragraphsOf, rebuild } from "./rebuild.ts";

const page = (body: string) => epub({ pages: [{ id: "one", body }] });
const sentOf = (body: string) => paragraphsOf("epub", new Uint8Array(page(body)));

describe("the text that is sent", () => {
  test("has light marks around what is emphasised, and none where a paragraph looks alike", async () => {
    const body = `<p>He was <em>very </em>angry.</p><p><i>A letter.</i></p><p><i>Never</i>, <b>never</b>!</p><p>See <a href="x.html">the <i>map</i></a><i>.</i></p>`;

    expect(await sentOf(body)).toEqual([
      "He was *very* angry.",
      "A letter.",
      "*Never*, **never**!",
      "See *the* **map**.",
    ]);
  });

  test("has marks that the paragraph does not have itself, or none", async () => {
    const body = `<p>A * and <em>one</em>.</p><p>A * and a_b and <em>one</em>.</p>`;

    expect(await sentOf(body)).toEqual(["A * and _one_.", "A * and a_b and one."]);
  });

  test("knows abbreviations and what a book’s classes call emphasis, and no other spans", async () => {
    const body = `<p>A <span class="italic">b</span> <abbr>Mr.</abbr> <span style="font-variant: small-caps">c</span> <span class="x">d</span></p>`;

    expect(await sentOf(body)).toEqual(["A *b* **Mr.** ***c*** d"]);
  });

  test("has those of Word’s runs and links, however it has cut them", async () => {
    const italic = (text: string) => `<w:r><w:rPr><w:i/><w:lang/></w:rPr><w:t>${text}</w:t></w:r>`;
    const off = `<w:r><w:rPr><w:i w:val="0"/></w:rPr><w:t>roman</w:t></w:r>`;
    const body = p("A", italic(" ve"), "<w:proofErr/>", italic("ry"), " ", off, " day");
    const link = p("See ", `<w:hyperlink r:id="r9">${r("a page")}</w:hyperlink>`, ".");

    expect(await paragraphsOf("docx", new Uint8Array(docx(body + link)))).toEqual([
      "A *very* roman day",
      "See *a page*.",
    ]);
  });

  test("has those of a style that Word’s own styles call slanted, by whatever name", async () => {
    const styles = `<w:styles><w:style w:styleId="Kursiv"><w:rPr><w:i/></w:rPr></w:style><w:style w:styleId="Web"><w:rPr/></w:style></w:styles>`;
    const styled = (style: string, text: string) =>
      `<w:r><w:rPr><w:rStyle w:val="${style}"/></w:rPr><w:t>${text}</w:t></w:r>`;
    const parts = docxParts(p("A ", styled("Kursiv", "word"), " and ", styled("Web", "another")), {
      extra: [{ name: "word/styles.xml", content: styles }],
    });

    expect(await paragraphsOf("docx", new Uint8Array(zip(parts)))).toEqual([
      "A *word* and another",
    ]);
  });
});

describe("what comes back in pairs", () => {
  const bodyOf = async (body: string, paragraphs: readonly string[]) => {
    const rebuilt = await rebuild("epub", page(body), paragraphs);
    const { emphasis } = rebuilt;
    return { emphasis, html: await rebuilt.part("OEBPS/text/one page.xhtml") };
  };

  test("is emphasised again, with the words around it where they were not before", async () => {
    const { html, emphasis } = await bodyOf(`<p><em>Never</em> did he, <a href="x">Ann</a></p>`, [
      "Il n’a *jamais* dit, **Anne** &, fin.",
    ]);

    expect(html).toContain(`<p>Il n’a <em>jamais</em> dit, <a href="x">Anne</a> &amp;, fin.</p>`);
    expect(emphasis).toEqual({ kept: 2, of: 2 });
  });

  test("is emphasised across a line break and a note", async () => {
    const { html } = await bodyOf(
      `<p>One <i>two<br/>three<a epub:type="noteref" href="#n">1</a> four</i> five</p>`,
      ["Un *deux\ntrois1 quatre* cinq"],
    );

    expect(html).toContain(
      `<p>Un <i>deux<br/>trois<a epub:type="noteref" href="#n">1</a> quatre</i> cinq</p>`,
    );
  });

  test.for([
    ["one that is lost", "Il était très fâché.", 1],
    ["one that does not end", "Il était *très fâché.", 1],
    ["one that is another", "Il était **très** fâché.", 2],
    ["one too many", "Il *était* *très* fâché.", 2],
  ] as const)("has its words where its marks are not whole: %s", async ([, back, kept]) => {
    const { html, emphasis } = await bodyOf(
      "<p>He was <em>very</em> angry.</p><p>It was <em>late</em>.</p>",
      [back, "Il était *tard*."],
    );

    const very = kept === 2 ? "<em>très</em>" : "très";
    expect(html).toContain(`<p>Il était ${very} fâché.</p><p>Il était <em>tard</em>.</p>`);
    expect(emphasis).toEqual({ kept, of: 2 });
  });

  test("is emphasised beside a word that the other language does not say", async () => {
    const { html, emphasis } = await bodyOf("<p><i>He</i> came, <i>she</i> went.</p>", [
      "** Vino, *ella* se fue.",
    ]);

    expect(html).toContain("<p>Vino, <i>ella</i> se fue.</p>");
    expect(emphasis).toEqual({ kept: 1, of: 2 });
  });

  test("is a run of its own in Word, and what is beside it looks as the text did", async () => {
    const plain = `<w:rPr><w:sz w:val="20"/></w:rPr>`;
    const italic = `<w:r><w:rPr><w:i/></w:rPr><w:t>Never</w:t></w:r>`;
    const body = p(italic, `<w:r>${plain}<w:t> did he.</w:t></w:r>`);

    const rebuilt = await rebuild("docx", docx(body), ["Il n’a *jamais* dit."]);

    expect(await rebuilt.part("word/document.xml")).toContain(
      `<w:p><w:r>${plain}<w:t xml:space="preserve">Il n’a </w:t></w:r><w:r><w:rPr><w:i/></w:rPr><w:t xml:space="preserve">jamais</w:t></w:r><w:r>${plain}<w:t xml:space="preserve"> dit.</w:t></w:r></w:p>`,
    );
  });

  test("is a link again, and its address the same", async () => {
    const link = (text: string) => `<w:hyperlink r:id="r9"><w:r>${text}</w:r></w:hyperlink>`;

    const rebuilt = await rebuild("docx", docx(p(link("<w:t>Ann</w:t>"), " came")), [
      "Vint *Anne*",
    ]);

    expect(await rebuilt.part("word/document.xml")).toContain(
      `<w:r><w:t xml:space="preserve">Vint </w:t></w:r>${link('<w:t xml:space="preserve">Anne</w:t>')}`,
    );
  });
});

test("headings are named without marks, and so are the entries of a list of contents", async () => {
  const nav = `<nav epub:type="toc"><ol><li><a href="one.xhtml">The Dawn</a></li></ol></nav>`;
  const bytes = epub({
    pages: [
      { id: "nav", properties: "nav", body: nav },
      { id: "one", body: "<h1>The <i>Dawn</i></h1><p>Text.</p>" },
    ],
  });

  const rebuilt = await rebuild("epub", bytes, ["*L’Aube*", "Texte."]);

  expect(await rebuilt.part("OEBPS/text/nav page.xhtml")).toContain(">L’Aube</a>");
});

test("a note behind a digit stays in place", async () => {
  const reference = '<w:r><w:footnoteReference w:id="2"/></w:r>';
  const footnotes = `<w:footnote w:id="2">${p("A note.")}</w:footnote>`;
  const bytes = docx(p("It was in 2005", reference, "."), { footnotes });

  const rebuilt = await rebuild("docx", bytes, ["C’était en 2005[1].", "[1] Une note."]);

  expect(await rebuilt.part("word/document.xml")).toContain(
    `en 2005</w:t></w:r>${reference}<w:r><w:t xml:space="preserve">.</w:t>`,
  );
});

test("a note that was deleted is not sent", async () => {
  const footnotes = `<w:footnote w:id="2">${p("A note.")}</w:footnote>`;
  const deleted = '<w:del w:id="1"><w:r><w:footnoteReference w:id="2"/></w:r></w:del>';
  const bytes = docx(p("It was", deleted, " late."), { footnotes });

  expect(await paragraphsOf("docx", new Uint8Array(bytes))).toEqual(["It was late."]);
});
