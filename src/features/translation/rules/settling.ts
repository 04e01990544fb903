import { type Quote, findTask } from "../../../core/quote.ts";
import { reachAgain } from "../../../core/reaching.ts";
import type { Task, TaskState } from "../../../core/task.ts";
import type { Decided } from "../../approval/rules/decisions.ts";
import { hasNotLeft } from "./send-trouble.ts";
import { settleTask } from "./task-transitions.ts";

/** The three ways on when nobody knows whether a task was created, and two when it could not be sent. */
export type WayOn =
  | { readonly way: "task-id"; readonly taskId: string; readonly word: string }
  | { readonly way: "not-created" }
  | { readonly way: "send-again" }
  | StrandedWay;

type StrandedWay = { readonly way: "try-again" } | { readonly way: "take-back" };

export type SettleOutcome =
  | { readonly status: "settled"; readonly way: WayOn["way"] }
  | { readonly status: "not-unknown" };

/** A person has looked into an unknown outcome and says how it goes on. Never decided by the desk itself. */
export function settleUnknown(
  quote: Quote,
  { key, way, at }: { readonly key: string; readonly way: WayOn; readonly at: number },
): Decided<SettleOutcome> {
  const task = findTask(quote, key);
  const isStranded = way.way === "try-again" || way.way === "take-back";
  const isOpen =
    task !== undefined && (isStranded ? hasNotLeft(task) : task.state.status === "unknown");
  if (!isOpen) return { quote, outcome: { status: "not-unknown" } };
  return {
    quote: isStranded
      ? unstranded(quote, { key, way, at })
      : settleTask(quote, key, (now) => wentOn(now, way, at)),
    outcome: { status: "settled", way: way.way },
  };
}

function unstranded(
  quote: Quote,
  { key, way, at }: { readonly key: string; readonly way: StrandedWay; readonly at: number },
): Quote {
  if (way.way === "try-again") return reachAgain(quote);
  return settleTask(quote, key, (task) => ({
    ...task,
    state: { status: "rejected", at, reason: "cancelled" },
  }));
}

function wentOn(task: Task, way: Exclude<WayOn, StrandedWay>, at: number): Task {
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
