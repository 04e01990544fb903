import { Buffer } from "node:buffer";

import iconv from "iconv-lite";
import { describe, expect, test } from "vitest";

import { isBalanced } from "#manuscripts/documents/put-back/splice.ts";

import { docx, docxParts, p } from "../corpus/docx.ts";
import { epub, epubParts, page } from "../corpus/epub.ts";
import { odt } from "../corpus/odt.ts";
import { zip } from "../corpus/zip.ts";
import { rebuild } from "./put-back/rebuild.ts";
import { textOf } from "./text-of.ts";

/** Parts that programs write wrongly: each is read as its author sees it, or refused by its name. */

type Format = "docx" | "epub" | "odt" | "html";

/** Documents of each format around the content of a paragraph, as bytes of their part. */
const around: Readonly<Record<Format, (words: string | Uint8Array) => Buffer>> = {
  epub: (words) => epub({ pages: [{ id: "one", content: inside(page("<p>|</p>"), words) }] }),
  docx: (words) =>
    zip(
      docxParts(p("|")).map(({ name, content }) => ({
        name,
        content: inside(String(content), words),
      })),
    ),
  odt: (words) =>
    zip([
      { name: "mimetype", content: "application/vnd.oasis.opendocument.text", method: "stored" },
      {
        name: "content.xml",
        content: inside('<d xmlns:text="t"><text:p>|</text:p></d>', words),
      },
    ]),
  html: (words) => inside('<meta charset="utf-8"><p>|</p>', words),
};

function inside(markup: string, words: string | Uint8Array): Buffer {
  const [before = "", after] = markup.split("|");
  const parts = after === undefined ? [before] : [before, words, after];
  return Buffer.concat(parts.map((part) => Buffer.from(part)));
}

const parts: Readonly<Record<Format, string>> = {
  epub: "OEBPS/text/one page.xhtml",
  docx: "word/document.xml",
  odt: "content.xml",
  html: "",
};

const formats = ["docx", "epub", "odt", "html"] as const;

describe.each(formats)("a part of %s", (format) => {
  test("loses its NUL bytes, which no text has", async () => {
    const bytes = around[format]("Rain\0 and\0\0 wind.");

    expect(await textOf(format, bytes)).toBe("Rain and wind.");
    const back = await rebuild(format, bytes, ["Regen."]);
    expect(await back.part(parts[format])).not.toContain("\0");
    expect(await back.read()).toEqual(["Regen."]);
  });

  test("names characters by entities that it never defined", async () => {
    const bytes = around[format]("Caf&eacute;&nbsp;&mdash; 1 &lt; 2 &amp;amp; &xyzzy;");

    expect(await textOf(format, bytes)).toBe("Café\u00A0— 1 < 2 &amp; &xyzzy;");
    const back = await rebuild(format, bytes, ["Kaffee &nbsp;"]);
    expect(await back.part(parts[format])).toContain("Kaffee &amp;nbsp;");
    expect(await back.read()).toEqual(["Kaffee &nbsp;"]);
  });
});

const said = "Die Fähre kam spät, „aber“ sie kam über den Fluß; später hörte man größere Züge.";

describe.each(formats)("a part of %s", (format) => {
  test.for([
    ["windows-1252", said],
    ["windows-1251", "Паром пришёл поздно, но всё-таки пришёл, и никто не спросил почему."],
    ["shift_jis", "船は遅れて出た。誰も理由を聞かなかった。"],
    ["gb18030", "船来得很晚，但是没有人问为什么。"],
  ] as const)("says nothing, so UTF-8, and is in %s", async ([encoding, words]) => {
    const bytes = around[format](iconv.encode(words, encoding));

    expect(await textOf(format, bytes)).toBe(words);
    if (format === "html") return;
    const back = await rebuild(format, bytes, ["O navio saiu às três."]);
    expect(await back.read()).toEqual(["O navio saiu às três."]);
  });
});

describe("a page in another encoding than it says", () => {
  const declared = (encoding: string, bytes: Uint8Array) =>
    epub({
      pages: [
        { id: "one", body: "<p>Zoë.</p>" },
        {
          id: "two",
          content: inside(
            `<?xml version="1.0" encoding="${encoding}"?><html><body><p>|</p></body></html>`,
            bytes,
          ),
        },
      ],
    });

  test.for([
    ["windows-1252 for UTF-8", "windows-1252", Buffer.from(said)],
    ["UTF-8 for windows-1252", "utf-8", iconv.encode(said, "windows-1252")],
    ["a name that nobody knows", "x-user", Buffer.from(said)],
    ["ASCII for windows-1252", "us-ascii", iconv.encode(said, "windows-1252")],
  ] as const)("%s", async ([, encoding, bytes]) => {
    expect(await textOf("epub", declared(encoding, bytes))).toBe(`Zoë.\n\n${said}`);
  });

  test("is read in the same encoding after a long beginning of plain letters", async () => {
    const start = "The ferry left late. ".repeat(20_000);
    const bytes = Buffer.concat([Buffer.from(start), iconv.encode(said, "windows-1252")]);
    const book = declared("utf-8", bytes);

    expect(await textOf("epub", book)).toBe(`Zoë.\n\n${start}${said}`);
    const back = await rebuild("epub", book, ["Eins.", start]);
    expect(await back.read()).toEqual(["Eins.", start.trim()]);
  });

  test("declares UTF-8 when it has a translation", async () => {
    const meta = (label: string) => `<meta content="text/html; charset=${label}"/>`;
    const content = `<html><head>${meta("windows-1252")}</head><body><p>One.</p></body></html>`;
    const back = await rebuild("epub", epub({ pages: [{ id: "one", content }] }), ["Eins."]);

    expect(await back.part(parts.epub)).toContain(meta("utf-8"));
  });

  test("is refused by its name where nobody can tell, or where encodings are mixed", async () => {
    for (const bytes of [
      Buffer.from([0x41, 0x92, 0x42]),
      Buffer.concat([Buffer.from("naïve café"), Buffer.from([0xe9, 0x20])]),
    ]) {
      await expect(textOf("epub", declared("utf-8", bytes))).rejects.toMatchObject({
        reason: "broken-document",
        part: "OEBPS/text/two page.xhtml",
      });
    }
  });
});

