import type { Supplied } from "#domain/glossary/glossary.ts";
import { suppliedOf, suppliedToExtraction } from "#domain/glossary/quote-terms.ts";
import { encodingTaken } from "#domain/intake/reading.ts";
import { sameLanguage, type Setup, glossaryChars } from "#domain/settings/setup.ts";

import type { ExistingRun } from "./claim.ts";
import { awaitsCoverage, coverageFor, existing, freeSlice, isFreeOrSoon } from "./coverage.ts";
import { digestOf } from "./fields.ts";
import type { Manuscript } from "./manuscript.ts";
import {
  type Balance,
  type Product,
  type Quote,
  estimateOf,
  isOnOffer,
  manuscriptOf,
  paidTasks,
  products,
} from "./quote.ts";
import { type Slice, isWhole, lengthOf, longestOpening, wholeOf, openingOf } from "./slice.ts";
import { type Task, charactersOf } from "./task.ts";

/** `price` in credits; an offer without a slice is the whole text. */
export type Offer = {
  readonly price: number;
  readonly slice?: Slice;
  /** The glossary that the run is sent with; absent for none. */
  readonly glossary?: Supplied;
  /** Existing runs of some of the same text: approving the offer translates that text again. */
  readonly exists: readonly ExistingRun[];
};

/**
 * Contract, Billing unit: 1 credit a source character. The price is our own count.
 */
export function offerOf(quote: Quote, product: Product, setup: Setup): Offer | undefined {
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined || isInTargetLanguage(quote)) return undefined;
  switch (product) {
    case "translation":
      return mainProduct(quote) === "translation"
        ? translationOffer(quote, manuscript, undefined)
        : undefined;
    case "part": {
      const part = partOnOffer(quote, manuscript);
      return part && translationOffer(quote, manuscript, part);
    }
    case "preview": {
      const slice = openingOf(manuscript, previewLimit(quote, manuscript, setup));
      // How it begins is read in the translation that exists.
      return existing(quote, "translation", slice).some(hasResult)
        ? undefined
        : { ...opening(quote, "preview", slice), ...supplied(quote) };
    }
    case "glossary":
      return extraction(quote, manuscript, setup);
  }
}

/** True for a run without a result as far as is known: it may come back. */
export function isLost(status: ExistingRun["status"]): boolean {
  return status === "failed" || status === "gone";
}

/** Returns what two equal offers share: of the status of existing runs only whether it was lost. */
export function offerIdentity({ exists, ...offer }: Offer): unknown {
  // Who approves again because a run failed has not read that it came back.
  return { ...offer, exists: exists.map((run) => [run.key, isLost(run.status)]) };
}

/**
 * Returns a run that blocks an offer: one of unknown outcome, or one of this card that did not fail
 * and so has, or may still have, a result.
 */
export function blockedBy({ id }: Quote, { exists }: Offer): ExistingRun | undefined {
  return exists.find(
    ({ quoteId, status }) => status === "unknown" || (quoteId === id && status !== "failed"),
  );
}

/** Returns the main product of the card: chosen or remaining chapters, else the whole. */
export function mainProduct(quote: Quote): "translation" | "part" {
  return wanted(quote) === undefined ? "translation" : "part";
}

/** Returns the characters that the main product has, whatever the balance covers. */
export function charactersOnOffer(quote: Quote): number {
  return charactersOf(wanted(quote), manuscriptOf(quote)?.characters ?? 0);
}

/** Returns undefined for the whole; a text that is all covered is only sold as a whole again. */
function wanted(quote: Quote): Slice | undefined {
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined) return undefined;
  const slice = quote.part ?? freeSlice(quote);
  if (slice.length === 0 || isWhole(manuscript, slice)) return undefined;
  return slice.slice(0, mostRanges);
}

function translationOffer(quote: Quote, manuscript: Manuscript, part: Slice | undefined): Offer {
  return {
    price: part === undefined ? manuscript.characters : lengthOf(part),
    ...(part !== undefined && { slice: part }),
    ...supplied(quote),
    exists: existing(quote, "translation", part ?? wholeOf(manuscript)),
  };
}

/** Returns the requested product, else what the balance covers of the translation. */
export function leadingProduct(quote: Quote, setup: Setup) {
  const { first = "translation" } = quote.request.details ?? {};
  if (first !== "translation") return first;
  return offerOf(quote, "part", setup) === undefined ? mainProduct(quote) : "part";
}

/** True when the manuscript is in the card's language already: people choose another one first. */
export function isInTargetLanguage(quote: Quote): boolean {
  return quote.language !== undefined && sameLanguage(quote.language, quote.target);
}

/** True when every part of the card's price is known. */
export function isPriced(quote: Quote): boolean {
  return isOnOffer(quote) && !awaitsCoverage(quote) && quote.balance !== undefined;
}

/**
 * Returns the partner's credits for each 1,000 characters of the opening that it estimated, unless they
 * are the 1,000 of the contract.
 */
export function partnerRate(quote: Quote): number | undefined {
  const { slice, state } = estimateOf(quote) ?? {};
  if (slice === undefined || state?.status !== "completed") return undefined;
  const { estimatedCredits: credits } = state.result;
  if (credits === undefined || credits === lengthOf(slice)) return undefined;
  return Math.round((1000 * credits) / lengthOf(slice));
}

