import { expect, test } from "vitest";

import type { DocumentFormat } from "#domain/manuscript.ts";
import { createDocuments } from "#manuscripts/manuscripts.ts";
import { readManuscript } from "#manuscripts/text/read-manuscript.ts";

import { docx, p } from "../corpus/docx.ts";
import { epub } from "../corpus/epub.ts";
import { odt } from "../corpus/odt.ts";
import { namesOf, proseOf } from "../names.ts";
import { pieces } from "../pieces.ts";

const prose = "Marlow Finch ging hinunter zum Hafen 😀, und niemand wusste, warum er ging.";

const styles = `<w:styles xmlns:w="w">
  <w:style w:styleId="Buchtitel"><w:name w:val="Buch"/><w:basedOn w:val="berschrift2"/></w:style>
  <w:style w:styleId="berschrift1"><w:name w:val="heading 1"/><w:outlineLvl w:val="0"/></w:style>
  <w:style w:styleId="berschrift2"><w:name w:val="heading 2"/></w:style>
  <w:style w:styleId="Text"><w:name w:val="Normal"/><w:outlineLvl w:val="9"/></w:style></w:styles>`;

const styled = (style: string, text: string) =>
  `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
const outlined = (text: string) =>
  `<w:p><w:pPr><w:outlineLvl w:val="1"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;

const word = docx(
  [
    styled("berschrift1", "Der Leuchtturm"),
    p(prose),
    styled("berschrift2", "Sturm"),
    p(prose),
    styled("Buchtitel", "Ebbe"),
    styled("Text", "Nur ein Satz"),
    outlined("Flut"),
    p(prose),
  ].join(""),
  { extra: [{ name: "word/styles.xml", content: styles }] },
);

const page = (id: string, body: string) => ({ id, body: `${body}<p>${prose}</p>` });
const numbered = epub({
  pages: [
    page("title", "<h1>The Tide-Clock Isle</h1>"),
    page("one", "<h2>1</h2><h3>The Lantern</h3>"),
    page("two", `<h2>2</h2><h3>Low Water</h3><p>${prose}</p><h4>A scene</h4>`),
  ],
});
const inParts = epub({
  pages: [
    page("a", "<h1>Part One</h1><h2>The Lantern</h2>"),
    page("b", "<h2>Low<br/>Water</h2>"),
    page("c", "<h1>Part Two</h1><h2>Finch</h2>"),
    page("d", "<h2>* * *</h2>"),
    page("e", "<p>Chapter 4</p>"),
  ],
});
const withYears = epub({
  pages: [
    page("a", "<h2>Imprint</h2>"),
    page("b", "<h2>Book I</h2><p>1805</p><h3>I</h3>"),
    page("c", "<h3>II</h3>"),
    page("d", "<h2>Book II</h2><p>1812</p><h3>I</h3>"),
    page("e", "<h2>Colophon</h2>"),
  ],
});

const bare = (id: string, ...titles: readonly string[]) =>
  page(id, titles.map((title) => `<p class="title" id="${title.length}">${title}</p>`).join(""));
const entry = (href: string, label: string, below = "") =>
  `<li><a href="${href}">${label}</a>${below}</li>`;
const byNavigation = epub({
  pages: [
    {
      id: "nav",
      properties: "nav",
      body: `<nav epub:type="landmarks"><ol>${entry("a%20page.xhtml", "Start")}</ol></nav><nav epub:type="toc"><ol>${[
        entry("a%20page.xhtml", "1. The Lantern"),
        entry(
          "b%20page.xhtml",
          "Low Water",
          `<ol>${entry("b%20page.xhtml#5", "Night")}${entry("b%20page.xhtml#3", "Day")}</ol>`,
        ),
        entry("c%20page.xhtml#16", "Finch"),
        entry("d%20page.xhtml", "Marlow goes down"),
        entry("nowhere.xhtml", "Lost"),
        entry("https://x.example/%E0", "Elsewhere"),
      ].join("")}</ol></nav>`,
    },
    bare("a", "1", "The Lantern"),
    bare("b", "Low Water", "Night", "Day"),
    bare("c", "Before Finch", "Finch and others"),
    page("d", ""),
  ],
});
const ncx = `<ncx><docTitle><text>Book</text></docTitle><navMap>${["a", "b"]
  .map(
    (id) =>
      `<navPoint><navLabel><text>Title ${id}</text></navLabel><content src="${id}%20page.xhtml"/></navPoint>`,
  )
  .join(
    "",
  )}</navMap><pageList><pageTarget><navLabel><text>7</text></navLabel><content src="b%20page.xhtml#7"/></pageTarget></pageList></ncx>`;
