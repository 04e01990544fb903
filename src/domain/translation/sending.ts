import { bringsText } from "#domain/delivery/delivery.ts";
import {
  BadRequestError,
  RequestAbortedError,
  IdempotencyConflictError,
  ManuscriptError,
  PaymentRequiredError,
  RateLimitedError,
  UnauthorizedError,
  UnreachableError,
} from "#domain/errors.ts";
import type { PartnerTask } from "#domain/partner.ts";
import { type Quote, paidTasks } from "#domain/quote.ts";
import { type Setup, isInFuture } from "#domain/settings/setup.ts";
import {
  type Attempt,
  type Rejection,
  type Task,
  type TaskState,
  isPaid,
  runningState,
} from "#domain/task.ts";

/**
 * The next step for an approved task that is not known to exist at the partner. `from` is when the
 * last attempt, or the last unclear one if there is any, began or ended, or when an admin had the run
 * sent again. Times in ms.
 */
export type NextSend = { readonly from: number } & (
  | {
      readonly status: "send";
      readonly at: number;
      /** The deadline, whatever delayed Galley; undefined for none. */
      readonly until: number | undefined;
    }
  | { readonly status: "give-up"; readonly at: number }
);

/**
 * Plans the next attempt. After an unclear answer it has the same key and bytes, and waits a quiet
 * time that grows. It must begin within a window after the first unclear attempt, or after an admin
 * had it sent again, because the contract does not say how long the partner remembers a key. After
 * that a person decides. A person also decides if our API key has changed: another account would be
 * charged again.
 */
export function nextSend(task: Task, textBytes: number, setup: Setup): NextSend {
  const limit = attemptLimitMs(textBytes, setup);
  const unclear = task.attempts.filter(isUnclear);
  const last = unclear.at(-1);
  const openedAt = task.sent?.reopenedAt ?? unclear[0]?.startedAt;
  const heldUntil = holdOff(task.attempts);
  if (openedAt === undefined) {
    return { status: "send", at: heldUntil, from: lastTime(task.attempts), until: undefined };
  }
  const quiet = setup.resendQuietMs * (quietFactors[unclear.length - 1] ?? lastQuietFactor);
  const lastEnd = last && (last.endedAt ?? last.startedAt + limit);
  const at = Math.max(lastEnd === undefined ? openedAt : lastEnd + quiet, heldUntil);
  const deadline = openedAt + setup.resendWindowMs;
  const isOtherAccount =
    last !== undefined && task.sent?.apiKeyFingerprint !== setup.apiKeyFingerprint;
  const from = Math.max(openedAt, lastTime(unclear));
  return at > deadline || isOtherAccount
    ? { status: "give-up", at: lastEnd ?? openedAt, from }
    : { status: "send", at, from, until: deadline };
}

/** Returns the longest life of one attempt: the time-out, and 1 s for each 256 kB of body. */
export function attemptLimitMs(textBytes: number, setup: Setup): number {
  return setup.partnerTimeoutMs + Math.ceil(textBytes / 262_144) * 1000;
}

/** The facts that an attempt begins with. */
export type Begun = Pick<NonNullable<Task["sent"]>, "apiKeyFingerprint" | "usageBefore"> &
  Pick<Attempt, "aheadMs"> & { readonly bodyDigest?: string | undefined };

/**
 * Begins an attempt. Once one may have reached the partner, the account's reading from before it is
 * kept, and every later body must be the same bytes: see `sendTask`.
 */
export function beginAttempt(task: Task, at: number, beginning: Begun = {}): Task {
  const { apiKeyFingerprint, aheadMs, usageBefore, bodyDigest } = beginning;
  const attempt: Attempt = {
    startedAt: at,
    aheadMs,
    endedAt: undefined,
    outcome: undefined,
    fault: undefined,
  };
  const { sent } = task;
  const first = maybeSent(task) ? sent : undefined;
  return {
    ...task,
    attempts: [...task.attempts, attempt],
    sent: {
      ...sent,
      apiKeyFingerprint,
      usageBefore: first === undefined ? usageBefore : first.usageBefore,
      bodySha256: first?.bodySha256 ?? bodyDigest,
    },
    state: { status: "sending" },
  };
}

/** True when an attempt may have reached the partner. */
export function maybeSent({ attempts, sent }: Task): boolean {
  return sent?.reopenedAt !== undefined || attempts.some(isSent);
}

/** True while the attempt begun at `startedAt` is the newest one and open: no other may be sent. */
export function isLatestAttempt(task: Task, startedAt: number): boolean {
  const latest = task.attempts.at(-1);
  return (
    task.state.status === "sending" &&
    latest?.startedAt === startedAt &&
    latest.outcome === undefined
  );
}

