import type { DeskRules } from "../../../core/desk-rules.ts";
import type { PartnerTask } from "../../../core/partner.ts";
import type { Task, TaskState } from "../../../core/task.ts";
import { expectedMsLeft } from "./polling.ts";
import { resultOf, stateOf } from "./sending.ts";
import type { Speeds } from "./speeds.ts";

/** What a look at the partner says of a task that is known to exist there. Times in ms. */
export type Look = {
  readonly at: number;
  /** Code points that the task works on. */
  readonly characters: number;
  readonly speeds?: Speeds | undefined;
};

/** Only `completed` is success; a word that we do not know means "still running". Contract, States. */
export function seen(task: Task, found: PartnerTask, look: Look): Task {
  const { state } = task;
  if (!isWatched(state)) return task;
  return { ...task, state: nextState(task, dated(state, look.at), found, look) };
}

/** What a clock that was ahead has noted began now at the latest. */
function dated<S extends Seen>(state: S, at: number): S {
  return state.status === "running"
    ? { ...state, since: Math.min(state.since, at) }
    : { ...state, at: Math.min(state.at, at) };
}

/**
 * When a run that failed or is gone, or that the partner did not know at the last look, is looked at next;
 * undefined: never again. A look that came late is not made up for.
 */
export function doubtfulLookAt(
  state: Seen,
  { pollMaxMs }: Pick<DeskRules, "pollMaxMs">,
): number | undefined {
  if (state.status === "running") {
    return state.lookedAt + ([pollMaxMs, ...missingWaitsMs][state.missing - 1] ?? pollMaxMs);
  }
  const { at, lookedAt = at } = state;
  const early = state.status === "failed" ? failedLooksMs : [];
  const next = early.map((ms) => at + ms).find((look) => look > lookedAt) ?? lookedAt + hour;
  return next > at + 24 * hour ? undefined : next;
}

/**
 * Not in the contract: how an unknown task is answered. Asked 5 times over half an hour, then people are
 * told; it is still looked for, since a partner in trouble may know nothing for hours.
 */
export function notFound(task: Task, at: number): Task {
  const { state } = task;
  if (!isWatched(state)) return task;
  if (state.status !== "running") return { ...task, state: { ...dated(state, at), lookedAt: at } };
  const missing = state.missing + 1;
  return missing >= missingLimit
    ? { ...task, state: { status: "vanished", taskId: state.taskId, at } }
    : { ...task, state: { ...dated(state, at), missing, lookedAt: at } };
}

/** A look at it may change how it stands. */
export function isWatched(state: TaskState): state is Seen {
  return ["running", "failed", "vanished"].includes(state.status);
}

type Seen = Extract<TaskState, { status: "running" | "failed" | "vanished" }>;

function nextState(task: Task, state: Seen, found: PartnerTask, look: Look): TaskState {
  const { taskId } = state;
  const since = state.status === "running" ? state.since : state.at;
  const { at } = look;
  if (found.outcome === "completed" && !isUnreadable(task, found, at - since)) {
    return { status: "completed", taskId, since, endedAt: at, result: resultOf(found) };
  }
  if (found.outcome === "failed") {
    return state.status === "failed"
      ? { ...state, lookedAt: at }
      : { status: "failed", taskId, at, word: found.status, lookedAt: at };
  }
  if (state.status !== "running") return stateOf({ ...found, outcome: "pending" }, at);
  const progress = found.progress ?? state.progress;
  const { action } = task;
  const watched = { action, since, lookedAt: at, progress, characters: look.characters };
  return {
    ...state,
    lookedAt: at,
    word: found.status,
    progress,
    msLeft: expectedMsLeft(watched, at, look.speeds),
    overdueSince: state.overdueSince ?? (at - since > overdueMs ? at : undefined),
    missing: 0,
  };
}

/** Completed, but without the terms that it was asked for: looked at again for a while. */
function isUnreadable(task: Task, found: PartnerTask, age: number): boolean {
  return task.action === "glossary_extraction" && found.terms === undefined && age < unreadableMs;
}

const minute = 60_000;
const hour = 60 * minute;
/** After the first look in vain the next comes as soon as any other: it may have been a slip. */
const missingWaitsMs = [5 * minute, 10 * minute, 15 * minute];
const missingLimit = 5;
/** From the failure on; then hourly. The word may have been wrong, and most such slips are short. */
const failedLooksMs = [minute, 5 * minute, 15 * minute, hour];
const overdueMs = 24 * hour;
const unreadableMs = 10 * minute;
