import { describe, expect, test } from "vitest";

import { ManuscriptError } from "#domain/errors.ts";
import { glossaryCsv, glossaryJson } from "#features/glossary/write-glossary.ts";
import { createTermFiles } from "#manuscripts/manuscripts.ts";

import { aTerm } from "../../builders.ts";
import { locales } from "../../catalogue/all-locales.ts";
import { pieces } from "../pieces.ts";

function read(name: string, content: string | Buffer, size?: number) {
  return termFiles(name, Buffer.from(content), { size }).read("F1", "zh");
}

type Posted = { readonly size?: number | undefined; readonly deadline?: () => AbortSignal };

function termFiles(name: string, bytes: Buffer, { size = bytes.length, ...clock }: Posted) {
  const file = { id: "F1", name, size, url: "https://x.example/" };
  const find = async () => file;
  return createTermFiles({ find, download: () => pieces(bytes), tick: () => 0, ...clock });
}

const both = [
  { source: "Aaron", target: "亚伦" },
  { source: "Maia", target: "玛雅" },
];
const taken = { status: "read", edits: both };

describe("terms are taken from", () => {
  test.each([
    ["two columns", "Aaron,亚伦\nMaia,玛雅\n"],
    ["columns with names", "source,target\nAaron,亚伦\nMaia,玛雅"],
    ["columns in the other order", "Target;note;Source\r\n亚伦;hero;Aaron\r\n玛雅;;Maia\r\n"],
    ["a file with a mark", '\uFEFF"source"\t"target"\nAaron\t亚伦\nMaia\t玛雅'],
    ["cells with commas inside", '"Aaron","亚伦"\n\n" Maia ","玛雅"'],
    ["the same term twice", "Aaron,亚伦\nMaia,玛雅\nAaron,亚伦"],
  ])("a CSV file: %s", async (_, content) => {
    expect(await read("names.CSV", content)).toEqual(taken);
  });

  test.each(locales)("a CSV file headed as Galley heads a glossary in $language", async ({ t }) => {
    const heads = `${t`Translation`},${t`Term`}`;

    expect(await read("names.csv", `${heads}\n亚伦,Aaron\n玛雅,Maia\n`)).toEqual(taken);
  });

  test("a CSV file as Excel writes Unicode", async () => {
    const content = Buffer.from("\uFEFFAaron\t亚伦\r\nMaia\t玛雅\r\n", "utf16le");

    expect(await read("names.csv", content)).toEqual(taken);
  });

  test.each([
    ["an object", { Aaron: "亚伦", Maia: "玛雅" }],
    ["a list of objects", both],
    [
      "a list of pairs",
      [
        ["Aaron", "亚伦"],
        ["Maia", "玛雅"],
      ],
    ],
    ["a list under its name", { terms: both, version: 1 }],
  ])("a JSON file: %s", async (_, content) => {
    expect(await read("names.json", JSON.stringify(content))).toEqual(taken);
  });

  test("a TBX 2 file, in whatever order its languages are", async () => {
    const concept = (...languages: readonly string[]) =>
      `<termEntry><descrip type="definition">a name</descrip>${languages.join("")}</termEntry>`;
    const name = (language: string, term: string) =>
      `<langSet xml:lang="${language}"><tig><term>${term}</term></tig></langSet>`;
    const aaron = concept(name("en", "Aaron"), name("zh", "亚伦"));
    const maia = concept(name("fr", "Maïa"), name("zh", "玛雅"), name("en", "Maia"));
    const file = `<martif type="TBX"><text><body>${aaron}${maia}</body></text></martif>`;

    expect(await read("names.tbx", file)).toEqual({
      status: "read",
      edits: [both[0], { source: "Maïa", target: "玛雅" }],
    });
  });

  test("a TBX 3 file: of several terms the first, of several variants the one asked for", async () => {
    const aaron =
      '<langSec xml:lang="en"><termSec><term>Aaron</term></termSec><termSec><term>Ron</term></termSec></langSec>' +
      '<langSec xml:lang="zh-TW"><termSec><term>亞倫</term></termSec></langSec>' +
      '<langSec xml:lang="ZH"><termSec><term>亚伦</term></termSec></langSec>';
    const maia =
      '<langSec xml:lang="en-GB"><termSec><term>Ma&#105;a</term></termSec></langSec>' +
      '<langSec xml:lang="zh-CN"><termSec><term>玛雅</term></termSec></langSec>';
    const file =
      '<?xml version="1.0" encoding="UTF-8"?><tbx xmlns="urn:iso:std:iso:30042:ed-2"><text><body>' +
      `<conceptEntry id="c1">${aaron}</conceptEntry><conceptEntry id="c2">${maia}</conceptEntry></body></text></tbx>`;

    expect(await read("names.TBX", file)).toEqual(taken);
  });

  test("the files that Galley itself sends, formulas included", async () => {
    const terms = [aTerm("=Aaron", "-亚伦", 0.9), aTerm("Maia", 'the "first"', 0.5)];
    const edits = terms.map(({ source, target }) => ({ source, target }));

    expect(await read("x.csv", glossaryCsv(terms))).toEqual({ status: "read", edits });
    expect(await read("x.json", glossaryJson(terms))).toEqual({ status: "read", edits });
  });
});

