import { describe, expect, test } from "vitest";

import { type Notice, addNotice } from "#domain/notices.ts";
import { giveUp } from "#domain/translation/sending.ts";
import { type Resolution, moveTask, settleUnknown } from "#domain/translation/transitions.ts";

import { aQuote, aTask, hour, noon, unknown } from "../../builders.ts";

/** Returns the notice by which the admins were told of the unknown outcome of a run. */
function adminsTold(key: string): Notice {
  const about = { kind: "tell-admins", topic: "unknown", key } as const;
  const [told] = addNotice(aQuote(), about).notices;
  if (told === undefined) throw new Error("no notice");
  return told;
}

test("a task that is not in doubt any more cannot be settled a second time", () => {
  const task = aTask({ state: unknown });
  const key = task.key;
  const resolution = { kind: "not-created" } as const;
  const { quote } = settleUnknown(aQuote({ tasks: [task] }), { key, resolution, at: noon });

  const again = settleUnknown(quote, { key, resolution: { kind: "send-again" }, at: noon });

  expect(again).toEqual({ quote, outcome: { status: "not-unknown" } });
});

test("sent again after an unknown outcome, no refusal proves that nothing was created", () => {
  const task = aTask({ state: unknown });
  const resolution = { kind: "send-again" } as const;

  const { quote } = settleUnknown(aQuote({ tasks: [task] }), {
    key: task.key,
    resolution,
    at: noon,
  });

  expect(quote.tasks[0]).toMatchObject({ key: task.key, attempts: [], sent: { reopenedAt: noon } });
});

describe("a person's word on a task that may exist", () => {
  const task = aTask({ state: unknown });
  const settle = (resolution: Resolution) =>
    settleUnknown(aQuote({ tasks: [task] }), { key: task.key, resolution, at: noon });

  test("that names its id has it looked at, from the beginning", () => {
    const { quote, outcome } = settle({ kind: "task-id", taskId: "t9", word: "pending" });

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
    const { quote, outcome } = settle({ kind: "not-created" });

    expect(outcome).toEqual({ status: "settled" });
    expect(quote.tasks[0]?.state).toEqual({ status: "rejected", at: noon, reason: "not-created" });
  });

  test("to send it again keeps key and bytes", () => {
    const { quote, outcome } = settle({ kind: "send-again" });

    expect(outcome).toEqual({ status: "settled" });
    expect(quote.tasks).toEqual([
      { ...task, attempts: [], sent: { reopenedAt: noon }, state: { status: "sending" } },
    ]);
  });

  test("to send it again is asked for anew, if the outcome is unknown once more", () => {
    const told = { ...adminsTold(task.key), state: { status: "said", ts: undefined } } as const;
    const { quote } = settleUnknown(aQuote({ tasks: [task], notices: [told] }), {
      key: task.key,
      resolution: { kind: "send-again" },
      at: noon,
    });

    const again = moveTask(quote, task.key, (now) => giveUp(now, noon + hour));

    expect(again.notices.filter(({ about }) => about.kind === "tell-admins")).toMatchObject([
      { state: { status: "said" } },
      { about: { topic: "unknown", key: task.key }, state: { status: "due" } },
    ]);
  });

  test("on a task that the quote does not hold changes nothing", () => {
    const quote = aQuote();

    expect(
      settleUnknown(quote, { key: "k", resolution: { kind: "not-created" }, at: noon }),
    ).toEqual({
      quote,
      outcome: { status: "not-unknown" },
    });
  });
});
