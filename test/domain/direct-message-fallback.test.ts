import { describe, expect, test } from "vitest";

import { retryConversation, fallBackToDirectMessage } from "#domain/direct-message-fallback.ts";
import { addNotice } from "#domain/notices.ts";
import type { Quote } from "#domain/quote.ts";
import { hasWorkLeft } from "#domain/steps.ts";
import { isUnsent, unsendableTasks } from "#domain/translation/sending.ts";
import { settleUnknown } from "#domain/translation/transitions.ts";

import {
  aCard,
  aLanguageTask,
  aQuote,
  aSendingTask,
  aTask,
  completed,
  noon,
  setup,
  running,
} from "../builders.ts";

const task = aTask();

function undeliverable(changes: Partial<Quote> = {}): Quote {
  const quote = aQuote({
    card: aCard(),
    place: { ...aQuote().place, isClosed: true },
    tasks: [task],
    ...changes,
  });
  return fallBackToDirectMessage(quote, "user_disabled");
}

describe("an approved task whose card can be put up nowhere", () => {
  test("is told to the admins, once, and stays in sight", () => {
    const quote = undeliverable();

    expect(unsendableTasks(quote)).toEqual([task]);
    expect(quote.notices).toEqual([
      {
        id: `stranded.${task.key}`,
        about: { kind: "tell-admins", topic: "stranded", key: task.key },
        state: { status: "due" },
      },
    ]);
    expect(fallBackToDirectMessage(quote, "user_disabled").notices).toEqual(quote.notices);
    const told = quote.notices.map((notice) => ({
      ...notice,
      state: { status: "said" as const, ts: undefined },
    }));
    expect(hasWorkLeft({ ...quote, notices: told }, setup)).toBe(true);
  });

  test("is not one that only moved to the requester, or that ran or may have been sent", () => {
    expect(undeliverable({ place: aQuote().place }).notices).toEqual([]);
    expect(undeliverable({ tasks: [aTask({ state: running() })] }).notices).toEqual([]);
    expect(undeliverable({ tasks: [aSendingTask(["ambiguous"])] }).notices).toEqual([]);
    expect(undeliverable({ tasks: [aSendingTask([undefined])] }).notices).toEqual([]);
    expect(undeliverable({ tasks: [aSendingTask(["not-sent"])] }).notices).toHaveLength(1);
    expect(isUnsent(aSendingTask([], { sent: { reopenedAt: noon } }))).toBe(false);
    expect(isUnsent(aLanguageTask())).toBe(false);
  });

  test("goes on where the conversation is tried again, with what was still to be said", () => {
    const due = addNotice(
      aQuote({ card: aCard(), place: { ...aQuote().place, isClosed: true }, tasks: [task] }),
      {
        kind: "declined",
      },
    );

    const again = retryConversation(fallBackToDirectMessage(due, "user_disabled"));

    expect(again).toMatchObject({ place: { isClosed: undefined }, card: { status: "none" } });
    expect(again.notices[0]?.state).toEqual({ status: "due" });
    expect(unsendableTasks(again)).toEqual([]);
    expect(retryConversation(again)).toBe(again);
  });

  test("can be taken back, or tried again, by an admin", () => {
    const { key } = task;
    const back = settleUnknown(undeliverable(), {
      key,
      resolution: { kind: "take-back" },
      at: noon,
    });
    const again = settleUnknown(undeliverable(), {
      key,
      resolution: { kind: "try-again" },
      at: noon,
    });

    expect(back.outcome).toEqual({ status: "settled" });
    expect(back.quote.tasks[0]?.state).toEqual({
      status: "rejected",
      at: noon,
      reason: "cancelled",
    });
    expect(again.outcome).toEqual({ status: "settled" });
    expect(again.quote.card).toEqual({ status: "none" });
  });

  test("is not taken back once it has left", () => {
    const sent = undeliverable({ tasks: [{ ...task, state: completed() }] });
    const resolution = { kind: "take-back" } as const;

    expect(settleUnknown(sent, { key: task.key, resolution, at: noon })).toEqual({
      quote: sent,
      outcome: { status: "not-unknown" },
    });
  });
});

test("what the admins are still to be told is not undeliverable with the conversation", () => {
  const quote = addNotice(aQuote({ card: aCard(), place: { ...aQuote().place, isClosed: true } }), {
    kind: "tell-admins",
    topic: "unknown",
    key: "k",
  });

  expect(fallBackToDirectMessage(quote, "is_archived").notices[0]?.state).toEqual({
    status: "due",
  });
});
