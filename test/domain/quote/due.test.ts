import { describe, expect, test } from "vitest";

import { cardFace } from "../../../src/domain/quote/card-face.ts";
import { addNotice } from "../../../src/domain/quote/notice.ts";
import type { Quote } from "../../../src/domain/quote/quote.ts";
import { isDue, stepsOf } from "../../../src/domain/quote/steps.ts";
import type { Task } from "../../../src/domain/task/task.ts";
import {
  aQuote,
  anAttempt,
  aSendingTask,
  aTask,
  completed,
  hour,
  minute,
  noon,
  rules,
  second,
} from "../../builders.ts";

describe("a desk that was stopped under an unclear send", () => {
  const task = aSendingTask(["ambiguous"]);
  const windowEnd = noon + rules.resendWindowMs;

  test("sends again while the window stands open", () => {
    expect(dueAt(task, noon + 2 * minute)).toEqual(["send"]);
    expect(dueAt(task, windowEnd)).toEqual(["send"]);
  });

  test("sends nothing when it comes back later: the partner may have forgotten the key", () => {
    expect(dueAt(task, windowEnd + 1)).toEqual(["give-up"]);
    expect(dueAt(task, noon + 8 * hour)).toEqual(["give-up"]);
  });

  test("waits for the longest life of an attempt that was under way before it gives up", () => {
    const startedAt = windowEnd - second;
    const late = { ...task, attempts: [...task.attempts, anAttempt({ startedAt })] };

    expect(dueAt(late, windowEnd + 30 * second)).toEqual([]);
    expect(dueAt(late, startedAt + 91 * second)).toEqual(["give-up"]);
  });
});

test("what was never sent may be sent however late", () => {
  expect(dueAt(aTask(), noon + 8 * hour)).toEqual(["send"]);
});

test("what came back is told when it was held against its source, or after half a minute", () => {
  const state = completed();
  const said = (task: Task, now: number) => {
    const quote = addNotice(aQuote({ tasks: [task] }), { kind: "outcome", key: task.key });
    return stepsOf(onCard(quote), rules)
      .filter((step) => isDue(step, now))
      .map((step) => step.do);
  };
  const waiting = aTask({ state, comparison: "due" });

  expect(said(waiting, state.endedAt)).toEqual(["book", "compare"]);
  expect(said(waiting, state.endedAt + 30 * second)).toContain("say");
  expect(said({ ...waiting, comparison: "again" }, state.endedAt)).toContain("say");
  expect(said({ ...waiting, comparison: "none" }, state.endedAt)).toContain("say");
});

function dueAt(task: Task, now: number): readonly string[] {
  return stepsOf(onCard(aQuote({ tasks: [task] })), rules)
    .filter((step) => isDue(step, now))
    .map((step) => step.do);
}

function onCard(quote: Quote): Quote {
  const [task] = quote.tasks;
  const shown = { channel: "C0BOOKS", ts: "1.2", face: cardFace(quote), key: task?.key };
  return { ...quote, card: { status: "posted", ...shown } };
}
