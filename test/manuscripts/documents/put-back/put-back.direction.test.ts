import { describe, expect, test } from "vitest";

import { docx } from "../../corpus/docx.ts";
import { epub, epubParts } from "../../corpus/epub.ts";
import { odt } from "../../corpus/odt.ts";
import { zip } from "../../corpus/zip.ts";
import { rebuild } from "./rebuild.ts";

const path = "OEBPS/text/one page.xhtml";

/** A book with this language, spine, package metadata and style sheet, put back into another language. */
async function into(
  target: string,
  {
    language,
    spine = "",
    meta = "",
    css = "",
    dir = "",
  }: { language: string; spine?: string; meta?: string; css?: string; dir?: string },
) {
  const content = `<html${dir}><head><link rel="stylesheet" href="s.css"/></head><body><p>One.</p></body></html>`;
  const parts = epubParts({
    pages: [{ id: "one", content }],
    metadata: `<dc:language>${language}</dc:language>${meta}`,
    manifest: '<item id="css" href="text/s.css" media-type="text/css"/>',
    extra: [{ name: "OEBPS/text/s.css", content: css }],
  }).map((one) =>
    one.name.endsWith(".opf")
      ? {
          ...one,
          content: String(one.content)
            .replace("<package>", '<package version="3.0">')
            .replace("<spine>", `<spine${spine}>`),
        }
      : one,
  );
  const back = await rebuild("epub", zip(parts), ["Two."], target);
  return {
    opf: await back.part("OEBPS/content.opf"),
    css: await back.part("OEBPS/text/s.css"),
    page: await back.part(path),
  };
}

const arabic = {
  language: "ar",
  spine: ' page-progression-direction="rtl"',
  css: "body { direction: rtl }",
  dir: ' dir="rtl"',
};
const japanese = {
  language: "ja",
  spine: ' page-progression-direction="rtl"',
  meta: '<meta name="primary-writing-mode" content="vertical-rl"/>',
  css: "html { writing-mode: vertical-rl; direction: ltr }",
};
const english = { language: "en", css: "body { direction: ltr } pre { direction: ltr }" };

describe("a book turns its pages as its language does", () => {
  test.for(["ja", "zh-TW", "en"])("from Arabic into %s", async (target) => {
    const { opf, css, page } = await into(target, arabic);

    expect(opf).toContain('page-progression-direction="ltr"');
    expect(css).toBe("body { direction: ltr }");
    expect(page).toContain('dir="ltr"');
  });

  test("from vertical Japanese into Chinese it stays, into Arabic and Latin it is horizontal", async () => {
    const [chinese, hebrew, german] = await Promise.all(
      ["zh-TW", "he", "de"].map(async (target) => await into(target, japanese)),
    );

    expect(chinese?.opf).toContain('page-progression-direction="rtl"');
    expect(chinese?.opf).toContain('content="vertical-rl"');
    expect(chinese?.css).toBe(japanese.css);
    expect(hebrew?.opf).toContain('page-progression-direction="rtl"');
    expect(hebrew?.opf).toContain('content="horizontal-rl"');
    expect(hebrew?.css).toContain("writing-mode: horizontal-tb; direction: rtl");
    expect(german?.opf).toContain('page-progression-direction="ltr"');
    expect(german?.opf).toContain('content="horizontal-lr"');
  });

  test("from English into Hebrew: all but code", async () => {
    const { opf, css, page } = await into("he", english);

    expect(opf).toContain('<spine page-progression-direction="rtl">');
    expect(css).toBe("body { direction: rtl } pre { direction: ltr }");
    expect(page).toContain('<html dir="rtl">');
  });
});

