import { approvedOfText } from "#domain/approval/approved-before.ts";
import type { ExistingRun } from "#domain/claim.ts";
import { coveringRuns, freeTranslation } from "#domain/coverage.ts";
import { finishedRuns } from "#domain/delivery/delivery.ts";
import type { BookTerms } from "#domain/glossary/glossary.ts";
import { termsOf } from "#domain/glossary/quote-terms.ts";
import {
  type Offer,
  blockedBy,
  leadingProduct,
  mainProduct,
  missingCredits,
  isInTargetLanguage,
  offerOf,
  productOf,
} from "#domain/offer.ts";
import {
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
} from "#domain/quote.ts";
import type { Setup } from "#domain/settings/setup.ts";
import { type Slice, contains, rangeOf } from "#domain/slice.ts";
import { type Task, isLive, isStanding } from "#domain/task.ts";
import { seemsUnsent } from "#domain/translation/sending.ts";

import { mayReopen } from "./may-reopen.ts";

/** The content of a card, without its wording: the view draws this and decides nothing. */
export type CardModel = {
  readonly state: CardState;
  readonly buttons: readonly CardButton[];
  /** The items of the card's ⋯ menu. */
  readonly menu: readonly MenuItem[];
};

export type CardState =
  | { readonly status: "due" | "doubtful" | "refused" | "language-needed" }
  | { readonly status: "offer"; readonly offer: Offer }
  /** It is unknown whether an earlier run of the same text was charged: that is settled first. */
  | { readonly status: "unsettled"; readonly runs: readonly ExistingRun[] }
  /** Every chapter was approved on this card, in parts. */
  | { readonly status: "all-approved" }
  /** The file is gone or its text has changed: nothing can be offered. */
  | { readonly status: "lost"; readonly task: Task }
  | { readonly status: "run"; readonly task: Task }
  | Exclude<Quote["decision"], { status: "open" }>;

export type CardButton =
  | {
      readonly kind: "approve";
      readonly product: Product;
      readonly offer: Offer;
      readonly isPrimary: boolean;
    }
  | { readonly kind: "existing" | "decline" | "ask-again" }
  | { readonly kind: "undo"; readonly key: string }
  /** Gives the result of a finished run; `position`: among the buttons that do. */
  | { readonly kind: "result"; readonly task: Task; readonly position: number };

export const menuItems = ["chapters", "glossary", "language", "note", "details"] as const;
export type MenuItem = (typeof menuItems)[number];

export function cardModel(quote: Quote, setup: Setup): CardModel {
  const state = stateOf(quote, setup);
  return { state, buttons: buttonsOf(quote, setup, state), menu: menuOf(quote, state) };
}

function stateOf(quote: Quote, setup: Setup): CardState {
  const { decision, reading } = quote;
  const run = translationOf(quote);
  if (run !== undefined && isLive(run)) return { status: "run", task: run };
  if (decision.status !== "open") return decision;
  if (reading.status !== "read") return { status: reading.status };
  const offer = offerOf(quote, mainProduct(quote), setup);
  if (offer === undefined) return { status: "language-needed" };
  const lostTask = runThatLostText(quote);
  if (lostTask !== undefined) return { status: "lost", task: lostTask };
  const earlier = blockedBy(quote, offer);
  if (earlier === undefined) return { status: "offer", offer };
  return earlier.quoteId === quote.id && earlier.status !== "unknown"
    ? { status: "all-approved" }
    : { status: "unsettled", runs: [earlier] };
}

/** The chapters that the balance covers. */
export function fitting(quote: Quote, setup: Setup): Slice | undefined {
  const part = offerOf(quote, "part", setup);
  return part !== undefined && missingCredits(quote, part.price) === 0 ? part.slice : undefined;
}

/**
 * Returns the credits that limits count for an offer: its price and recent approvals of the manuscript.
 * A card has no clock, so the 30 days are those before the request.
 */
export function limitedPrice(quote: Quote, price: number): number {
  return price + approvedOfText(quote, quote.request.at);
}

/**
 * Returns the terms that an approval would freeze; undefined when nothing is on offer or no term is
 * decided.
 */
export function termsOnCard(quote: Quote): BookTerms | undefined {
  const bookTerms = termsOf(quote);
  return isOnOffer(quote) && !isTextLost(quote) && bookTerms?.hash !== undefined
    ? bookTerms
    : undefined;
}

function isChangeable(quote: Quote): boolean {
  return (
    quote.decision.status === "open" && manuscriptOf(quote) !== undefined && !isTextLost(quote)
  );
}

