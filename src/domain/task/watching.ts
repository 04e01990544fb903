import type { PartnerTask } from "../partner.ts";
import { expectedMsLeft } from "./polling.ts";
import { resultOf, stateOf } from "./sending.ts";
import type { Speeds } from "./speeds.ts";
import type { Task, TaskState } from "./task.ts";

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
  return isWatched(state) ? { ...task, state: nextState(task, state, found, look) } : task;
}

/**
 * Not in the contract: how an unknown task is answered. Asked 5 times over half an hour, then people are
 * told; it is still looked for, since a partner in trouble may know nothing for hours.
 */
export function notFound(task: Task, at: number): Task {
  const { state } = task;
  if (!isWatched(state)) return task;
  if (state.status !== "running") return { ...task, state: { ...state, lookedAt: at } };
  const missing = state.missing + 1;
  return missing >= missingLimit
    ? { ...task, state: { status: "vanished", taskId: state.taskId, at } }
    : { ...task, state: { ...state, missing, lookedAt: at } };
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
  if (state.status === "failed") return { ...state, lookedAt: at };
  if (found.outcome === "failed") {
    return { status: "failed", taskId, at, word: found.status, lookedAt: at };
  }
  if (state.status === "vanished") return stateOf({ ...found, outcome: "pending" }, at);
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

const missingLimit = 5;
const minute = 60_000;
const overdueMs = 24 * 60 * minute;
const unreadableMs = 10 * minute;
