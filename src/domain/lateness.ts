import { freeTranslation } from "#domain/coverage.ts";
import { dueEnd } from "#domain/intake/request-details.ts";
import { usualMs } from "#domain/translation/polling.ts";

import { type Delay, sinceReopened } from "./notices.ts";
import { charactersOnOffer, isInTargetLanguage } from "./offer.ts";
import { type Quote, isOnOffer, manuscriptOf, paidTasks } from "./quote.ts";
import { type Task, charactersOf, hasEnded } from "./task.ts";

/** How a request misses the day that somebody named: probably, or it has. */
export type Lateness = "will-be-late" | "late";

/**
 * Returns how a translation misses the day that its request names; undefined for one that does not, and
 * for a day that nobody named. One that waits is measured as if it were approved at `now`, in ms. Before
 * a day is over only a learned pace, or the progress of a run, says that it will be missed.
 */
export function latenessOf(quote: Quote, now: number): Lateness | undefined {
  const end = dueEnd(quote.request.details);
  if (end === undefined || !isAwaited(quote)) return undefined;
  if (now >= end) return "late";
  return (expectedEnd(quote, now) ?? now) > end ? "will-be-late" : undefined;
}

/** A card has no clock: the newest time that its record has read stands for it. */
export function latenessOnCard(quote: Quote): Lateness | undefined {
  const { request, balance, tasks } = quote;
  const reminded = sinceReopened(quote).flatMap(({ about }) =>
    about.kind === "reminder" ? [about.at] : [],
  );
  const seen = tasks.flatMap(({ approval, state }) => [
    approval?.at ?? 0,
    state.status === "running" ? state.lookedAt : 0,
  ]);
  return latenessOf(quote, Math.max(request.at, balance?.at ?? 0, ...reminded, ...seen));
}

/**
 * Returns why people are told of a run under way, by its last look; undefined for one that goes as
 * expected, and for one whose approver saw that its day will be missed.
 */
export function delayOf(quote: Quote, task: Task): Delay | undefined {
  const { kind, approval, slice, state } = task;
  if (state.status !== "running" || approval === undefined) return undefined;
  const end = dueEnd(quote.request.details);
  if (end === undefined || kind !== "translation") {
    return state.overdueSince === undefined ? undefined : "overdue";
  }
  if (state.lookedAt >= end) return "late";
  const characters = charactersOf(slice, manuscriptOf(quote)?.characters ?? 0);
  const wasKnown = (endAfter(quote, approval.at, characters) ?? 0) > end;
  const isLate = (endOfRun(quote, task, state.lookedAt) ?? 0) > end;
  return isLate && !wasKnown ? "will-be-late" : undefined;
}

/** True until a translation into the card's language is there, or nobody waits for one. */
function isAwaited(quote: Quote): boolean {
  const isOpen = isOnOffer(quote) && !isInTargetLanguage(quote);
  const runs = runsOf(quote);
  const isPriceAlone = quote.request.details?.first === "estimate" && runs.length === 0;
  const isDone = runs.some(({ state }) => state.status === "completed") && runs.every(hasEnded);
  return isOpen && !isPriceAlone && !isDone;
}

/** Undefined when nothing tells. */
function expectedEnd(quote: Quote, now: number): number | undefined {
  const going = runsOf(quote).filter((task) => !hasEnded(task));
  if (going.length === 0) {
    return freeTranslation(quote) === undefined
      ? endAfter(quote, now, charactersOnOffer(quote))
      : undefined;
  }
  const ends = going.flatMap((task) => endOfRun(quote, task, now) ?? []);
  return ends.length === 0 ? undefined : Math.max(...ends);
}

function endOfRun(quote: Quote, { state, slice }: Task, now: number): number | undefined {
  const characters = charactersOf(slice, manuscriptOf(quote)?.characters ?? 0);
  if (state.status !== "running") return endAfter(quote, now, characters);
  // As on the card: what is left is said of a run that reports its progress.
  return state.progress === undefined || state.msLeft === undefined
    ? endAfter(quote, state.since, characters)
    : state.lookedAt + state.msLeft;
}

function endAfter({ pace }: Quote, from: number, characters: number): number | undefined {
  return pace === undefined ? undefined : from + usualMs(characters, pace);
}

function runsOf(quote: Quote): readonly Task[] {
  return paidTasks(quote).filter(
    ({ kind, target }) => kind === "translation" && target === quote.target,
  );
}
