import { describe, expect, test } from "vitest";

import { withComparison } from "#domain/delivery/delivery.ts";
import { dueNotices } from "#domain/notice-table.ts";
import { changeNotice } from "#domain/notices.ts";
import type { Quote } from "#domain/quote.ts";
import type { Task, TaskState } from "#domain/task.ts";
import { moveTask } from "#domain/translation/transitions.ts";

import {
  aGlossaryTask,
  aLanguageTask,
  aPreview,
  aQuote,
  aTask,
  completed,
  failed,
  noon,
  opening,
  rejectedFor,
  running,
  setup,
  unknown,
  vanished,
} from "../../builders.ts";

function settle(quote: Quote, task: Task, state: TaskState): Quote {
  return moveTask(quote, task.key, (before) => ({ ...before, state }));
}

function noticesAfter(task: Task, state: TaskState): readonly string[] {
  return settle(aQuote({ tasks: [task] }), task, state).notices.map(({ id }) => id);
}

describe("when a paid run ends", () => {
  test.each<TaskState>([completed(), rejectedFor("bad-request"), failed(), vanished])(
    "people are told of it: %j",
    (state) => {
      const task = aTask({ state: running() });

      expect(noticesAfter(task, state)).toEqual([`outcome.${task.key}`]);
    },
  );

  test("the admins are told besides when it is unknown, cost too much or could not be paid for", () => {
    const task = aTask({ price: 10, state: running() });
    const short = rejectedFor("short-of-credits");

    expect(noticesAfter(task, short)).toEqual([`outcome.${task.key}`, `short.${task.key}`]);
    expect(noticesAfter(task, unknown)).toEqual([`outcome.${task.key}`, `unknown.${task.key}`]);
    expect(noticesAfter(task, completed({ charged: 11 }))).toEqual([
      `outcome.${task.key}`,
      `overcharged.${task.key}`,
    ]);
    expect(noticesAfter(task, completed({ charged: 10 }))).toEqual([`outcome.${task.key}`]);
  });

  test("nobody is told before, or of a look that found nothing new", () => {
    const runs = aTask({ state: running() });
    const broken = aTask({ state: failed() });

    expect(noticesAfter(aTask(), { status: "sending" })).toEqual([]);
    expect(noticesAfter(runs, running({ lookedAt: noon + 1 }))).toEqual([]);
    expect(noticesAfter(broken, failed({ lookedAt: noon + 1 }))).toEqual([]);
  });
});

describe("the balance on the card, when a run of 12,345 credits ends", () => {
  const balance = { credits: 20_000, at: noon, reserved: 15_000 };
  const refunded = { ...balance, reserved: 2655 };
  const some = { slice: opening(3000) };

  test.each<readonly [string, Partial<Task>, TaskState, Quote["balance"]]>([
    ["is forgotten where it proved too low", {}, rejectedFor("short-of-credits"), undefined],
    ["is forgotten where the rest of the text is still for sale", some, completed(), undefined],
    ["gets the credits back where nothing was charged", {}, rejectedFor("bad-request"), refunded],
    ["stays where the run was charged", {}, completed(), balance],
    ["stays where the run may be charged", {}, unknown, balance],
  ])("%s", (_, run, end, after) => {
    const task = aTask({ state: running(), ...run });

    expect(settle(aQuote({ tasks: [task], balance }), task, end).balance).toEqual(after);
  });
});

describe("when a run ends", () => {
  const compared = { way: "link", comparison: "due" } as const;
  const restored = aTask({ sent: { isFromCard: true } });

  test.each<readonly [string, Task, TaskState, Task["delivery"]]>([
    ["a translation is delivered and compared", aTask(), completed(), compared],
    ["a preview is delivered, and people compare it", aPreview(), completed(), { way: "link" }],
    ["terms are no text to deliver", aGlossaryTask(), completed(), undefined],
    [
      "a result restored from its card is delivered no second time",
      restored,
      completed(),
      undefined,
    ],
    ["a failure is nothing to deliver", aTask(), failed(), undefined],
  ])("%s", (_, planned, end, delivery) => {
    const task = { ...planned, state: running() };

    expect(settle(aQuote({ tasks: [task] }), task, end).tasks[0]?.delivery).toEqual(delivery);
  });
});