describe("nothing is taken from", () => {
  test("a file with a fault in it, and every line of it is named", async () => {
    const content = `source,target\nAaron,\n,亚伦\nMaia,玛雅\nMaia,玛娅\n${"a".repeat(301)},x`;

    expect(await read("names.csv", content)).toEqual({ status: "faulty", lines: [2, 3, 5, 6] });
  });

  test.each([
    ["an empty file", "names.csv", ""],
    ["a file of names alone", "names.csv", "source,target\n"],
    ["an empty list", "names.json", "[]"],
    ["a list without concepts", "names.tbx", "<tbx><text><body/></text></tbx>"],
  ])("%s", async (_, name, content) => {
    expect(await read(name, content)).toEqual({ status: "no-table" });
  });

  test.each([
    ["JSON that is none", "names.json", "{"],
    ["JSON of something else", "names.json", '{"Aaron": 7}'],
    ["a picture", "names.csv", Buffer.from([0x89, 0x50, 0xff, 0x00])],
    ["quotation marks that do not close", "names.csv", 'Aaron,"亚伦'],
    ["XML that breaks off", "names.tbx", "<tbx><text><conceptEntry>"],
    [
      "XML that defines what its entities are",
      "names.tbx",
      '<!DOCTYPE tbx [<!ENTITY a "Aaron">]><tbx/>',
    ],
  ])("%s", async (_, name, content) => {
    expect(await read(name, content)).toEqual({ status: "no-table" });
  });

  test("a TBX file with a concept that is not translated: its place is named", async () => {
    const aaron = '<langSec xml:lang="en"><termSec><term>Aaron</term></termSec></langSec>';
    const file = `<tbx><conceptEntry>${aaron}</conceptEntry></tbx>`;

    expect(await read("names.tbx", file)).toEqual({ status: "faulty", lines: [1] });
  });

  test("more terms than a glossary may have, or a file that is too large to be one", async () => {
    const many = Array.from({ length: 20_002 }, (_, n) => `Name ${n},x`).join("\n");

    expect(await read("names.csv", many)).toEqual({ status: "full" });
    expect(await read("names.csv", "Aaron,x", 2 ** 30)).toEqual({ status: "full" });
  });

  const tooMany = Array.from({ length: 20_002 }, (_, n) => `Name ${n}`);

  // Each of these ends with an unreadable row, which would change the answer if it were read.
  test.each([
    ["CSV", "names.csv", `${tooMany.map((name) => `${name},x`).join("\n")}\nAaron,"亚伦`],
    ["JSON", "names.json", JSON.stringify([...tooMany.map((name) => [name, "x"]), 7])],
    [
      "a JSON object",
      "names.json",
      JSON.stringify({ ...Object.fromEntries(tooMany.map((name) => [name, "x"])), Aaron: 7 }),
    ],
    ["TBX", "names.tbx", `<tbx>${"<conceptEntry></conceptEntry>".repeat(20_002)}`],
  ])(
    "more rows of %s than a glossary may have, and no row behind is read",
    async (_, name, content) => {
      expect(await read(name, content)).toEqual({ status: "full" });
    },
  );

  test("a table for which the time was not enough: it is read beside us, not by us", async () => {
    const deadline = () => AbortSignal.abort(new Error("too late"));

    const files = termFiles("names.csv", Buffer.from("Aaron,亚伦"), { deadline });

    expect(await files.read("F1", "zh")).toEqual({ status: "no-table" });
  });

  test("a file that Slack does not hand out", async () => {
    const find = async () => {
      throw new ManuscriptError("gone");
    };

    const files = createTermFiles({ find, download: () => pieces(Buffer.from("")), tick: () => 0 });

    expect(await files.read("F1", "zh")).toEqual({ status: "unavailable" });
  });
});
