import { describe, expect, test } from "vitest";

import type { DocumentFormat, LeftOut } from "#domain/manuscript.ts";
import { createDocuments } from "#manuscripts/manuscripts.ts";

import { docx, p } from "../corpus/docx.ts";
import { epub } from "../corpus/epub.ts";
import { odt } from "../corpus/odt.ts";
import { collect, pieces } from "../pieces.ts";
import { rebuild } from "./put-back/rebuild.ts";

/** Words in drawings are read where they are paragraphs, and counted everywhere else. */

async function read(format: DocumentFormat, bytes: Buffer) {
  const documents = createDocuments({ tick: () => 0 });
  const opened = documents.open({ chunks: pieces(bytes), size: bytes.length, format });
  const text = (await collect(opened.text)).toString("utf8");
  return { text, leftOut: opened.facts().leftOut };
}

const drawn = (characters: number, begins: string, count = 1): LeftOut => ({
  what: "drawings",
  count,
  characters,
  begins,
});

const svg = 'xmlns="http://www.w3.org/2000/svg"';
const html = 'xmlns="http://www.w3.org/1999/xhtml"';
const plate = `<svg ${svg} viewBox="0 0 100 100"><title>Chart of the bay</title><desc>By hand.</desc><style>.st0{font-weight:bold}</style><metadata>Illustrator</metadata><g><text x="1" y="2">Salt <tspan>Bay</tspan></text><a href="x"><text class="st0">North</text></a></g></svg>`;

describe("in a drawing on a page", () => {
  test.each(["epub", "html"] as const)("of %s, words are counted", async (format) => {
    const body = `<p>Here ${plate} it is.</p>${plate}<svg ${svg}><text>7</text></svg>`;
    const bytes =
      format === "epub"
        ? epub({ pages: [{ id: "one", body }] })
        : Buffer.from(`<meta charset="utf-8">${body}`);

    const { text, leftOut } = await read(format, bytes);

    expect(text).toBe("Here it is.");
    expect(leftOut).toEqual([
      { what: "pictures", count: 4 },
      drawn(28, "Salt Bay North Salt Bay North", 2),
    ]);
  });

  test("HTML is text of the page, and a copy of it for old programs is not counted", async () => {
    const foreign = (words: string) =>
      `<foreignObject width="9"><body ${html}><p>${words}</p></body></foreignObject>`;
    const body = `<p>Before <svg ${svg}><g>${foreign("In the <i>box</i>.")}</g><switch>${foreign("Once.")}<text>Once.</text></switch><text>Scale</text></svg> after.</p>`;
    const bytes = epub({ pages: [{ id: "one", body }] });

    expect(await read("epub", bytes)).toEqual({
      text: "Before\n\nIn the box.\n\nOnce.\n\nafter.",
      leftOut: [drawn(5, "Scale")],
    });
    const back = await rebuild("epub", bytes, ["Vor", "In der *Kiste* hier.", "Einmal.", "nach."]);
    expect(await back.part("OEBPS/text/one page.xhtml")).toContain(
      `<p>Vor <svg ${svg}><g>${foreign("In der <i>Kiste</i> hier.")}</g><switch>${foreign("Einmal.")}<text>Once.</text></switch><text>Scale</text></svg> nach.</p>`,
    );
  });

  test("or an object, what is seen where it cannot be shown is hidden, and so counted", async () => {
    const body = `<p>One <object data="quiz.xml"><p>What is <b>red</b>?</p></object> two.</p><video src="a"><img src="b" alt="c"/></video>`;

    expect(await read("epub", epub({ pages: [{ id: "one", body }] }))).toEqual({
      text: "One two.",
      leftOut: [{ what: "hidden", count: 1, characters: 12, begins: "What is red?" }],
    });
  });

  test("that is hidden, words are hidden", async () => {
    const body = `<p>One.</p><svg ${svg} style="display:none"><text>Sprite</text></svg>`;

    expect((await read("epub", epub({ pages: [{ id: "one", body }] }))).leftOut).toEqual([
      { what: "hidden", count: 1, characters: 6, begins: "Sprite" },
    ]);
  });
});

describe("a drawing that is a page of a book", () => {
  const book = (content: string) =>
    epub({
      pages: [
        { id: "one", body: "<p>One.</p>" },
        { id: "plate", type: "image/svg+xml", content },
      ],
    });

  test("is read for its HTML, and its own words are counted", async () => {
    const foreign = `<foreignObject><div ${html}>In a bubble.</div></foreignObject>`;
    const bytes = book(
      `<?xml version="1.0"?><svg:svg xmlns:svg="http://www.w3.org/2000/svg"><svg:text>A plate</svg:text></svg:svg>`,
    );

    expect(await read("epub", bytes)).toEqual({ text: "One.", leftOut: [drawn(7, "A plate")] });
    const speaking = book(`<svg ${svg}><text>Boom</text>${foreign}</svg>`);
    expect(await read("epub", speaking)).toEqual({
      text: "One.\n\nIn a bubble.",
      leftOut: [drawn(4, "Boom")],
    });
    const back = await rebuild("epub", speaking, ["Eins.", "In einer Blase."]);
    expect(await back.part("OEBPS/text/plate page.xhtml")).toContain("In einer Blase.</div>");
  });

  test("is only a picture when it cannot be read", async () => {
    const entities = `<!DOCTYPE svg [<!ENTITY ns "http://ns.adobe.com/">]><svg xmlns="&ns;"><text>A</text></svg>`;

    expect((await read("epub", book(entities))).text).toBe("One.");
  });
});

