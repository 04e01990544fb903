import { autoOffer } from "#domain/approval/approving.ts";
import { awaitsReminder } from "#domain/approval/reminding.ts";
import { awaitsComparing } from "#domain/delivery/compare.ts";
import { cardDigest, cardTask } from "#domain/estimate/card-digest.ts";
import { awaitsTerms, unkeptTerms } from "#domain/glossary/quote-terms.ts";
import { newCountOf } from "#domain/intake/batch.ts";
import { type Setup, type Wait, after, atOnce, isInFuture } from "#domain/settings/setup.ts";
import { type Watched, doubtfulLookAt } from "#domain/translation/polling.ts";
import { nextSend, unsendableTasks } from "#domain/translation/sending.ts";

import { awaitsCoverage } from "./coverage.ts";
import { type NoticeStep, dueNotices, slackLagMs } from "./notice-table.ts";
import { isPriced, isInTargetLanguage } from "./offer.ts";
import { type Quote, hasTranslation, manuscriptOf, measuredOf, paidTasks } from "./quote.ts";
import { type Task, charactersOf, isPaid, partnerActions, unrecordedEnd } from "./task.ts";

/**
 * One due step of a quote, with its earliest time (ms; 0 means at once). `from` is the recorded
 * time that the wait counts from.
 */
export type Step = {
  readonly at: number;
  readonly from?: number | undefined;
  /** Whose turn it takes; undefined for none. */
  readonly owner?: { readonly person: string; readonly channel: string };
} & (
  | { readonly kind: PlainStep }
  | { readonly kind: StepOfTask; readonly key: string }
  | {
      readonly kind: "send";
      readonly key: string;
      readonly paid: boolean;
      readonly until: number | undefined;
      /** The requester of the card that an inquiry is for. */
      readonly requester?: string;
    }
  | ({ readonly kind: "poll"; readonly key: string } & Poll)
  | NoticeStep
);

type PlainStep =
  | "read"
  | "show-card"
  | "expire"
  | "remind"
  | "approve-by-policy"
  | "balance"
  | "tell-batch-total"
  | "look-at-coverage"
  | "look-at-terms";

type StepOfTask =
  /** Measures length and hash of a slice before it is sent. */
  | "measure"
  | "give-up"
  | "read-usage-after"
  /** In place of the send of an inquiry that is not to be sent: see `withInquiryDecisions`. */
  | "weigh-inquiry"
  | AfterRun;

/** `record-charge` records the end in the account. */
type AfterRun = "record-charge" | "keep-terms" | "compare";

/** `policy`: the polling policy picks it; a `timed` look has a time of its own. */
type Poll = Watched & { readonly pace: "policy" | "timed" };

/** The kind of partner request that a step makes, if any; `soon`: a person waits for it. */
export const partnerRequests: {
  readonly [Do in Step["kind"]]?: "soon" | "send" | "account" | "fetch" | "look";
} = {
  send: "send",
  poll: "look",
  "read-usage-after": "soon",
  "approve-by-policy": "soon",
  "say-with-text": "soon",
  balance: "account",
  "record-charge": "account",
  "post-file": "fetch",
  compare: "fetch",
};

/**
 * Returns all due steps of a quote, in the order of its protocol. They are derived from the record
 * alone, so a restart, another replica or a second worker continues at the same place.
 */
