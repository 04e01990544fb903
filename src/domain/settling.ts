import { settleTask } from "./consequences.ts";
import type { Decided } from "./decisions.ts";
import { type Quote, findTask } from "./quote.ts";
import type { Task, TaskState } from "./task.ts";

/** The three ways on when nobody knows whether a task was created. */
export type WayOn =
  | { readonly way: "task-id"; readonly taskId: string; readonly word: string }
  | { readonly way: "not-created" }
  | { readonly way: "send-again" };

export type SettleOutcome =
  | { readonly status: "settled"; readonly way: WayOn["way"] }
  | { readonly status: "not-unknown" };

/** A person has looked into an unknown outcome and says how it goes on. Never decided by the desk itself. */
export function settleUnknown(
  quote: Quote,
  { key, way, at }: { readonly key: string; readonly way: WayOn; readonly at: number },
): Decided<SettleOutcome> {
  if (findTask(quote, key)?.state.status !== "unknown") {
    return { quote, outcome: { status: "not-unknown" } };
  }
  return {
    quote: settleTask(quote, key, (task) => wentOn(task, way, at)),
    outcome: { status: "settled", way: way.way },
  };
}

function wentOn(task: Task, way: WayOn, at: number): Task {
  switch (way.way) {
    case "task-id":
      return { ...task, state: found(way.taskId, way.word, at) };
    case "not-created":
      return { ...task, state: { status: "rejected", at, reason: "not-created" } };
    case "send-again":
      // Same key, same bytes. Whatever is refused from now on proves nothing about the earlier attempts.
      return { ...task, attempts: [], reopenedAt: at, state: { status: "sending" } };
  }
}

function found(taskId: string, word: string, at: number): TaskState {
  return {
    status: "running",
    taskId,
    since: at,
    lookedAt: 0,
    word,
    progress: undefined,
    msLeft: undefined,
    overdueSince: undefined,
    missing: 0,
  };
}
