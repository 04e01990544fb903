import { describe, expect, test } from "vitest";

import { continuedBy, joined, mayJoin } from "#domain/continued-book.ts";
import { awaitsCoverage } from "#domain/coverage.ts";
import { termHome, termsOf, withoutPart } from "#domain/glossary/quote-terms.ts";

import { aCoveringRun, aQuote, aTask } from "../builders.ts";
import { decidedTerms } from "../catalogue/decided-terms.ts";

const slice = (characters: number) => [{ from: 0, to: characters }];

describe("the cards whose text a card continues", () => {
  test.each([
    ["one that has a third of it", 4000, ["q1"]],
    ["one that shares an imprint", 150, []],
    ["one that shares a licence with a long book", 600, []],
  ])("%s", (_, characters, found) => {
    const runs = [aCoveringRun({ quoteId: "q1", slice: slice(characters) })];

    expect(continuedBy(aQuote(), runs)).toEqual(found);
  });

  test("the one with most of it comes first, and neither the card itself nor an erased one counts", () => {
    const quote = aQuote();
    const runs = [
      aCoveringRun({ quoteId: "q1", slice: slice(3000) }),
      aCoveringRun({ quoteId: "q2", slice: [], known: { slice: [], characters: 9000 } }),
      aCoveringRun({ quoteId: quote.id, slice: slice(12_345) }),
      aCoveringRun({ quoteId: "q3", slice: slice(12_345), status: "erased" }),
    ];

    expect(continuedBy(quote, runs)).toEqual(["q2", "q1"]);
  });
});

describe("a card that joins the book of another", () => {
  const quote = aQuote({ file: { id: "F2", name: "new.txt" }, glossary: { terms: decidedTerms } });

  test("uses its glossary, and looks up its terms and limits again", () => {
    const after = joined(quote, aQuote({ book: "The Lighthouse" }));

    expect(after.book).toBe("The Lighthouse");
    expect(termsOf(after)).toBeUndefined();
    expect(awaitsCoverage(after)).toBe(true);
  });

  test("without a name uses the glossary of its title", () => {
    const other = aQuote({ book: undefined });

    expect(termHome(joined(quote, other))).toBe(termHome(other));
  });

  test.each([
    ["somebody named its book", aQuote({ book: "Clocks" })],
    ["something was approved on it", aQuote({ book: undefined, tasks: [aTask()] })],
  ])("not where %s", (_, own) => {
    expect(mayJoin(own)).toBe(false);
    expect(joined(own, aQuote({ book: "The Lighthouse" }))).toBe(own);
  });
});

test.each([
  ["serial-2", "serial"],
  ["Serial, chapters 3-5", "Serial"],
  ["The Salt Clock part 2", "The Salt Clock"],
  ["the_salt_clock_vol_3", "the_salt_clock"],
  ["Der Leuchtturm Teil 2", "Der Leuchtturm"],
  ["灯台 第12章", "灯台"],
  ["1984", "1984"],
  ["Report 2024", "Report 2024"],
  ["7", "7"],
  ["Apollo13", "Apollo13"],
])("the book of %s is %s", (title, book) => {
  expect(withoutPart(title)).toBe(book);
});
