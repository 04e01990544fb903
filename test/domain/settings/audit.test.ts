import { expect, test } from "vitest";

import { PaymentRequiredError, UnavailableError } from "#domain/errors.ts";
import { decline } from "#domain/estimate/card-changes.ts";
import { auditOf } from "#domain/settings/audit.ts";
import type { Task } from "#domain/task.ts";
import {
  beginAttempt,
  concludeCreated,
  concludeFault,
  giveUp,
} from "#domain/translation/sending.ts";
import { moveTask } from "#domain/translation/transitions.ts";

import {
  aPartnerTask,
  aQuote,
  aSendingTask,
  aTask,
  anAttempt,
  anEstimateTask,
  completed,
  failed,
  noon,
  running,
} from "../../builders.ts";

const words = (before: Task | undefined, after: Task) =>
  auditOf(aQuote({ tasks: before === undefined ? [] : [before] }), aQuote({ tasks: [after] })).map(
    ({ kind }) => kind,
  );

const sending = aSendingTask([undefined]);

test("an approval says who, what and for how many credits", () => {
  const task = aTask();

  const events = auditOf(aQuote(), aQuote({ tasks: [task] }));

  const { id: quoteId } = aQuote();
  expect(events).toEqual([
    { kind: "approved", quoteId, key: task.key, credits: 12_345, by: "U0APPROVER" },
  ]);
});

test("a run that comes back beside one that was approved after it is charged twice", () => {
  const first = aTask({ state: failed() });
  const second = aTask({ generation: 1, state: running() });
  const back = { ...first, state: completed({ charged: 12_345 }) };

  const events = auditOf(aQuote({ tasks: [first, second] }), aQuote({ tasks: [back, second] }));

  expect(events).toMatchObject([
    { kind: "completed", key: first.key },
    { kind: "charged-twice", key: first.key, taskId: "task-7", why: second.key },
  ]);
});

test("a send that was answered says the task’s id, and what came with it in the same answer", () => {
  const done = aPartnerTask({
    taskId: "task-9",
    outcome: "completed",
    chargedCredits: 13_000,
    terms: [],
  });
  const glossary = { ...sending, kind: "glossary" as const };

  const events = auditOf(
    aQuote({ tasks: [glossary] }),
    aQuote({ tasks: [concludeCreated(glossary, done, noon)] }),
  );

  expect(events).toMatchObject([
    { kind: "sent", taskId: "task-9", credits: 12_345 },
    { kind: "completed", taskId: "task-9", credits: 13_000 },
    { kind: "overcharged", taskId: "task-9", credits: 13_000, why: "approved 12345" },
  ]);
});

test.each([
  ["a send that is begun", aTask(), beginAttempt(aTask(), noon), []],
  ["an unclear answer", sending, concludeFault(sending, new UnavailableError("?"), noon), []],
  [
    "a refused send",
    sending,
    concludeFault(sending, new PaymentRequiredError("no"), noon),
    ["send-failed"],
  ],
  ["the end of the window", sending, giveUp(sending, noon), ["unknown"]],
  ["giving up what was settled meanwhile", aTask(), giveUp(aTask(), noon), []],
])("%s leaves the lines that it should", (_, before, after, expected) => {
  expect(words(before, after)).toEqual(expected);
});

test.each([
  ["failed", { status: "failed", taskId: "t", at: noon, word: "error", lookedAt: noon }],
  ["vanished", { status: "vanished", taskId: "t", at: noon }],
  ["completed", completed({ charged: 12_345 })],
] as const)("a run that has %s is told of once, however often it is looked at", (word, state) => {
  const created = [anAttempt({ outcome: "created", endedAt: noon })];
  const ended = aTask({ attempts: created, state });
  const running = aTask({ attempts: created, state: aRunning });

  expect(words(running, ended)).toEqual([word]);
  expect(words(ended, ended)).toEqual([]);
});

test("taking an approval back says so of the card and of the run, with who did it", () => {
  const before = aQuote({ tasks: [aTask()] });

  const events = auditOf(before, decline(before, { by: "U0MAIA", at: noon }).quote);

  expect(events).toMatchObject([
    { kind: "declined", by: "U0MAIA" },
    { kind: "cancelled", by: "U0MAIA", credits: 12_345, key: aTask().key },
  ]);
});

test("what Galley asks by itself leaves no line, unless it was charged for", () => {
  const asked = anEstimateTask({ state: { status: "sending" } });
  const answered = (charged: number | undefined) =>
    moveTask(aQuote({ tasks: [asked] }), asked.key, (task) => ({
      ...task,
      state: completed({ charged }),
    }));

  expect(auditOf(aQuote(), aQuote({ tasks: [asked] }))).toEqual([]);
  expect(auditOf(aQuote({ tasks: [asked] }), answered(0))).toEqual([]);
  expect(auditOf(aQuote({ tasks: [asked] }), answered(7))).toMatchObject([
    { kind: "overcharged", credits: 7, why: "approved 0" },
  ]);
});

test("a run that was found on its card after the ledger was lost is no new approval", () => {
  const found = aTask({ state: aRunning });
  const doubted = aTask({ state: { status: "unknown", since: noon, fault: "lost record" } });

  expect(words(undefined, found)).toEqual(["recovered"]);
  expect(words(undefined, doubted)).toEqual(["recovered", "unknown"]);
});

test("what an admin settles is left to the one who knows who it was", () => {
  const unknown = aTask({ state: { status: "unknown", since: noon, fault: "no answer" } });
  const closed = aTask({ state: { status: "rejected", at: noon, reason: "not-created" } });

  expect(words(unknown, closed)).toEqual([]);
  expect(words(unknown, aTask({ state: aRunning }))).toEqual([]);
});

const aRunning = {
  status: "running",
  taskId: "t",
  since: noon,
  lookedAt: noon,
  word: "pending",
  progress: undefined,
  msLeft: undefined,
  overdueSince: undefined,
  missing: 0,
} as const;
