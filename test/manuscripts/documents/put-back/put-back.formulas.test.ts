import { describe, expect, test } from "vitest";

import { docx, r } from "../../corpus/docx.ts";
import { epub, page } from "../../corpus/epub.ts";
import { odt } from "../../corpus/odt.ts";
import { paragraphsOf, rebuild } from "./rebuild.ts";

const math = `<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><mi>x</mi> <mo>=</mo><mn>2</mn></mrow><annotation encoding="application/x-tex">x=2</annotation></semantics></math>`;
const omml = `<m:oMath xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><m:r><m:t>x=</m:t></m:r><m:r><m:t>2</m:t></m:r></m:oMath>`;

const kinds = [
  {
    format: "epub",
    part: "OEBPS/text/one page.xhtml",
    formula: math,
    bytes: epub({
      pages: [{ id: "one", content: page(`<p>The formula ${math} stands inside.</p>`) }],
    }),
  },
  {
    format: "docx",
    part: "word/document.xml",
    formula: omml,
    bytes: docx(`<w:p>${r("The formula ")}${omml}${r(" stands inside.")}</w:p>`),
  },
] as const;

describe.each(kinds)("a formula in a paragraph ($format)", ({ format, part, formula, bytes }) => {
  test("is read with its sentence", async () => {
    expect(await paragraphsOf(format, new Uint8Array(bytes))).toEqual([
      "The formula ⟦1⟧ stands inside.",
    ]);
  });

  test.each([
    ["where the translation has it", "Max : ⟦1⟧ est la formule.", /Max : .*FORMULA.* est la/u],
    ["where it stood, if the translation lacks it", "La formule y est.", /y est\..*FORMULA/u],
    ["once, if the translation has it twice", "Ici ⟦1⟧, là ⟦1⟧.", /FORMULA/u],
  ])("comes back as it was, %s", async (_, text, shape) => {
    const rebuilt = await rebuild(format, bytes, [text]);

    const source = await rebuilt.part(part);
    expect(source.split(formula)).toHaveLength(2);
    expect(source.replace(formula, "FORMULA").replaceAll(/<[^>]*>/gu, "")).toMatch(shape);
  });
});

test.for([
  ["in its frame", "<draw:object><math:math><math:mi>x</math:mi></math:math></draw:object>"],
  ["in a part of its own", '<draw:object xlink:href="./Object 1"/>'],
] as const)(
  "a formula of OpenDocument %s is named as one, a picture is not",
  async ([, object]) => {
    const frame = (content: string) => `<draw:frame>${content}<draw:image/></draw:frame>`;
    const type = "application/vnd.oasis.opendocument.formula";
    const entry = `<manifest:file-entry manifest:full-path="Object 1/" manifest:media-type="${type}"/>`;
    const bytes = odt(`<text:p>So ${frame(object)} and ${frame("")} hold.</text:p>`, [
      { name: "META-INF/manifest.xml", content: `<manifest:manifest>${entry}</manifest:manifest>` },
    ]);

    const back = await rebuild("odt", bytes, ["Assim valem ⟦2⟧ e mais."]);

    expect(await paragraphsOf("odt", new Uint8Array(bytes))).toEqual(["So ⟦1⟧ and ⟦2⟧ hold."]);
    expect(back.inline).toEqual([
      { kind: "formula", kept: 0, of: 1 },
      { kind: "picture", kept: 1, of: 1 },
    ]);
    expect(await back.part("content.xml")).toContain(frame(object));
  },
);
