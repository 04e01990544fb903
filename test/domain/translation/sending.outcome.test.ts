import { describe, expect, test } from "vitest";

import { BadRequestError, UnauthorizedError, UnavailableError } from "#domain/errors.ts";
import {
  beginAttempt,
  concludeCreated,
  concludeFault,
  giveUp,
  isUnsent,
  lacksTerms,
  maybeSent,
  nextSend,
  resultOf,
  seemsUnsent,
  stateOf,
  unsendableTasks,
} from "#domain/translation/sending.ts";

import {
  aCard,
  aGlossaryTask,
  aLanguageTask,
  aPartnerTask,
  aQuote,
  aSendingTask,
  aTask,
  aTerm,
  anAttempt,
  completed,
  minute,
  noon,
  rejectedFor,
  running,
  second,
  setup,
  unknown,
} from "../../builders.ts";

const later = noon + minute;

describe("what the partner says of a task", () => {
  const said = {
    chargedCredits: 12,
    estimatedCredits: 11,
    estimatedTokens: 10,
    sourceLang: "en",
    terms: [aTerm("Salt Clock", "Horloge de sel")],
  };
  const result = {
    charged: 12,
    estimatedCredits: 11,
    estimatedTokens: 10,
    sourceLang: "en",
    terms: said.terms,
  };

  test("is kept as its result, with gaps only where it has some", () => {
    const gaps = { untranslated: [], doubtful: [{ from: 3, to: 4 }] };

    expect(resultOf(aPartnerTask(said))).toStrictEqual(result);
    expect(resultOf({ ...aPartnerTask(said), gaps })).toEqual({ ...result, gaps });
  });

  test("is its state, from the answer on", () => {
    const task = (changes: Parameters<typeof aPartnerTask>[0]) =>
      stateOf(aPartnerTask({ taskId: "task-9", ...said, ...changes }), later);
    const under = { taskId: "task-9", since: later, lookedAt: later };

    expect(task({ outcome: "completed" })).toEqual({
      status: "completed",
      taskId: "task-9",
      since: later,
      endedAt: later,
      result,
    });
    expect(task({ outcome: "failed", status: "error" })).toEqual({
      status: "failed",
      taskId: "task-9",
      at: later,
      word: "error",
      lookedAt: later,
    });
    for (const outcome of ["pending", "unrecognised"] as const) {
      expect(task({ outcome, status: "queued", progress: 0.5 })).toEqual(
        running({ ...under, word: "queued", progress: 0.5 }),
      );
    }
  });

  test("as completed is looked for, unless it brings all that was ordered", () => {
    const made = aPartnerTask({ outcome: "completed" });
    const statusOf = (kind: "language" | "estimate" | "preview") =>
      concludeCreated({ ...aSendingTask(), kind }, made, later).state.status;

    expect([statusOf("language"), statusOf("estimate"), statusOf("preview")]).toEqual([
      "completed",
      "completed",
      "running",
    ]);
    expect([aGlossaryTask(), aTask()].map((task) => lacksTerms(task, made))).toEqual([true, false]);
  });
});

describe("a refusal", () => {
  test("keeps the partner’s own words", () => {
    const refused = concludeFault(aSendingTask(), new BadRequestError("no", "too long"), later);

    expect(refused.state).toEqual({
      status: "rejected",
      at: later,
      reason: "bad-request",
      why: "too long",
    });
    expect(refused.attempts).toMatchObject([{ fault: "BadRequestError", endedAt: later }]);
  });

  test("of the key waits where nobody approved the request", () => {
    const asked = aLanguageTask({ attempts: [anAttempt()], state: { status: "sending" } });
    const refused = concludeFault(asked, new UnauthorizedError(), later);

    expect(refused).toMatchObject({
      state: { status: "sending" },
      attempts: [{ outcome: "not-sent" }],
    });
  });

  test("of no known kind is named as unknown, and proves nothing", () => {
    expect(concludeFault(aSendingTask(), "a string", later)).toMatchObject({
      state: { status: "sending" },
      attempts: [{ outcome: "ambiguous", fault: "unknown" }],
    });
  });

  test("closes the newest attempt alone, and none where a person had it sent again", () => {
    const both = concludeFault(
      aSendingTask(["ambiguous", undefined]),
      new UnavailableError(),
      later,
    );
    const reopened = aSendingTask([], { sent: { reopenedAt: noon } });

    expect(both.attempts).toMatchObject([
      { endedAt: noon + 10 * second, fault: undefined },
      { endedAt: later, fault: "UnavailableError" },
    ]);
    expect(concludeFault(reopened, new UnavailableError(), later).attempts).toEqual([]);
  });
});

describe("giving up names", () => {
  const faultOf = (task: ReturnType<typeof aTask>, at = later) => {
    const { state } = giveUp(task, at);
    return state.status === "unknown" ? [state.since, state.fault] : undefined;
  };

  test("the last fault, or that there was no answer", () => {
    const failed = anAttempt({ endedAt: noon, outcome: "ambiguous", fault: "UnavailableError" });

    expect(faultOf(aSendingTask([undefined]))).toEqual([later, "no answer"]);
    expect(faultOf(aSendingTask([], { attempts: [failed] }))).toEqual([later, "UnavailableError"]);
    expect(faultOf(aSendingTask([]))).toEqual([later, "no answer"]);
  });

  test("a clock that dated an unclear attempt later than now", () => {
    const ahead = (startedAt: number) =>
      aSendingTask([], { attempts: [anAttempt({ startedAt, outcome: "ambiguous", fault: "x" })] });
    const missed = aSendingTask([], {
      attempts: [anAttempt({ startedAt: later + minute, outcome: "not-sent", fault: "x" })],
    });

    expect(faultOf(ahead(later + 5 * second))?.[1]).toBe("x");
    expect(faultOf(ahead(later + 5 * second + 1))?.[1]).toBe("ClockWasAhead");
    expect(faultOf(missed)?.[1]).toBe("x");
  });
});

