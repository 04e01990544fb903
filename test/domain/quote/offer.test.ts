import { describe, expect, test } from "vitest";

import { offerTag } from "../../../src/domain/quote/offer-tag.ts";
import {
  missingCredits,
  needsLanguage,
  offerOf,
  productOf,
} from "../../../src/domain/quote/offer.ts";
import { type Quote, isOnOffer } from "../../../src/domain/quote/quote.ts";
import {
  aGlossaryTask,
  aLanguageTask,
  aManuscript,
  aPostedQuote,
  aPreview,
  aQuote,
  aTask,
  anEstimate,
  anEstimateTask,
  completed,
  noon,
  rules,
  running,
} from "../../builders.ts";

const withBalance = (credits: number) => aQuote({ balance: { credits, at: noon } });

describe("the price", () => {
  test.each([
    ["our own count", aQuote(), 12_345],
    ["the higher estimate", aQuote({ tasks: [anEstimate(20_000, undefined)] }), 20_000],
    ["our own count over a lower estimate", aQuote({ tasks: [anEstimate(1, 1)] }), 12_345],
    ["our own count while the estimate runs", aQuote({ tasks: [anEstimateTask()] }), 12_345],
  ])("of the whole text is %s", (_, quote, price) => {
    expect(offerOf(quote, "translation", rules)).toEqual({ price, scope: undefined });
  });

  test("of an estimate for another language does not count", () => {
    const other = { ...anEstimate(20_000, 1), target: "de" };

    expect(offerOf(aQuote({ tasks: [other] }), "translation", rules)?.price).toBe(12_345);
  });

  test.each([
    ["a preview", "preview", aQuote(), 3000],
    ["a preview of a short text", "preview", aQuote({}, 70), 70],
    ["a preview that fits the balance", "preview", withBalance(900), 900],
    ["a preview at an empty balance", "preview", withBalance(0), 3000],
    ["a preview at a negative balance", "preview", withBalance(-5), 3000],
    ["a glossary of the opening", "glossary", aQuote({}, 90_000), 30_000],
    ["a glossary of a short text", "glossary", aQuote(), 12_345],
  ] as const)("of %s is a credit a character of it", (_, product, quote, price) => {
    expect(offerOf(quote, product, rules)).toEqual({ price, scope: price });
  });

  test.each([
    ["measured to end with a chapter", "chapter", 2811],
    ["measured before openings ended with anything", undefined, 3000],
  ] as const)("of a preview that was %s is what is sent of it", (_, end, price) => {
    const measures = { limit: 3000, bytes: 5000, sha256: "b".repeat(64) };
    const openings = [
      { ...measures, characters: 3000 },
      { ...measures, characters: price, end },
    ];

    const quote = aQuote({ reading: { status: "read", manuscript: aManuscript({ openings }) } });

    expect(offerOf(quote, "preview", rules)).toEqual({ price, scope: price });
  });

  test.each([
    ["that was not read", aPostedQuote()],
    ["that is in the language already", aQuote({ language: "fr-CA" })],
  ])("is not named for a manuscript %s", (_, quote) => {
    expect(offerOf(quote, "translation", rules)).toBeUndefined();
  });
});

test.each([
  [undefined, 0],
  [20_000, 0],
  [12_345, 0],
  [12_000, 345],
  [-1, 12_346],
])("at a balance of %s, %s credits are missing", (credits, missing) => {
  const balance = credits === undefined ? undefined : { credits, at: noon };

  expect(missingCredits(aQuote({ balance }), 12_345)).toBe(missing);
});

test("a language that is not known is no reason to choose another one", () => {
  expect(needsLanguage(aQuote({ language: undefined }))).toBe(false);
});

describe("what a click may refer to", () => {
  const tag = (quote: Quote) => offerTag(quote, rules);

  test.each([
    ["language", aQuote({ target: "de" })],
    ["price", aQuote({ tasks: [anEstimate(20_000, 1)] })],
    ["preview", withBalance(900)],
    ["manuscript", aQuote({ id: "another" })],
  ])("is another offer with another %s", (_, quote) => {
    expect(tag(quote)).not.toBe(tag(aQuote()));
  });

  test("is the same offer whatever else the card shows", () => {
    expect(tag(aQuote({ tasks: [aPreview({ state: running() })] }))).toBe(tag(aQuote()));
    expect(tag(withBalance(50_000))).toBe(tag(aQuote()));
  });
});

test("a task is what was bought", () => {
  expect(productOf(aTask())).toBe("translation");
  expect(productOf(aPreview())).toBe("preview");
  expect(productOf(aGlossaryTask())).toBe("glossary");
});

test.each<readonly [string, Quote, boolean]>([
  ["known", aQuote(), true],
  ["not asked for yet", aQuote({ language: undefined }), false],
  ["being found out", aQuote({ language: undefined, tasks: [aLanguageTask()] }), false],
  ["not waited for any more", aQuote({ language: undefined, patienceOver: true }), true],
  [
    "not to be had",
    aQuote({ language: undefined, tasks: [aLanguageTask({ state: completed() })] }),
    true,
  ],
])("the card offers runs only once nobody waits for the language: %s", (_, quote, offered) => {
  expect(isOnOffer(quote)).toBe(offered);
});