/** Returns the credits that are missing at the last balance; 0 if it fits or none was read. */
export function missingCredits(quote: Quote, price: number): number {
  return quote.balance === undefined ? 0 : Math.max(0, price - freeCredits(quote.balance));
}

/** Returns the credits by which a price exceeds the budget of the book, as far as the card knows. */
export function overBudget({ balance }: Quote, price: number): number {
  return balance?.book === undefined ? 0 : Math.max(0, price - balance.book.left);
}

/** Leaves out a balance that does not cover the whole text: it may be from before a top-up. */
export function withFittingBalance(quote: Quote): Quote {
  const isShort = missingCredits(quote, manuscriptOf(quote)?.characters ?? 0) > 0;
  return isShort ? { ...quote, balance: undefined } : quote;
}

/** Returns the balance less the credits reserved for other approvals. */
export function freeCredits({ credits, reserved = 0 }: Balance): number {
  return credits - reserved;
}

/**
 * Returns the chapters that a person chose; else the remaining ones, as many as the balance covers;
 * else, if it does not cover the whole, the opening chapters that it covers.
 */
function partOnOffer(quote: Quote, manuscript: Manuscript): Slice | undefined {
  const part = wanted(quote);
  const slice = part ?? freeSlice(quote);
  if (quote.part !== undefined || quote.balance === undefined) return part;
  if (missingCredits(quote, lengthOf(slice)) === 0) return part;
  return longestOpening(manuscript, slice, freeCredits(quote.balance)) ?? part;
}

function supplied(quote: Quote): { readonly glossary?: Supplied } {
  const glossary = suppliedOf(quote);
  return glossary === undefined ? {} : { glossary };
}

/**
 * True when an offer asks people to decide: what is free, or soon will be, does not, nor does a mere
 * price.
 */
export function asksForDecision(quote: Quote): boolean {
  return !isFreeOrSoon(quote) && quote.request.details?.first !== "estimate";
}

/** True when a result is there, or on its way. */
function hasResult({ status }: ExistingRun): boolean {
  return status === "running" || status === "done";
}

function extraction(quote: Quote, manuscript: Manuscript, setup: Setup): Offer {
  // Cards from before samples were taken offer the opening.
  const slice = manuscript.sample ?? openingOf(manuscript, glossaryChars(setup));
  const glossary = suppliedToExtraction(quote);
  return { ...opening(quote, "glossary", slice), ...(glossary && { glossary }) };
}

function opening(quote: Quote, kind: "preview" | "glossary", slice: Slice): Offer {
  return { price: lengthOf(slice), slice, exists: existing(quote, kind, slice) };
}

/** Returns the length of a preview: to the end of a unit, if that was measured, within the balance. */
function previewLimit(quote: Quote, manuscript: Manuscript, setup: Setup): number {
  const limit = quote.request.previewChars ?? setup.previewChars;
  const measuredOpening = manuscript.openings.find(
    (one) => one.limit === limit && one.end !== undefined,
  );
  const whole =
    (measuredOpening && lengthOf(measuredOpening.slice)) ?? Math.min(limit, manuscript.characters);
  const credits = quote.balance === undefined ? whole : freeCredits(quote.balance);
  return credits > 0 ? Math.min(whole, credits) : whole;
}

export function productOf({ kind, slice }: Pick<Task, "kind" | "slice">): Product {
  if (kind === "preview" || kind === "glossary") return kind;
  return slice === undefined ? "translation" : "part";
}

export function planFor(product: Product, offer: Offer) {
  return {
    kind: product === "part" ? ("translation" as const) : product,
    slice: offer.slice,
    glossary: offer.glossary,
  };
}

/** The card's metadata has room for this many ranges of a run: the others are offered after it. */
const mostRanges = 100;

/**
 * Returns a digest of the card's offer: language, prices, slices, glossary, existing runs, expiry
 * and number of runs. It travels in the card's block ids: a click on a card that has changed since
 * is refused instead of approving something else.
 */
export function offerTag(quote: Quote, setup: Setup): string {
  const offers = products.map((product) => {
    const offer = offerOf(quote, product, setup);
    const runs = paidTasks(quote).filter(
      (task) => productOf(task) === product && task.target === quote.target,
    );
    return [product, offer === undefined ? null : offerIdentity(offer), runs.length];
  });
  const encodings = isEncodingOpen(quote) ? [encodingTaken(quote.reading)] : [];
  const { units = [], variants = [] } = coverageFor(quote) ?? {};
  const parts = units.map(({ from, to, known, bought }) => [from, to, known, bought]);
  const before = parts.length > 0 ? [parts, variants] : [];
  const { price = 0 } = offerOf(quote, mainProduct(quote), setup) ?? {};
  // Nobody exceeds a budget with a click on a card that did not say so.
  const budget = overBudget(quote, price) > 0 ? ["over-budget"] : [];
  const rest = [...encodings, ...budget];
  return digestOf([quote.id, quote.target, quote.expiresAt, offers, before, ...rest]);
}

/** True when the encoding can be chosen: another reading is another text at the same price. */
function isEncodingOpen({ reading }: Quote): boolean {
  if (reading.status !== "read") return false;
  return reading.chosen !== undefined || reading.manuscript.otherEncodings !== undefined;
}