/**
 * Checks an attempt immediately before its last bytes are sent: it is still the newest one, and in
 * time.
 *
 * @throws RequestAbortedError
 */
export function checkLeaving(
  task: Task | undefined,
  { startedAt, isLate }: { readonly startedAt: number; readonly isLate: boolean },
): void {
  if (task === undefined || !isLatestAttempt(task, startedAt))
    throw new RequestAbortedError("superseded");
  if (isLate) throw new RequestAbortedError("too-late");
}

/** Records the partner's task. The first task of a key counts, whatever was thought before. */
export function concludeCreated(task: Task, made: PartnerTask, at: number): Task {
  if ("taskId" in task.state) return task;
  const next = closeAttempt(task, { outcome: "created", fault: undefined, at });
  // The result itself is looked for at the first look.
  const isToBeSeen = bringsText(task) || lacksTerms(task, made);
  const isOver = made.outcome !== "completed" || !isToBeSeen;
  return { ...next, state: stateOf(isOver ? made : { ...made, outcome: "pending" }, at) };
}

/** Not in the contract: terms that are not inline, in an answer that calls the task completed. */
export function lacksTerms({ kind }: Task, { terms }: PartnerTask): boolean {
  return kind === "glossary" && terms === undefined;
}

/** Closes the latest attempt with exactly what its failure proves. */
export function concludeFault(task: Task, fault: unknown, at: number): Task {
  const unclearBefore =
    task.sent?.reopenedAt !== undefined || task.attempts.slice(0, -1).some(isUnclear);
  const name = fault instanceof Error ? fault.name : "unknown";
  const close = (outcome: Attempt["outcome"], state: TaskState = { status: "sending" }): Task => ({
    ...closeAttempt(task, { outcome, fault: name, at }),
    state,
  });
  const reason = rejectionBy(fault);
  const why = fault instanceof BadRequestError ? fault.reason : undefined;
  const rejected: TaskState | undefined = reason && { status: "rejected", at, reason, why };
  // Contract, Errors 429: no attempt. Nor is a request to a partner that was never reached.
  if (fault instanceof RateLimitedError || fault instanceof UnreachableError)
    return close("not-sent");
  // The partner did nothing with our cut request; an unclear one before it may have created a task.
  if (fault instanceof RequestAbortedError) {
    return close("not-sent", rejected && unclearBefore ? unknownState(at, name) : rejected);
  }
  // The approver of a run is told of a refused key; an inquiry just waits, and so does a repetition.
  const isTold = isPaid(task) && !unclearBefore;
  if (fault instanceof UnauthorizedError && !isTold) return close("not-sent");
  // After an unclear attempt no refusal proves anything: the first attempt may hold the credits.
  if (unclearBefore) return close("ambiguous");
  if (rejected !== undefined) return close("rejected", rejected);
  // A conflict on a first attempt means that somebody else used our key: the attempt has ended, and
  // the run is unknown, so a person decides.
  return fault instanceof IdempotencyConflictError
    ? close("rejected", unknownState(at, name))
    : close("ambiguous");
}

/** Returns what a fault means for a run of which nothing was sent before; undefined: not refused. */
function rejectionBy(fault: unknown): Rejection | undefined {
  if (fault instanceof BadRequestError) return "bad-request";
  if (fault instanceof PaymentRequiredError) return "short-of-credits";
  if (fault instanceof UnauthorizedError) return "unauthorized";
  if (!(fault instanceof RequestAbortedError)) return undefined;
  if (fault.why === "text-changed" || fault.why === "terms-gone") return fault.why;
  // A file that was lost will not come back; an interrupted download is tried again.
  const { why, cause } = fault;
  const isLost = cause instanceof ManuscriptError && cause.reason !== "interrupted";
  return why === "not-readable" && isLost ? "file-gone" : undefined;
}

/** Leaves the outcome to a person: the window over an unclear attempt has closed. */
export function giveUp(task: Task, at: number, fault = faultOf(task, at)): Task {
  return task.state.status === "sending" ? { ...task, state: unknownState(at, fault) } : task;
}

function faultOf({ attempts }: Task, at: number): string {
  const isUndated = isInFuture(lastTime(attempts.filter(isUnclear)), at);
  return isUndated ? clockFault : (attempts.at(-1)?.fault ?? "no answer");
}

/** Our clock was, or may have been, ahead when it dated an unclear attempt. */
export const clockFault = "ClockWasAhead";

/**
 * True when the window over the first unclear attempt is closed by the partner's clock. Ours may
 * have been set in between, or be another replica's. False when the partner's is not known.
 */
