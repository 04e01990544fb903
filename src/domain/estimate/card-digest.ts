import { approvedOfText } from "#domain/approval/approved-before.ts";
import { coverageFor } from "#domain/coverage.ts";
import { placesToCheck } from "#domain/delivery/delivery.ts";
import { digestOf } from "#domain/fields.ts";
import { latenessOnCard } from "#domain/lateness.ts";
import { partnerRate } from "#domain/offer.ts";
import { type Quote, isOnOffer, paidTasks } from "#domain/quote.ts";
import { type Task, hasEnded, isLive } from "#domain/task.ts";
import { sendTrouble } from "#domain/translation/sending.ts";

import { mayReopen } from "./may-reopen.ts";

/**
 * What the card shows of each field of its quote; `never` for one that no card shows, or that never
 * changes on a card. What is drawn follows from these and the setup: see `cardModel`.
 */
const readers: { readonly [Field in keyof Quote]-?: "never" | ((quote: Quote) => unknown) } = {
  version: "never",
  id: "never",
  // Says that approvers do not see this conversation.
  place: ({ place }) => place.isClosed,
  // The batch's own message mentions the approvers.
  request: requestFace,
  file: "never",
  book: ({ book }) => book,
  bookTitle: ({ bookTitle }) => bookTitle,
  approvers: ({ approvers }) => approvers,
  coverage: coverageFace,
  expiresAt: ({ expiresAt }) => expiresAt,
  target: ({ target }) => target,
  reading: ({ reading }) => readingFace(reading),
  language: ({ language }) => language,
  balance: ({ balance }) => balance,
  pace: ({ pace }) => pace,
  part: ({ part }) => part,
  decision: (quote) => [quote.decision, isOnOffer(quote)],
  approval: ({ approval }) => [
    approval?.policy && { ...approval.policy, autoApprovalUpTo: undefined },
    approval?.endorsements,
  ],
  tasks: (quote) => [...paidTasks(quote).map(taskStatusDigest), partnerRate(quote)],
  card: "never",
  notices: "never",
  // What was erased cannot be requested again.
  erasedAt: mayReopen,
  termHome: "never",
  trouble: ({ trouble }) => trouble && [trouble.fault, trouble.since],
  glossary: ({ glossary }) => [glossary?.terms?.hash && glossary.terms, glossary?.strategy],
};

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant
const fields = Object.keys(readers) as readonly (keyof Quote)[];

/**
 * Returns a digest of everything that the card shows. The card is updated when, and only when, this
 * differs from the digest last put up: an update can be repeated, never gets lost and is never
 * needless.
 */
export function cardDigest(quote: Quote): string {
  return digestOf(
    fields.flatMap((field) => {
      const reader = readers[field];
      const value = reader === "never" ? undefined : reader(quote);
      // A card without a field keeps its digest when a later version adds that field.
      return value === undefined ? [] : [[field, value]];
    }),
  );
}

function requestFace(quote: Quote): unknown {
  const { details, previewChars, batch } = quote.request;
  const lateness = latenessOnCard(quote);
  // A card that is in time keeps the digest that it always had.
  return [
    details,
    previewChars,
    batch !== undefined,
    ...(lateness === undefined ? [] : [lateness]),
  ];
}

/** Includes what was approved of the manuscript before only where a policy's limits count it. */
function coverageFace(quote: Quote): unknown {
  const { runs, units, variants } = coverageFor(quote) ?? {};
  const others = runs?.filter(({ quoteId }) => quoteId !== quote.id);
  const before = quote.approval?.policy && approvedOfText(quote, quote.request.at);
  return { runs: others, known: units, variants, before };
}

/** Leaves out the chapters: they follow from the text, whose hash is included, and a list may be long. */
function readingFace(reading: Quote["reading"]): unknown {
  if (reading.status !== "read") return reading;
  const { chapters: _, indexedNames: __, ...manuscript } = reading.manuscript;
  return { status: reading.status, manuscript };
}

/** The paid task that the card's metadata names: the first one still to be sent, else the newest. */
export function cardTask(quote: Quote): Task | undefined {
  const paid = paidTasks(quote);
  return (
    paid.find(({ state }) => state.status === "approved" || state.status === "sending") ??
    paid.at(-1)
  );
}

/**
 * Returns the other paid runs that the metadata names: all that may have spent credits. Runs under way
 * come first, newest first: if a card lacks room, ended runs are left out.
 */
export function otherCardTasks(quote: Quote): readonly Task[] {
  const first = cardTask(quote)?.key;
  const others = paidTasks(quote).filter((task) => isLive(task) && task.key !== first);
  const newest = others.toReversed();
  return [...newest.filter((task) => !hasEnded(task)), ...newest.filter(hasEnded)];
}

/** Progress is shown in steps, so that a long run does not use up Slack's budget for updates. */
export function shownProgress(progress: number): number {
  return Math.floor(Math.min(1, Math.max(0, progress)) * 20) / 20;
}

/** Minutes as people say them: 1, 2, … 10, then in fives, then in half hours. */
export function shownMinutesLeft(msLeft: number): number {
  const minutes = Math.max(1, Math.ceil(msLeft / 60_000));
  const grain = minutes <= 10 ? 1 : minutes <= 60 ? 5 : 30;
  return Math.ceil(minutes / grain) * grain;
}

function taskStatusDigest(task: Task): unknown {
  const { key, state } = task;
  if (state.status === "vanished") return { key, state: { ...state, lookedAt: undefined } };
  if (state.status === "failed") return { key, status: state.status, word: state.word };
  if (state.status === "completed" && placesToCheck(task) > 0) {
    return { key, state, places: placesToCheck(task) };
  }
  if (state.status !== "running") return { key, state, trouble: sendTrouble(task) };
  const { status, taskId, word, progress, msLeft, overdueSince, lackingSince } = state;
  return {
    key,
    status,
    taskId,
    word,
    progress: progress === undefined ? undefined : shownProgress(progress),
    minutes: msLeft === undefined ? undefined : shownMinutesLeft(msLeft),
    overdue: overdueSince !== undefined,
    lacking: lackingSince !== undefined,
  };
}
