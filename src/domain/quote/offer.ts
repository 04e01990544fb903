import { type Supplied, suppliedOf } from "../glossary/quote-terms.ts";
import { sameLanguage } from "../manuscript/languages.ts";
import type { Manuscript } from "../manuscript/manuscript.ts";
import { type DeskRules, glossaryChars } from "../rules.ts";
import type { Task } from "../task/task.ts";
import { type Range, firstFree, isWhole, longestOpening, overlapping } from "./parts.ts";
import { type Balance, type Quote, begunOf, estimateOf, manuscriptOf } from "./quote.ts";

/** What can be bought from a card, in the order of its buttons; a part is the translation of some chapters. */
export const products = ["translation", "part", "preview", "glossary"] as const;

export type Product = (typeof products)[number];

/** `price` in credits, `scope` in code points (undefined: the whole text, or the whole part). */
export type Offer = {
  readonly price: number;
  readonly scope: number | undefined;
  readonly part?: Range;
  /** The glossary that it is translated with; none: without one. */
  readonly glossary?: Supplied;
};

/** Contract, Billing unit: 1 credit a source character. The higher of two counts is what is approved. */
export function offerOf(
  quote: Quote,
  product: Product,
  rules: Pick<DeskRules, "previewChars">,
): Offer | undefined {
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined || needsLanguage(quote)) return undefined;
  switch (product) {
    case "translation":
      return { price: priceOf(quote, manuscript), scope: undefined, ...supplied(quote) };
    case "part": {
      const part = partOnOffer(quote, manuscript);
      if (part === undefined) return undefined;
      const price = priceOf(quote, manuscript, part);
      return { price, scope: undefined, part, ...supplied(quote) };
    }
    case "preview":
      return {
        ...opening(manuscript, previewLimit(quote, manuscript, rules)),
        ...supplied(quote),
      };
    case "glossary":
      return opening(manuscript, glossaryChars(rules));
  }
}

/** What the card is about: what was chosen; else the whole, or what is left of it once some was bought. */
export function mainProduct(quote: Quote): "translation" | "part" {
  const manuscript = manuscriptOf(quote);
  const chosen = chosenPart(quote);
  if (chosen !== undefined && manuscript !== undefined) {
    return isWhole(manuscript, chosen) ? "translation" : "part";
  }
  const [bought] = overlapping(quote, undefined);
  const isRest = bought === undefined ? begunOf(quote) !== undefined : bought.part !== undefined;
  return isRest ? "part" : "translation";
}

/** What the card leads to: what was asked for; else, where the balance is short, the chapters that it covers. */
export function leadingProduct(quote: Quote, rules: Pick<DeskRules, "previewChars">) {
  const { first = "translation" } = quote.wish ?? {};
  if (first !== "translation") return first;
  const price = offerOf(quote, "translation", rules)?.price ?? 0;
  const isShort = missingCredits(quote, price) > 0;
  return isShort && offerOf(quote, "part", rules) !== undefined ? "part" : mainProduct(quote);
}

/** The manuscript is already in the language that the card names: another one has to be chosen first. */
export function needsLanguage(quote: Quote): boolean {
  return quote.language !== undefined && sameLanguage(quote.language, quote.target);
}

/** What the partner estimates for the whole text, in credits. */
export function estimatedCredits(quote: Quote): number | undefined {
  const estimate = estimateOf(quote);
  return estimate?.state.status === "completed"
    ? estimate.state.result.estimatedCredits
    : undefined;
}

/** Credits that a full translation lacks at the balance that was last read; 0 when it fits. */
export function missingCredits(quote: Quote, price: number): number {
  return quote.balance === undefined ? 0 : Math.max(0, price - freeCredits(quote.balance));
}

/** What the balance leaves beside other approvals. */
export function freeCredits({ credits, promised = 0 }: Balance): number {
  return credits - promised;
}

/** Not in the contract: what an estimate that is above our own count says of a part. Its share is taken. */
function priceOf(quote: Quote, manuscript: Manuscript, part?: Range): number {
  const whole = Math.max(manuscript.characters, estimatedCredits(quote) ?? 0);
  if (part === undefined) return whole;
  return Math.ceil((whole * (part.to - part.from)) / manuscript.characters);
}

function chosenPart(quote: Quote): Range | undefined {
  const { part } = quote;
  return part !== undefined && overlapping(quote, part).length === 0 ? part : undefined;
}

/**
 * The chapters that somebody chose; else what is left when some were bought, here or on the card that this
 * one continues, as much of it as the balance covers; else, where it does not cover the whole, the opening
 * chapters that it does cover.
 */
function partOnOffer(quote: Quote, manuscript: Manuscript): Range | undefined {
  const { balance } = quote;
  const chosen = chosenPart(quote);
  if (chosen !== undefined && !isWhole(manuscript, chosen)) return chosen;
  const free = firstFree(quote);
  if (free === undefined) return undefined;
  const isRest = overlapping(quote, undefined).length > 0 || begunOf(quote) !== undefined;
  if (missingCredits(quote, priceOf(quote, manuscript, free)) === 0 || balance === undefined) {
    return isRest ? free : undefined;
  }
  const perCharacter = priceOf(quote, manuscript) / manuscript.characters;
  const affordable = Math.floor(freeCredits(balance) / perCharacter);
  const opening = longestOpening(manuscript, free, affordable);
  return opening ?? (isRest ? free : undefined);
}

function supplied(quote: Quote): Pick<Offer, "glossary"> {
  const glossary = suppliedOf(quote);
  return glossary === undefined ? {} : { glossary };
}

function opening(manuscript: Manuscript, limit: number): Offer {
  const scope = Math.min(limit, manuscript.characters);
  return { price: scope, scope };
}

/**
 * A preview ends where something ends in the text, if that was measured when it was read, and shrinks to the
 * balance when that is all there is.
 */
function previewLimit(
  quote: Quote,
  manuscript: Manuscript,
  rules: Pick<DeskRules, "previewChars">,
): number {
  const limit = quote.previewChars ?? rules.previewChars;
  const cut = manuscript.openings.find((one) => one.limit === limit && one.end !== undefined);
  const whole = cut?.characters ?? Math.min(limit, manuscript.characters);
  const credits = quote.balance === undefined ? whole : freeCredits(quote.balance);
  return credits > 0 ? Math.min(whole, credits) : whole;
}

/** Which of them a task is. */
export function productOf(task: Pick<Task, "action" | "scope" | "part">): Product {
  if (task.action === "glossary_extraction") return "glossary";
  if (task.part !== undefined) return "part";
  return task.scope === undefined ? "translation" : "preview";
}

/** What a product is at the partner. */
export function requestFor(product: Product, offer: Offer) {
  return {
    // Contract, POST /tasks rule 1: a translation with char_limit is the preview.
    action: product === "glossary" ? ("glossary_extraction" as const) : ("translation" as const),
    scope: offer.scope,
    ...(offer.part !== undefined && { part: { ...offer.part, measured: undefined } }),
    glossaryHash: offer.glossary?.hash,
    strategy: offer.glossary?.strategy,
  };
}
