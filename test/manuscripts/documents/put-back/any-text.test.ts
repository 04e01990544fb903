import * as fc from "fast-check";
import { expect, test } from "vitest";

import { docx, p } from "../../corpus/docx.ts";
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

/** A paragraph of whatever, with a word in it. */
const anyParagraph = fc
  .array(fc.oneof(fc.constantFrom(...awkward), fc.string({ unit: "binary", maxLength: 6 })), {
    maxLength: 12,
  })
  .map((parts) => `x${parts.join("").replaceAll(/\s+|\[\d+\]/gu, " ")}x`);

/** What XML can hold of it: control characters have no place there. */
function inXml(text: string): string {
  return Array.from(text)
    .filter((letter) => letter >= " " && letter !== "\uFFFE" && letter !== "\uFFFF")
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

const inline = fc.constantFrom(
  "text ",
  "x &amp; y",
  "<b>bold</b >",
  "<i>one <b>two</b></i>",
  "<br/>",
  "<br/> <br/>",
  "<!-- not <b>this</b> -->",
  "<ruby>漢<rt>かん</rt></ruby>",
  '<a href="#n">7</a>',
  "<span\n class='a>b'>odd</span>",
  "a&#8201;b",
  "&lt;tag&gt;",
  "\n  ",
);
const anyPage = fc.array(
  fc.array(inline, { maxLength: 8 }).map((parts) => `<p>${parts.join("")}</p>`),
  { minLength: 1, maxLength: 8 },
);

test("however a page is marked up, with its own text put back it reads as before", async () => {
  await fc.assert(
    fc.asyncProperty(anyPage, async (paragraphs) => {
      const bytes = epub({ pages: [{ id: "one", body: `<p>Once</p>${paragraphs.join("")}` }] });
      const before = await paragraphsOf("epub", new Uint8Array(bytes));

      const rebuilt = await rebuild("epub", bytes, before);

      expect(await rebuilt.read()).toEqual(before);
    }),
  );
});
