import type { Comparing } from "#domain/delivery/compare.ts";
import { cardDigest } from "#domain/estimate/card-digest.ts";
import { mayReopen } from "#domain/estimate/may-reopen.ts";
import { termHome } from "#domain/glossary/quote-terms.ts";

import type { Reading } from "./manuscript.ts";
import { type Quote, hasTranslation, paidTasks } from "./quote.ts";
import { type Task, endOf, hasEnded } from "./task.ts";

/** When a quote closed, ms; undefined while a decision is open or a run is live. */
export function closedAt(quote: Quote): number | undefined {
  const { reading, decision, request } = quote;
  if (reading.status === "refused") return request.at;
  const paid = paidTasks(quote);
  const isDecided = decision.status !== "open" || hasTranslation(quote);
  const isOver = paid.every((task) => hasEnded(task) && task.state.status !== "unknown");
  if (reading.status === "due" || !isDecided || !isOver) return undefined;
  const decidedAt = decision.status === "open" ? request.at : decision.at;
  return Math.max(decidedAt, ...paid.map((task) => endOf(task) ?? 0));
}

/** Returns when names, terms and notes are to be removed, in ms; undefined for not now. */
export function erasableFrom(quote: Quote): number | undefined {
  const end = quote.erasedAt === undefined ? closedAt(quote) : undefined;
  return end === undefined ? undefined : end + keptMs;
}

/** Removes names, terms and notes; ids, hashes, credits and decisions stay. */
export function erase(quote: Quote, at: number): Quote {
  const from = erasableFrom(quote);
  if (from === undefined || at < from) return quote;
  const { request, card, decision } = quote;
  const bare: Quote = {
    ...quote,
    erasedAt: at,
    termHome: termHome(quote),
    file: { ...quote.file, name: "" },
    book: undefined,
    bookTitle: undefined,
    coverage: undefined,
    request: {
      ...request,
      details: request.details && { ...withoutNote(request.details), reference: undefined },
    },
    reading: withoutTitles(quote.reading),
    decision: decision.status === "declined" ? withoutNote(decision) : decision,
    tasks: quote.tasks.map(withoutWords),
  };
  // Showing more than the record is no reason to update the card, but a button without use is one.
  const staysAsItIs = card.status === "posted" && !mayReopen(quote);
  return staysAsItIs ? { ...bare, card: { ...card, face: cardDigest(bare) } } : bare;
}

/** Chapter titles are words of the manuscript; numbered chapters can still be approved. */
function withoutTitles(reading: Reading): Reading {
  if (reading.status !== "read") return reading;
  const { manuscript } = reading;
  const chapters = manuscript.chapters.map((one, index) => ({ ...one, title: `${index + 1}` }));
  return { ...reading, manuscript: { ...manuscript, title: undefined, chapters } };
}

function withoutWords(task: Task): Task {
  const { delivery } = task;
  const comparison = delivery?.comparison && wordless(delivery.comparison);
  const bare = { ...task, delivery: delivery && { ...delivery, comparison } };
  if (task.state.status === "rejected") {
    return { ...bare, state: { ...task.state, why: undefined } };
  }
  if (task.state.status !== "completed") return bare;
  const result = { ...task.state.result, terms: undefined };
  return { ...bare, state: { ...task.state, result } };
}

function withoutNote<T extends { readonly note?: string | undefined }>(record: T): T {
  return { ...record, note: undefined };
}

function wordless(comparison: Comparing): Comparing {
  if (typeof comparison === "string") return comparison;
  const { terms } = comparison;
  return { ...comparison, terms: terms && { ...terms, missing: [] }, forbidden: undefined };
}

const keptMs = 90 * 24 * 3_600_000;