function buttonsOf(quote: Quote, setup: Setup, state: CardState): readonly CardButton[] {
  const isOpen = isChangeable(quote);
  const isDue = isOpen && !hasTranslation(quote) && !isInTargetLanguage(quote);
  const isFree = isDue && freeTranslation(quote) !== undefined;
  // The requested product comes first. The glossary's button is in a form behind the ⋯.
  const first = quote.request.details?.first;
  const products = (["translation", "part", "preview"] as const).toSorted(
    (one, other) => Number(other === first) - Number(one === first),
  );
  const sold = products.flatMap((product) => approveButton(quote, product, setup));
  return [
    ...(isFree ? [{ kind: "existing" } as const] : []),
    ...sold,
    ...(mayReopen(quote) ? [{ kind: "ask-again" } as const] : []),
    ...(isOpen ? endButton(quote, state) : []),
    ...resultButtons(quote),
  ];
}

/** Whatever becomes of its reply, a finished paid run is reached from its card. */
export function resultButtons(quote: Quote): readonly Extract<CardButton, { kind: "result" }>[] {
  const runs = finishedRuns(quote);
  const terms = runs.find(({ kind }) => kind === "glossary");
  return runs
    .filter((task) => task.kind !== "glossary" || task === terms)
    .slice(0, mostResults)
    .map((task, position) => ({ kind: "result", task, position }));
}

/** A row of buttons has room for 25. */
export const mostResults = 15;

/** Returns no button when the product is not on offer now. */
export function approveButton(
  quote: Quote,
  product: Product,
  setup: Setup,
): readonly Extract<CardButton, { kind: "approve" }>[] {
  const offer = forSale(quote, product, setup);
  if (offer === undefined) return [];
  const { price, exists } = offer;
  // A person who only follows the green button never pays for the same text again.
  const isNew = freeTranslation(quote) === undefined && exists.length === 0;
  // A primary button whose approval is certain to be refused would mislead.
  const { capPerApproval: cap = Infinity } = quote.approval?.policy ?? {};
  const canSucceed = missingCredits(quote, price) === 0 && limitedPrice(quote, price) <= cap;
  const isPrimary = isNew && canSucceed && product === leadingProduct(quote, setup);
  return [{ kind: "approve", product, offer, isPrimary }];
}

/**
 * Returns the offer of a product; none while the same is running or done, once the whole is approved,
 * and for a preview that would be the whole.
 */
export function forSale(quote: Quote, product: Product, setup: Setup): Offer | undefined {
  const offer = offerOf(quote, product, setup);
  if (offer === undefined || !isOnOffer(quote) || isTextLost(quote)) return undefined;
  const standing = paidTasks(quote).filter(isStanding);
  const approved = new Set(
    standing.flatMap((task) => (task.target === quote.target ? [productOf(task)] : [])),
  );
  const isText = product === "translation" || product === "part";
  const isApproved = approved.has("translation") || (!isText && approved.has(product));
  if (isApproved || blockedBy(quote, offer) !== undefined) return undefined;
  const { price: whole = Infinity } = offerOf(quote, mainProduct(quote), setup) ?? {};
  return product === "preview" && offer.price >= whole ? undefined : offer;
}

/** Returns *Undo* while a run is unsent, and nothing once the whole was sent: it can no longer be declined. */
function endButton(quote: Quote, state: CardState): readonly CardButton[] {
  const texts = paidTasks(quote).filter(({ kind }) => kind === "translation");
  const unsent = texts.find(seemsUnsent);
  if (unsent !== undefined) return [{ kind: "undo", key: unsent.key }];
  const isSent = texts.some((task) => task.slice === undefined && isLive(task));
  return isSent || state.status === "all-approved" ? [] : [{ kind: "decline" }];
}

function menuOf(quote: Quote, state: CardState): readonly MenuItem[] {
  const isOffered = state.status === "offer" || state.status === "all-approved";
  const isOpen = isChangeable(quote);
  const visibility: Readonly<Record<MenuItem, boolean>> = {
    chapters: isOffered && hasChapters(quote),
    glossary: isOffered,
    language: isOpen && !hasSpent(quote) && state.status !== "language-needed",
    note: isOpen && !hasTranslation(quote),
    details: manuscriptOf(quote) !== undefined,
  };
  return menuItems.filter((item) => visibility[item]);
}

function hasChapters(quote: Quote): boolean {
  const { chapters } = manuscriptOf(quote) ?? { chapters: [] };
  const own = coveringRuns(quote, "translation").filter((run) => run.quoteId === quote.id);
  const isLeft = chapters.some((one) => !own.some(({ slice }) => contains(slice, rangeOf(one))));
  return chapters.length > 1 && isLeft;
}