describe("a page that states where its lines begin", () => {
  const words = { en: ["The rain fell.", "Mara"], he: ["הגשם ירד.", "מרה"] };
  const sheet = (a: string, z: string, dir: string) =>
    `body { text-align: ${a} } p.sign { margin: 0; TEXT-ALIGN : ${z} !important } h1 { text-align: center } @media print { p { text-align: justify; text-align-last: ${a} } } .start { text-align: start } img { float: left } pre { direction: ltr; text-align: left } q.own { direction: ${dir}; text-align: ${a} }`;
  const body = (a: string, z: string, [one, two]: readonly string[], dir = "") =>
    `<style>td { text-align: ${a} }</style></head><body style="color: red; text-align:${a}"><p${dir}>${one}</p><p align="${z}">${two}</p><img align="left" alt=""/><pre dir="ltr" style="text-align: left">1 + 1 = 2</pre></body>`;

  const rebuilt = async (
    [source, target]: readonly [string, string],
    texts: readonly string[],
    css: string,
    content: string,
  ) => {
    const bytes = epub({
      metadata: `<dc:language>${source}</dc:language>`,
      pages: [{ id: "one", content: `<html lang="${source}"><head>${content}</html>` }],
      manifest: '<item id="css" href="s.css" media-type="text/css"/>',
      extra: [{ name: "OEBPS/s.css", content: css }],
    });
    const back = await rebuild("epub", bytes, [...texts, "1 + 1 = 2"], target);
    return { css: await back.part("OEBPS/s.css"), page: await back.part(path) };
  };

  test("begins them at the other margin into Hebrew; a signature, too, is where it belongs", async () => {
    const back = await rebuilt(
      ["en", "he"],
      words.he,
      sheet("left", "right", "rtl"),
      body("left", "right", words.en),
    );

    expect(back.css).toBe(
      sheet("right", "left", "rtl").replace("rtl; text-align: right", "rtl; text-align: left"),
    );
    expect(back.page).toContain(body("right", "left", words.he));
  });

  test("begins them at the other margin from Hebrew", async () => {
    const back = await rebuilt(
      ["he", "en"],
      words.en,
      sheet("right", "left", "rtl"),
      body("right", "left", words.he, ' dir="rtl"'),
    );

    expect(back.css).toBe(sheet("left", "right", "ltr"));
    expect(back.page).toContain(body("left", "right", words.en, ' dir="ltr"'));
  });

  test.for([
    ["en", "de", words.en],
    ["he", "ar", words.he],
  ] as const)("stays as it is from %s into %s", async ([source, target, said]) => {
    const css = "p { text-align: left } .sign { text-align: right }";
    const back = await rebuilt([source, target], said, css, body("left", "right", said));

    expect(back.css).toBe(css);
    expect(back.page).toContain('<p align="right">');
  });

  test("in Word, whose left is where lines begin, needs no change", async () => {
    const paragraph = (side: string) =>
      `<w:p><w:pPr><w:jc w:val="${side}"/></w:pPr><w:r><w:t>The rain fell.</w:t></w:r></w:p>`;
    const bytes = docx(["left", "right", "center", "start"].map(paragraph).join(""));
    const back = await rebuild("docx", bytes, ["א", "ב", "ג", "ד"], "he");

    const sides = (await back.part("word/document.xml")).match(/<w:bidi\/><w:jc w:val="\w+"/gu);
    expect(sides).toEqual(
      ["left", "right", "center", "start"].map((side) => `<w:bidi/><w:jc w:val="${side}"`),
    );
  });
});

describe("an OpenDocument text", () => {
  const styles = (mode: string) =>
    `<s xmlns:style="style"><style:default-style style:family="paragraph"><style:paragraph-properties fo:margin="0"${mode}/></style:default-style></s>`;
  const back = async (target: string, mode: string) => {
    const bytes = odt("<text:p>One.</text:p>", [{ name: "styles.xml", content: styles(mode) }]);
    return await (await rebuild("odt", bytes, ["Two."], target)).part("styles.xml");
  };

  test.for([
    ["ar", "", ' style:writing-mode="rl-tb"'],
    ["ar", ' style:writing-mode="page"', ' style:writing-mode="rl-tb"'],
    ["ja", ' style:writing-mode="rl-tb"', ' style:writing-mode="lr-tb"'],
    ["zh", ' style:writing-mode="tb-rl"', ' style:writing-mode="tb-rl"'],
    ["en", ' style:writing-mode="tb-rl"', ' style:writing-mode="lr-tb"'],
    ["en", "", ""],
  ] as const)("into %s, with %j", async ([target, mode, now]) => {
    expect(await back(target, mode)).toBe(styles(now));
  });
});