export function isWindowClosedAtPartner(
  task: Task,
  now: Pick<Attempt, "startedAt" | "aheadMs">,
  { resendWindowMs }: Setup,
): boolean {
  const first = task.attempts.find(isUnclear);
  if (first?.aheadMs === undefined || now.aheadMs === undefined) return false;
  const theirs = (moment: Attempt | typeof now) => moment.startedAt - (moment.aheadMs ?? 0);
  return theirs(now) - theirs(first) > resendWindowMs;
}

function lastTime(attempts: readonly Attempt[]): number {
  return Math.max(0, ...attempts.map(({ startedAt, endedAt = startedAt }) => endedAt));
}

/** True for an attempt that ended unclear, or that a dead process left open. */
function isUnclear(attempt: Attempt): boolean {
  return attempt.outcome === "ambiguous" || attempt.outcome === undefined;
}

/** Returns why a send takes long: an answer was unclear, or nothing has reached the partner. */
export function sendTrouble(task: Task): "unclear" | "unreachable" | undefined {
  if (task.state.status !== "sending") return undefined;
  // The open attempt proves nothing yet: without it, the card does not change with each attempt.
  const isOpen = task.attempts.at(-1)?.outcome === undefined;
  const pastAttempts = isOpen ? task.attempts.slice(0, -1) : task.attempts;
  if (pastAttempts.length === 0) return undefined;
  const mayExist = task.sent?.reopenedAt !== undefined || pastAttempts.some(isUnclear);
  return mayExist ? "unclear" : "unreachable";
}

/** True for an approved run of which nothing has reached the partner: it can be undone. */
export function isUnsent(task: Task): boolean {
  const { status } = task.state;
  const isWaiting = status === "approved" || status === "sending";
  return isPaid(task) && isWaiting && !maybeSent(task);
}

/** True when the card offers to undo the approval; the click itself decides. */
export function seemsUnsent(task: Task): boolean {
  return isUnsent(task) || sendTrouble(task) === "unreachable";
}

/** Contract, POST /tasks, Response: light actions may come back completed at once. */
export function stateOf(made: PartnerTask, at: number): TaskState {
  const { taskId, outcome } = made;
  switch (outcome) {
    case "completed":
      return { status: "completed", taskId, since: at, endedAt: at, result: resultOf(made) };
    case "failed":
      return { status: "failed", taskId, at, word: made.status, lookedAt: at };
    case "pending":
    case "unrecognised":
      return runningState({
        taskId,
        since: at,
        lookedAt: at,
        word: made.status,
        progress: made.progress,
      });
  }
}

export function resultOf(partnerTask: PartnerTask) {
  return {
    charged: partnerTask.chargedCredits,
    estimatedCredits: partnerTask.estimatedCredits,
    estimatedTokens: partnerTask.estimatedTokens,
    sourceLang: partnerTask.sourceLang,
    terms: partnerTask.terms,
    ...(partnerTask.gaps !== undefined && { gaps: partnerTask.gaps }),
  };
}

function unknownState(since: number, fault: string): TaskState {
  return { status: "unknown", since, fault };
}

type Closing = {
  readonly outcome: Attempt["outcome"];
  readonly fault: Attempt["fault"];
  readonly at: number;
};

function closeAttempt(task: Task, { outcome, fault, at }: Closing): Task {
  const earlier = task.attempts.slice(0, -1);
  const latest = task.attempts.at(-1);
  if (latest === undefined) return task;
  const attempts = [...earlier, { ...latest, endedAt: at, outcome, fault }];
  return { ...task, attempts: forgetOldMisses(attempts) };
}

/** Drops old misses: a partner that is unreachable for hours must not make the record grow. */
function forgetOldMisses(attempts: readonly Attempt[]): readonly Attempt[] {
  const misses = attempts.filter(({ outcome }) => outcome === "not-sent");
  const recentMisses = new Set(misses.slice(-keptMisses));
  return attempts.filter((attempt) => attempt.outcome !== "not-sent" || recentMisses.has(attempt));
}

/** Returns until when to wait: 2, 4, 8 … 64 s after sends that never left. */
function holdOff(attempts: readonly Attempt[]): number {
  const misses = attempts.length - 1 - attempts.findLastIndex(isSent);
  const lastEnd = attempts.at(-1)?.endedAt;
  return misses === 0 || lastEnd === undefined ? 0 : lastEnd + 1000 * 2 ** misses;
}

function isSent(attempt: Attempt): boolean {
  return attempt.outcome !== "not-sent";
}

const quietFactors = [1, 3];
const lastQuietFactor = 5;
const keptMisses = 6;

/** Returns approved, unsent tasks whose card, which must name them first, cannot be posted. */
export function unsendableTasks(quote: Quote): readonly Task[] {
  return quote.card.status === "undeliverable" ? paidTasks(quote).filter(isUnsent) : [];
}
