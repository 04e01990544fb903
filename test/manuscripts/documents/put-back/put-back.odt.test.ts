import { describe, expect, test } from "vitest";

import { odt } from "../../corpus/odt.ts";
import { paragraphsOf, rebuild } from "./rebuild.ts";

const names = `xmlns:style="s" xmlns:fo="f" xmlns:text="t" xmlns:xlink="x" xmlns:draw="d"`;
const styles = {
  name: "styles.xml",
  content: `<office:styles ${names} xmlns:office="o"><style:default-style style:family="paragraph"><style:paragraph-properties style:writing-mode="page"/><style:text-properties fo:language="en" fo:country="GB" style:language-complex="hi" style:country-complex="IN"/></style:default-style><style:style style:name="Emphasis" style:family="text"><style:text-properties fo:font-style="italic"/></style:style><style:style style:name="Dream" style:family="paragraph"><style:text-properties fo:font-style="italic"/></style:style></office:styles>`,
};
const automatic = `<office:automatic-styles><style:style style:name="T1" style:family="text" style:parent-style-name="Emphasis"/><style:style style:name="T2" style:family="text"><style:text-properties style:text-position="super 58%"/></style:style><style:style style:name="T3" style:family="text"><style:text-properties fo:color="#ff0000" fo:background-color="transparent"/></style:style><style:style style:name="T4" style:family="text"><style:text-properties fo:font-style="normal"/></style:style></office:automatic-styles>`;

const book = (body: string) => odt(`${automatic}${body}`, [styles]);
const sentOf = (body: string) => paragraphsOf("odt", new Uint8Array(book(body)));
const p = (words: string, style = "Standard") =>
  `<text:p text:style-name="${style}">${words}</text:p>`;

async function returned(body: string, text: readonly string[], target = "pt-BR") {
  const rebuilt = await rebuild("odt", book(body), text, target);
  return { ...rebuilt, page: await rebuilt.part("content.xml") };
}

describe("an OpenDocument text comes back as one", () => {
  test("with its own words, each paragraph is as it was", async () => {
    const body = [
      p(
        `Said <text:span text:style-name="T1">so</text:span> on the 3<text:span text:style-name="T2">rd</text:span>`,
      ),
      p(
        `See <text:a xlink:href="http://a">a page</text:a> and <draw:frame><draw:image/></draw:frame> too.`,
      ),
      p(
        `Figure <text:sequence text:name="F">3</text:sequence> shows<text:line-break/>it.<text:bookmark text:name="b"/>`,
      ),
      p(`The <text:span text:style-name="T4">Albatross</text:span> was back.`, "Dream"),
      p(
        `Late<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body>${p('By a <text:span text:style-name="T1">day</text:span>.')}</text:note-body></text:note>, again.`,
      ),
    ].join("");
    const sent = await sentOf(body);

    expect(sent).toEqual([
      "Said *so* on the 3**rd**",
      "See *a page* and ⟦1⟧ too.",
      "Figure 3 shows\nit.",
      "The *Albatross* was back.",
      "Late[1], again.",
      "[1] By a *day*.",
    ]);
    const { page, inline } = await returned(body, sent);
    expect(page).toContain(body);
    expect(inline?.every(({ kept, of }) => kept === of)).toBe(true);
  });

  test("in another language, runs, notes and pictures stand where the translation has them", async () => {
    const link = (words: string) => `<text:a xlink:href="http://a">${words}</text:a>`;
    const frame = "<draw:frame><draw:image/></draw:frame>";
    const body =
      p(
        `See ${link("a page")} with ${frame} and <text:span text:style-name="T1">so</text:span> on.`,
      ) + p("One<text:s/>two.");

    const { page, read } = await returned(body, [
      "E **assim**, com ⟦1⟧ e *uma página* & mais.",
      "Um\ndois.",
    ]);

    expect(page).toContain(
      p(
        `E <text:span text:style-name="T1">assim</text:span>, com ${frame} e ${link("uma página")} &amp; mais.`,
      ),
    );
    expect(page).toContain(p("Um<text:line-break/>dois."));
    expect(await read()).toEqual(["E *assim*, com ⟦1⟧ e **uma página** & mais.", "Um\ndois."]);
  });

  test("a colour is no emphasis, and one that is off is none", async () => {
    expect(
      await sentOf(
        p(
          `Said <text:span text:style-name="T3">red</text:span> and <text:span text:style-name="T4">so</text:span>.`,
        ),
      ),
    ).toEqual(["Said red and so."]);
  });

  test("formulas are never sent as words", async () => {
    const math = `<draw:frame><draw:object><math:math xmlns:math="m"><math:mn>5</math:mn></math:math></draw:object></draw:frame>`;

    expect(await sentOf(p(`So ${math} holds.`))).toEqual(["So ⟦1⟧ holds."]);
  });

  test("its styles name the new language, and its direction", async () => {
    const into = async (target: string) =>
      await (await returned(p("One."), ["Um."], target)).part("styles.xml");

    expect(await into("pt-BR")).toContain(
      `style:writing-mode="lr-tb"/><style:text-properties fo:language="pt" fo:country="BR" style:language-complex="hi"`,
    );
    expect(await into("he")).toContain(
      `style:writing-mode="rl-tb"/><style:text-properties fo:language="en" fo:country="GB" style:language-complex="he" style:country-complex="none"`,
    );
  });
});