const byOldList = epub({
  pages: [
    { id: "ncx", type: "application/x-dtbncx+xml", content: ncx, linear: "no" },
    bare("a", "Title a"),
    bare("b", "Title b", "Seven!!"),
  ],
});
const withBoth = epub({
  pages: [
    {
      id: "nav",
      properties: "nav",
      body: `<nav><ol>${["a", "b", "c"].map((id) => entry(`${id}%20page.xhtml`, `Listed ${id}`)).join("")}</ol></nav>`,
    },
    page("a", "<p>For Marlow</p>"),
    page("b", "<h2>Ebb</h2>"),
    page("c", "<h2>Flow</h2>"),
  ],
});

const open = odt(
  ["Der Hafen", "Die Flut"]
    .map((title) => `<text:h text:outline-level="2">${title}</text:h><text:p>${prose}</text:p>`)
    .join(""),
);

const web = Buffer.from(
  `<meta charset="utf-8"><h1>Book</h1><h3>Storm</h3><p>${prose}<h3>Calm</h3><p>${prose}`,
);

test.for<readonly [string, DocumentFormat, Buffer, readonly string[]]>([
  ["styles of Word, in any language, and levels", "docx", word, ["Sturm", "Ebbe", "Flut"]],
  [
    "headings of an EPUB, a number above each",
    "epub",
    numbered,
    ["1, The Lantern", "2, Low Water"],
  ],
  [
    "headings of an EPUB in parts",
    "epub",
    inParts,
    ["Part One, The Lantern", "Low Water", "Part Two, Finch", "Chapter 4"],
  ],
  [
    "headings of an EPUB below books with a year",
    "epub",
    withYears,
    ["Imprint", "Book I, I", "II", "Book II, I", "Colophon"],
  ],
  [
    "paragraphs that an EPUB’s navigation names",
    "epub",
    byNavigation,
    ["1. The Lantern", "Low Water", "Finch", "Marlow goes down"],
  ],
  ["paragraphs that an EPUB’s older list names", "epub", byOldList, ["Title a", "Title b"]],
  ["headings of an EPUB, not what its list names besides,", "epub", withBoth, ["Ebb", "Flow"]],
  ["headings of an OpenDocument text", "odt", open, ["Der Hafen", "Die Flut"]],
  ["headings of a page", "html", web, ["Storm", "Calm"]],
])("%s are chapters", async ([, format, bytes, titles]) => {
  const { chapters, text } = await read(format, bytes);

  expect(chapters.map(({ title }) => title)).toEqual(titles);
  const firsts = chapters.slice(1).map(({ start }) => Array.from(text)[start]);
  expect(firsts).toEqual(titles.slice(1).map((title) => title[0]));
});

test("a Word file and its text have the same names, and a chapter has it in whatever stands around it", async () => {
  const titles = ["Kapitel 1", "Kapitel 2", "Kapitel 3"];
  const chapter = (title: string, n: number) => `${title}\n\n${proseOf(20, n)}`;
  const files = [titles, titles.slice(1)].map((some) =>
    docx(
      some
        .map((title) => chapter(title, titles.indexOf(title)).trim().split("\n\n"))
        .flatMap(([title = "", ...rest]) => [
          styled("berschrift1", title),
          ...rest.map((text) => p(text)),
        ])
        .join(""),
      { extra: [{ name: "word/styles.xml", content: styles }] },
    ),
  );

  const [whole, rest] = await Promise.all(files.map((file) => read("docx", file)));

  expect(whole?.names).toEqual(namesOf(titles.map(chapter).join("").trim()));
  expect(whole?.names.chapters).toHaveLength(3);
  expect(rest?.names.chapters).toEqual(whole?.names.chapters.slice(1));
});

async function read(format: DocumentFormat, bytes: Buffer) {
  const document = createDocuments({ tick: () => 0 }).open({
    chunks: pieces(bytes),
    size: bytes.length,
    format,
  });
  const kept: Uint8Array[] = [];
  const chunks = (async function* keep() {
    for await (const piece of document.text) {
      kept.push(piece);
      yield piece;
    }
  })();
  const { manuscript, names } = await readManuscript({
    chunks,
    openings: [],
    encoding: "utf-8",
    marked: document.marked,
  });
  const { chapters } = manuscript;
  return { chapters, names, text: Buffer.concat(kept).toString("utf8") };
}
