import { describe, expect, test } from "vitest";

import type { Manuscript } from "#domain/manuscript.ts";
import {
  asksForDecision,
  freeCredits,
  isLost,
  isPriced,
  leadingProduct,
  mainProduct,
  missingCredits,
  offerIdentity,
  offerOf,
  offerTag,
  overBudget,
  partnerRate,
  planFor,
  withFittingBalance,
} from "#domain/offer.ts";
import type { Balance, Quote } from "#domain/quote.ts";

import {
  aCoverage,
  aCoveringRun,
  aGlossaryTask,
  aManuscript,
  aPostedQuote,
  aPreview,
  aQuote,
  aRequest,
  aSerial,
  anEstimate,
  anEstimateTask,
  inquirySlice,
  noTerms,
  noon,
  opening,
  rejectedFor,
  running,
  setup,
} from "../builders.ts";

const withBalance = (balance: Partial<Balance>, changes: Partial<Quote> = {}) =>
  aQuote({ balance: { credits: 20_000, at: noon, ...balance }, ...changes });
const withText = (manuscript: Partial<Manuscript>, changes: Partial<Quote> = {}) =>
  aQuote({ reading: { status: "read", manuscript: aManuscript(manuscript) }, ...changes });
const asked = (first: "translation" | "preview" | "glossary" | "estimate") =>
  aRequest({ details: { first, note: undefined, dueOn: undefined } });

describe("of a balance", () => {
  test("what is reserved for other approvals is not free", () => {
    expect(freeCredits({ credits: 100, at: noon, reserved: 30 })).toBe(70);
    expect(freeCredits({ credits: 100, at: noon })).toBe(100);
    const quote = withBalance({ credits: 12_345, reserved: 5 });
    expect([12_340, 12_341].map((price) => missingCredits(quote, price))).toEqual([0, 1]);
  });

  test("one that covers the whole text is kept, and one that does not is left out", () => {
    const [fits, short] = [withBalance({ credits: 12_345 }), withBalance({ credits: 12_344 })];
    const unread = aPostedQuote({ balance: { credits: 0, at: noon } });

    expect(withFittingBalance(fits)).toBe(fits);
    expect(withFittingBalance(short)).toEqual({ ...short, balance: undefined });
    expect(withFittingBalance(unread)).toBe(unread);
  });

  test("a preview takes no more than is free, and what it says when nothing is", () => {
    const price = (balance: Partial<Balance>) =>
      offerOf(withBalance(balance), "preview", setup)?.price;

    expect([900, 1, 0].map((credits) => price({ credits }))).toEqual([900, 1, 3000]);
    expect(price({ credits: 5000, reserved: 4000 })).toBe(1000);
    expect(offerOf(aQuote({ balance: undefined }), "preview", setup)?.price).toBe(3000);
  });
});

describe("a book’s budget", () => {
  const over = (left: number, price: number) =>
    overBudget(withBalance({ book: { budget: 1000, per: "book", left } }), price);

  test("is exceeded by what is not left of it", () => {
    expect([over(100, 99), over(100, 100), over(100, 101), over(-5, 10)]).toEqual([0, 0, 1, 15]);
  });

  test("that the card does not know is not exceeded", () => {
    expect(
      [withBalance({}), aQuote({ balance: undefined })].map((one) => overBudget(one, 9)),
    ).toEqual([0, 0]);
  });

  test("makes another offer once it is exceeded, and not with each credit", () => {
    const tag = (left: number) =>
      offerTag(withBalance({ book: { budget: 50_000, per: "book", left } }), setup);

    expect(tag(12_345)).toBe(offerTag(aQuote(), setup));
    expect(tag(12_344)).not.toBe(tag(12_345));
    expect(tag(1)).toBe(tag(12_344));
  });
});

describe("the partner’s rate for 1,000 characters", () => {
  const rate = (
    credits: number | undefined,
    slice: typeof inquirySlice | undefined = inquirySlice,
  ) => partnerRate(aQuote({ tasks: [anEstimate(credits, 1, slice)] }));

  test("is told where it is not 1,000 credits", () => {
    expect([rate(4000), rate(1000), rate(2002), rate(2001)]).toEqual([2000, 500, 1001, 1001]);
    expect(rate(2000)).toBeUndefined();
  });

  test("is unknown before the estimate, without its credits, and of one of no known length", () => {
    const estimating = aQuote({
      tasks: [anEstimateTask({ state: running(), slice: inquirySlice })],
    });

    expect([estimating, aQuote()].map(partnerRate)).toEqual([undefined, undefined]);
    expect(rate(undefined)).toBeUndefined();
    expect(partnerRate(aQuote({ tasks: [anEstimate(4000, 1)] }))).toBeUndefined();
  });
});