describe("a run that comes back after the same was approved once more", () => {
  const first = aTask({ state: failed() });
  const second = aTask({ generation: 1, state: running({ taskId: "task-8" }) });
  const topics = (tasks: readonly Task[]) =>
    settle(aQuote({ tasks }), first, completed()).notices.flatMap(({ about }) =>
      about.kind === "tell-admins" ? [`${about.topic} ${about.key}`] : [],
    );
  const part = (from: number, to: number, state: TaskState = running()) =>
    aTask({ slice: [{ from, to }], generation: 0, state });

  test.each<readonly [string, Task]>([
    ["runs", second],
    ["is done", { ...second, state: completed() }],
    ["has failed as well", { ...second, state: failed() }],
    ["is still to be sent", { ...second, state: { status: "approved" } }],
    ["is some chapters of it", part(0, 3000)],
  ])("is told to the admins while the other one %s", (_, other) => {
    expect(topics([first, other])).toEqual([`charged-twice ${first.key}`]);
  });

  test.each<readonly [string, Task]>([
    ["came to nothing", { ...second, state: rejectedFor("bad-request") }],
    ["is a preview", aPreview({ state: running() })],
    ["is in another language", aTask({ target: "de", state: running() })],
    ["finds terms", aGlossaryTask({ state: running() })],
  ])("is no news for them where the other one %s", (_, other) => {
    expect(topics([first, other])).toEqual([]);
  });

  test("is no news where it is the later one itself, or other chapters", () => {
    const [one, two] = [part(0, 3000, failed()), part(3000, 6000)];
    const told = settle(aQuote({ tasks: [one, two] }), one, completed()).notices;
    const later = settle(aQuote({ tasks: [first, second] }), second, completed()).notices;

    expect([...told, ...later].map(({ about }) => about.kind)).toEqual(["outcome", "outcome"]);
  });
});

describe("a result that comes after people were told of a failure", () => {
  const task = aTask({ state: running() });
  const told = settle(aQuote({ tasks: [task] }), task, failed());
  const outcome = `outcome.${task.key}`;

  test.each([
    { status: "said", ts: "3.3" } as const,
    { status: "saying", since: noon, fileId: undefined } as const,
    { status: "undeliverable", why: "is_archived" } as const,
  ])("is announced by a reply of its own: the first one has no button (%j)", (state) => {
    const quote = settle(changeNotice(told, outcome, state), task, completed());

    expect(quote.notices).toMatchObject([
      { id: outcome, state },
      { id: `late-result.${task.key}`, state: { status: "due" } },
    ]);
  });

  test("is announced once: the first reply keeps what it said", () => {
    const quote = changeNotice(told, outcome, { status: "said", ts: "3.3", channel: "C1" });
    const late = settle(quote, task, completed());
    const compared = withComparison(late, task.key, "none");

    const due = dueNotices(compared, setup).map(({ notice }) => notice);

    expect(due).toEqual([`late-result.${task.key}`]);
  });

  test.each<readonly [string, string, TaskState]>([
    ["another run’s failure", `outcome.${aPreview().key}`, failed()],
    ["the question to the admins", `unknown.${task.key}`, unknown],
  ])("needs none when only %s was said", (_, id, end) => {
    const other = aPreview({ state: running() });
    const quote = settle(aQuote({ tasks: [task, other] }), other, failed());
    const said = changeNotice(settle(quote, task, end), id, { status: "said", ts: "3.3" });

    const kinds = settle(said, task, completed()).notices.map(({ about }) => about.kind);

    expect(kinds).not.toContain("late-result");
  });

  test("needs none when the first was not said yet", () => {
    const quote = settle(told, task, completed());

    expect(quote.notices.map(({ id }) => id)).toEqual([outcome]);
  });
});

describe("when something that Galley asked by itself ends", () => {
  const asked = aLanguageTask({ state: running() });
  const quote = aQuote({ language: undefined, tasks: [asked] });

  test("the language is learned and the estimate asked for, in one write", () => {
    const after = settle(quote, asked, completed({ sourceLang: "en" }));

    expect(after.language).toBe("en");
    expect(after.tasks.map(({ kind }) => kind)).toEqual(["language", "estimate"]);
    expect(after.notices).toEqual([]);
  });

  test("a language that is the target already asks for no estimate", () => {
    const after = settle(quote, asked, completed({ sourceLang: "fr-CA" }));

    expect(after.tasks).toHaveLength(1);
  });

  test("a failure is no news for people, and the estimate is asked for all the same", () => {
    const after = settle(quote, asked, rejectedFor("bad-request"));

    expect(after.language).toBeUndefined();
    expect(after.tasks).toHaveLength(2);
    expect(after.notices).toEqual([]);
  });
});

test("a key that the quote does not hold changes nothing", () => {
  const quote = aQuote();

  expect(moveTask(quote, "another", () => aTask({ state: completed() }))).toBe(quote);
});
