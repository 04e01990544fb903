import { describe, expect, test } from "vitest";

import { docx, r } from "../../corpus/docx.ts";
import { epub } from "../../corpus/epub.ts";
import { paragraphsOf, rebuild } from "./rebuild.ts";

const part = "OEBPS/text/one page.xhtml";
const page = (body: string) => epub({ pages: [{ id: "one", body: `<p>${body}</p>` }] });

async function returned(body: string, change: (text: string) => string) {
  const bytes = page(body);
  const [text = ""] = await paragraphsOf("epub", new Uint8Array(bytes));
  const back = await rebuild("epub", bytes, [change(text)]);
  return { text, emphasis: back.emphasis, page: await back.part(part) };
}

describe("runs that touch each other", () => {
  test.for([
    ["two", "<i>One</i><b>two</b> three", 2],
    ["three", "<i>One</i><b>two</b><u>three</u><s>four</s> five", 4],
    [
      "one with a comma between",
      "<i>One</i>, <b>two</b><i>three</i>: <b>four</b><i>five</i> six",
      5,
    ],
    ["a long row", "at <i>be</i><b>ce</b><u>de</u><s>eh</s><q>ef</q><i>ge</i><b>ha</b> ih", 7],
  ] as const)("%s, all of which come back", async ([, body, of]) => {
    const back = await returned(body, (text) => text.toUpperCase());

    expect(back.emphasis).toEqual({ kept: of, of });
    expect(back.page).toContain(
      `<p>${body.replaceAll(/(?<=^|>)[^<]+/gu, (words) => words.toUpperCase())}</p>`,
    );
  });
});

describe("rows of line breaks", () => {
  const slanted = (text: string) => `<w:r><w:rPr><w:i/></w:rPr><w:t>${text}</w:t></w:r>`;
  const lineBreak = "<w:r><w:br/></w:r>";
  const note = '<w:r><w:footnoteReference w:id="2"/></w:r>';
  const books = [
    ["epub", page("one<br/> <br/>and <i>two</i> or <i>three</i>")],
    [
      "docx",
      docx(
        `<w:p>${r("one")}${lineBreak}${lineBreak}${r("and ")}${slanted("two")}${r(" or ")}${slanted("three")}</w:p>`,
      ),
    ],
  ] as const;

  test.for(
    books.flatMap(([format, bytes]) =>
      [
        "one\n\nand *two* or *three*",
        "one *two* or *three*\n\nand",
        "one\nand *two*\n\nor *three*",
      ].map((text) => [format, text, bytes] as const),
    ),
  )("come back whole in %s: %j", async ([format, text, bytes]) => {
    const back = await rebuild(format, bytes, [text]);

    expect(await back.read()).toEqual([text]);
  });

  test("two notes that cross them take none with them", async () => {
    const body = `<w:p>${r("one")}${note}${note}${lineBreak}${lineBreak}${r("two")}</w:p>`;
    const back = await rebuild("docx", docx(body), ["one\n\n[1][2]two"]);

    expect(await back.read()).toEqual(["one\n\n[1][2]two"]);
  });

  test("lines after them that lost their signs are the runs that they were", async () => {
    const back = await rebuild("epub", page("one<br/><br/><i>two</i><br/>three"), ["1\n\nzwei\n3"]);

    expect(await back.part(part)).toContain("<p>1<br/><br/><i>zwei</i><br/>3</p>");
  });
});

test("a star of another kind that the paragraph has itself stays", async () => {
  const back = await returned("Zeichen [＊] und ∗, <i>kursiv</i>.", (text) => text);

  expect(back.text).toBe("Zeichen [＊] und ∗, *kursiv*.");
  expect(back.page).toContain("<p>Zeichen [＊] und ∗, <i>kursiv</i>.</p>");
});

test("a link to a note that has words is translated, one that has a mark alone stays", async () => {
  const link = (text: string) => `<a epub:type="noteref" href="#n">${text}</a>`;
  const body = `See ${link("this note")}, ${link("12")}, ${link("[a]")} and ${link("†")}.`;
  const back = await returned(body, (text) => text.replace("this note", "diese Notiz"));

  expect(back.text).toBe("See *this note*, 12, [a] and †.");
  expect(back.page).toContain(body.replace("this note", "diese Notiz"));
});

test("a style sheet or a list of contents that cannot be read stays as it is", async () => {
  const css = Buffer.concat([Buffer.from("/* caf"), Buffer.from([0xe9, 0x81]), Buffer.from("*/")]);
  const ncx = "<ncx><navMap><navPoint><navLabel><text>One</text></navLabel>".repeat(600);
  const bytes = epub({
    pages: [{ id: "one", body: "<p>One.</p>" }],
    manifest:
      '<item id="css" href="text/s.css" media-type="text/css"/><item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>',
    extra: [
      { name: "OEBPS/text/s.css", content: css },
      { name: "OEBPS/toc.ncx", content: ncx },
    ],
  });

  const back = await rebuild("epub", bytes, ["Eins."]);

  expect(await back.read()).toEqual(["Eins."]);
  expect(await back.part("OEBPS/toc.ncx")).toBe(ncx);
});
