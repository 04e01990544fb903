import { expect, test } from "vitest";

import { epub } from "../../corpus/epub.ts";
import { rebuild } from "./rebuild.ts";

const nav = `<nav epub:type="toc"><ol><li><a href="one.xhtml">Chapter  One:
  <i>The Lighthouse</i></a></li><li><a href="x">Colophon</a></li></ol></nav>`;
const ncx = `<ncx xml:lang="en"><navMap><navPoint><navLabel><text>Chapter One: The Lighthouse</text></navLabel><content src="one.xhtml"/></navPoint></navMap></ncx>`;

test("lists of contents say what the headings say now, and the book its language", async () => {
  const bytes = epub({
    metadata: "<dc:title>The Lighthouse</dc:title><dc:language>en-GB</dc:language>",
    pages: [
      { id: "nav", properties: "nav", body: nav },
      { id: "one", content: page("<h1>Chapter One: The Lighthouse</h1><p>Text.</p>") },
      { id: "ncx", type: "application/x-dtbncx+xml", content: ncx, linear: "no" },
    ],
  });

  const rebuilt = await rebuild("epub", bytes, [
    "O farol",
    "Capítulo um: O farol & <o mar>",
    "Texto.",
  ]);

  expect(await rebuilt.part("OEBPS/content.opf")).toContain(
    "<dc:title>O farol</dc:title><dc:language>pt-BR</dc:language>",
  );
  expect(await rebuilt.part("OEBPS/text/nav page.xhtml")).toContain(
    '<a href="one.xhtml">Capítulo um: O farol &amp; &lt;o mar&gt;</a></li><li><a href="x">Colophon</a>',
  );
  expect(await rebuilt.part("OEBPS/text/ncx page.xhtml")).toContain(
    '<ncx xml:lang="pt-BR"><navMap><navPoint><navLabel><text>Capítulo um: O farol &amp; &lt;o mar&gt;</text>',
  );
  expect(await rebuilt.part("OEBPS/text/one page.xhtml")).toContain(
    '<html lang="pt-BR" xml:lang="pt-BR"><head><title>One</title></head><body><h1>Capítulo um',
  );
});

test("a book’s title and description are translated, and no markup in them is sent", async () => {
  const bytes = epub({
    metadata:
      "<dc:title>The Lighthouse</dc:title><dc:description>A man &amp; a lamp.</dc:description><dc:description>&lt;p>Marked up.&lt;/p></dc:description>",
    pages: [{ id: "one", body: "<p>One</p>" }],
  });

  const rebuilt = await rebuild("epub", bytes, ["O farol", "Um homem & uma\nlâmpada.", "Um"]);

  expect(await rebuilt.part("OEBPS/content.opf")).toContain(
    "<dc:title>O farol</dc:title><dc:description>Um homem &amp; uma lâmpada.</dc:description><dc:description>&lt;p>Marked up.&lt;/p></dc:description>",
  );
});

test("entries of a list of contents are made of the headings that they lead to, however they set them", async () => {
  const list = `<nav epub:type="toc"><ol><li><span>Part One</span><ol><li><a href="one%20page.xhtml"><span>I</span>: The <span>Dawn</span></a></li><li><a href="two%20page.xhtml">Chapter 2. Noon</a></li></ol></li></ol></nav>`;
  const bytes = epub({
    pages: [
      { id: "nav", properties: "nav", body: list },
      { id: "part", body: "<h1>Part One</h1>" },
      { id: "one", body: "<h2>I</h2><p>The Da⁠wn</p><p>Text.</p>" },
      { id: "two", body: "<h2>Noon.</h2><p>More.</p>" },
    ],
  });

  const rebuilt = await rebuild("epub", bytes, [
    "Parte um",
    "I",
    "A aurora",
    "Texto.",
    "Meio-dia.",
    "Mais.",
  ]);

  expect(await rebuilt.part("OEBPS/text/nav page.xhtml")).toContain(
    `<li><span>Parte um</span><ol><li><a href="one%20page.xhtml">I: A aurora</a></li><li><a href="two%20page.xhtml">Meio-dia.</a></li></ol></li>`,
  );
});

test("a book that does not say its language is left without one", async () => {
  const metadata = "<dc:language/><dc:date>2026</dc:date>";
  const bytes = epub({ metadata, pages: [{ id: "one", body: "<p>One</p>" }] });

  const rebuilt = await rebuild("epub", bytes, ["Um"]);

  expect(await rebuilt.part("OEBPS/content.opf")).toContain(metadata);
});

test("a drop cap does not swell to the whole paragraph, and nothing of a link is doubled", async () => {
  const body = `<p><span class="drop">O</span>nce upon a time<sup><a href="#n1" id="r1">1</a></sup> there was <a href="http://x.example">a harbour</a>.</p>`;

  const rebuilt = await rebuild("epub", epub({ pages: [{ id: "one", body }] }), [
    "Era uma vez1 um porto.",
  ]);

  expect(await rebuilt.part("OEBPS/text/one page.xhtml")).toContain(
    `<p><span class="drop"></span>Era uma vez<sup><a href="#n1" id="r1">1</a></sup> um porto.<a href="http://x.example"></a></p>`,
  );
});

test("a paragraph without words stays as it is, whatever comes back for it", async () => {
  const body = `<p>One</p><p class="space">&#160;</p><hr/><p><img src="a"/> Two </p>`;

  const rebuilt = await rebuild("epub", epub({ pages: [{ id: "one", body }] }), [
    "Um",
    "***",
    "Dois",
  ]);

  expect(await rebuilt.part("OEBPS/text/one page.xhtml")).toContain(
    `<p>Um</p><p class="space">&#160;</p><hr/><p><img src="a"/> Dois </p>`,
  );
});

function page(body: string): string {
  return `<html lang="en" xml:lang='en'><head><title>One</title></head><body>${body}</body></html>`;
}
