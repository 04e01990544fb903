import { expect, test } from "vitest";

import type { Effective } from "#domain/glossary/glossary.ts";
import { firstLook, termPage } from "#domain/glossary/term-review.ts";

const ana = "UANA";

function aTerm(source: string, changes: Partial<Effective> = {}): Effective {
  const target = `${source}!`;
  return { source, target, confidence: undefined, layer: "book", instead: undefined, ...changes };
}

const terms = [
  aTerm("Aaron", { confidence: 0.9 }),
  aTerm("Ben", { by: ana }),
  aTerm("Cleo", { confidence: 0.7 }),
  aTerm("Dora", { by: ana, target: "Aaron!" }),
  aTerm("Eve", { confidence: 0.2 }),
  aTerm("Finn", { by: ana }),
];
const sources = (look: Partial<typeof firstLook>) =>
  termPage(terms, { ...firstLook, ...look }).rows.map(({ source }) => source);

test("what clashes comes first, then what a run was least sure of, what people decided last", () => {
  expect(sources({})).toEqual(["Aaron", "Dora", "Eve", "Cleo", "Ben", "Finn"]);
});

test("a search leaves what fits, in term or translation", () => {
  expect(sources({ search: "AARON" })).toEqual(["Aaron", "Dora"]);
  expect(sources({ search: "nobody" })).toEqual([]);
});

test("ten thousand terms have five hundred pages, and one beyond them is the last", () => {
  const many = Array.from({ length: 10_000 }, (_, n) => aTerm(`Name ${n}`));

  const page = termPage(many, { ...firstLook, page: 999 });

  expect(page).toMatchObject({ pages: 500, page: 499, all: 10_000 });
  expect(page.rows).toHaveLength(20);
});
