import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { cardDigest } from "#domain/estimate/card-digest.ts";
import { type Notice, addNotice, changeNotice } from "#domain/notices.ts";
import type { Quote } from "#domain/quote.ts";
import { type Step, isDue, stepsOf } from "#domain/steps.ts";
import type { Task } from "#domain/task.ts";
import { clockFault, giveUp } from "#domain/translation/sending.ts";

import {
  aCard,
  aQuote,
  anAttempt,
  aSendingTask,
  aTask,
  completed,
  failed,
  hour,
  minute,
  noon,
  setup,
  running,
  second,
  vanished,
  aRequest,
} from "../builders.ts";

describe("a bot that was stopped under an unclear send", () => {
  const task = aSendingTask(["ambiguous"]);
  const windowEnd = noon + setup.resendWindowMs;

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

describe("what a clock has noted that was ahead", () => {
  const future = noon + 3 * hour;
  const done = { ...completed(), endedAt: future };
  const aTerm = { source: "Finch", target: "Finch", confidence: 1 };
  const lost = { status: "unknown", fault: "UnavailableError" } as const;
  const notice = (state: Notice["state"]) =>
    changeNotice(addNotice(aQuote(), { kind: "declined" }), "declined", state);

  test.each<readonly [string, Quote, Step["kind"]]>([
    ["a post of the card", aQuote({ card: { status: "posting", since: future } }), "show-card"],
    ["a post of a reply", notice({ status: "saying", since: future, fileId: undefined }), "say"],
    [
      "a result whose terms are kept first",
      saidOf(aTask({ state: { ...done, result: { ...done.result, terms: [aTerm] } } })),
      "say",
    ],
    ["a look", aQuote({ tasks: [aTask({ state: running({ lookedAt: future }) })] }), "poll"],
    [
      "a look in vain",
      aQuote({ tasks: [aTask({ state: running({ lookedAt: future, missing: 1 }) })] }),
      "poll",
    ],
    ["a failure", aQuote({ tasks: [aTask({ state: failed({ lookedAt: future }) })] }), "poll"],
    ["a loss", aQuote({ tasks: [aTask({ state: { ...vanished, at: future } })] }), "poll"],
    [
      "an unknown end",
      aQuote({ tasks: [aTask({ state: { ...lost, since: future } })] }),
      "read-usage-after",
    ],
    [
      "a send that never left",
      onCard(aQuote({ tasks: [aSendingTask([], { attempts: [missed(future)] })] })),
      "send",
    ],
  ])("is waited for no longer: %s", (_, quote, step) => {
    expect(steps(quote, noon)).toContain(step);
  });

  test("is an estimate’s end, or a reminder of it, only when its time has come", () => {
    const times = { request: aRequest({ at: future }), expiresAt: future + 24 * hour };
    const quote = aQuote({
      ...times,
      approval: { remindAt: future + hour },
      card: aCard({ face: "old" }),
    });
    const due = (now: number) =>
      steps(quote, now).filter((step) => step === "expire" || step === "remind");

    expect(due(noon)).toEqual([]);
    expect(due(future + hour)).toEqual(["remind"]);
    expect(due(times.expiresAt)).toEqual(["remind", "expire"]);
  });

  test("is believed where two replicas differ by a moment", () => {
    const quote = aQuote({ tasks: [aTask({ state: running({ lookedAt: noon + 4 * second }) })] });

    expect(steps(quote, noon)).not.toContain("poll");
  });
});

describe("a send whose answer was lost and which is dated in the future", () => {
  const dated = (startedAt: number, endedAt?: number) =>
    aSendingTask([], {
      attempts: [
        anAttempt({ startedAt, endedAt, outcome: endedAt === undefined ? undefined : "ambiguous" }),
      ],
    });

  test.each([
    ["ended", dated(noon + 3 * minute, noon + 3 * minute)],
    ["was left open", dated(noon + 3 * minute)],
    ["was begun before the clock ran ahead", dated(noon - second, noon + 3 * minute)],
  ])("is never sent again by itself when it %s: a person is told why", (_, task) => {
    expect(dueAt(task, noon)).toEqual(["give-up"]);
    expect(giveUp(task, noon).state).toMatchObject({ status: "unknown", fault: clockFault });
  });

  test("is asked for as ever where two replicas differ by a moment", () => {
    const task = dated(noon + 4 * second, noon + 4 * second);

    expect(dueAt(task, noon)).toEqual([]);
    expect(dueAt(task, noon + 64 * second)).toEqual(["send"]);
    expect(giveUp(task, noon + hour).state).not.toMatchObject({ fault: clockFault });
  });

  test("is sent again by no replica, however far its clock is from the one that it was dated by, outside the window that its date names", () => {
    const skews = fc.integer({ min: -hour, max: hour });
    const outcomes = fc.array(fc.constantFrom("ambiguous", "not-sent", undefined), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(outcomes, skews, fc.integer({ min: 0, max: hour }), (past, skew, later) => {
        const task = aSendingTask(past);
        const now = noon + later - skew;
        const unclear = task.attempts.filter(({ outcome }) => outcome !== "not-sent");
        const [first] = unclear;
        const age = now - (unclear.at(-1)?.startedAt ?? now);
        const isInside = age >= -5 * second && now - (first?.startedAt ?? now) <= 15 * minute;

        expect(dueAt(task, now).includes("send") && !isInside).toBe(false);
      }),
    );
  });
});

test("what was never sent may be sent however late", () => {
  expect(dueAt(aTask(), noon + 8 * hour)).toEqual(["send"]);
});

test("what came back is told at once, while it is held against its source", () => {
  const state = completed();
  const said = (task: Task, now: number) => {
    const quote = addNotice(aQuote({ tasks: [task] }), { kind: "outcome", key: task.key });
    return stepsOf(onCard(quote), setup)
      .filter((step) => isDue(step, now))
      .map((step) => step.kind);
  };
  const waiting = aTask({ state, delivery: { way: "link", comparison: "due" } });

  expect(said(waiting, state.endedAt)).toEqual(["say", "record-charge", "compare"]);
});

function missed(at: number) {
  return anAttempt({ startedAt: at, endedAt: at, outcome: "not-sent" });
}

function saidOf(task: Task): Quote {
  return addNotice(aQuote({ tasks: [task] }), { kind: "outcome", key: task.key });
}

function steps(quote: Quote, now: number): readonly Step["kind"][] {
  return stepsOf(quote, setup)
    .filter((step) => isDue(step, now))
    .map((step) => step.kind);
}

function dueAt(task: Task, now: number): readonly string[] {
  return stepsOf(onCard(aQuote({ tasks: [task] })), setup)
    .filter((step) => isDue(step, now))
    .map((step) => step.kind);
}

function onCard(quote: Quote): Quote {
  const [task] = quote.tasks;
  const shown = { channel: "C0BOOKS", ts: "1.2", face: cardDigest(quote), key: task?.key };
  return { ...quote, card: { status: "posted", ...shown } };
}
