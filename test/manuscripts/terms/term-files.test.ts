import { describe, expect, test } from "vitest";

import { ManuscriptFault } from "../../../src/core/faults.ts";
import { glossaryCsv, glossaryJson } from "../../../src/features/glossary/rules/glossary-file.ts";
import { createTermFiles } from "../../../src/manuscripts/terms/term-files.ts";
import { aTerm } from "../../builders.ts";
import { hostileArchives } from "../corpus/hostile.ts";
import { pieces } from "../pieces.ts";
import { workbook } from "./workbook.ts";

function read(name: string, content: string | Buffer, size?: number) {
  const bytes = Buffer.from(content);
  const file = { id: "F1", name, size: size ?? bytes.length, url: "https://x.example/" };
  return createTermFiles({ find: async () => file, download: () => pieces(bytes) }).read("F1");
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

  test("the first sheet of an Excel workbook, whatever its parts are called", async () => {
    const strings = ["<t>Aaron</t>", "<r><t>亚</t></r><r><t>伦</t></r><rPh><t>ya</t></rPh>"];
    const rows =
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>' +
      '<row r="3"><c r="A3" t="inlineStr"><is><t>Maia</t></is></c><c r="B3" t="str"><f>X()</f><v>玛雅</v></c></row>';

    expect(await read("names.xlsx", workbook(rows, strings))).toEqual(taken);
  });

  test("the files that the desk itself sends, formulas included", async () => {
    const terms = [aTerm("=Aaron", "-亚伦", 0.9), aTerm("Maia", 'the "first"', 0.5)];
    const edits = terms.map(({ source, target }) => ({ source, target }));

    expect(await read("x.csv", glossaryCsv(terms))).toEqual({ status: "read", edits });
    expect(await read("x.json", glossaryJson(terms))).toEqual({ status: "read", edits });
  });
});

describe("nothing is taken from", () => {
  const refused = (...faults: readonly unknown[]) => ({ status: "refused", faults });

  test("a file with a fault in it, and every line of it is named", async () => {
    const content = "source,target\nAaron,\n,亚伦\nMaia,玛雅\nMaia,玛娅\n";

    expect(await read("names.csv", content)).toEqual(
      refused(
        { line: 2, why: "no-target" },
        { line: 3, why: "no-source" },
        { line: 5, why: "two-targets" },
      ),
    );
  });

  test.each([
    ["an empty file", "names.csv", ""],
    ["a file of names alone", "names.csv", "source,target\n"],
    ["an empty list", "names.json", "[]"],
  ])("%s", async (_, name, content) => {
    expect(await read(name, content)).toEqual(refused({ why: "no-terms" }));
  });

  test.each([
    ["JSON that is none", "names.json", "{"],
    ["JSON of something else", "names.json", '{"Aaron": 7}'],
    ["a picture", "names.csv", Buffer.from([0x89, 0x50, 0xff, 0x00])],
    ["quotation marks that do not close", "names.csv", 'Aaron,"亚伦'],
    ["a workbook that is no archive", "names.xlsx", "Aaron,亚伦"],
  ])("%s", async (_, name, content) => {
    expect(await read(name, content)).toEqual(refused({ why: "unreadable" }));
  });

  test.for(hostileArchives.filter(({ format }) => format !== "html"))(
    "a workbook: $what",
    async ({ bytes }) => {
      expect(await read("names.xlsx", Buffer.from(bytes()))).toMatchObject({ status: "refused" });
    },
  );

  test("more than ten thousand terms, or a file that is too large to be one", async () => {
    const many = Array.from({ length: 10_001 }, (_, n) => `Name ${n},x`).join("\n");

    expect(await read("names.csv", many)).toEqual(refused({ why: "too-many" }));
    expect(await read("names.csv", "Aaron,x", 2 ** 30)).toEqual(refused({ why: "too-large" }));
  });

  test("a file that Slack does not hand out", async () => {
    const find = async () => {
      throw new ManuscriptFault("gone");
    };

    const outcome = await createTermFiles({ find, download: () => pieces(Buffer.from("")) }).read(
      "F1",
    );

    expect(outcome).toEqual(refused({ why: "unavailable" }));
  });
});
