import { digestOf } from "#domain/fields.ts";
import { mainProduct, isInTargetLanguage, offerOf } from "#domain/offer.ts";
import { type Quote, hasTranslation, manuscriptOf } from "#domain/quote.ts";
import { type Setup, type Wait, after, atOnce } from "#domain/settings/setup.ts";
import { lengthOf } from "#domain/slice.ts";

import type { Batch, Count } from "./request-details.ts";

/** Returns the count to report to the first quote; undefined when it has not changed. */
export function newCountOf(
  quote: Quote,
  setup: Setup,
): { readonly first: string; readonly count: Count } | undefined {
  const count = countOf(quote, setup);
  if (quote.request.batch === undefined || count === undefined) return undefined;
  const { first, told } = quote.request.batch;
  return isSame(told, count) ? undefined : { first, count };
}

function countOf(quote: Quote, setup: Setup): Count | undefined {
  const { target, reading } = quote;
  if (reading.status === "refused") {
    return { status: "refused", target, characters: 0, credits: 0 };
  }
  const manuscript = manuscriptOf(quote);
  // Its price may still change until the card names it, and nothing can be approved before that.
  if (manuscript === undefined || quote.card.status !== "posted") return undefined;
  const { price: credits = 0, slice } = offerOf(quote, mainProduct(quote), setup) ?? {};
  const characters = slice === undefined ? manuscript.characters : lengthOf(slice);
  const isDecided = quote.decision.status !== "open" || hasTranslation(quote);
  const status = isDecided ? "decided" : isInTargetLanguage(quote) ? "needs-language" : "priced";
  return { status, target, characters, credits };
}

export function addToTotal(first: Quote, quoteId: string, count: Count): Quote {
  const { batch } = first.request;
  const part = batch?.total?.parts.find((one) => one.quoteId === quoteId);
  if (batch?.total === undefined || part === undefined || isSame(part.count, count)) return first;
  const counted = { ...part, target: count.target, count };
  const parts = batch.total.parts.map((one) => (one === part ? counted : one));
  return withBatch(first, { ...batch, total: { ...batch.total, parts } });
}

export function withTold(quote: Quote, count: Count): Quote {
  return quote.request.batch === undefined || isSame(quote.request.batch.told, count)
    ? quote
    : withBatch(quote, { ...quote.request.batch, told: count });
}

/** Returns the cards that can still be approved, each at the price that it reported. */
export function pricedParts({ request: { batch } }: Quote) {
  return (batch?.total?.parts ?? []).flatMap(({ count, ...part }) =>
    count?.status === "priced" ? [{ ...part, credits: count.credits }] : [],
  );
}

/** Returns a digest of the total and its limits: its message is updated when this differs. */
export function batchDigest({ request: { batch }, approval }: Quote): string {
  const { capPerApproval, secondApprovalAbove } = approval?.policy ?? {};
  return digestOf([batch?.total, capPerApproval, secondApprovalAbove]);
}

/** Delays the total until all cards have counted, or for a while: nobody wants to watch it grow. */
export function totalSayableFrom({ request: { batch, at } }: Quote): Wait {
  const isWhole = batch?.total?.parts.every(({ count }) => count !== undefined) ?? true;
  return isWhole ? atOnce : after(at, totalPatienceMs);
}

const totalPatienceMs = 15_000;

function isSame(one: Count | undefined, other: Count): boolean {
  return digestOf(one ?? null) === digestOf(other);
}

function withBatch(quote: Quote, batch: Batch): Quote {
  return { ...quote, request: { ...quote.request, batch } };
}
