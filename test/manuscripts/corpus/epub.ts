import { type ZipPart, zip } from "./zip.ts";

export type Page = {
  readonly id: string;
  readonly body?: string;
  /** Instead of a page around `body`. */
  readonly content?: string | Uint8Array;
  readonly linear?: "no";
  readonly properties?: string;
  readonly type?: string;
};

type Book = {
  readonly pages: readonly Page[];
  readonly metadata?: string;
  /** Items of the manifest beside the pages. */
  readonly manifest?: string;
  readonly guide?: string;
  readonly extra?: readonly ZipPart[];
};

export function epub(book: Book): Buffer {
  return zip(epubParts(book));
}

export function epubParts({
  pages,
  metadata = "",
  manifest = "",
  guide = "",
  extra = [],
}: Book): readonly ZipPart[] {
  const items = pages.map(
    ({ id, properties, type = "application/xhtml+xml" }) =>
      `<item id="${id}" href="text/${id}%20page.xhtml" media-type="${type}"${properties === undefined ? "" : ` properties="${properties}"`}/>`,
  );
  const refs = pages.map(
    ({ id, linear }) => `<itemref idref="${id}"${linear === undefined ? "" : ' linear="no"'}/>`,
  );
  return [
    { name: "mimetype", content: "application/epub+zip", method: "stored" },
    {
      name: "META-INF/container.xml",
      content: `<?xml version="1.0"?><container><rootfiles><rootfile full-path="OEBPS/content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`,
    },
    {
      name: "OEBPS/content.opf",
      content: `<?xml version="1.0"?><package><metadata>${metadata}</metadata><manifest>${items.toReversed().join("")}${manifest}</manifest><spine>${refs.join("")}</spine><guide>${guide}</guide></package>`,
    },
    ...pages.map(({ id, body = "", content = page(body) }) => ({
      name: `OEBPS/text/${id} page.xhtml`,
      content,
    })),
    ...extra,
  ];
}

export function page(body: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd">\n<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title/><style>p { color: red }</style></head><body>${body}</body></html>`;
}

export const awkwardEpub = {
  bytes: () =>
    epub({
      pages: [
        { id: "cover", body: "<p>Cover words</p>" },
        { id: "nav", properties: "nav", body: "<nav><ol><li>Chapter 1</li></ol></nav>" },
        { id: "old-toc", body: "<p>Chapter 1 … 3</p>" },
        {
          id: "notes",
          linear: "no",
          body: '<aside epub:type="footnote" id="n1"><p>1. Not a real place.</p></aside>',
        },
        {
          id: "one",
          body: `<h1>Chapter One<br/>The Lighthouse</h1><p>It was
            a <b>dark</b>&nbsp;night<a epub:type="noteref" href="notes.xhtml#n1">1</a>.</p><p>He <span epub:type="pagebreak" title="12">12</span>came.</p><hr/><p><ruby>漢<rt>かん</rt>字<rp>(</rp><rt>じ</rt><rp>)</rp></ruby>。</p><img src="a.png" alt="A map of the island"/><svg><title>drawing</title><text>lines</text></svg>`,
        },
        { id: "empty", content: "" },
        {
          id: "two",
          body: `<div><p>Unclosed<p>paragraphs</div><ul><li>one<ul><li>one point one</li></ul></li><li>two</li></ul><table><tr><td>A</td><td><p>B</p></td></tr></table><pre>kept  as
  it is</pre><p style="display: none">secret</p><p hidden="">secret</p><script>alert(1)</script><p style="writing-mode: vertical-rl">　縦書き</p>`,
        },
        {
          id: "wide",
          content: Buffer.from(
            `\uFEFF<?xml version="1.0" encoding="UTF-16"?><html><body><p>In UTF-16.</p></body></html>`,
            "utf16le",
          ),
        },
        { id: "plate", type: "image/svg+xml", content: "<svg><text>a plate</text></svg>" },
      ],
      guide:
        '<reference type="cover" href="text/cover%20page.xhtml"/><reference type="toc" href="text/old-toc%20page.xhtml#top"/>',
      extra: [
        {
          name: "META-INF/encryption.xml",
          content: `<encryption><EncryptedData><EncryptionMethod Algorithm="http://www.idpf.org/2008/embedding"/></EncryptedData></encryption>`,
        },
        { name: "OEBPS/empty.css", content: "" },
      ],
    }),
  text: [
    "Chapter One\nThe Lighthouse",
    "It was a dark\u00A0night1.",
    "He came.",
    "* * *",
    "漢字。",
    "Unclosed",
    "paragraphs",
    "one",
    "one point one",
    "two",
    "A",
    "B",
    "kept  as\nit is",
    "　縦書き",
    "In UTF-16.",
    "1. Not a real place.",
  ].join("\n\n"),
  leftOut: [
    { what: "contents", count: 2, characters: 22, begins: "Chapter 1 Chapter 1 … 3" },
    { what: "readings", count: 2 },
    { what: "pictures", count: 2 },
    { what: "drawings", count: 2, characters: 12, begins: "lines a plate" },
    { what: "hidden", count: 2, characters: 12, begins: "secret secret" },
  ],
} as const;
