import { describe, expect, test } from "vitest";

import { docxParts, p } from "../corpus/docx.ts";
import { epub, epubParts, page } from "../corpus/epub.ts";
import { zip } from "../corpus/zip.ts";
import { rebuild } from "./put-back/rebuild.ts";
import { textOf } from "./text-of.ts";

const composed = "Étiquette";

/** A book whose second page is at another name than its list says. */
function named(...names: readonly string[]): Buffer {
  const parts = epubParts({ pages: [{ id: "one", body: "<p>One.</p>" }, { id: composed }] });
  const text = `OEBPS/text/${composed} page.xhtml`;
  const stored = names.map((name, n) => ({
    name: `OEBPS/text/${name} page.xhtml`,
    content: page(`<p>Two${n}.</p>`),
  }));
  return zip([...parts.filter(({ name }) => name !== text), ...stored]);
}

test.each([
  ["its own form", composed],
  ["the other Unicode form, as a Mac zips it", composed.normalize("NFD")],
  ["another case", composed.toUpperCase()],
])("a book is read whose page is named in %s", async (_, name) => {
  expect(await textOf("epub", named(name))).toBe("One.\n\nTwo0.");
});

test("the exact name comes first", async () => {
  expect(await textOf("epub", named(composed.toUpperCase(), composed))).toBe("One.\n\nTwo1.");
});

test("a name that several parts may have is none", async () => {
  const book = named(composed.toUpperCase(), composed.toLowerCase());

  await expect(textOf("epub", book)).rejects.toMatchObject({ reason: "broken-document" });
});

test("a book whose list is named in another case is read", async () => {
  const parts = epubParts({ pages: [{ id: "one", body: "<p>One.</p>" }] });
  const renamed = parts.map((part) => ({
    ...part,
    name: part.name.replace("META-INF/container", "meta-inf/Container"),
  }));

  expect(await textOf("epub", zip(renamed))).toBe(
    await textOf("epub", epub({ pages: [{ id: "one", body: "<p>One.</p>" }] })),
  );
});

describe("names in the lists of a book", () => {
  const renamed = (change: (content: string) => string) =>
    zip(
      epubParts({ pages: [{ id: "one", body: "<p>One.</p>" }] }).map((part) =>
        part.name.endsWith(".opf") ? { ...part, content: change(String(part.content)) } : part,
      ),
    );

  test.for([
    ["blanks in an idref", 'idref="one"', 'idref=" one\n "'],
    ["blanks in an id", 'id="one"', 'id="one "'],
    ["blanks in an address", 'href="text', 'href=" text'],
    ["blanks in a media type", "application/xhtml+xml", " application/xhtml+xml "],
  ] as const)("%s", async ([, from, to]) => {
    expect(
      await textOf(
        "epub",
        renamed((list) => list.replace(from, to)),
      ),
    ).toBe("One.");
  });

  test("a page that is missing is named", async () => {
    const book = renamed((list) => list.replace("one%20page", "f%C3%BCnf%20page"));

    await expect(textOf("epub", book)).rejects.toMatchObject({
      reason: "broken-document",
      part: "OEBPS/text/fünf page.xhtml",
    });
  });

  test("a Mac writes names in UTF-8 and does not say so", async () => {
    const name = "Étape".normalize("NFD");
    const stored = epubParts({ pages: [{ id: "Étape", body: "<p>One.</p>" }] }).map((part) => ({
      ...part,
      name: part.name.replace("Étape", name),
      flags: 0,
    }));
    const bytes = zip(stored);

    expect(await textOf("epub", bytes)).toBe("One.");
    const back = await rebuild("epub", bytes, ["Eins."]);
    expect(await back.part(`OEBPS/text/${name} page.xhtml`)).toContain("Eins.");
    expect(await back.read()).toEqual(["Eins."]);
  });
});

test.for([
  ["docx", "word/document.xml", "Word/Document.xml"],
  ["docx", "_rels/.rels", "_Rels/.rels"],
  ["odt", "content.xml", "Content.XML"],
] as const)("%s is read and put back with %s named %s", async ([format, name, other]) => {
  const bytes =
    format === "docx"
      ? zip(docxParts(p("One.")).map((one) => (one.name === name ? { ...one, name: other } : one)))
      : zip([
          {
            name: other,
            content: '<d xmlns:text="t"><text:p>One.</text:p></d>',
          },
        ]);

  expect(await textOf(format, bytes)).toBe("One.");
  expect(await (await rebuild(format, bytes, ["Eins."])).read()).toEqual(["Eins."]);
});

test("the settings of a Word file are found by their relation", async () => {
  const relation = (kind: string, target: string) =>
    `<Relationship Id="${kind}" Type="http://x/${kind}" Target="${target}"/>`;
  const bytes = zip(
    docxParts(p("One."), {
      extra: [
        {
          name: "word/_rels/document.xml.rels",
          content: `<Relationships>${relation("styles", "Formats/own.xml")}</Relationships>`,
        },
        {
          name: "word/formats/Own.xml",
          content: '<w:styles><w:lang w:val="en-US"/></w:styles>',
        },
      ],
    }),
  );

  const back = await rebuild("docx", bytes, ["Um."]);

  expect(await back.part("word/formats/Own.xml")).toContain('w:val="pt-BR"');
});
