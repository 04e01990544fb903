import * as fc from "fast-check";
import { expect, test } from "vitest";

import { approveOffer } from "#domain/approval/approving.ts";
import type { Claim } from "#domain/claim.ts";
import { claimOf, covered, freeSlice } from "#domain/coverage.ts";
import { type ClaimedRun, coverageOf, createMatcher } from "#domain/match-claims.ts";
import { blockedBy, mainProduct, offerOf } from "#domain/offer.ts";
import { type Quote, manuscriptOf } from "#domain/quote.ts";
import { contains, lengthOf, overlap, sliceOf, unitsOf, wholeOf } from "#domain/slice.ts";

import { aCoverage, aQuote, aTask, noon, setup } from "../builders.ts";
import { chapterLength, chapters, namesOf, text } from "./texts.ts";

/** A text of up to eight different chapters. */
const letters = fc
  .uniqueArray(fc.constantFrom(...Array.from("abcdefghABCD")), { minLength: 1, maxLength: 8 })
  .map((some) => some.join(""));
const status = fc.constantFrom("running", "done", "gone", "failed", "unknown", "erased");

/** The claim of another card on some or all chapters of a text. */
const claim: fc.Arbitrary<Claim> = fc
  .tuple(letters, fc.uniqueArray(fc.integer({ min: 1, max: 8 })), fc.uuid())
  .map(([of, numbers, key]) => {
    const slice = sliceOf(chapters(...numbers.filter((n) => n <= of.length)));
    const part = slice.length === 0 ? {} : { part: { slice, measured: undefined } };
    return claimOf(aBook(of, "other"), aTask({ key, ...part }), namesOf(of));
  });
const found: fc.Arbitrary<readonly Found[]> = fc.array(
  fc.record({
    claim,
    status,
    link: fc.constant(undefined),
    isShared: fc.boolean(),
  }),
  { maxLength: 5 },
);

type Found = Pick<ClaimedRun, "claim" | "status" | "link" | "isShared">;

function aBook(of: string, id = "card", claims: readonly Found[] = []): Quote {
  const manuscript = text(of);
  const matchOf = createMatcher({ manuscript, names: namesOf(of) });
  const runs = claims.flatMap((one) => {
    const match = matchOf(one.claim);
    return match === undefined ? [] : [{ ...match, ...one }];
  });
  const quote = aQuote({
    id,
    reading: { status: "read", manuscript },
    balance: undefined,
  });
  const looked = coverageOf(manuscript, { quote, runs, variants: [], ofBook: [] });
  return { ...quote, coverage: aCoverage(looked) };
}

const unitsIn = (quote: Quote) => unitsOf(manuscriptOf(quote) ?? { chapters: [], characters: 0 });

test("whatever was approved before: each chapter is free or covered, and none is both", () => {
  fc.assert(
    fc.property(letters, found, (of, claims) => {
      const quote = aBook(of, "card", claims);
      const [free, taken] = [freeSlice(quote), covered(quote)];

      expect(lengthOf(free) + lengthOf(taken)).toBe(of.length * chapterLength);
      expect(overlap(free, taken)).toBe(false);
      expect(unitsIn(quote).every((unit) => contains(free, unit) || contains(taken, unit))).toBe(
        true,
      );
    }),
  );
});

test("what the card is about is all that is free, or all of the text where nothing is", () => {
  fc.assert(
    fc.property(letters, found, (of, claims) => {
      const quote = aBook(of, "card", claims);
      const offer = offerOf(quote, mainProduct(quote), setup);
      const free = freeSlice(quote);
      const whole = wholeOf(text(of));

      expect(offer?.slice ?? whole).toEqual(free.length === 0 ? whole : free);
      expect(offer?.exists.length === 0).toBe(free.length > 0);
    }),
  );
});

test("an offer that says of nothing that it exists meets nothing that is covered", () => {
  const part = fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 8 }), { minLength: 1 }));
  fc.assert(
    fc.property(letters, found, part, (of, claims, numbers) => {
      const quote = aBook(of, "card", claims);
      const chosen = numbers?.filter((n) => n <= of.length) ?? [];
      const slice = chosen.length === 0 ? undefined : sliceOf(chapters(...chosen));
      const about = { ...quote, part: slice };
      const offers = (["translation", "part"] as const).flatMap(
        (product) => offerOf(about, product, setup) ?? [],
      );

      for (const { exists, slice: offered = wholeOf(text(of)) } of offers) {
        expect(exists.length > 0).toBe(overlap(offered, covered(about)));
      }
    }),
  );
});

test("of cards that are bought one after the other, no chapter is bought twice without a word", () => {
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 6 }), (cards) => {
      const claims: Claim[] = [];
      for (const [index, of] of cards.entries()) {
        claims.push(...approvedOf(aBook(of, `card ${index}`, claims.map(asFound)), of));
      }
      const names = claims.flatMap((claim) =>
        claim.names.filter((name) => name.startsWith("chapter ")),
      );

      expect(names).toHaveLength(new Set(names).size);
    }),
  );
});

function asFound(claim: Claim): Found {
  return { claim, status: "running", link: undefined, isShared: true };
}

/** Returns the claim of the card's offer, or none when the offer names an earlier run. */
function approvedOf(quote: Quote, of: string): readonly Claim[] {
  const product = mainProduct(quote);
  const offer = offerOf(quote, product, setup);
  if (offer === undefined || offer.exists.length > 0) return [];
  expect(blockedBy(quote, offer)).toBeUndefined();
  const { quote: after } = approveOffer(quote, {
    product,
    offer,
    approval: { by: "U0ANA", at: noon },
  });
  return after.tasks.map((task) => claimOf(after, task, namesOf(of)));
}
