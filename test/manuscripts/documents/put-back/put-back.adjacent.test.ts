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

test("a letter in a word is a run of its own, unless it begins the paragraph as a drop cap", async () => {
  const body = "<b>T</b>he <i>n</i>th night, <i>x</i><b>y</b> and H<sub>n</sub>O.";
  const back = await returned(body, (text) => text.replace("The", "Die").replace("night", "Nacht"));

  expect(back.text).toBe("The *n*th night, *x***y** and H***n***O.");
  expect(back.emphasis).toEqual({ kept: 4, of: 4 });
  expect(back.page).toContain("<i>n</i>th Nacht, <i>x</i><b>y</b> and H<sub>n</sub>O.</p>");
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

test("a blank that does not break stays one at the end of a run, and at its start", async () => {
  const nbsp = "\u00A0";
  const body = `Poor <i>Dr.${nbsp}</i>Slop said<i>${nbsp}no</i>, <b>so </b>there.`;
  const back = await returned(body, (text) => text.replace("Poor", "Armer"));

  expect(back.page).toContain(
    `<p>Armer <i>Dr.</i>${nbsp}Slop said${nbsp}<i>no</i>, <b>so</b> there.</p>`,
  );
});

describe("a line of blanks that do not break", () => {
  const nbsp = "\u00A0";
  const lineBreak = "<w:r><w:br/></w:r>";

  test.for([
    ["as they were sent", `*Un*\n${nbsp}\n*deux* and\n${nbsp}${nbsp}trois\n${nbsp}`],
    ["as blank lines", `*Un*\n\n*deux* and\n${nbsp}${nbsp}trois`],
    ["with those around", `${nbsp}*Un*\n${nbsp}\n*deux* and\n${nbsp}${nbsp}trois\n${nbsp}`],
  ])("stays between lines and around them, in a page, when they come back %s", async ([, text]) => {
    const body = (one: string, two: string, three: string) =>
      `&#160;<i>${one}</i><br/>&#160;<br/><i>${two}</i> and<br/>&#160;&#160;${three}<br/>&#160;`;
    const back = await rebuild("epub", page(body("One", "two", "three")), [text ?? ""]);

    const source = await back.part(part);
    expect(source.replaceAll(nbsp, "&#160;")).toContain(`<p>${body("Un", "deux", "trois")}</p>`);
  });

  test("stays in the piece of the first words, as the translation has it", async () => {
    const back = async (text: string) =>
      await (await rebuild("docx", docx(`<w:p>${r(`${nbsp}One`)}</w:p>`), [text])).read();

    expect(await back(`${nbsp}Un`)).toEqual([`${nbsp}Un`]);
    expect(await back("Un")).toEqual(["Un"]);
  });

  test("stays after the last line, in Word", async () => {
    const rest = `${lineBreak}${r(`${nbsp} `)}</w:p>`;
    const body = `<w:p>${r("One")}${lineBreak}${r("two")}`;
    const back = await rebuild("docx", docx(body + rest), ["Un\ndeux"]);

    expect(await back.part("word/document.xml")).toContain(
      body.replace("One", "Un").replace("two", "deux") + rest,
    );
  });
});

describe("a number of a field", () => {
  const field = (number: string) => `<w:fldSimple w:instr=" SEQ x ">${r(number)}</w:fldSimple>`;

  test.for([
    ["after a digit", `${r("Figure 1")}${field("5")}${r(", below")}`, "Bild 15, unten"],
    ["before one", `${r("Figure ")}${field("1")}${r("5, below")}`, "Bild 15, unten"],
    ["beside another", `${r("Figure ")}${field("1")}${field("5")}`, "Bild 15"],
    ["equal to another", `${r("In 3, Figure 3")}${field("3")}${field("3")}`, "In 3 zeigt Bild 333"],
    ["before a letter", `${r("Figure ")}${field("5")}${r("a, or 5 more")}`, "Bild 5a und 5 mehr"],
    [
      "before a word of another script",
      `${r("See ")}${field("6")}${r("for all")}`,
      "См. 6для всех",
    ],
    [
      "before a word, and then apart",
      `${r("See ")}${field("6")}${r("for all")}`,
      "Siehe 6 für alle",
    ],
    ["with an equal one in a word", `${field("1")}${r(" is in Ma1")}`, "1 ist in Ma1"],
    ["after a word with one", `${r("H1")}<w:r><w:tab/></w:r>${field("1")}`, "H1\t1"],
    ["before an equal one", `${field("5")}${r("a or ")}${field("5")}`, "5a oder 5"],
  ] as const)("%s is still found", async ([, body, text]) => {
    const back = await rebuild("docx", docx(`<w:p>${body}</w:p>`), [text]);

    const source = await back.part("word/document.xml");
    expect(await back.read()).toEqual([text]);
    expect(back.inline?.every(({ kept, of }) => kept === of)).toBe(true);
    for (const [whole] of body.matchAll(/<w:fldSimple.*?<\/w:fldSimple>/gu)) {
      expect(source).toContain(whole);
    }
  });

  test("is not found in the mark of a note", async () => {
    const note = '<w:r><w:footnoteReference w:id="2"/></w:r>';
    const body = `<w:p>${r("Figure ")}${field("1")}${note}${r(" is late")}</w:p>`;
    const back = await rebuild("docx", docx(body), ["Bild 1[1] kommt"]);

    expect(await back.read()).toEqual(["Bild 1[1] kommt"]);
  });

  test("is not found in a longer one that it was no part of", async () => {
    const body = `<w:p>${r("See ")}${field("5")}${r(" now")}</w:p>`;
    const back = await rebuild("docx", docx(body), ["Siehe 15"]);

    expect(back.inline).toEqual([{ kind: "field", kept: 0, of: 1 }]);
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
