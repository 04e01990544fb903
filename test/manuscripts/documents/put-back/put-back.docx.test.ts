import { describe, expect, test } from "vitest";

import { docx, p, r } from "../../corpus/docx.ts";
import { rebuild } from "./rebuild.ts";

const italic = "<w:rPr><w:i/></w:rPr>";
const slanted = (text: string) => `<w:r>${italic}<w:t>${text}</w:t></w:r>`;
const said = (text: string) => `<w:t xml:space="preserve">${text}</w:t>`;

test("a paragraph looks as most of it did, however Word has cut it into runs", async () => {
  const body = await bodyOf(
    p(slanted("A longer phrase"), "Some", " of", " the", " plain", " text."),
    ["Du texte."],
  );

  expect(body).toContain(`<w:p><w:r>${said("Du texte.")}</w:r><w:r></w:r>`);
});

test("each line keeps its own look where the translation has as many", async () => {
  const lines = p(slanted("One"), "<w:r><w:br/></w:r>", "Two");

  expect(await bodyOf(lines, ["Un\nDeux"])).toContain(
    `<w:r>${italic}${said("Un")}</w:r><w:r><w:br/></w:r><w:r>${said("Deux")}</w:r>`,
  );
  expect(await bodyOf(lines, ["Un\nDeux\nTrois"])).toContain(
    `${said("Un")}<w:br/>${said("Deux")}<w:br/>${said("Trois")}</w:r></w:p>`,
  );
  expect(await bodyOf(lines, ["Tout sur une ligne"])).not.toContain("<w:br/>");
});

test("a note stays where the translation names it, and is never lost", async () => {
  const reference = '<w:r><w:footnoteReference w:id="2"/></w:r>';
  const footnotes = `<w:footnote w:id="2">${p("A note.")}</w:footnote>`;
  const text = p("Here", reference, " and there.");
  const put = (paragraph: string) => bodyOf(text, [paragraph, "[1] Note."], { footnotes });

  expect(await put("Ici[1] et là.")).toContain(
    `${said("Ici")}</w:r>${reference}<w:r>${said(" et là.")}`,
  );
  expect(await put("Ici et là.")).toContain(
    `<w:r>${said("Ici et là.")}</w:r>${reference}<w:r></w:r>`,
  );
});

test("pictures, indents and breaks of pages stay in their paragraph", async () => {
  const picture = "<w:r><w:drawing/></w:r>";
  const tab = "<w:r><w:tab/></w:r>";
  const page = '<w:r><w:br w:type="page"/></w:r>';

  expect(await bodyOf(p(picture, tab, "Text", page), ["Texte"])).toContain(
    `<w:p>${picture}${tab}<w:r>${said("Texte")}</w:r>${page}</w:p>`,
  );
});

test("words of a text box stay in it, whatever the last of them look like", async () => {
  const box = `<w:drawing><wps:txbx><w:txbxContent>${p("Aboard the ", slanted("Albatross"))}</w:txbxContent></wps:txbx></w:drawing>`;
  const after = `<w:r>${italic}${box}<w:t>afterwards</w:t></w:r>`;
  const bytes = docx(p("Before ", after, " she left."));

  const back = await rebuild("docx", bytes, [
    "Davor ⟦1⟧*danach* ging sie.",
    "Die *Albatros* war da.",
  ]);

  expect(await back.read()).toEqual(["Davor ⟦1⟧*danach* ging sie.", "Die *Albatros* war da."]);
  expect(await back.part("word/document.xml")).toContain(
    `<w:r>${said(" war da.")}</w:r></w:p></w:txbxContent>`,
  );
});

test("text is not hidden in a link or in a field that Word writes anew", async () => {
  const field = `<w:fldSimple w:instr=" REF x ">${r("Chapter Twenty-One")}</w:fldSimple>`;
  const link = `<w:hyperlink>${r("a page of the net")}</w:hyperlink>`;

  const body = await bodyOf(p("See ", field, " or ", link), ["Voir"]);

  expect(body).toContain(`<w:p><w:r>${said("Voir")}</w:r><w:r></w:r></w:p>`);
});