describe("an OpenDocument text that states where its lines begin", () => {
  const words = {
    en: ["The rain fell.", "Quoted.", "Mara", "1"],
    he: ["הגשם ירד.", "ציטוט.", "מרה", "1"],
  };
  const names =
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"';
  const paragraph = (name: string, properties: string) =>
    `<style:style style:name="${name}" style:family="paragraph" style:parent-style-name="Standard"><style:paragraph-properties ${properties}/></style:style>`;
  const own = (begin: string, end: string, mode: string) =>
    `<office:automatic-styles>${paragraph("P1", `fo:margin-left="1cm" fo:text-indent="0.5cm" fo:text-align="${begin}" style:justify-single-word="false"${mode}`)}${paragraph("P2", `fo:text-align="${end}" style:writing-mode="page"`).replace('"page"', mode === "" ? '"lr-tb"' : '"rl-tb"')}${paragraph("P3", 'fo:text-align="justify" fo:text-align-last="start"')}<text:list-style><text:list-level-style-number><style:list-level-properties fo:text-align="end"/></text:list-level-style-number></text:list-style></office:automatic-styles>`;
  const body = (all: readonly string[]) =>
    all.map((one, n) => `<text:p text:style-name="P${n + 1}">${one}</text:p>`).join("");
  const usual = (properties: string) =>
    `<office:document-styles ${names}><office:styles><style:default-style style:family="paragraph"><style:paragraph-properties style:text-autospace="ideograph-alpha"${properties}/><style:text-properties fo:font-size="12pt"/></style:default-style><style:default-style style:family="table"><style:table-properties table:border-model="collapsing"/></style:default-style></office:styles></office:document-styles>`;

  async function aligned(
    target: "de" | "en" | "he" | "ar",
    [texts, now]: readonly (readonly string[])[] = [],
    { styles, content, generator }: { styles: string; content: string; generator: string },
  ) {
    const bytes = zip([
      { name: "mimetype", content: "application/vnd.oasis.opendocument.text", method: "stored" },
      {
        name: "content.xml",
        content: `<office:document-content ${names}>${content}<office:body><office:text>${body(texts ?? [])}</office:text></office:body></office:document-content>`,
      },
      { name: "styles.xml", content: styles },
      {
        name: "meta.xml",
        content: `<office:document-meta><office:meta><meta:generator>${generator}</meta:generator></office:meta></office:document-meta>`,
      },
    ]);
    const back = await rebuild("odt", bytes, now ?? [], target);
    const part = await back.part("content.xml");
    return {
      content: part.slice(part.indexOf(">") + 1, part.indexOf("<office:body>")),
      styles: await back.part("styles.xml"),
    };
  }

  const office = "LibreOffice/7.4.7.2$Linux_X86_64 LibreOffice_project/40$Build-2";
  const word = "MicrosoftOffice/16.0 MicrosoftWord";

  test.for([office, word])("begins them on the right into Hebrew, from %s", async (generator) => {
    const styles = usual(' style:writing-mode="page"');
    const back = await aligned("he", [words.en, words.he], {
      styles,
      content: own("start", "end", ""),
      generator,
    });

    // LibreOffice takes “start” for the left, and so what no style aligns; its margins turn by themselves.
    expect(back.content).toBe(own("right", "left", "").replace("lr-tb", "rl-tb"));
    expect(back.styles).toBe(usual(' style:writing-mode="rl-tb" fo:text-align="right"'));
  });

  test("keeps what all paragraphs have, at the other side", async () => {
    const styles = usual(' fo:text-align="left" style:writing-mode="lr-tb"');
    const back = await aligned("he", [words.en, words.he], {
      styles,
      content: own("left", "right", ""),
      generator: office,
    });

    expect(back.content).toBe(own("right", "left", "").replace("lr-tb", "rl-tb"));
    expect(back.styles).toBe(usual(' fo:text-align="right" style:writing-mode="rl-tb"'));
  });

  test.for([
    [office, "end", "start", "left", "right"],
    [office, "right", "left", "left", "right"],
    [word, "start", "end", "start", "end"],
    [word, "right", "left", "left", "right"],
  ] as const)(
    "begins them on the left from Hebrew: %j",
    async ([generator, begin, end, left, right]) => {
      const back = await aligned("en", [words.he, words.en], {
        styles: usual(' style:writing-mode="rl-tb"'),
        content: own(begin, end, ' style:writing-mode="rl-tb"'),
        generator,
      });

      expect(back.content).toBe(
        own(left, right, ' style:writing-mode="rl-tb"').replaceAll("rl-tb", "lr-tb"),
      );
      expect(back.styles).toBe(usual(' style:writing-mode="lr-tb"'));
    },
  );

  test.for([
    ["de", words.en, ' style:writing-mode="lr-tb"'],
    ["ar", words.he, ' style:writing-mode="rl-tb"'],
  ] as const)("stays as it is into %s in the same direction", async ([target, texts, mode]) => {
    const content = own("start", "end", mode);
    const back = await aligned(target, [texts, texts], {
      styles: usual(mode),
      content,
      generator: office,
    });

    expect(back.content).toBe(target === "de" ? content.replaceAll("rl-tb", "lr-tb") : content);
    expect(back.styles).toBe(usual(mode));
  });
});