export function stepsOf(quote: Quote, setup: Setup): readonly Step[] {
  // The balance is asked while the file is read.
  if (quote.reading.status === "due") return [{ kind: "read", at: 0 }, ...balanceStep(quote)];
  const totals =
    newCountOf(quote, setup) === undefined ? [] : [{ kind: "tell-batch-total", at: 0 } as const];
  if (quote.reading.status === "refused") {
    const isShown = quote.card.status === "posted";
    return [...(isShown ? cardSteps(quote, setup) : []), ...dueNotices(quote, setup), ...totals];
  }
  if (quote.reading.status === "doubtful") {
    return [...cardSteps(quote, setup), ...dueNotices(quote, setup), ...expiry(quote)];
  }
  return [
    // This comes before the card, because the card's offer depends on it.
    ...(awaitsCoverage(quote) ? [{ kind: "look-at-coverage", at: 0 } as const] : []),
    ...cardSteps(quote, setup),
    ...dueNotices(quote, setup),
    ...totals,
    ...(awaitsTerms(quote) ? [{ kind: "look-at-terms", at: 0 } as const] : []),
    ...undecidedSteps(quote, setup),
    ...quote.tasks.flatMap((task) => taskSteps(quote, task, setup)),
  ];
}

/** Names a step among those of its quote. */
export function stepName(step: Step): string {
  if ("key" in step) return `${step.kind} ${step.key}`;
  return "notice" in step ? `${step.kind} ${step.notice}` : step.kind;
}

/** True from the step's time on; for a send, only while its window is open. */
export function isDue(step: Step, now: number): boolean {
  const isOver = step.kind === "send" && step.until !== undefined && now > step.until;
  return dueAt(step, now) <= now && !isOver;
}

/**
 * Returns when a step is due, in ms, by the current clock. A wait that counts from the future is
 * over. But an unclear send from the future is never repeated, because the age of its window is
 * unknown.
 */
export function dueAt(step: Step, now: number): number {
  const { at, from = 0 } = step;
  if (!isInFuture(from, now)) return at;
  return step.kind === "send" && step.until !== undefined ? Infinity : 0;
}

/** True when a step is left or an admin has to decide: neither may be forgotten at a restart. */
export function hasWorkLeft(quote: Quote, setup: Setup): boolean {
  const isUnsettled = quote.tasks.some((task) => isPaid(task) && task.state.status === "unknown");
  return isUnsettled || unsendableTasks(quote).length > 0 || stepsOf(quote, setup).length > 0;
}

function cardSteps(quote: Quote, setup: Setup): readonly Step[] {
  const { card } = quote;
  switch (card.status) {
    case "none":
      return [{ kind: "show-card", ...postableFrom(quote) }];
    case "posting":
      return [{ kind: "show-card", ...after(card.since, slackLagMs(setup)) }];
    case "posted":
      return card.face === cardDigest(quote) ? [] : [{ kind: "show-card", at: 0 }];
    case "undeliverable":
      return [];
  }
}

/**
 * Lets the post wait a little for its price, because an update notifies nobody. After an approval
 * it does not wait: nothing is sent before the card names it.
 */
function postableFrom(quote: Quote): Wait {
  const isOpen = quote.reading.status === "read" && quote.decision.status === "open";
  const isTold = isInTargetLanguage(quote) || isPriced(quote) || paidTasks(quote).length > 0;
  return isOpen && !isTold ? after(quote.request.at, cardPatienceMs) : atOnce;
}

function undecidedSteps(quote: Quote, setup: Setup): readonly Step[] {
  if (quote.decision.status !== "open") return [];
  return [
    ...balanceStep(quote),
    ...(autoOffer(quote, setup) === undefined
      ? []
      : [{ kind: "approve-by-policy", at: 0 } as const]),
    ...(awaitsReminder(quote)
      ? [{ kind: "remind", at: quote.approval?.remindAt ?? 0 } as const]
      : []),
    ...expiry(quote),
  ];
}

/** The credits of an ended run are released first, or the balance would still count them as promised. */
function balanceStep({ balance, decision, tasks }: Quote): readonly Step[] {
  const isWanted = balance === undefined && decision.status === "open" && tasks.every(isRecorded);
  return isWanted ? [{ kind: "balance", at: 0 }] : [];
}

function expiry(quote: Quote): readonly Step[] {
  const isOver = quote.decision.status !== "open" || hasTranslation(quote);
  return isOver ? [] : [{ kind: "expire", at: quote.expiresAt }];
}