describe("a file with bytes after its end", () => {
  const book = docx(p("One."));

  test.for([
    ["one NUL", Buffer.from([0])],
    ["a line end", Buffer.from("\r\n")],
    ["a block of blanks", Buffer.alloc(512)],
  ] as const)("is read and put back: %s", async ([, more]) => {
    const bytes = Buffer.concat([book, more]);

    expect(await textOf("docx", bytes)).toBe("One.");
    expect(await (await rebuild("docx", bytes, ["Eins."])).read()).toEqual(["Eins."]);
  });

  test("is refused when they may be another directory", async () => {
    for (const more of [docx(p("Two.")).subarray(0, -1), Buffer.from("PK"), Buffer.alloc(99_999)]) {
      await expect(textOf("docx", Buffer.concat([book, more]))).rejects.toMatchObject({
        reason: "broken-document",
      });
    }
  });
});

test("blanks of OpenDocument that are closed by tags of their own", async () => {
  const bytes = odt(
    "<text:p>One<text:s></text:s> two<text:tab>  </text:tab>three<text:line-break></text:line-break>four <text:span>five</text:span><text:s> </text:s>.</text:p>",
  );

  expect(await textOf("odt", bytes)).toBe("One two three\nfour five .");
  const back = await rebuild("odt", bytes, ["Um dois\ntrês."]);
  expect(await back.read()).toEqual(["Um dois\ntrês."]);
  expect(isBalanced(await back.part("content.xml"))).toBe(true);
  expect(await back.part("content.xml")).not.toContain("<text:s>");
});

test("line ends of Windows in a preformatted text are line ends alone, wherever it is cut", async () => {
  const poem = "Rain\r\n\r\nand wind\r\n  fell.\r\n";
  const said = "Rain\n\nand wind\nfell.";
  const long = `${"x".repeat(65_536 - 21)}\r\ny`;

  for (const format of ["html", "epub"] as const) {
    const bytes = around[format](`</p><pre>${poem}</pre><p>`);

    expect(await textOf(format, bytes)).toBe(said);
    const back = await rebuild(format, bytes, ["Regen\n\nund Wind\nfiel."]);
    expect(await back.read()).toEqual(["Regen\n\nund Wind\nfiel."]);
  }
  expect(await textOf("html", Buffer.from(`<p>1</p><pre>${long}</pre>`))).toBe(
    `1\n\n${long.replace("\r", "")}`,
  );
});

describe("an image among the pages of an EPUB", () => {
  /** A book whose plate has these fallbacks, in turn; the last one has words. */
  const book = (fallbacks: readonly string[], type = "text/html") => {
    const [first = "", ...others] = fallbacks;
    const items = fallbacks.map((id, index) => {
      if (id === "plate") return "";
      const [next] = others.slice(index);
      const by = next === undefined ? "" : ` fallback="${next}"`;
      const kind = next === undefined ? type : "image/jpeg";
      return `<item id="${id}" href="${id}.x" media-type="${kind}"${by}/>`;
    });
    const parts = epubParts({
      pages: [
        { id: "plate", type: "image/png", content: "" },
        { id: "one", body: "<p>One.</p>" },
      ],
      manifest: items.join(""),
      extra: [{ name: "OEBPS/words.x", content: page("<p>On the plate.</p>") }],
    });
    const named = (content: string) =>
      content.replace('<item id="plate"', `<item id="plate" fallback="${first}"`);
    return zip(
      parts.map((one) =>
        one.name.endsWith(".opf") ? { ...one, content: named(String(one.content)) } : one,
      ),
    );
  };

  test.for([["words"], ["small", "words"]])("is read by its fallback: %j", async (fallbacks) => {
    expect(await textOf("epub", book(fallbacks))).toBe("On the plate.\n\nOne.");

    const back = await rebuild("epub", book(fallbacks), ["Auf der Tafel.", "Eins."]);
    expect(await back.part("OEBPS/words.x")).toContain("<p>Auf der Tafel.</p>");
  });

  test.for([
    ["that leads nowhere", book(["words"], "image/gif")],
    ["that leads to itself", book(["plate"])],
  ] as const)("is no text with a fallback %s", async ([, bytes]) => {
    expect(await textOf("epub", bytes)).toBe("One.");
  });

  test("breaks the book when its page is not there", async () => {
    await expect(textOf("epub", book(["gone"]))).rejects.toMatchObject({
      reason: "broken-document",
      part: "OEBPS/gone.x",
    });
  });
});