describe("the title of a page, which a browser’s tab shows", () => {
  const page = (title: string, heading = "Tom & Jerry") =>
    `<html><head><title>${title}</title></head><body><h1>${heading.replace("&", "&amp;")}</h1><svg><title>drawing</title></svg><p>One.</p></body></html>`;

  test.for([
    ["is that of its heading", "Tom &amp; Jerry", "Tomás &amp; Júlia"],
    ["with a number for a sign, and other blanks", "Tom\n  &#38; Jerry ", "Tomás &amp; Júlia"],
    ["says something else", "Tom &amp; Jerry | a site", "Tom &amp; Jerry | a site"],
  ] as const)("%s", async ([, title, now]) => {
    const html = await rebuild("html", Buffer.from(page(title)), ["Tomás & Júlia", "Um."]);
    const book = epub({ pages: [{ id: "one", content: page(title) }] });
    const back = await rebuild("epub", book, ["Tomás & Júlia", "Um."]);

    for (const one of [await html.part(""), await back.part(path)]) {
      expect(one).toContain(`<title>${now}</title>`);
      expect(one).toContain("<title>drawing</title>");
    }
  });

  test("is that of the book, on every page with text and in the list of contents", async () => {
    const nav = `<html><head><title>The Tide</title></head><body><nav epub:type="toc"><ol><li><a href="text/one%20page.xhtml">One</a></li></ol></nav></body></html>`;
    const book = epub({
      metadata: "<dc:title>The Tide</dc:title>",
      pages: [{ id: "one", content: page("The Tide", "One") }],
      manifest:
        '<item id="nav" properties="nav" href="nav.xhtml" media-type="application/xhtml+xml"/>',
      extra: [{ name: "OEBPS/nav.xhtml", content: nav }],
    });

    const back = await rebuild("epub", book, ["A Maré", "Um", "Dois."]);

    expect(await back.part(path)).toContain("<head><title>A Maré</title></head>");
    expect(await back.part("OEBPS/nav.xhtml")).toContain("<head><title>A Maré</title></head>");
  });
});