describe("a note", () => {
  const blank = `<w:r>${said(" ")}</w:r>`;
  const mark = "<w:r><w:footnoteRef/></w:r>";
  const noteOf = async (content: string, text: string) => {
    const reference = '<w:r><w:footnoteReference w:id="1"/></w:r>';
    const bytes = docx(p("Late.", reference), {
      footnotes: `<w:footnote w:id="1"><w:p>${mark}${content}</w:p></w:footnote>`,
    });
    return await (await rebuild("docx", bytes, ["Tard.[1]", text])).part("word/footnotes.xml");
  };

  test.for([
    ["a link", "<w:hyperlink w:anchor='a'>|</w:hyperlink>"],
    ["a field", `<w:fldSimple w:instr=" REF a ">|</w:fldSimple>`],
  ] as const)("that is nothing but %s stays one", async ([, around]) => {
    const note = await noteOf(blank + around.replace("|", r("A page")), "[1] Une page");

    expect(note).toContain(mark + blank + around.replace("|", r("Une page")));
  });

  test("keeps the blank after its number, which engines drop", async () => {
    const words = (text: string) => `<w:r>${said(text)}</w:r>`;

    expect(await noteOf(words(" By a day."), "[1] D’un jour.")).toContain(
      mark + words(" D’un jour."),
    );
    expect(await noteOf(words(" By a day."), "[1]  D’un jour.")).toContain(
      mark + words(" D’un jour."),
    );
    for (const text of ["[1] D’un jour.", "[1] \u00A0D’un jour."]) {
      expect(await noteOf(words("\u00A0By a day."), text)).toContain(
        mark + words("\u00A0D’un jour."),
      );
      expect(await noteOf(words("\u00A0") + words("By a day."), text)).toContain(
        mark + words("\u00A0") + words("D’un jour."),
      );
    }
  });
});

test("what was deleted goes with the text that it was deleted from, and untouched parts stay", async () => {
  const deleted = '<w:del w:id="1"><w:r><w:delText>never </w:delText></w:r></w:del>';

  const body = await bodyOf(p("He ", deleted, "came."), ["Il vint."]);

  expect(body).toContain('<w:del w:id="1"><w:r></w:r></w:del>');
});

test("another prefix of Word’s namespace, and blanks in closing tags, are kept", async () => {
  const content =
    "<x:document><x:body><x:p><x:r><x:t >One</x:t ><x:br /><x:t>Two</x:t></x:r></x:p></x:body></x:document>";
  const bytes = docx("", { main: content });

  const rebuilt = await rebuild("docx", bytes, ["Un"]);

  expect(await rebuilt.part("word/document.xml")).toContain(
    '<x:r><x:t xml:space="preserve">Un</x:t></x:r>',
  );
});

test("Word checks the new language, and what it has found of the old one is forgotten", async () => {
  const styles = `<w:styles><w:docDefaults><w:rPrDefault><w:rPr><w:lang w:val="en-US" w:eastAsia="ja-JP"/></w:rPr></w:rPrDefault></w:docDefaults></w:styles>`;
  const settings = `<w:settings><w:proofState w:spelling="clean"/><w:themeFontLang w:val="en-US"/></w:settings>`;
  const run = `<w:r><w:rPr><w:lang w:val="en-GB"/></w:rPr><w:t>colour</w:t></w:r>`;
  const bytes = docx(p('<w:proofErr w:type="spellStart"/>', run), {
    extra: [
      { name: "word/styles.xml", content: styles },
      { name: "word/settings.xml", content: settings },
    ],
  });

  const rebuilt = await rebuild("docx", bytes, ["cor"]);

  expect(await rebuilt.part("word/styles.xml")).toContain(
    '<w:lang w:val="pt-BR" w:eastAsia="ja-JP"/>',
  );
  expect(await rebuilt.part("word/settings.xml")).toBe(
    '<w:settings><w:themeFontLang w:val="pt-BR"/></w:settings>',
  );
  expect(await rebuilt.part("word/document.xml")).toContain(
    `<w:p><w:r><w:rPr><w:lang w:val="pt-BR"/></w:rPr>${said("cor")}`,
  );
});

