import type { CoveringRun } from "../../../core/claim.ts";
import {
  approvedSince,
  coverageFor,
  coveringRuns,
  freeTranslation,
} from "../../../core/coverage.ts";
import {
  type Offer,
  blockedBy,
  leadingProduct,
  mainProduct,
  missingCredits,
  isInTargetLanguage,
  offerOf,
  productOf,
} from "../../../core/offer.ts";
import {
  type Endorsement,
  type Product,
  type Quote,
  hasSpent,
  hasTranslation,
  isOnOffer,
  isTextLost,
  runThatLostText,
  manuscriptOf,
  paidTasks,
  translationOf,
} from "../../../core/quote.ts";
import type { Rules } from "../../../core/rules.ts";
import { type Slice, contains, rangeOf } from "../../../core/slice.ts";
import { type Task, isLive, isStanding } from "../../../core/task.ts";
import { endorsementOf, policyMs } from "../../approval/rules/approving.ts";
import type { BookTerms } from "../../glossary/rules/glossary.ts";
import { termsOf } from "../../glossary/rules/quote-terms.ts";
import { seemsUnsent } from "../../translation/rules/sending.ts";
import { mayReopen } from "./card-changes.ts";

/** What prices depend on, beside the record. */
type Prices = Pick<Rules, "previewChars">;

/** The content of a card, without its wording: the view draws this and decides nothing. */
export type CardModel = {
  readonly state: CardState;
  /** The one line beside the price: the fact that matters most to the decision. */
  readonly note: CardNote | undefined;
  readonly buttons: readonly CardButton[];
  /** The items of the card's ⋯ menu. */
  readonly menu: readonly MenuItem[];
};

export type CardState =
  | { readonly status: "due" | "doubtful" | "refused" | "detecting" | "language-needed" }
  | { readonly status: "offer"; readonly offer: Offer }
  /** It is unknown whether an earlier run of the same text was charged: that is settled first. */
  | { readonly status: "unsettled"; readonly runs: readonly CoveringRun[] }
  /** Every chapter was approved on this card, in parts. */
  | { readonly status: "all-approved" }
  /** The file is gone or its text has changed: nothing can be offered. */
  | { readonly status: "lost"; readonly task: Task }
  | { readonly status: "run"; readonly task: Task }
  | Exclude<Quote["decision"], { status: "open" }>;

export type CardNote =
  /** An earlier run ended without a result, and can be approved again. */
  | { readonly kind: "ended"; readonly task: Task }
  | { readonly kind: "free"; readonly run: CoveringRun }
  /** The same text, or some of its chapters, is running or done elsewhere. */
  | { readonly kind: "existing"; readonly runs: readonly CoveringRun[] }
  | { readonly kind: "over-cap"; readonly cap: number }
  | { readonly kind: "short"; readonly missing: number; readonly fits: Slice | undefined }
  | { readonly kind: "endorsed"; readonly first: Endorsement; readonly above: number }
  | { readonly kind: "two-approvers"; readonly above: number }
  /** The chapters that changed since they were translated, or the share of the text translated before. */
  | { readonly kind: "known" }
  | { readonly kind: "variants"; readonly languages: readonly string[] }
  | { readonly kind: "terms"; readonly terms: BookTerms };

export type CardButton =
  | {
      readonly act: "approve";
      readonly product: Product;
      readonly offer: Offer;
      readonly isPrimary: boolean;
    }
  | { readonly act: "existing" | "decline" | "ask-again" }
  | { readonly act: "undo"; readonly key: string };

export const menuItems = ["chapters", "glossary", "language", "note", "details"] as const;
export type MenuItem = (typeof menuItems)[number];

export function cardModel(quote: Quote, rules: Prices): CardModel {
  const state = stateOf(quote, rules);
  return {
    state,
    note: state.status === "offer" ? noteOf(quote, state.offer, rules) : undefined,
    buttons: buttonsOf(quote, rules, state),
    menu: menuOf(quote, state),
  };
}

