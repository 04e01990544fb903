import { expect, test } from "vitest";

import { fallBackToDirectMessage } from "#domain/direct-message-fallback.ts";
import { addNotice, changeNotice } from "#domain/notices.ts";
import type { Quote } from "#domain/quote.ts";
import { stepsOf } from "#domain/steps.ts";
import type { Attempt } from "#domain/task.ts";
import { countQuote, emptyBacklog, endedAttempts, newlyUndeliverable } from "#operator/metrics.ts";

import {
  aCard,
  aQuote,
  aSendingTask,
  aTask,
  anEstimateTask,
  completed,
  minute,
  noon,
  setup,
} from "../builders.ts";

const now = noon + 10 * minute;

test("paid tasks are counted by how they stand, and what Galley asks by itself is not", () => {
  const quote = aQuote({
    card: aCard(),
    tasks: [
      aTask(),
      aSendingTask(),
      aTask({ state: { status: "unknown", since: noon, fault: "no answer" } }),
      anEstimateTask(),
    ],
  });

  expect(count(quote)).toMatchObject({
    galley_quotes_open: 1,
    galley_tasks_sending: 2,
    galley_tasks_running: 0,
    galley_tasks_unknown: 1,
  });
});

test("what is to be said is as old as what it tells of, however often it was tried", () => {
  const done = aTask({ state: completed() });
  const due = addNotice(aQuote({ tasks: [done] }), { kind: "outcome", key: done.key });
  const saying = changeNotice(due, `outcome.${done.key}`, {
    status: "saying",
    since: now,
    fileId: undefined,
  });
  const said = changeNotice(due, `outcome.${done.key}`, { status: "said", ts: "1" });

  const waiting = { galley_deliveries_pending: 1, galley_deliveries_oldest_seconds: 540 };
  expect(count(due)).toMatchObject(waiting);
  expect(count(saying)).toMatchObject(waiting);
  expect(count(said)).toMatchObject({
    galley_deliveries_pending: 0,
    galley_deliveries_oldest_seconds: 0,
  });
});

test("each attempt is counted once, when it is closed", () => {
  const open = quoteWith([undefined]);
  const unclear = quoteWith(["ambiguous", undefined]);
  const created = quoteWith(["ambiguous", "created"]);

  expect(endedAttempts(aQuote(), open)).toEqual([]);
  expect(endedAttempts(open, unclear)).toEqual([{ kind: "paid", outcome: "ambiguous" }]);
  expect(endedAttempts(unclear, created)).toEqual([{ kind: "paid", outcome: "created" }]);
  expect(endedAttempts(created, created)).toEqual([]);
});

test("an attempt that a dead process left open counts as ambiguous once the next begins", () => {
  const left = quoteWith([undefined]);
  const next = quoteWith([undefined, undefined]);

  expect(endedAttempts(left, next)).toEqual([{ kind: "paid", outcome: "ambiguous" }]);
});

test("what can be said to nobody is counted when it becomes undeliverable", () => {
  const task = aTask({ state: completed() });
  const due = addNotice(aQuote({ tasks: [task] }), { kind: "outcome", key: task.key });
  const direct = fallBackToDirectMessage(due, "is_archived");
  const undeliverable = fallBackToDirectMessage(direct, "user_disabled");

  expect(newlyUndeliverable(due, direct)).toBe(0);
  expect(newlyUndeliverable(direct, undeliverable)).toBe(2);
  expect(newlyUndeliverable(undeliverable, undeliverable)).toBe(0);
});

function count(quote: Quote) {
  const backlog = emptyBacklog();
  countQuote(backlog, { quote, steps: stepsOf(quote, setup), now });
  return backlog;
}

function quoteWith(outcomes: readonly Attempt["outcome"][]): Quote {
  return aQuote({ tasks: [aSendingTask(outcomes)] });
}