test.each<readonly [string, Quote, boolean]>([
  ["with text, coverage and balance", aQuote(), true],
  ["that is not read", aPostedQuote({ balance: { credits: 1, at: noon } }), false],
  ["without a look-up", { ...aQuote(), coverage: undefined }, false],
  ["without a balance", aQuote({ balance: undefined }), false],
])("the whole price of a card %s is known: %s", (_, quote, is) => {
  expect(isPriced(quote)).toBe(is);
});

test.each<readonly [string, Quote, boolean]>([
  ["an offer", aQuote(), true],
  ["a mere price", aQuote({ request: asked("estimate") }), false],
  ["a preview that was asked for", aQuote({ request: asked("preview") }), true],
  ["a free translation", aSerial({ slice: opening(12_345) }), false],
])("people are asked to decide on %s: %s", (_, quote, is) => {
  expect(asksForDecision(quote)).toBe(is);
});

test("the card leads to what was asked for, whatever the balance covers", () => {
  const poor = { balance: { credits: 1, at: noon } };
  const lead = (quote: Quote) => leadingProduct(quote, setup);

  expect(lead(aQuote({ ...poor, request: asked("glossary") }))).toBe("glossary");
  expect(lead(aQuote({ ...poor, request: asked("estimate") }))).toBe("estimate");
  expect(lead(aSerial())).toBe("part");
  expect(lead(aSerial({}, { balance: { credits: 3345, at: noon } }))).toBe("part");
  expect(lead(aQuote({ language: "fr" }))).toBe("translation");
});

describe("the length", () => {
  const measured = { bytes: 9, sha256: "b".repeat(64) };
  const sliceOf = (quote: Quote, product: "preview" | "glossary") =>
    offerOf(quote, product, setup)?.slice;

  test("of a preview is the one that was asked for", () => {
    const quote = aQuote({ request: aRequest({ previewChars: 500 }) });

    expect(sliceOf(quote, "preview")).toEqual(opening(500));
  });

  test("of a preview ends with what was measured for it, and for no other length", () => {
    const openings = [
      { limit: 2000, slice: opening(1500), measured, end: "chapter" as const },
      { limit: 3000, slice: opening(2811), measured, end: "chapter" as const },
    ];

    expect(sliceOf(withText({ openings }), "preview")).toEqual(opening(2811));
    expect(sliceOf(withText({ openings: openings.slice(0, 1) }), "preview")).toEqual(opening(3000));
  });

  test("of a sample for a glossary is the one that was drawn from the whole text", () => {
    const sample = [
      { from: 0, to: 100 },
      { from: 9000, to: 9100 },
    ];

    expect(offerOf(withText({ sample }), "glossary", setup)).toMatchObject({
      price: 200,
      slice: sample,
    });
  });
});

test("a preview and a glossary are sent with the terms that a translation is", () => {
  const hash = "9".repeat(64);
  const quote = aQuote({ glossary: { terms: { ...noTerms("fr"), hash } } });
  const glossaryOf = (product: "preview" | "translation" | "glossary") =>
    offerOf(quote, product, setup)?.glossary;

  expect(glossaryOf("translation")).toMatchObject({ hash });
  expect(glossaryOf("preview")).toEqual(glossaryOf("translation"));
  expect(glossaryOf("glossary")).toEqual(glossaryOf("translation"));
});

test.each([
  ["replace", "merge"],
  ["skip", undefined],
  ["without", undefined],
] as const)("an extraction for a card with “%s” is sent with “%s”", (strategy, sent) => {
  const terms = { ...noTerms("fr"), hash: "9".repeat(64) };
  const quote = aQuote({ glossary: { terms, strategy } });

  expect(offerOf(quote, "glossary", setup)?.glossary?.strategy).toBe(sent);
});

test("the whole is not on offer beside the chapters that are left of it", () => {
  expect(offerOf(aSerial(), "translation", setup)).toBeUndefined();
  expect(offerOf(aSerial({ slice: [] }), "translation", setup)).toBeDefined();
  expect(mainProduct(aPostedQuote({ part: opening(5) }))).toBe("translation");
});

test("an offer of all of it without terms is its price, and what exists", () => {
  expect(offerOf(aQuote(), "translation", setup)).toStrictEqual({ price: 12_345, exists: [] });
});

test("a glossary exists once it was approved", () => {
  const runs = [aCoveringRun({ kind: "glossary", slice: opening(3000) })];

  expect(offerOf(aQuote({ coverage: aCoverage({ runs }) }), "glossary", setup)).toMatchObject({
    exists: runs,
  });
});

test("a run is lost that failed, or whose result is gone", () => {
  const statuses = ["running", "done", "unknown", "erased", "failed", "gone"] as const;

  expect(statuses.filter(isLost)).toEqual(["failed", "gone"]);
});

test("offers are equal as long as what exists was lost, or was not", () => {
  const identity = (status: Parameters<typeof isLost>[0]) =>
    offerIdentity({ price: 5, exists: [aCoveringRun({ status })] });

  expect(identity("running")).toEqual(identity("done"));
  expect(identity("failed")).toEqual(identity("gone"));
  expect(identity("failed")).not.toEqual(identity("done"));
});

