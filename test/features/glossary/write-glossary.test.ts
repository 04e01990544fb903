import { expect, test } from "vitest";

import { glossaryCsv, glossaryJson, writeGlossary } from "#features/glossary/write-glossary.ts";
import { readTerms } from "#manuscripts/documents/read-terms.ts";

import { aTerm } from "../../builders.ts";
import { elementsOf } from "../../manuscripts/documents/well-formed.ts";

test("the CSV opens in Excel: BOM, a heading, quoted cells, CRLF", () => {
  const csv = glossaryCsv([
    aTerm('the "Lamp", lit', "la Lampe\nallumée", 0.5),
    aTerm("Maia", "Maïa"),
  ]);

  expect(csv).toBe(
    '\uFEFFsource,target,confidence\r\n"the ""Lamp"", lit","la Lampe\nallumée",0.5\r\n"Maia","Maïa",\r\n',
  );
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", " =1", "＝1", "\r=1"])(
  "no spreadsheet runs the term %j",
  (term) => {
    expect(glossaryCsv([aTerm(term, "x")])).toContain(`"'${term}"`);
  },
);

test("the JSON is the partner's glossary shape", () => {
  expect(JSON.parse(glossaryJson([aTerm("Maia", "Maïa"), aTerm("the Lamp", "la Lampe")]))).toEqual({
    Maia: "Maïa",
    "the Lamp": "la Lampe",
  });
});

test("of two translations of one term the surest is kept", () => {
  const json = glossaryJson([aTerm("Maia", "Maya", 0.9), aTerm("Maia", "Maïa", 0.4)]);

  expect(JSON.parse(json)).toEqual({ Maia: "Maya" });
});

test("a term named __proto__ is only a term", () => {
  expect(glossaryJson([aTerm("__proto__", "x")])).toBe('{\n  "__proto__": "x"\n}\n');
});

test.for([
  ["tbx", "martif", "termEntry"],
  ["tbx3", "tbx", "conceptEntry"],
] as const)("the %s file has each term in both languages, whatever is in it", async (row) => {
  const [format, root, entry] = row;
  const terms = [aTerm('A <b> & "c"', "Ä\u0007]]>"), aTerm("Salt Clock", "Horloge de sel")];

  const written = writeGlossary[format](terms, { source: "en", target: "fr" });
  const elements = elementsOf(written);
  const bytes = new Uint8Array(Buffer.from(written));

  expect(elements[0]).toMatchObject({ name: root, attributes: { type: "TBX-Basic" } });
  expect(elements.filter(({ name }) => name === entry)).toHaveLength(2);
  expect(elements.flatMap(({ attributes }) => attributes["xml:lang"] ?? [])).toEqual([
    "en",
    "en",
    "fr",
    "en",
    "fr",
  ]);
  expect(await readTerms({ bytes, ending: "tbx", target: "fr" })).toMatchObject({
    status: "read",
    edits: [
      { source: 'A <b> & "c"', target: "Ä]]>" },
      { source: "Salt Clock", target: "Horloge de sel" },
    ],
  });
});