test("a language that is written from the right turns paragraphs, words and tables, and back", async () => {
  const look = '<w:i/><w:sz w:val="28"/>';
  const cell = `<w:tbl><w:tblPr><w:tblStyle w:val="A"/><w:tblW w:w="0"/></w:tblPr><w:tr><w:tc>${p("Rain")}</w:tc></w:tr></w:tbl>`;
  const body = `<w:p><w:pPr><w:keepNext/><w:jc w:val="both"/><w:rPr><w:b/></w:rPr></w:pPr><w:r><w:rPr>${look}<w:lang w:val="en"/></w:rPr><w:t>One</w:t></w:r></w:p>${cell}${p("URL")}`;

  const right = await rebuild("docx", docx(body), ["אחד", "גשם", "URL"], "he");
  const page = await right.part("word/document.xml");

  expect(page).toContain(
    '<w:p><w:pPr><w:keepNext/><w:bidi/><w:jc w:val="both"/><w:rPr><w:b/><w:bCs/></w:rPr></w:pPr><w:r><w:rPr><w:i/><w:iCs/><w:sz w:val="28"/><w:szCs w:val="28"/><w:rtl/><w:lang w:val="en"/></w:rPr>',
  );
  expect(page).toContain('<w:tblPr><w:tblStyle w:val="A"/><w:bidiVisual/><w:tblW w:w="0"/>');
  expect(page).toMatch(
    /<w:p><w:pPr><w:bidi\/><\/w:pPr><w:r><w:rPr><w:rtl\/><\/w:rPr><w:t[^<>]*>גשם<.*<w:p><w:pPr><w:bidi\/><\/w:pPr><w:r><w:t[^<>]*>URL</u,
  );

  const only = '<w:rPr><w:iCs/><w:szCs w:val="28"/><w:rtl/></w:rPr>';
  const hebrew = docx(
    `<w:p><w:pPr><w:bidi w:val="1"/></w:pPr><w:r>${only}<w:t>אחד</w:t></w:r></w:p>`,
  );
  const left = await rebuild("docx", hebrew, ["One"], "en");
  expect(await left.part("word/document.xml")).toContain(
    '<w:p><w:pPr></w:pPr><w:r><w:rPr><w:i/><w:iCs/><w:sz w:val="28"/><w:szCs w:val="28"/></w:rPr>',
  );
});

test("a style of words from the right looks the same to words from the left", async () => {
  const styles = (look: string) =>
    `<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:type="character" w:styleId="Strong"><w:rPr>${look}<w:szCs w:val="24"/></w:rPr></w:style></w:styles>`;
  const intoOf = async (text: string, now: string, target: string) => {
    const extra = [{ name: "word/styles.xml", content: styles('<w:bCs/><w:sz w:val="28"/>') }];
    const back = await rebuild("docx", docx(p(text), { extra }), [now], target);
    return await back.part("word/styles.xml");
  };

  expect(await intoOf("גשם ירד", "Rain fell", "en")).toBe(
    styles('<w:b/><w:bCs/><w:sz w:val="28"/>'),
  );
  expect(await intoOf("Rain fell", "Regen fiel", "de")).toBe(styles('<w:bCs/><w:sz w:val="28"/>'));
});

async function bodyOf(
  body: string,
  paragraphs: readonly string[],
  notes: { readonly footnotes?: string } = {},
): Promise<string> {
  const rebuilt = await rebuild("docx", docx(body, notes), paragraphs);
  expect(await rebuilt.read()).toHaveLength(paragraphs.length);
  return rebuilt.part("word/document.xml");
}