const cardPatienceMs = 1000;

function isRecorded(task: Task): boolean {
  return unrecordedEnd(task) === undefined;
}

function taskSteps(quote: Quote, task: Task, setup: Setup): readonly Step[] {
  const { key } = task;
  const followUps = afterRun(task).map((step): Step => ({ kind: step, key, at: 0 }));
  return [...followUps, ...runSteps(quote, task, setup)];
}

function afterRun(task: Task): readonly AfterRun[] {
  return [
    ...(isRecorded(task) ? [] : ["record-charge" as const]),
    ...(unkeptTerms(task) === undefined ? [] : ["keep-terms" as const]),
    ...(awaitsComparing(task) ? ["compare" as const] : []),
  ];
}

function runSteps(quote: Quote, task: Task, setup: Setup): readonly Step[] {
  const { state, key } = task;
  if (!isPaid(task) && quote.decision.status !== "open") return [];
  switch (state.status) {
    case "approved":
    case "sending":
      return sendSteps(quote, task, setup);
    case "running": {
      const watched = watchedOf(quote, task, state);
      const isDoubtful = state.missing > 0 || state.lackingSince !== undefined;
      if (isDoubtful) return timedLook(key, watched, doubtfulLookAt(state, setup.pollMaxMs));
      const next = after(state.lookedAt, setup.pollMinMs);
      return [{ kind: "poll", key, ...next, ...watched, pace: "policy" }];
    }
    case "failed":
    case "vanished": {
      // Nobody waits for an inquiry: our own count is used, and its answer is not worth a request.
      if (!isPaid(task)) return [];
      const look = { since: state.at, lookedAt: state.lookedAt ?? state.at, progress: undefined };
      return timedLook(key, watchedOf(quote, task, look), doubtfulLookAt(state, setup.pollMaxMs));
    }
    case "unknown":
      return isPaid(task) && state.usageAfter === undefined
        ? [{ kind: "read-usage-after", key, ...after(state.since, 0) }]
        : [];
    case "completed":
    case "rejected":
      return [];
  }
}

function sendSteps(quote: Quote, task: Task, setup: Setup): readonly Step[] {
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined) return [];
  const { key } = task;
  if (measuredOf(manuscript, task) === undefined) return [{ kind: "measure", key, at: 0 }];
  const next = nextSend(task, manuscript.textBytes, setup);
  const { at, from } = next;
  if (next.status === "give-up") return [{ kind: "give-up", key, at, from }];
  const { until } = next;
  const paid = isPaid(task);
  const send: Step = {
    kind: "send",
    key,
    paid,
    at,
    from,
    until,
    ...(!paid && { requester: quote.request.by }),
  };
  return [
    // An inquiry goes beside the card, never before it.
    ...((paid ? isOnCard(quote, task) : quote.card.status === "posted") ? [send] : []),
    // The window closes whatever keeps Galley from sending: a stop, a pause, a lost card.
    ...(until === undefined
      ? []
      : [{ kind: "give-up", key, from, at: Math.max(at, until + 1) } as const]),
  ];
}

/** No paid POST goes out before the card, the second durable copy, names its key, and still would. */
export function isOnCard(quote: Quote, task: Task): boolean {
  return (
    quote.card.status === "posted" &&
    quote.card.key === task.key &&
    cardTask(quote)?.key === task.key
  );
}

function timedLook(key: string, watched: Watched, at: number | undefined): readonly Step[] {
  if (at === undefined) return [];
  return [{ kind: "poll", key, at, from: watched.lookedAt, ...watched, pace: "timed" }];
}

function watchedOf(
  quote: Quote,
  { kind, slice }: Task,
  { since, lookedAt, progress }: Omit<Watched, "action" | "characters">,
): Watched {
  const characters = charactersOf(slice, manuscriptOf(quote)?.characters ?? 0);
  return { action: partnerActions[kind], since, lookedAt, progress, characters };
}
