import * as fc from "fast-check";
import { expect, test } from "vitest";

import {
  type Layer,
  type TermBase,
  effectiveTerms,
  emptyTermBase,
  glossaryHash,
  sizeOf,
  termsInGlossary,
  toGlossary,
  withEdits,
  withRun,
} from "#domain/glossary/glossary.ts";
import type { Term } from "#domain/partner.ts";

import { aTerm } from "../../builders.ts";

const ana = "U0ANA";
const inChinese = (key: string, terms: readonly Term[]) => ({ key, language: "zh", terms });

function decided(terms: Record<string, string>): TermBase {
  const edits = Object.entries(terms).map(([source, target]) => ({ source, target }));
  return withEdits(emptyTermBase, "zh", edits, ana);
}

function targets(base: TermBase, language = "zh") {
  return toGlossary(effectiveTerms([{ name: "book", base }], language));
}

test("what a person decided is not overwritten by an extraction", () => {
  const found = [{ source: "Aaron", target: "阿龙", confidence: 0.99 }];
  const base = withRun(decided({ Aaron: "亚伦" }), inChinese("k1", found));

  expect(targets(base)).toEqual({ Aaron: "亚伦" });
});

test("of several translations that one run found the surest stands, and a later run replaces it", () => {
  const found = [
    { source: "Aaron", target: "艾伦", confidence: 0.6 },
    { source: "Aaron", target: "亚伦", confidence: 0.9 },
    { source: "Aaron", target: "阿龙", confidence: 0.7 },
  ];
  const first = withRun(emptyTermBase, inChinese("k1", found));

  expect(targets(first)).toEqual({ Aaron: "亚伦" });
  const again = [{ source: "Aaron", target: "阿伦", confidence: 0.5 }];
  expect(targets(withRun(first, inChinese("k2", again)))).toEqual({ Aaron: "阿伦" });
});

test("a term has its own translation in each language", () => {
  const base = withEdits(
    decided({ Aaron: "亚伦" }),
    "ja",
    [{ source: "Aaron", target: "アーロン" }],
    ana,
  );

  expect([targets(base), targets(base, "ja")]).toEqual([{ Aaron: "亚伦" }, { Aaron: "アーロン" }]);
});

test("an empty translation takes a term out, in its language alone", () => {
  const both = withEdits(
    decided({ Aaron: "亚伦" }),
    "ja",
    [{ source: "Aaron", target: "アーロン" }],
    ana,
  );
  const base = withEdits(both, "zh", [{ source: " Aaron ", target: "" }], ana);

  expect([targets(base), targets(base, "ja")]).toEqual([{}, { Aaron: "アーロン" }]);
});

test("a book's word stands above its series', and that above the workspace's", () => {
  const layers: readonly Layer[] = [
    { name: "book", base: decided({ Aaron: "亚伦" }) },
    { name: "series", base: decided({ Aaron: "阿龙" }) },
    { name: "workspace", base: decided({ Aaron: "艾伦", Guild: "公会" }) },
  ];
  const [aaron, guild] = effectiveTerms(layers, "zh");

  expect(aaron).toMatchObject({
    target: "亚伦",
    layer: "book",
    instead: "阿龙",
  });
  expect(guild).toMatchObject({ target: "公会", layer: "workspace", instead: undefined });
});

test("the same glossary has the same hash in any order, and another one has another", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.string()), (glossary) => {
      const reordered = Object.fromEntries(Object.entries(glossary).reverse());

      expect(glossaryHash(reordered)).toBe(glossaryHash(glossary));
      expect(glossaryHash({ ...glossary, one: "more" })).not.toBe(
        glossaryHash({ ...glossary, one: "less" }),
      );
    }),
  );
});

test("a term named __proto__ is only a term", () => {
  expect(Object.keys(targets(decided(Object.fromEntries([["__proto__", "原型"]]))))).toEqual([
    "__proto__",
  ]);
});

const found = [
  { source: "Maia", target: "玛雅", confidence: undefined },
  { source: "It", target: "它", confidence: undefined },
];
const without = withEdits(
  withRun(emptyTermBase, { key: "k1", language: "zh", terms: found }),
  "zh",
  [{ source: "It", target: "" }],
  ana,
);

test("a term that a person took out stays out when a later run finds it again, in that language alone", () => {
  const again = withRun(without, { key: "k2", language: "zh", terms: found });
  const german = withRun(again, { key: "k3", language: "de", terms: found });

  expect(targets(german)).toEqual({ Maia: "玛雅" });
  expect(targets(german, "de")).toEqual({ It: "它", Maia: "玛雅" });
});

test("a term that was taken out is back once a person writes it in, and then found like any other", () => {
  const back = withEdits(without, "zh", [{ source: "It", target: "它们" }], ana);

  expect(targets(back)).toEqual({ It: "它们", Maia: "玛雅" });
  expect(back.removed).toEqual({ zh: [] });
});

test("of what was taken out the latest two thousand are remembered", () => {
  const many = Array.from({ length: 2000 }, (_, n) => ({ source: `Name ${n}`, target: "" }));
  const full = withEdits(without, "zh", many, ana);

  expect(full.removed?.["zh"]).toHaveLength(2000);
  expect(targets(withRun(full, { key: "k2", language: "zh", terms: found }))).toEqual({
    It: "它",
    Maia: "玛雅",
  });
});

test("a run fills a glossary and leaves out the rest; what stood there it still changes", () => {
  const all = Array.from({ length: termsInGlossary - 1 }, (_, n) => [`Name ${n}`, "x"] as const);
  const base = withEdits(
    decided(Object.fromEntries<string>(all)),
    "ja",
    [{ source: "A", target: "B" }],
    ana,
  );
  const found = [aTerm("One", "Uno", 0.9), aTerm("Two", "Due", 0.9)];
  const removed = withEdits(base, "ja", [{ source: "A", target: "" }], ana);

  const full = withRun(removed, inChinese("k1", found));
  const again = withRun(full, inChinese("k2", [aTerm("One", "Un", 0.5)]));

  expect([base, full, again].map(sizeOf)).toEqual(Array(3).fill(termsInGlossary));
  expect(withRun(base, inChinese("k1", found)).terms).toEqual(base.terms);
  expect(targets(again)).toMatchObject({ One: "Un" });
});
