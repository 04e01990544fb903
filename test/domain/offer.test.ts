import { describe, expect, test } from "vitest";

import type { ExistingRun } from "#domain/claim.ts";
import {
  blockedBy,
  missingCredits,
  isInTargetLanguage,
  offerOf,
  offerTag,
  productOf,
} from "#domain/offer.ts";
import { type Quote, isOnOffer } from "#domain/quote.ts";

import {
  aCoverage,
  aGlossaryTask,
  aManuscript,
  aPostedQuote,
  aPreview,
  aQuote,
  aSerial,
  aTask,
  anEstimate,
  anEstimateTask,
  completed,
  noTerms,
  noon,
  rejectedFor,
  setup,
  running,
  opening,
} from "../builders.ts";

const withBalance = (credits: number) => aQuote({ balance: { credits, at: noon } });

describe("the price", () => {
  test.each([
    ["our own count", aQuote(), 12_345],
    ["our own count under a higher estimate", aQuote({ tasks: [anEstimate(20_000, 1)] }), 12_345],
    ["our own count over a lower estimate", aQuote({ tasks: [anEstimate(1, 1)] }), 12_345],
    ["our own count while the estimate runs", aQuote({ tasks: [anEstimateTask()] }), 12_345],
  ])("of the whole text is %s", (_, quote, price) => {
    expect(offerOf(quote, "translation", setup)).toEqual({ price, exists: [] });
  });

  test("of an estimate for another language does not count", () => {
    const other = { ...anEstimate(20_000, 1), target: "de" };

    expect(offerOf(aQuote({ tasks: [other] }), "translation", setup)?.price).toBe(12_345);
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
    expect(offerOf(quote, product, setup)).toEqual({ price, slice: opening(price), exists: [] });
  });

  test.each([
    ["measured to end with a chapter", "chapter", 2811],
    ["measured before openings ended with anything", undefined, 3000],
  ] as const)("of a preview that was %s is what is sent of it", (_, end, price) => {
    const measures = { limit: 3000, measured: { bytes: 5000, sha256: "b".repeat(64) } };
    const openings = [
      { ...measures, slice: opening(3000) },
      { ...measures, slice: opening(price), end },
    ];

    const quote = aQuote({ reading: { status: "read", manuscript: aManuscript({ openings }) } });

    expect(offerOf(quote, "preview", setup)).toEqual({ price, slice: opening(price), exists: [] });
  });

  test.each([
    ["that was not read", aPostedQuote()],
    ["that is in the language already", aQuote({ language: "fr-CA" })],
  ])("is not named for a manuscript %s", (_, quote) => {
    expect(offerOf(quote, "translation", setup)).toBeUndefined();
  });
});

test.each([
  [undefined, 0],
  [20_000, 0],
  [12_345, 0],
  [12_000, 345],
  [-1, 12_346],
])("at a balance of %s, %s credits short", (credits, missing) => {
  const balance = credits === undefined ? undefined : { credits, at: noon };

  expect(missingCredits(aQuote({ balance }), 12_345)).toBe(missing);
});

test("a language that is not known is no reason to choose another one", () => {
  expect(isInTargetLanguage(aQuote({ language: undefined }))).toBe(false);
});

describe("what keeps an offer from being approved", () => {
  const blocked = (run: Partial<ExistingRun>) => {
    const quote = aSerial({ slice: [{ from: 0, to: 12_345 }], ...run });
    const offer = offerOf(quote, "translation", setup);
    return offer && blockedBy(quote, offer)?.key;
  };
  const own = { quoteId: aQuote().id };

  test.each([
    ["runs", { status: "running" }],
    ["is done", { status: "done" }],
    ["failed", { status: "failed" }],
    ["is gone", { status: "gone" }],
    ["was erased", { status: "erased" }],
  ] as const)("is no run of another card that %s", (_, run) => {
    expect(blocked(run)).toBeUndefined();
  });

  test("is a run of which nobody knows whether it exists, on whatever card", () => {
    expect(blocked({ status: "unknown" })).toBe("k0");
    expect(blocked({ ...own, status: "unknown" })).toBe("k0");
  });

  test.each(["running", "done", "gone"] as const)("is one of its own that is %s", (status) => {
    expect(blocked({ ...own, status })).toBe("k0");
  });

  test("is none of its own that failed", () => {
    expect(blocked({ ...own, status: "failed" })).toBeUndefined();
  });
});

describe("what a click may refer to", () => {
  const changed = aCoverage({ units: [{ from: 9000, to: 11_000, known: 1500, bought: 1500 }] });
  const tag = (quote: Quote) => offerTag(quote, setup);

  test.each([
    ["language", aQuote({ target: "de" })],
    [
      "price",
      aSerial({}, { reading: { status: "read", manuscript: aManuscript({ characters: 13_000 }) } }),
    ],
    ["preview", withBalance(900)],
    ["manuscript", aQuote({ id: "another" })],
  ])("is another offer with another %s", (_, quote) => {
    expect(tag(quote)).not.toBe(tag(aQuote()));
  });

  test.each([
    ["end", aQuote({ expiresAt: noon })],
    ["choice of chapters", aSerial({}, { part: [{ from: 0, to: 3000 }] })],
    ["glossary", aSerial({}, { glossary: { terms: { ...noTerms("fr"), hash: "9".repeat(64) } } })],
    ["share of paragraphs that are known", aSerial({}, { coverage: changed })],
  ])("is another offer with another %s", (_, quote) => {
    expect(tag(quote)).not.toBe(tag(aSerial()));
  });

  test("is another offer where another translation of it exists", () => {
    const slice = [{ from: 0, to: 12_345 }];

    expect(tag(aSerial({ slice }))).not.toBe(tag(aSerial()));
    expect(tag(aSerial({ slice, key: "k1" }))).not.toBe(tag(aSerial({ slice })));
  });

  test.each(["failed", "gone"] as const)(
    "is another offer once a translation that was %s has come back",
    (status) => {
      const slice = [{ from: 0, to: 12_345 }];

      expect(tag(aSerial({ slice, status: "running" }))).not.toBe(tag(aSerial({ slice, status })));
    },
  );

  test("is another offer once one of its runs was approved, and again for each that comes to nothing", () => {
    const refused = aTask({ state: rejectedFor("bad-request") });
    const tried = [[], [aPreview()], [refused], [refused, { ...refused, generation: 1 }]];
    const tags = tried.map((tasks) => tag(aQuote({ tasks })));

    expect(new Set(tags).size).toBe(4);
  });

  test("is the same offer whatever else the card shows", () => {
    const runs = [aPreview(), aPreview({ state: running() }), aPreview({ state: completed() })];
    const [first, ...later] = runs.map((run) => tag(aQuote({ tasks: [run] })));

    expect(later).toEqual([first, first]);
    expect(tag(withBalance(50_000))).toBe(tag(aQuote()));
    expect(tag(aSerial({ status: "running" }))).toBe(tag(aSerial()));
  });
});

test("a task is what was bought", () => {
  expect(productOf(aTask())).toBe("translation");
  expect(productOf(aPreview())).toBe("preview");
  expect(productOf(aGlossaryTask())).toBe("glossary");
});

test("the card offers runs whether or not the language is known", () => {
  expect(isOnOffer(aQuote({ language: undefined }))).toBe(true);
  expect(isOnOffer(aPostedQuote())).toBe(false);
});