const a = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
const said = (words: string) => `<a:p><a:r><a:rPr lang="en-GB"/><a:t>${words}</a:t></a:r></a:p>`;
const relation = (type: string, target: string) =>
  `<Relationship Id="r-${type}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;
const inDrawing = (data: string) =>
  `<w:r><w:drawing><wp:inline><wp:docPr id="1" title="Sales"/><a:graphic ${a}><a:graphicData>${data}</a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;

describe("in a Word file", () => {
  test("words of charts and SmartArt are counted", async () => {
    const points = (words: string) => `<c:pt idx="0"><c:v>${words}</c:v></c:pt>`;
    const seasons = `<c:cat><c:strRef><c:f>Sheet1!$A$2</c:f><c:strCache>${points("Spring")}</c:strCache></c:strRef></c:cat>`;
    const extra = [
      {
        name: "word/_rels/document.xml.rels",
        content: `<Relationships>${relation("chart", "charts/chart1.xml")}${relation("diagramData", "/word/diagrams/data1.xml")}${relation("diagramLayout", "diagrams/layout1.xml")}${relation("chart", "charts/gone.xml")}</Relationships>`,
      },
      {
        name: "word/charts/chart1.xml",
        content: `<c:chartSpace xmlns:c="c" ${a}><c:chart><c:title><c:tx><c:rich>${said("Ships lost")}</c:rich></c:tx></c:title><c:ser>${seasons}</c:ser><c:ser>${seasons}<c:val><c:numRef><c:numCache><c:formatCode>General</c:formatCode>${points("4.3")}</c:numCache></c:numRef></c:val></c:ser></c:chart></c:chartSpace>`,
      },
      {
        name: "word/diagrams/data1.xml",
        content: `<dgm:dataModel xmlns:dgm="d" ${a}><dgm:pt modelId="{1}"><dgm:prSet phldrT="[Text]"/><dgm:t>${said("Captain")}${said("Mate")}</dgm:t></dgm:pt></dgm:dataModel>`,
      },
      { name: "word/diagrams/layout1.xml", content: `<d ${a}>${said("Pyramid")}</d>` },
    ];
    const body = p("One.", inDrawing("<c:chart/>")) + p("Two.", inDrawing("<dgm:relIds/>"));

    expect(await read("docx", docx(body, { extra }))).toEqual({
      text: "One.\n\nTwo.",
      leftOut: [{ what: "pictures", count: 2 }, drawn(29, "Ships lost Spring Captain Mate", 2)],
    });
  });

  test("words of a locked drawing and of WordArt are counted", async () => {
    const canvas = `<lc:lockedCanvas xmlns:lc="lc"><a:sp><a:txSp><a:txBody>${said("Bow")}${said("Stern")}</a:txBody></a:txSp></a:sp></lc:lockedCanvas>`;
    const art = `<w:r><w:pict><v:shape type="#_x0000_t136" alt="a banner"><v:textpath style="v-text-kern:t" string="The Salt Clock"/></v:shape></w:pict></w:r>`;

    expect(
      await read("docx", docx(p("One ", inDrawing(canvas), " two.") + p("Three.", art))),
    ).toEqual({
      text: "One  two.\n\nThree.",
      leftOut: [{ what: "pictures", count: 2 }, drawn(23, "Bow Stern The Salt Clock", 2)],
    });
  });
});

describe("in an OpenDocument text", () => {
  const frame = (inside: string) =>
    `<draw:frame text:anchor-type="as-char">${inside}<svg:title>Sales</svg:title></draw:frame>`;
  const object = `<draw:object xlink:href="./Object 1" xlink:type="simple"/><draw:image xlink:href="./ObjectReplacements/Object 1"/>`;

  test("words of charts are counted, those of shapes are read", async () => {
    const chart = {
      name: "Object 1/content.xml",
      content: `<office:document-content xmlns:text="t"><office:body><office:chart><chart:chart><chart:title><text:p>Ships <text:span>lost</text:span></text:p></chart:title><table:table><table:table-cell office:value-type="string"><text:p>Spring</text:p></table:table-cell><table:table-cell><text:p>4.3</text:p></table:table-cell></table:table></chart:chart></office:chart></office:body></office:document-content>`,
    };
    const shape = `<draw:custom-shape><text:p>In a shape.</text:p></draw:custom-shape>`;
    const body = `<text:p>One ${frame(object)} two.</text:p><text:p>Three.${shape}</text:p>`;

    expect(await read("odt", odt(body, [chart]))).toEqual({
      text: "One two.\n\nThree.\n\nIn a shape.",
      leftOut: [{ what: "pictures", count: 1 }, drawn(17, "Ships lost Spring")],
    });
  });

  test("hidden words are counted", async () => {
    const hidden = `<text:hidden-text text:condition="ooow:1" text:string-value="secret" text:is-hidden="true"/>`;

    expect(await read("odt", odt(`<text:p>One${hidden}.</text:p>`))).toEqual({
      text: "One.",
      leftOut: [{ what: "hidden", count: 1, characters: 6, begins: "secret" }],
    });
  });
});
