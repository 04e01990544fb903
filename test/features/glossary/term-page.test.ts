import { expect, test } from "vitest";

import type { Effective } from "../../../src/features/glossary/rules/glossary.ts";
import { firstLook, termPage } from "../../../src/features/glossary/rules/term-page.ts";

const found = { by: "extraction", key: "k", at: 1 } as const;
const ana = { by: "person", person: "UANA", at: 1 } as const;

function aTerm(source: string, changes: Partial<Effective> = {}): Effective {
  const target = `${source}!`;
  return { source, target, origin: found, layer: "book", instead: [], ...changes };
}

const terms = [
  aTerm("Aaron", { confidence: 0.9, frequency: 2 }),
  aTerm("Ben", { origin: ana, frequency: 9 }),
  aTerm("Cleo", { confidence: 0.2, target: "Aaron!" }),
];
const sources = (look: Partial<typeof firstLook>) =>
  termPage(terms, { ...firstLook, ...look }).rows.map(({ source }) => source);

test("what a run was least sure of comes first, what people decided last", () => {
  expect(sources({})).toEqual(["Cleo", "Aaron", "Ben"]);
});

test("the most frequent come first where that is asked for, or the alphabet", () => {
  expect(sources({ sort: "frequent" })).toEqual(["Ben", "Aaron", "Cleo"]);
  expect(sources({ sort: "alphabet" })).toEqual(["Aaron", "Ben", "Cleo"]);
});

test("filter and search leave what fits, in term or translation", () => {
  expect(sources({ filter: "flagged" })).toEqual(["Cleo", "Aaron"]);
  expect(sources({ filter: "unreviewed" })).toEqual(["Cleo", "Aaron"]);
  expect(sources({ search: "AARON" })).toEqual(["Cleo", "Aaron"]);
  expect(sources({ search: "ben", filter: "unreviewed" })).toEqual([]);
});

test("ten thousand terms have five hundred pages, and one beyond them is the last", () => {
  const many = Array.from({ length: 10_000 }, (_, n) => aTerm(`Name ${n}`));

  const page = termPage(many, { ...firstLook, page: 999 });

  expect(page).toMatchObject({ pages: 500, look: { page: 499 }, counts: { all: 10_000 } });
  expect(page.rows).toHaveLength(20);
});
