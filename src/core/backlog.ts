import type { Notice } from "./notices.ts";
import { type Quote, findTask, paidTasks } from "./quote.ts";
import { strandedTasks } from "./reaching.ts";
import { type Step, isDue } from "./steps.ts";
import { type Attempt, type Task, endOf, isPaid } from "./task.ts";

/** Counts of the open quotes, and the age of the oldest unsaid notice. */
export type Backlog = {
  readonly quotes: number;
  /** Approved tasks that are not known to exist at the partner yet. */
  readonly sending: number;
  readonly running: number;
  /** Tasks that may or may not exist; an admin has to decide. */
  readonly unknown: number;
  /** Approved tasks that cannot be sent, because their card cannot be posted anywhere. */
  readonly stranded: number;
  /** Notices that were not posted yet. */
  readonly unsaid: number;
  /** The age of the oldest of these notices, ms; 0 for none. */
  readonly oldestUnsaidMs: number;
  /** Cards that differ from their record. */
  readonly staleCards: number;
};

export const emptyBacklog: Backlog = {
  quotes: 0,
  sending: 0,
  running: 0,
  unknown: 0,
  stranded: 0,
  unsaid: 0,
  oldestUnsaidMs: 0,
  staleCards: 0,
};

/** Adds a quote to the counts; `steps` are its due steps. */
export function countQuote(
  backlog: Backlog,
  quote: Quote,
  { steps, now }: { readonly steps: readonly Step[]; readonly now: number },
): Backlog {
  const paid = paidTasks(quote);
  const count = (...words: readonly Task["state"]["status"][]) =>
    paid.filter(({ state }) => words.includes(state.status)).length;
  const unsaid = quote.notices.filter(isUnsaid);
  const ages = unsaid.map((notice) => now - dueSince(quote, notice));
  const isStale = steps.some((step) => step.do === "show-card" && isDue(step, now));
  return {
    quotes: backlog.quotes + 1,
    sending: backlog.sending + count("approved", "sending"),
    running: backlog.running + count("running"),
    unknown: backlog.unknown + count("unknown"),
    stranded: backlog.stranded + strandedTasks(quote).length,
    unsaid: backlog.unsaid + unsaid.length,
    oldestUnsaidMs: Math.max(backlog.oldestUnsaidMs, ...ages),
    staleCards: backlog.staleCards + (isStale ? 1 : 0),
  };
}

export type EndedAttempt = {
  readonly kind: "paid" | "inquiry";
  readonly outcome: NonNullable<Attempt["outcome"]>;
};

/** Returns the attempts that a write closed; one that a dead process left is ambiguous. */
export function endedAttempts(before: Quote, after: Quote): readonly EndedAttempt[] {
  return after.tasks.flatMap((task) => {
    const closed = closedAttempts(findTask(before, task.key));
    const known = new Set(closed.map(({ startedAt }) => startedAt));
    return closedAttempts(task)
      .filter(({ startedAt }) => !known.has(startedAt))
      .map(({ outcome = "ambiguous" }) => ({
        kind: isPaid(task) ? "paid" : "inquiry",
        outcome,
      }));
  });
}

/** Returns how many cards and notices a write parked, because nobody could be reached. */
export function newlyParked(before: Quote, after: Quote): number {
  return Math.max(0, parkedIn(after) - parkedIn(before));
}

function closedAttempts(task: Task | undefined): readonly Attempt[] {
  const { attempts = [], state } = task ?? {};
  return attempts.filter(
    ({ outcome }, index) =>
      outcome !== undefined || index < attempts.length - 1 || state?.status !== "sending",
  );
}

function isUnsaid({ state }: Notice): boolean {
  return state.status === "due" || state.status === "saying";
}

function dueSince(quote: Quote, { about }: Notice): number {
  const { decision, request } = quote;
  const declinedAt = decision.status === "declined" ? decision.at : request.at;
  const task = "key" in about ? findTask(quote, about.key) : undefined;
  return task === undefined ? declinedAt : (endOf(task) ?? task.approval?.at ?? request.at);
}

function parkedIn({ card, notices }: Quote): number {
  const parked = notices.filter(({ state }) => state.status === "parked").length;
  return parked + (card.status === "parked" ? 1 : 0);
}