function stateOf(quote: Quote, rules: Prices): CardState {
  const { decision, reading } = quote;
  const run = translationOf(quote);
  if (run !== undefined && isLive(run)) return { status: "run", task: run };
  if (decision.status !== "open") return decision;
  if (reading.status !== "read") return { status: reading.status };
  if (isInTargetLanguage(quote)) return { status: "language-needed" };
  if (!isOnOffer(quote)) return { status: "detecting" };
  const lost = runThatLostText(quote);
  if (lost !== undefined) return { status: "lost", task: lost };
  const offer = offerOf(quote, mainProduct(quote), rules);
  if (offer === undefined) return { status: "detecting" };
  const earlier = blockedBy(quote, offer);
  if (earlier === undefined) return { status: "offer", offer };
  return earlier.quoteId === quote.id && earlier.status !== "unknown"
    ? { status: "all-approved" }
    : { status: "unsettled", runs: [earlier] };
}

/** Returns the note that matters most: the strongest reason against a quick approval comes first. */
function noteOf(quote: Quote, offer: Offer, rules: Prices): CardNote | undefined {
  const { capPerApproval: cap, secondApprovalAbove: above } = quote.approval?.policy ?? {};
  const limited = limitedPrice(quote, offer.price);
  const free = freeTranslation(quote);
  const others = coveringRuns(quote, "translation").filter((run) => run.quoteId !== quote.id);
  const missing = missingCredits(quote, offer.price);
  const first = endorsementOf(quote, mainProduct(quote), rules);
  const ended = translationOf(quote);
  const { known = [], variants = [] } = coverageFor(quote) ?? {};
  const terms = termsOnCard(quote);
  if (first !== undefined && above !== undefined) return { kind: "endorsed", first, above };
  if (free !== undefined) return { kind: "free", run: free };
  if (ended !== undefined) return { kind: "ended", task: ended };
  if (offer.exists.length > 0 && others.length > 0) return { kind: "existing", runs: others };
  if (cap !== undefined && limited > cap) return { kind: "over-cap", cap };
  if (missing > 0) return { kind: "short", missing, fits: fitting(quote, rules) };
  if (others.length > 0) return { kind: "existing", runs: others };
  if (above !== undefined && limited > above) return { kind: "two-approvers", above };
  if (known.length > 0) return { kind: "known" };
  if (variants.length > 0) return { kind: "variants", languages: variants };
  return terms === undefined ? undefined : { kind: "terms", terms };
}

/** The chapters that the balance covers. */
export function fitting(quote: Quote, rules: Prices): Slice | undefined {
  const part = offerOf(quote, "part", rules);
  return part !== undefined && missingCredits(quote, part.price) === 0 ? part.slice : undefined;
}

/**
 * Returns the credits that limits count for an offer: its price and recent approvals of the manuscript.
 * A card has no clock, so the 30 days are those before the request.
 */
export function limitedPrice(quote: Quote, price: number): number {
  return price + approvedSince(quote, quote.request.at - policyMs);
}

/**
 * Returns the terms that an approval would freeze; undefined when nothing is on offer or no term is
 * decided.
 */
export function termsOnCard(quote: Quote): BookTerms | undefined {
  const seen = termsOf(quote);
  return isOnOffer(quote) && !isTextLost(quote) && seen?.hash !== undefined ? seen : undefined;
}

/** True while the card can be changed: its text was read, and is still there. */
function isChangeable(quote: Quote): boolean {
  return (
    quote.decision.status === "open" && manuscriptOf(quote) !== undefined && !isTextLost(quote)
  );
}

