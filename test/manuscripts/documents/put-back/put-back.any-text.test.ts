import * as fc from "fast-check";
import { expect, test } from "vitest";

import { docx, p, r } from "../../corpus/docx.ts";
import { epub } from "../../corpus/epub.ts";
import { paragraphsOf, rebuild } from "./rebuild.ts";

const awkward = [
  "<",
  ">",
  "&",
  "]]>",
  "<!--",
  "&amp;",
  '"',
  "\u0000",
  "\u0008",
  "\uFFFE",
  "\u{1F600}",
  "ä",
];

/** A paragraph of any characters, with a word in it. */
const anyParagraph = fc
  .array(fc.oneof(fc.constantFrom(...awkward), fc.string({ unit: "binary", maxLength: 6 })), {
    maxLength: 12,
  })
  .map((parts) => `x${parts.join("").replaceAll(/\s+|\[\d+\]/gu, " ")}x`);

/**
 * Returns the characters that XML can hold: control characters have no place there. Reading uses two
 * noncharacters itself.
 */
function inXml(text: string): string {
  return Array.from(text)
    .filter((letter) => letter >= " " && !/[\uFFFE\uFFFF\uFDD0\uFDD1]/u.test(letter))
    .join("");
}

test("whatever characters a translation has, each paragraph of a Word file says just that", async () => {
  const body = p("One") + p("Two") + p("Three");

  await fc.assert(
    fc.asyncProperty(anyParagraph, anyParagraph, async (first, second) => {
      const rebuilt = await rebuild("docx", docx(body), [first, second, "x"]);
      expect(await rebuilt.read()).toEqual([inXml(first), inXml(second), "x"]);
    }),
  );
});

test("whatever characters a translation has, each paragraph of an EPUB says just that", async () => {
  const pages = [{ id: "one", body: "<p>One</p><p>Two</p><p>Three</p>" }];
  const asRead = (text: string) => inXml(text).replaceAll(/ {2,}/gu, " ");

  await fc.assert(
    fc.asyncProperty(anyParagraph, anyParagraph, async (first, second) => {
      const rebuilt = await rebuild("epub", epub({ pages }), [first, second, "x"]);
      expect(await rebuilt.read()).toEqual([asRead(first), asRead(second), "x"]);
    }),
  );
});

const inline = [
  "text ",
  "x &amp; y",
  "<b>bold</b >",
  "<i>one <b>two</b></i>",
  "<br/>",
  "<br/> <br/>",
  "in 10",
  "<!-- not <b>this</b> -->",
  "<ruby>漢<rt>かん</rt></ruby>",
  '<a href="#n">7</a>',
  '<a epub:type="noteref" href="#n">(*-^1|$)</a>',
  "<span\n class='a>b'>odd</span>",
  "a&#8201;b",
  "&lt;tag&gt;",
  "\n  ",
];
const run = [
  r("text "),
  r("x &amp; y"),
  // A field beside it makes one number of both; no word below has a 7.
  r("in 10"),
  `<w:fldSimple w:instr=" SEQ x ">${r("7")}</w:fldSimple>`,
  `<w:fldSimple w:instr=" REF y ">${r("17")}</w:fldSimple>`,
  "<w:r><w:rPr><w:i/></w:rPr><w:t >slanted</w:t ></w:r>",
  "<w:r><w:t>one</w:t><w:br/><w:tab/><w:t>two</w:t></w:r>",
  "<w:r><w:cr ></w:cr ><w:noBreakHyphen/></w:r>",
  '<w:del w:id="1"><w:r><w:delText>gone</w:delText></w:r></w:del>',
  `<w:moveFrom>${r("gone")}</w:moveFrom>`,
  `<w:ins w:id="2">${r("come")}</w:ins>`,
  `<w:r><w:ruby><w:rt>${r("かん")}</w:rt><w:rubyBase>${r("漢")}</w:rubyBase></w:ruby></w:r>`,
  '<w:r><w:footnoteReference w:id="2"/></w:r>',
  `<w:fldSimple w:instr=" REF x ">${r("a field")}</w:fldSimple>`,
  `<w:hyperlink>${r("a link")}</w:hyperlink>`,
  "<w:pPr><w:rPr><w:del/></w:rPr></w:pPr>",
  `<w:r><w:drawing><wps:txbx>${p("In a box.")}</wps:txbx></w:drawing></w:r>`,
];

