import { Buffer } from "node:buffer";

import { describe, expect, test } from "vitest";

import type { DocumentFormat } from "#domain/manuscript.ts";
import { createDocuments } from "#manuscripts/manuscripts.ts";
import { readManuscript } from "#manuscripts/text/read-manuscript.ts";

import { docx, p } from "./corpus/docx.ts";
import { epub } from "./corpus/epub.ts";
import { namesOf } from "./names.ts";
import { pieces } from "./pieces.ts";

const prose = "It rained on the harbour, and nobody came down to the boats that day.\n\n".repeat(
  40,
);
const numbers = Array.from({ length: 20 }, (_, index) => index + 1);
const chapters = numbers.map((number) => `Chapter ${number}\n\n${prose}`).join("");
const titles = numbers.map((number) => `Chapter ${number}`);
const licence = "*** START OF THE PROJECT GUTENBERG EBOOK THE SALT CLOCK ***";
const end = "*** END OF THE PROJECT GUTENBERG EBOOK THE SALT CLOCK ***";

describe("in a plain text", () => {
  test("the licence of Project Gutenberg is told apart, up to the last letter of its line", async () => {
    const text = `The Project Gutenberg eBook\n\n${licence}\n\nBy Ilse Marlow\n\n${chapters}${end}\n\n${prose}`;

    const read = await readText(text);

    expect(read.matter).toEqual([licence, end].map((line) => line.replaceAll(/[* ]*\*+ ?/gu, "")));
    expect(read.rest).toBe(text.slice(text.indexOf("\n\nBy Ilse") + 1, text.indexOf(end)));
    expect(read.titles.slice(1, -1)).toEqual(titles);
  });

  test("a story between two such lines has the name of the book", async () => {
    const { titles: found, names } = await readText(`${licence}\n\n${prose}${end}\n\nLicence.\n`);

    expect(found[1]).toBe("THE SALT CLOCK");
    expect(names.chapters.at(1)).toBe(namesOf(prose.trim()).whole);
  });

  test.each(["CONTENTS", "Table des matières", "Inhaltsverzeichnis", "Содержание", "目次"])(
    "%s with its chapters and the title above it are told apart",
    async (title) => {
      const list = `The Salt Clock\n\n${title}\n\n${titles.join("\n")}\n\n\n`;

      const { matter, rest } = await readText(`${list}${chapters}`);

      expect(matter).toEqual([title]);
      expect(rest).toBe(chapters);
    },
  );

  test.each([
    ["below a list of contents", `Contents\n\n${titles.join("\n")}\n\nTo the reader\n\n${prose}`],
    ["above one", `To the reader\n\n${prose}Contents\n\n${titles.join("\n")}\n\n`],
    ["below an imprint", `Imprint\n\nPrinted in Oslo.\n\nTo the reader\n\n${prose}`],
  ])("a preface %s that nothing names is text", async (_, front) => {
    expect((await readText(front + chapters)).matter).toEqual([]);
  });

  test("such titles are none in the middle of it, twice, or within a sentence", async () => {
    const middle = chapters.replace("Chapter 11\n", "Chapter 11\n\nIndex\n");
    const twice = `Index\n\n${chapters}Index\n\nA\n`;

    expect((await readText(middle)).matter).toEqual([]);
    expect((await readText(twice)).matter).toEqual([]);
    expect((await readText(`Contents of a pocket\n\n${chapters}`)).matter).toEqual([]);
    expect((await readText(middle)).titles).toEqual(titles);
  });
});