function buttonsOf(quote: Quote, rules: Prices, state: CardState): readonly CardButton[] {
  const isOpen = isChangeable(quote);
  const isFree =
    isOpen &&
    !hasTranslation(quote) &&
    !isInTargetLanguage(quote) &&
    freeTranslation(quote) !== undefined;
  // The requested product comes first. The glossary's button is in a form behind the ⋯.
  const asked = quote.request.details?.first;
  const products = (["translation", "part", "preview"] as const).toSorted(
    (one, other) => Number(other === asked) - Number(one === asked),
  );
  const sold = products.flatMap((product) => approveButton(quote, product, rules));
  return [
    ...(isFree ? [{ act: "existing" } as const] : []),
    ...sold,
    ...(mayReopen(quote) ? [{ act: "ask-again" } as const] : []),
    ...(isOpen ? endButton(quote, state) : []),
  ];
}

/** Returns no button when the product is not on offer now. */
export function approveButton(
  quote: Quote,
  product: Product,
  rules: Prices,
): readonly Extract<CardButton, { act: "approve" }>[] {
  const offer = forSale(quote, product, rules);
  if (offer === undefined) return [];
  const isLeading =
    product === leadingProduct(quote, rules) && freeTranslation(quote) === undefined;
  // A primary button whose approval is certain to be refused would mislead.
  const { capPerApproval: cap = Infinity } = quote.approval?.policy ?? {};
  const canSucceed =
    missingCredits(quote, offer.price) === 0 && limitedPrice(quote, offer.price) <= cap;
  // A person who only follows the green button never pays for the same text again.
  const isPrimary = isLeading && offer.exists.length === 0 && canSucceed;
  return [{ act: "approve", product, offer, isPrimary }];
}

/**
 * Returns the offer of a product; none while the same is running or done, once the whole is approved,
 * and for a preview that would be the whole.
 */
export function forSale(quote: Quote, product: Product, rules: Prices): Offer | undefined {
  const offer = offerOf(quote, product, rules);
  if (offer === undefined || !isOnOffer(quote) || isTextLost(quote)) return undefined;
  const approved = new Set(
    paidTasks(quote)
      .filter((task) => isStanding(task) && task.target === quote.target)
      .map(productOf),
  );
  const isText = product === "translation" || product === "part";
  const isApproved = approved.has("translation") || (!isText && approved.has(product));
  if (isApproved || blockedBy(quote, offer) !== undefined) return undefined;
  const { price: whole = Infinity } = offerOf(quote, mainProduct(quote), rules) ?? {};
  return product === "preview" && offer.price >= whole ? undefined : offer;
}

/** Returns *Undo* while a run is unsent, and nothing once the whole was sent: it can no longer be declined. */
function endButton(quote: Quote, state: CardState): readonly CardButton[] {
  const texts = paidTasks(quote).filter(({ kind }) => kind === "translation");
  const unsent = texts.find(seemsUnsent);
  if (unsent !== undefined) return [{ act: "undo", key: unsent.key }];
  const isSent = texts.some((task) => task.slice === undefined && isLive(task));
  return isSent || state.status === "all-approved" ? [] : [{ act: "decline" }];
}

function menuOf(quote: Quote, state: CardState): readonly MenuItem[] {
  const isOffered = state.status === "offer" || state.status === "all-approved";
  const isOpen = isChangeable(quote);
  return [
    ...(isOffered && hasChapters(quote) ? ["chapters" as const] : []),
    ...(isOffered ? ["glossary" as const] : []),
    ...(isOpen && !hasSpent(quote) && state.status !== "language-needed"
      ? ["language" as const]
      : []),
    ...(isOpen && !hasTranslation(quote) ? ["note" as const] : []),
    ...(manuscriptOf(quote) === undefined ? [] : ["details" as const]),
  ];
}

/** Returns true when the text has several chapters, and not all were approved on this card. */
function hasChapters(quote: Quote): boolean {
  const { chapters } = manuscriptOf(quote) ?? { chapters: [] };
  const own = coveringRuns(quote, "translation").filter((run) => run.quoteId === quote.id);
  const isLeft = chapters.some((one) => !own.some(({ slice }) => contains(slice, rangeOf(one))));
  return chapters.length > 1 && isLeft;
}
