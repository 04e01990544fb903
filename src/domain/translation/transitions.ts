import { bringsText, wantFile } from "#domain/delivery/delivery.ts";
import { retryConversation } from "#domain/direct-message-fallback.ts";
import { withInquiries } from "#domain/estimate/inquiries.ts";
import { delayOf } from "#domain/lateness.ts";
import { type AdminTopic, type NoticeState, addNotice, possiblyPosted } from "#domain/notices.ts";
import {
  type Decided,
  type Quote,
  successorsOf,
  changeTask,
  findTask,
  withReserved,
} from "#domain/quote.ts";
import type { DeliveryWay } from "#domain/settings/settings.ts";
import {
  type Task,
  hasEnded,
  isInquiry,
  isLive,
  isShort,
  partOf,
  runningState,
} from "#domain/task.ts";

import { isResultLate } from "./polling.ts";
import { isUnsent } from "./sending.ts";

/** Three ways on from an unknown outcome, and two for a run that could not be sent. */
export type Resolution =
  | { readonly kind: "task-id"; readonly taskId: string; readonly word: string }
  | { readonly kind: "not-created" | "send-again" | "try-again" | "take-back" };

export type SettleOutcome = { readonly status: "settled" | "not-unknown" };

/** Applies an admin's decision, which Galley never makes itself: see `Resolution`. */
export function settleUnknown(
  quote: Quote,
  {
    key,
    resolution,
    at,
  }: { readonly key: string; readonly resolution: Resolution; readonly at: number },
): Decided<SettleOutcome> {
  const task = findTask(quote, key);
  const isForStranded = resolution.kind === "try-again" || resolution.kind === "take-back";
  const isOpen =
    task !== undefined && (isForStranded ? isUnsent(task) : task.state.status === "unknown");
  if (!isOpen) return { quote, outcome: { status: "not-unknown" } };
  const next = changeFor(resolution, at);
  const settled =
    next === undefined
      ? retryConversation(quote)
      : moveTask(quote, key, (now) => ({ ...now, ...next(now) }));
  return { quote: settled, outcome: { status: "settled" } };
}

/** Returns undefined for a run that is only tried again. */
function changeFor(
  resolution: Resolution,
  at: number,
): ((task: Task) => Partial<Task>) | undefined {
  switch (resolution.kind) {
    case "task-id":
      return () => ({ state: runningState({ ...resolution, since: at, lookedAt: 0 }) });
    case "not-created":
      return () => ({ state: { status: "rejected", at, reason: "not-created" } });
    case "take-back":
      return () => ({ state: { status: "rejected", at, reason: "cancelled" } });
    case "send-again":
      // Same key, same bytes. A refusal from now on proves nothing about the earlier attempts.
      return ({ sent }) => ({
        attempts: [],
        sent: { ...sent, reopenedAt: at },
        state: { status: "sending" },
      });
    case "try-again":
      return undefined;
  }
}

/**
 * Changes one task and updates its quote: the detected language, the next inquiry, and the notices
 * that are due. Result and notices are one write, so neither can get lost.
 *
 * @param way how the conversation wants its results
 */
export function moveTask(
  quote: Quote,
  key: string,
  next: (task: Task) => Task,
  way: DeliveryWay = "link",
): Quote {
  const before = findTask(quote, key);
  const result = changeTask(quote, key, next);
  const task = findTask(result, key);
  if (before === undefined || task === undefined) return quote;
  if (isInquiry(task)) return withInquiries(learnLanguage(result, task));
  if (isResultLate(task.state)) {
    return addNotice(announce(result, task), adminsOn("no-result", key));
  }
  return hasEnded(task) && task.state.status !== before.state.status
    ? tellAdmins(planDelivery(announce(invalidateBalance(result, task), task), task, way), task)
    : tellDelay(result, task);
}

/** Tells the conversation of a delay, once for each reason. */
function tellDelay(quote: Quote, task: Task): Quote {
  const why = delayOf(quote, task);
  return why === undefined ? quote : addNotice(quote, { kind: "delayed", key: task.key, why });
}

function tellAdmins(quote: Quote, task: Task): Quote {
  const { key, price, sent, state } = task;
  if (isShort(task)) return addNotice(quote, adminsOn("short", key));
  if (state.status === "unknown") {
    return addNotice(quote, adminsOn("unknown", key, sent?.reopenedAt));
  }
  if (state.status !== "completed") return quote;
  const { charged = 0 } = state.result;
  const withOvercharge = charged > price ? addNotice(quote, adminsOn("overcharged", key)) : quote;
  return successorsOf(quote, task.key).length > 0
    ? addNotice(withOvercharge, adminsOn("charged-twice", key))
    : withOvercharge;
}

/** Tells the admins of what the partner may charge beside a run: other runs, or a second task. */
export function tellOfOthers(
  quote: Quote,
  key: string,
  others: { readonly elsewhere: readonly string[] } | { readonly second: string },
): Quote {
  return addNotice(quote, { ...adminsOn("charged-twice", key), ...others });
}

function adminsOn(topic: AdminTopic, key: string, reopenedAt?: number) {
  return { kind: "tell-admins", topic, key, reopenedAt } as const;
}

/**
 * Forgets the balance, so that it is read again: a 402 proves it wrong, and after some chapters it
 * limits the rest. Any other refusal releases its credits.
 */
function invalidateBalance(quote: Quote, task: Task): Quote {
  if (isShort(task) || partOf(task) !== undefined) return { ...quote, balance: undefined };
  return isLive(task) ? quote : { ...quote, balance: withReserved(quote.balance, -task.price) };
}

/** Plans the delivery; a run restored from its card may be posted already. */
function planDelivery(quote: Quote, task: Task, way: DeliveryWay): Quote {
  const isFresh = task.state.status === "completed" && task.sent?.isFromCard !== true;
  if (!isFresh || !bringsText(task)) return quote;
  // A preview is not compared: people read it anyway.
  const comparison = task.kind === "preview" ? undefined : ("due" as const);
  const planned = changeTask(quote, task.key, (now) => ({ ...now, delivery: { way, comparison } }));
  return way === "link" ? planned : wantFile(planned, task.key, false);
}

function learnLanguage(quote: Quote, task: Task): Quote {
  const language =
    task.kind === "language" && task.state.status === "completed"
      ? task.state.result.sourceLang
      : undefined;
  return language === undefined ? quote : { ...quote, language };
}

function announce(quote: Quote, task: Task): Quote {
  const { key } = task;
  const isTold = quote.notices.some(
    ({ about, state }) => about.kind === "outcome" && about.key === key && state.status !== "due",
  );
  // Notices from before the ledger was lost are searched for, and not posted twice.
  const first: NoticeState = task.sent?.isFromCard === true ? possiblyPosted : { status: "due" };
  // The notice of an earlier failure has no button for the result.
  const isLate = isTold && task.state.status === "completed";
  return addNotice(quote, { kind: isLate ? "late-result" : "outcome", key }, first);
}