describe("in an EPUB", () => {
  const chapterPages = numbers.map((number) => ({
    id: `c${number}`,
    body: `<h2>Chapter ${number}</h2><p>${prose}</p>`,
  }));
  const front = {
    title: { id: "title", body: "<h1>The Salt Clock</h1><p>Ilse Marlow</p>" },
    rights: { id: "rights", body: "<p>All rights reserved.</p>" },
    dedication: { id: "dedication", body: "<p>For Marlow</p>" },
  };
  const back = { id: "back", body: "<p>Harbour Press prints books.</p>" };
  const metadata = "<dc:title>The Salt Clock</dc:title>";
  const typed = (page: { id: string; body: string }, type: string) => ({
    ...page,
    body: `<section epub:type="${type}">${page.body}</section>`,
  });
  const entry = (id: string, label: string, type?: string) =>
    `<li><a href="${id}%20page.xhtml"${type === undefined ? "" : ` epub:type="${type}"`}>${label}</a></li>`;
  const navigation = (lists: string) => ({ id: "nav", properties: "nav", body: lists });
  const pages = [front.title, front.rights, front.dedication, ...chapterPages, back];

  test.each([
    [
      "sections say what they are",
      epub({
        metadata,
        pages: [
          typed(front.title, "titlepage"),
          typed(front.rights, "copyright-page"),
          front.dedication,
          ...chapterPages,
          typed(back, "colophon"),
        ],
      }),
    ],
    [
      "landmarks do",
      epub({
        metadata,
        pages: [
          navigation(
            `<nav epub:type="toc"><ol>${entry("c1", "Chapter 1")}</ol></nav><nav epub:type="landmarks"><ol>${entry("title", "Title", "titlepage")}${entry("rights", "Rights", "copyright-page")}${entry("back", "Back", "colophon")}${entry("c1", "Start", "bodymatter")}</ol></nav>`,
          ),
          ...pages,
        ],
      }),
    ],
    [
      "the guide does",
      epub({
        metadata,
        pages,
        guide: [
          ["title-page", "title"],
          ["copyright-page", "rights"],
          ["colophon", "back"],
          ["text", "c1"],
        ]
          .map(([type, id]) => `<reference type="${type}" href="text/${id}%20page.xhtml"/>`)
          .join(""),
      }),
    ],
    [
      "the list of contents does",
      epub({
        metadata,
        pages: [
          navigation(
            `<nav epub:type="toc"><ol>${entry("title", "Title Page")}${entry("rights", "Copyright")}${entry("dedication", "Dedication")}${entry("c1", "Chapter 1")}${entry("back", "About the Publisher")}</ol></nav>`,
          ),
          ...pages,
        ],
      }),
    ],
  ])("pages are told apart where %s, and the dedication between them is text", async (_, bytes) => {
    const { text, matter, rest, titles: found } = await read("epub", bytes);

    expect(matter).toEqual(["The Salt Clock", "Harbour Press prints books."]);
    expect(rest.startsWith("For Marlow")).toBe(true);
    expect(found.slice(1, -1)).toEqual(titles);
    expect(text.length - rest.length).toBe(
      "The Salt Clock\n\nThe Salt Clock\n\nIlse Marlow\n\nAll rights reserved.\n\nHarbour Press prints books."
        .length,
    );
  });

  test.each([
    [
      "with a chapter in it",
      [{ id: "title", body: `${front.title.body}<h2>Chapter 0</h2><p>${prose}</p>` }],
    ],
    ["in the middle", [...chapterPages.slice(0, 9), front.title]],
  ])("no page %s is matter, whatever the guide says", async (_, before) => {
    const guide = '<reference type="title-page" href="text/title%20page.xhtml"/>';
    const bytes = epub({ metadata, pages: [...before, ...chapterPages.slice(9)], guide });

    expect((await read("epub", bytes)).matter).toEqual([]);
  });
});

test("in a Word file pages are told apart by their headings", async () => {
  const heading = (text: string) =>
    `<w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
  const all = ["Impressum", "Widmung", ...titles, "Sachregister"];
  const bytes = docx(
    [p("Die Salzuhr"), ...all.flatMap((one) => [heading(one), p(prose)])].join(""),
  );

  const { matter, rest, titles: found } = await read("docx", bytes);

  expect(found).toEqual(all);
  expect(matter).toEqual(["Impressum", "Sachregister"]);
  expect(rest.startsWith("Widmung")).toBe(true);
});

async function readText(text: string) {
  const { manuscript, names } = await readManuscript({
    chunks: pieces(Buffer.from(text)),
    openings: [],
  });
  return { ...toldApart(text, manuscript.chapters), names };
}

async function read(format: DocumentFormat, bytes: Buffer) {
  const { text, marked } = createDocuments({ tick: () => 0 }).open({
    chunks: pieces(bytes),
    size: bytes.length,
    format,
  });
  const kept: Uint8Array[] = [];
  const chunks = (async function* keep() {
    for await (const piece of text) {
      kept.push(piece);
      yield piece;
    }
  })();
  const { manuscript } = await readManuscript({ chunks, openings: [], encoding: "utf-8", marked });
  return toldApart(Buffer.concat(kept).toString("utf8"), manuscript.chapters);
}

type Chapters = Awaited<ReturnType<typeof readManuscript>>["manuscript"]["chapters"];

function toldApart(text: string, found: Chapters) {
  const rest = found.filter(({ isMatter }) => isMatter !== true);
  return {
    text,
    titles: found.map(({ title }) => title),
    matter: found.filter(({ isMatter }) => isMatter).map(({ title }) => title),
    rest: rest.map(({ start, characters }) => text.slice(start, start + characters)).join(""),
  };
}