describe("the plan for the next attempt", () => {
  const plan = (task: ReturnType<typeof aTask>) => nextSend(task, 13_000, setup);
  const sent = { reopenedAt: noon + 20 * minute };

  test("has no end while nothing may have been sent", () => {
    expect(plan(aTask())).toEqual({ status: "send", at: 0, from: 0, until: undefined });
    expect(plan(aSendingTask(["not-sent"]))).toEqual({
      status: "send",
      at: noon + 12 * second,
      from: noon + 10 * second,
      until: undefined,
    });
  });

  test("ends with the window after the first unclear attempt began", () => {
    expect(plan(aSendingTask(["ambiguous", "ambiguous"]))).toEqual({
      status: "send",
      at: noon + minute + 10 * second + 3 * minute,
      from: noon + minute + 10 * second,
      until: noon + 15 * minute,
    });
  });

  test("begins anew when an admin has it sent again, at once and with the whole window", () => {
    expect(plan(aSendingTask([], { sent }))).toEqual({
      status: "send",
      at: sent.reopenedAt,
      from: sent.reopenedAt,
      until: sent.reopenedAt + 15 * minute,
    });
  });

  test("waits for the misses after it was sent again, and gives up at its time without an attempt", () => {
    const missed = (startedAt: number) =>
      aSendingTask([], {
        sent,
        attempts: [anAttempt({ startedAt, endedAt: startedAt, outcome: "not-sent" })],
      });
    const deadline = sent.reopenedAt + 15 * minute;

    expect(plan(missed(deadline - 2 * second))).toMatchObject({ status: "send", at: deadline });
    expect(plan(missed(deadline - 2 * second + 1))).toEqual({
      status: "give-up",
      at: sent.reopenedAt,
      from: sent.reopenedAt,
    });
  });

  test("may be at the very end of the window, and not after it", () => {
    const attempts = (startedAt: number) => [
      anAttempt({ startedAt: noon, endedAt: noon, outcome: "ambiguous" }),
      anAttempt({ startedAt, endedAt: startedAt, outcome: "ambiguous" }),
    ];
    const task = (startedAt: number) => aSendingTask([], { attempts: attempts(startedAt) });

    expect(plan(task(noon + 12 * minute))).toMatchObject({
      status: "send",
      at: noon + 15 * minute,
    });
    expect(plan(task(noon + 12 * minute + 1)).status).toBe("give-up");
  });
});

describe("of an approved run", () => {
  test.each([
    ["nothing was sent while it waits", aTask(), true],
    ["nothing was sent that never left", aSendingTask(["not-sent"]), true],
    ["something may have been sent by an open attempt", aSendingTask([undefined]), false],
    [
      "something may have been sent before an admin had it sent again",
      aSendingTask([], { sent: { reopenedAt: noon } }),
      false,
    ],
    ["all is known once it runs", aTask({ state: running() }), false],
    ["all is known once it was refused", aTask({ state: rejectedFor("cancelled") }), false],
    ["it is not known whether it exists", aTask({ state: unknown }), false],
    ["nothing can be undone that nobody approved", aLanguageTask(), false],
  ])("%s", (_, task, is) => {
    expect(isUnsent(task)).toBe(is);
    expect(seemsUnsent(task)).toBe(is);
  });

  test("something may have been sent by any attempt but one that never left", () => {
    const outcomes = ["ambiguous", "created", "rejected", undefined, "not-sent"] as const;

    expect(outcomes.map((one) => maybeSent(aSendingTask([one])))).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
  });

  test("what was sent cannot be sent without its card, and the rest cannot where that has no place", () => {
    const tasks = [
      aTask({ key: "new" }),
      aTask({ key: "done", state: completed() }),
      aSendingTask([undefined], { key: "sent" }),
      aLanguageTask({ key: "inquiry" }),
    ];
    const keysOf = (changes: Parameters<typeof aQuote>[0]) =>
      unsendableTasks(aQuote({ tasks, ...changes })).map(({ key }) => key);

    expect(keysOf({ card: { status: "undeliverable", why: "gone" } })).toEqual(["new"]);
    expect(keysOf({ card: aCard() })).toEqual([]);
  });
});

test("an attempt begins with what is known of the account, and leaves the others as they are", () => {
  const begun = beginAttempt(aSendingTask(["not-sent"]), later, {
    apiKeyFingerprint: "account",
    aheadMs: 7,
  });

  expect(begun.state).toEqual({ status: "sending" });
  expect(begun.sent).toMatchObject({ apiKeyFingerprint: "account" });
  expect(begun.attempts).toMatchObject([
    { outcome: "not-sent" },
    { startedAt: later, aheadMs: 7, endedAt: undefined, outcome: undefined },
  ]);
});
