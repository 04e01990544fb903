import { describe, expect, test } from "vitest";

import { type WayOn, settleUnknown } from "../../../src/features/translation/rules/transitions.ts";
import { aQuote, aTask, noon, unknown } from "../../builders.ts";

test("a task that is not in doubt any more cannot be settled a second time", () => {
  const task = aTask({ state: unknown });
  const key = task.key;
  const way = { way: "not-created" } as const;
  const { quote } = settleUnknown(aQuote({ tasks: [task] }), { key, way, at: noon });

  const again = settleUnknown(quote, { key, way: { way: "send-again" }, at: noon });

  expect(again).toEqual({ quote, outcome: { status: "not-unknown" } });
});

test("sent again after an unknown outcome, no refusal proves that nothing was created", () => {
  const task = aTask({ state: unknown });
  const way = { way: "send-again" } as const;

  const { quote } = settleUnknown(aQuote({ tasks: [task] }), { key: task.key, way, at: noon });

  expect(quote.tasks[0]).toMatchObject({ key: task.key, attempts: [], sent: { reopenedAt: noon } });
});

describe("a person's word on a task that may exist", () => {
  const task = aTask({ state: unknown });
  const settle = (way: WayOn) =>
    settleUnknown(aQuote({ tasks: [task] }), { key: task.key, way, at: noon });

  test("that names its id has it looked at, from the beginning", () => {
    const { quote, outcome } = settle({ way: "task-id", taskId: "t9", word: "pending" });

    expect(outcome).toEqual({ status: "settled" });
    expect(quote.tasks[0]?.state).toEqual({
      status: "running",
      taskId: "t9",
      since: noon,
      lookedAt: 0,
      word: "pending",
      progress: undefined,
      msLeft: undefined,
      overdueSince: undefined,
      missing: 0,
    });
  });

  test("that there is none closes it, and it can be approved anew", () => {
    const { quote, outcome } = settle({ way: "not-created" });

    expect(outcome).toEqual({ status: "settled" });
    expect(quote.tasks[0]?.state).toEqual({ status: "rejected", at: noon, reason: "not-created" });
  });

  test("to send it again keeps key and bytes", () => {
    const { quote, outcome } = settle({ way: "send-again" });

    expect(outcome).toEqual({ status: "settled" });
    expect(quote.tasks).toEqual([
      { ...task, attempts: [], sent: { reopenedAt: noon }, state: { status: "sending" } },
    ]);
  });

  test("on a task that the quote does not hold changes nothing", () => {
    const quote = aQuote();

    expect(settleUnknown(quote, { key: "k", way: { way: "not-created" }, at: noon })).toEqual({
      quote,
      outcome: { status: "not-unknown" },
    });
  });
});
