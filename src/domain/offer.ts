import { sameLanguage } from "./languages.ts";
import type { Manuscript } from "./manuscript.ts";
import { type Balance, type Quote, estimateOf, manuscriptOf } from "./quote.ts";
import { type DeskRules, glossaryChars } from "./rules.ts";
import type { Task } from "./task.ts";

/** The three things that can be bought from a card. */
export type Product = "translation" | "preview" | "glossary";

/** `price` in credits, `scope` in code points (undefined: the whole text). */
export type Offer = { readonly price: number; readonly scope: number | undefined };

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
      return {
        price: Math.max(manuscript.characters, estimatedCredits(quote) ?? 0),
        scope: undefined,
      };
    case "preview":
      return opening(manuscript, previewScope(quote, manuscript, rules));
    case "glossary":
      return opening(manuscript, glossaryChars(rules));
  }
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

function opening(manuscript: Manuscript, limit: number): Offer {
  const scope = Math.min(limit, manuscript.characters);
  return { price: scope, scope };
}

/** A preview shrinks to the balance when that is all there is. */
function previewScope(
  quote: Quote,
  manuscript: Manuscript,
  rules: Pick<DeskRules, "previewChars">,
): number {
  const whole = Math.min(quote.previewChars ?? rules.previewChars, manuscript.characters);
  const credits = quote.balance === undefined ? whole : freeCredits(quote.balance);
  return credits > 0 ? Math.min(whole, credits) : whole;
}

/** Which of the three a task is. */
export function productOf(task: Pick<Task, "action" | "scope">): Product {
  if (task.action === "glossary_extraction") return "glossary";
  return task.scope === undefined ? "translation" : "preview";
}

/** What a product is at the partner. */
export function requestFor(product: Product, offer: Offer) {
  return {
    // Contract, POST /tasks rule 1: a translation with char_limit is the preview.
    action: product === "glossary" ? ("glossary_extraction" as const) : ("translation" as const),
    scope: offer.scope,
    glossaryHash: undefined,
    strategy: undefined,
  };
}
