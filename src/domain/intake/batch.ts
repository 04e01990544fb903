import { resultDigest } from "#domain/delivery/delivery.ts";
import { expectedMinutes } from "#domain/estimate/expected-time.ts";
import { digestOf } from "#domain/fields.ts";
import { addNotice } from "#domain/notices.ts";
import { mainProduct, isInTargetLanguage, offerOf } from "#domain/offer.ts";
import { type Quote, hasTranslation, manuscriptOf, paidTasks } from "#domain/quote.ts";
import { type Setup, type Wait, after, atOnce } from "#domain/settings/setup.ts";
import { lengthOf } from "#domain/slice.ts";
import { hasEnded } from "#domain/task.ts";

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
  const minutes = status === "priced" ? expectedMinutes(quote.pace, characters) : undefined;
  return { status, target, characters, credits, minutes, run: runOf(quote) };
}

function runOf(quote: Quote): Count["run"] {
  const task = paidTasks(quote).findLast(({ kind }) => kind === "translation");
  if (task === undefined) return undefined;
  const { key, state } = task;
  if (!hasEnded(task)) return { key, status: "running" };
  const isTold = quote.notices.some(
    (notice) =>
      notice.about.kind === "outcome" && notice.about.key === key && notice.state.status !== "due",
  );
  return state.status !== "completed" || isTold
    ? { key, status: "over" }
    : { key, status: "ready", at: state.endedAt, digest: resultDigest(quote, key) };
}

/**
 * Takes a card’s count into the total. A result that is ready while others of the batch are awaited is
 * held: one message tells of all of them, and calls the requester once.
 */
export function addToTotal(first: Quote, quoteId: string, count: Count): Quote {
  const { batch } = first.request;
  const part = batch?.total?.parts.find((one) => one.quoteId === quoteId);
  if (batch?.total === undefined || part === undefined || isSame(part.count, count)) return first;
  const isTold = first.notices.some(
    ({ about, state }) => about.kind === "batch-results" && state.status !== "due",
  );
  const others = batch.total.parts.filter((one) => one !== part);
  const isAwaited = others.some((one) => one.held !== undefined || isRunning(one));
  const { key, status, at } = count.run ?? {};
  const held =
    key !== undefined && at !== undefined && status === "ready" && isAwaited && !isTold
      ? { key, at }
      : part.held;
  const counted = { ...part, target: count.target, count, held };
  const parts = batch.total.parts.map((one) => (one === part ? counted : one));
  const next = withBatch(first, { ...batch, total: { ...batch.total, parts } });
  return held === undefined ? next : addNotice(next, { kind: "batch-results" });
}

function isRunning({ count }: { readonly count: Count | undefined }): boolean {
  return count?.run?.status === "running";
}

/** Records what was reported, and the run that the first quote’s message tells of. */
export function withTold(quote: Quote, count: Count, first: Quote | undefined): Quote {
  const { batch } = quote.request;
  const part = first?.request.batch?.total?.parts.find((one) => one.quoteId === quote.id);
  const heldRun = part?.held?.key;
  return batch === undefined || (isSame(batch.told, count) && batch.heldRun === heldRun)
    ? quote
    : withBatch(quote, { ...batch, told: count, heldRun });
}

/** True for a run whose result the batch’s one message tells of. */
export function isToldTogether({ request }: Quote, key: string): boolean {
  return request.batch?.heldRun === key;
}

/** Returns the results that the batch’s one message tells of, in the order of the cards. */
export function resultsHeld({ request: { batch } }: Quote) {
  return (batch?.total?.parts ?? []).flatMap(({ quoteId, held }) =>
    held === undefined ? [] : [{ quoteId, ...held }],
  );
}

/** Waits for the translations that are still under way, but not for hours: the others are ready. */
export function resultsSayableFrom(first: Quote): Wait {
  const parts = first.request.batch?.total?.parts ?? [];
  const since = Math.min(...resultsHeld(first).map(({ at }) => at));
  return parts.some(isRunning) ? after(since, resultsPatienceMs) : atOnce;
}

/** Identifies what the message says of each result: it is updated when this differs. */
export function resultsDigest({ request: { batch } }: Quote): string {
  const parts = batch?.total?.parts ?? [];
  return digestOf(parts.map(({ held, count }) => held && [held.key, count?.run?.digest ?? null]));
}

/** Returns the cards that can still be approved, each at the price that it reported. */
export function pricedParts({ request: { batch } }: Quote) {
  return (batch?.total?.parts ?? []).flatMap(({ count, ...part }) =>
    count?.status === "priced" ? [{ ...part, credits: count.credits }] : [],
  );
}

/**
 * Returns how long the open cards of a batch take together: their runs go side by side. Undefined while it is
 * not known of every card.
 */
export function batchMinutes(quote: Quote): number | undefined {
  const { parts = [] } = quote.request.batch?.total ?? {};
  const open = parts.filter(({ count }) => count === undefined || count.status === "priced");
  const minutes = open.flatMap(({ count }) => count?.minutes ?? []);
  return open.length === 0 || minutes.length < open.length ? undefined : Math.max(...minutes);
}

/** Returns a digest of what a click on all approves: the total and its limits. */
export function batchDigest(quote: Quote): string {
  const { batch } = quote.request;
  if (batch?.total === undefined) return totalDigest(quote);
  const parts = batch.total.parts.map((part) => ({
    ...part,
    count: part.count && { ...part.count, minutes: undefined },
  }));
  return totalDigest(withBatch(quote, { ...batch, total: { ...batch.total, parts } }));
}

/** Returns a digest of the message with the total, which is updated when this differs. */
export function totalDigest({ request: { batch }, approval }: Quote): string {
  const { capPerApproval, secondApprovalAbove } = approval?.policy ?? {};
  return digestOf([batch?.total, capPerApproval, secondApprovalAbove]);
}

/** Delays the total until all cards have counted, or for a while: nobody wants to watch it grow. */
export function totalSayableFrom({ request: { batch, at } }: Quote): Wait {
  const isWhole = batch?.total?.parts.every(({ count }) => count !== undefined) ?? true;
  return isWhole ? atOnce : after(at, totalPatienceMs);
}

const totalPatienceMs = 15_000;
const resultsPatienceMs = 1_800_000;

function isSame(one: Count | undefined, other: Count): boolean {
  return digestOf(one ?? null) === digestOf(other);
}

function withBatch(quote: Quote, batch: Batch): Quote {
  return { ...quote, request: { ...quote.request, batch } };
}