test("a preview exists once it was approved, and is not in the way of another length", () => {
  const runs = [aCoveringRun({ kind: "preview", slice: opening(3000) })];
  const quote = aQuote({ coverage: aCoverage({ runs }) });

  expect(offerOf(quote, "preview", setup)).toMatchObject({ exists: runs });
  expect(offerOf(quote, "translation", setup)).toMatchObject({ exists: [] });
});

test("of hundreds of chapters apart from each other the card offers a hundred rows at once", () => {
  const chapters = Array.from({ length: 250 }, (_, index) => ({
    title: `Chapter ${index + 1}`,
    start: 100 * index,
    characters: 100,
  }));
  const slice = chapters
    .filter((_, index) => index % 2 === 0)
    .map(({ start }) => ({ from: start, to: start + 100 }));
  const quote = withText(
    { characters: 25_000, chapters },
    { coverage: aCoverage({ runs: [aCoveringRun({ slice })] }), balance: undefined },
  );
  const offer = offerOf(quote, "part", setup);

  expect(offer?.slice).toHaveLength(100);
  expect(offer).toMatchObject({ price: 10_000, exists: [] });
});

test.each(["preview", "translation", "glossary"] as const)(
  "an offer of a %s is sent as one",
  (product) => {
    const offer = { price: 5, slice: opening(5), exists: [] };

    expect(planFor(product, offer)).toEqual({
      kind: product,
      slice: opening(5),
      glossary: undefined,
    });
  },
);

test("an offer of chapters is sent as a translation, with its terms", () => {
  const glossary = { hash: "9", strategy: "merge" } as const;

  expect(planFor("part", { price: 5, slice: opening(5), glossary, exists: [] })).toEqual({
    kind: "translation",
    slice: opening(5),
    glossary,
  });
});

describe("a click refers to another offer", () => {
  const tag = (quote: Quote) => offerTag(quote, setup);

  test("for each product and language of which a run came to nothing", () => {
    const state = rejectedFor("bad-request");
    const [preview, glossary] = [aPreview({ state }), aGlossaryTask({ state })];
    const [one, other, both] = [[preview], [glossary], [preview, glossary]].map((tasks) =>
      tag(aQuote({ tasks })),
    );

    expect(new Set([tag(aQuote()), one, other, both]).size).toBe(4);
    expect(tag(aQuote({ tasks: [aPreview({ state, target: "de" })] }))).toBe(tag(aQuote()));
  });

  test("and not with a new version of Galley: cards in Slack carry the tags of the last one", () => {
    const book = { budget: 5, per: "book", left: 5 } as const;
    const tags = [aQuote(), withBalance({ book }), aPostedQuote()].map(tag);

    expect(tags).toEqual(["2fb49ba353099c95", "f82c8b0970deac2b", "f0a8deec39efa629"]);
  });

  test("not before the text is read, in whatever encoding it will be", () => {
    const chosen = { encoding: "windows-1252", by: "U0MAIA", at: noon } as const;

    expect(tag(aPostedQuote({ reading: { status: "due", chosen } }))).toBe(tag(aPostedQuote()));
  });
  const unit = { from: 0, to: 12_345, known: 500, bought: 600 };
  const knowing = (changes: Partial<typeof unit>, variants: readonly string[] = []) =>
    aQuote({ coverage: aCoverage({ units: [{ ...unit, ...changes }], variants }) });

  test("once the text was read in another encoding, where that can be chosen", () => {
    const guessed = { otherEncodings: ["koi8-r"] as const };
    const read = (encoding: Manuscript["encoding"], more: Partial<Manuscript> = guessed) =>
      tag(withText({ encoding, ...more }));

    expect(read("windows-1252")).not.toBe(read("utf-8"));
    expect(read("windows-1252", {})).toBe(read("utf-8", {}));
  });

  test("once an encoding was chosen, though no other is open", () => {
    const manuscript = aManuscript({ encoding: "windows-1252" });
    const chosen = { encoding: "windows-1252", by: "U0MAIA", at: noon } as const;

    expect(tag(aQuote({ reading: { status: "read", manuscript, chosen } }))).not.toBe(
      tag(aQuote({ reading: { status: "read", manuscript } })),
    );
  });

  test("once more of it, or other parts of it, were translated or bought before", () => {
    const tags = [{}, { known: 501 }, { bought: 601 }, { to: 12_000 }, { from: 1 }].map((changes) =>
      tag(knowing(changes)),
    );

    expect(new Set(tags).size).toBe(5);
    expect(tags).not.toContain(tag(aQuote()));
  });

  test("once another variant has some of it", () => {
    expect(tag(knowing({}, ["fr-CA"]))).not.toBe(tag(knowing({})));
  });

  test("not once it was looked up for another language", () => {
    const units = [unit];

    expect(tag(aQuote({ coverage: aCoverage({ target: "de", units }) }))).toBe(tag(aQuote()));
  });
});