const anyParagraphs = (pieces: readonly string[], wrap: (text: string) => string) =>
  fc
    .array(fc.array(fc.constantFrom(...pieces), { maxLength: 8 }), { minLength: 1, maxLength: 8 })
    .map((all) => all.map((one) => wrap(one.join(""))).join(""));

const anyBook = fc.oneof(
  anyParagraphs(inline, (text) => `<p>${text}</p>`).map((body) => ({
    format: "epub" as const,
    bytes: epub({ pages: [{ id: "one", body: `<p>Once</p>${body}` }] }),
  })),
  anyParagraphs(run, (text) => `<w:p>${text}</w:p>`).map((body) => ({
    format: "docx" as const,
    bytes: docx(p("Once") + body, { footnotes: `<w:footnote w:id="2">${p("Note.")}</w:footnote>` }),
  })),
);

test("however a book is marked up, with its own text put back it reads as before", async () => {
  await fc.assert(
    fc.asyncProperty(anyBook, async ({ format, bytes }) => {
      const before = await paragraphsOf(format, new Uint8Array(bytes));

      const rebuilt = await rebuild(format, bytes, before);

      expect(await rebuilt.read()).toEqual(before);
    }),
  );
});

test.each([" <br/>", "<br/>\n  ", "\n<br/>\n", "<br/>"])(
  "emphasis goes on over a line break, whatever blanks stand beside it: %j",
  async (lineBreak) => {
    const body = `<p>so <b>bold</b>${lineBreak}<b>again</b> it was</p>`;
    const book = epub({ pages: [{ id: "one", body }] });
    const before = await paragraphsOf("epub", new Uint8Array(book));

    const rebuilt = await rebuild("epub", book, before);

    expect(before).toEqual(["so *bold\nagain* it was"]);
    expect(await rebuilt.read()).toEqual(before);
  },
);

test("however a book is marked up, no word of a translation is lost or said twice", async () => {
  await fc.assert(
    fc.asyncProperty(anyBook, async ({ format, bytes }) => {
      const before = await paragraphsOf(format, new Uint8Array(bytes));
      const translated = before.map((text, block) =>
        text
          .split("\n\n")
          .map((stanza, index) => translate(stanza, `${block.toString(7)}x${index.toString(7)}`)),
      );

      const rebuilt = await rebuild(
        format,
        bytes,
        translated.map((stanzas) => stanzas.join("\n\n")),
      );

      // Without the signs of a run a note’s mark moves with the words, and a box that lost its mark stays:
      // the two are then read in the other order.
      const words = (text: string) => text.match(/w\d+x\d+w/gu)?.join(" ") ?? "";
      const read = await rebuilt.read();
      expect(read.map(words).toSorted()).toEqual(
        translated.map((stanzas) => words(stanzas.join())).toSorted(),
      );
    }),
  );
});

test("however a book is marked up, each word of a translation between its signs stands once and in order", async () => {
  await fc.assert(
    fc.asyncProperty(anyBook, async ({ format, bytes }) => {
      const before = await paragraphsOf(format, new Uint8Array(bytes));
      let count = 0;
      const translated = before.map((text) =>
        text.replaceAll(/\p{L}+/gu, () => `w${(count += 1).toString(7)}x0w`),
      );

      const rebuilt = await rebuild(format, bytes, translated);

      const words = (text: string) => text.match(/w\d+x\d+w/gu) ?? [];
      expect((await rebuilt.read()).map(words)).toEqual(translated.map(words));
    }),
  );
});

/** Returns one word with the note marks of the text; a text of note marks alone is unchanged. */
function translate(marked: string, name: string): string {
  const text = marked.replaceAll(/(?<!\()[*_]+/gu, "");
  const isWordless = /^(?:\[\d+\]|⟦\d+⟧|1?7|\(\*-\^1\|\$\)|\s|\u2011)*$/u.test(text);
  return isWordless ? text : `w${name}w ${text.match(/\[\d+\]/gu)?.join(" ") ?? ""}`;
}
