import { describe, expect, test } from "vitest";

import { docx, r } from "../../corpus/docx.ts";
import { epub, page } from "../../corpus/epub.ts";
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
