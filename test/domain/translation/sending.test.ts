import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  BadRequestError,
  RequestAbortedError,
  IdempotencyConflictError,
  ManuscriptError,
  NotFoundError,
  PaymentRequiredError,
  RateLimitedError,
  UnauthorizedError,
  UnavailableError,
  UnexpectedReplyError,
  UnreachableError,
} from "#domain/errors.ts";
import type { Attempt, Task, TaskState } from "#domain/task.ts";
import {
  attemptLimitMs,
  beginAttempt,
  concludeCreated,
  concludeFault,
  giveUp,
  isLatestAttempt,
  checkLeaving,
  nextSend,
  seemsUnsent,
} from "#domain/translation/sending.ts";

import {
  aPartnerTask,
  aSendingTask,
  aTask,
  anAttempt,
  completed,
  minute,
  noon,
  setup,
  running,
  second,
} from "../../builders.ts";

const later = noon + minute;
const bytes = 13_000;
const sending = { status: "sending" };
const rejected = (reason: string) => ({ status: "rejected", at: later, reason });
const stuck = (fault: string) => ({ status: "unknown", since: later, fault });

function afterFault(fault: unknown, earlier: readonly Attempt["outcome"][]) {
  const task = concludeFault(aSendingTask([...earlier, undefined]), fault, later);
  return { state: task.state, outcome: task.attempts.at(-1)?.outcome };
}

describe("a fault on the first attempt", () => {
  test.each<readonly [Error, Attempt["outcome"], object]>([
    [new BadRequestError(), "rejected", rejected("bad-request")],
    [new UnauthorizedError(), "rejected", rejected("unauthorized")],
    [new PaymentRequiredError(), "rejected", rejected("short-of-credits")],
    [new IdempotencyConflictError(), "rejected", stuck("IdempotencyConflictError")],
    [new RateLimitedError("wait", 1000), "not-sent", sending],
    [new UnreachableError(), "not-sent", sending],
    [new NotFoundError(), "ambiguous", sending],
    [new UnavailableError(), "ambiguous", sending],
    [new UnexpectedReplyError("a task"), "ambiguous", sending],
    [new TypeError("a bug of ours"), "ambiguous", sending],
    [new RequestAbortedError("text-changed"), "not-sent", rejected("text-changed")],
    [new RequestAbortedError("terms-gone"), "not-sent", rejected("terms-gone")],
    [new RequestAbortedError("superseded"), "not-sent", sending],
    [new RequestAbortedError("too-late"), "not-sent", sending],
    [new RequestAbortedError("not-readable"), "not-sent", sending],
    [cutBy(new ManuscriptError("interrupted")), "not-sent", sending],
    [cutBy(new ManuscriptError("gone")), "not-sent", rejected("file-gone")],
    [cutBy(new ManuscriptError("no-access")), "not-sent", rejected("file-gone")],
  ])("%s proves no more than it can", (fault, outcome, state) => {
    expect(afterFault(fault, [])).toEqual({ outcome, state });
  });

  test.each([[["not-sent"]], [["not-sent", "not-sent"]]] as const)(
    "is still the first one when what went before never left (%j)",
    (earlier) => {
      expect(afterFault(new PaymentRequiredError(), earlier).state).toEqual(
        rejected("short-of-credits"),
      );
    },
  );
});

describe("a fault after an unclear attempt", () => {
  test.each<readonly [Error, Attempt["outcome"], object]>([
    [new BadRequestError(), "ambiguous", sending],
    [new UnauthorizedError(), "not-sent", sending],
    [new PaymentRequiredError(), "ambiguous", sending],
    [new IdempotencyConflictError(), "ambiguous", sending],
    [new RateLimitedError("wait", 1000), "not-sent", sending],
    [new UnreachableError(), "not-sent", sending],
    [new NotFoundError(), "ambiguous", sending],
    [new UnavailableError(), "ambiguous", sending],
    [new UnexpectedReplyError("a task"), "ambiguous", sending],
    [new TypeError("a bug of ours"), "ambiguous", sending],
    [new RequestAbortedError("text-changed"), "not-sent", stuck("RequestAbortedError")],
    [new RequestAbortedError("superseded"), "not-sent", sending],
    [new RequestAbortedError("too-late"), "not-sent", sending],
    [new RequestAbortedError("not-readable"), "not-sent", sending],
    [cutBy(new ManuscriptError("interrupted")), "not-sent", sending],
    [cutBy(new ManuscriptError("gone")), "not-sent", stuck("RequestAbortedError")],
    [cutBy(new ManuscriptError("no-access")), "not-sent", stuck("RequestAbortedError")],
  ])("%s never says that nothing was paid", (fault, outcome, state) => {
    expect(afterFault(fault, ["ambiguous"])).toEqual({ outcome, state });
    expect(afterFault(fault, ["ambiguous", "not-sent"])).toEqual({ outcome, state });
    // The process died under that attempt, which is just as unclear.
    expect(afterFault(fault, [undefined])).toEqual({ outcome, state });
  });
});

test("a refusal after a person had it sent again never says that nothing was paid", () => {
  const reopened = aSendingTask([undefined], { sent: { reopenedAt: noon } });

  expect(concludeFault(reopened, new PaymentRequiredError(), later)).toMatchObject({
    attempts: [{ outcome: "ambiguous" }],
    state: sending,
  });
});

test("no fault and no past ever reads as a definite no once an attempt was unclear", () => {
  const faults = fc.constantFrom(
    new BadRequestError(),
    new UnauthorizedError(),
    new PaymentRequiredError(),
    new IdempotencyConflictError(),
    new NotFoundError(),
    new UnavailableError(),
    new RequestAbortedError("text-changed"),
    cutBy(new ManuscriptError("gone")),
  );
  const past = fc.array(fc.constantFrom("not-sent", "ambiguous", undefined), { maxLength: 6 });

  fc.assert(
    fc.property(past, faults, (earlier, fault) => {
      const unclear = earlier.some((outcome) => outcome !== "not-sent");
      const { state } = afterFault(fault, earlier);

      expect(unclear && state.status === "rejected").toBe(false);
    }),
  );
});

describe("when to send", () => {
  const due = (task: Task, textBytes = bytes) => nextSend(task, textBytes, setup);
  const firstEnd = noon + 10 * second;

  test("at once after the approval", () => {
    expect(due(aTask())).toMatchObject({ status: "send", at: 0 });
  });

  test.each([
    [1, 60],
    [2, 180],
    [3, 300],
  ])("after unclear attempt number %i: %i s of quiet", (count, quietSeconds) => {
    const outcomes = Array.from({ length: count }, () => "ambiguous" as const);
    const task = aSendingTask(outcomes);
    const lastEnd = task.attempts.at(-1)?.endedAt ?? 0;

    expect(due(task)).toMatchObject({ status: "send", at: lastEnd + quietSeconds * second });
  });

  test("never later than 15 minutes after the first unclear attempt began: then a person decides", () => {
    const attempts = [0, 10, 14].map((minutes) =>
      anAttempt({
        startedAt: noon + minutes * minute,
        endedAt: noon + minutes * minute + 10 * second,
        outcome: "ambiguous",
      }),
    );
    const task = aSendingTask([], { attempts });

    expect(due(task)).toMatchObject({ status: "give-up", at: noon + 14 * minute + 10 * second });
  });

  test("no schedule of unclear answers ever goes beyond the window", () => {
    let task = aTask();
    let at = noon;
    const sends: number[] = [];
    for (let next = due(task); next.status === "send"; next = due(task)) {
      at = Math.max(at, next.at);
      sends.push((at - noon) / second);
      task = concludeFault(beginAttempt(task, at), new UnavailableError(), at + 90 * second);
      at += 90 * second;
    }

    // 90 s of waiting for each answer, then 60, 180 and 300 s of quiet.
    expect(sends).toEqual([0, 150, 420, 810]);
  });

  test("after a crash the quiet time counts from the end that the attempt can have had at most", () => {
    const textBytes = 10 * 262_144;
    const limit = 90 * second + 10 * second;

    expect(attemptLimitMs(textBytes, setup)).toBe(limit);
    expect(due(aSendingTask([undefined]), textBytes)).toMatchObject({
      status: "send",
      at: noon + limit + minute,
    });
  });

  test("what never left waits 2, 4, 8 … 64 s and no longer, without end", () => {
    let task = aTask();
    const waits: number[] = [];
    for (let n = 0; n < 10; n += 1) {
      const at = noon + n * minute;
      task = concludeFault(beginAttempt(task, at), new UnreachableError(), at);
      const next = due(task);
      waits.push((next.at - at) / second);
    }

    expect(waits).toEqual([2, 4, 8, 16, 32, 64, 64, 64, 64, 64]);
    expect(task.attempts).toHaveLength(6);
  });

  test("a pause after an unclear attempt shortens no quiet time and moves no window", () => {
    const soon = aSendingTask(["ambiguous", "not-sent"]);
    const missedLate = anAttempt({
      startedAt: noon + 15 * minute,
      endedAt: noon + 15 * minute,
      outcome: "not-sent",
    });
    const late = aSendingTask(["ambiguous"]);

    expect(due(soon)).toMatchObject({ status: "send", at: noon + minute + 12 * second });
    expect(due({ ...late, attempts: [...late.attempts, missedLate] })).toMatchObject({
      status: "give-up",
      at: firstEnd,
    });
  });

  test("forgotten misses never take an unclear attempt with them", () => {
    let task = aSendingTask(["ambiguous"]);
    for (let n = 1; n < 20; n += 1) {
      task = concludeFault(beginAttempt(task, noon + n * minute), new UnreachableError(), noon);
    }

    expect(task.attempts[0]?.outcome).toBe("ambiguous");
    expect(task.attempts).toHaveLength(7);
  });
});

test("six misses are kept, whatever was sent between them", () => {
  const misses = Array.from({ length: 6 }, () => "not-sent" as const);
  const sent = concludeFault(aSendingTask([...misses, undefined]), new UnavailableError(), later);
  const missed = concludeFault(
    aSendingTask(["not-sent", "ambiguous", ...misses.slice(1), undefined]),
    new UnreachableError(),
    later,
  );

  expect(sent.attempts.map(({ outcome }) => outcome)).toEqual([...misses, "ambiguous"]);
  expect(missed.attempts.map(({ outcome }) => outcome)).toEqual(["ambiguous", ...misses]);
});

describe("an answer", () => {
  test("of a running task is the task", () => {
    const task = concludeCreated(aSendingTask(), aPartnerTask({ taskId: "task-9" }), later);

    expect(task.state).toEqual(running({ taskId: "task-9", since: later, lookedAt: later }));
    expect(task.attempts).toMatchObject([{ outcome: "created", endedAt: later }]);
  });

  test.each<readonly ["pending" | "unrecognised" | "completed" | "failed", TaskState["status"]]>([
    ["pending", "running"],
    ["unrecognised", "running"],
    // Its text is looked for first.
    ["completed", "running"],
    ["failed", "failed"],
  ])("that says %s makes the task %s", (outcome, status) => {
    expect(concludeCreated(aSendingTask(), aPartnerTask({ outcome }), later).state.status).toBe(
      status,
    );
  });

  test("that calls a glossary completed is believed with its terms", () => {
    const glossary = { ...aSendingTask(), kind: "glossary" as const };
    const statusWith = (terms?: []) =>
      concludeCreated(glossary, aPartnerTask({ outcome: "completed", terms }), later).state.status;

    expect(statusWith([])).toBe("completed");
    expect(statusWith()).toBe("running");
  });

  test("that comes after we gave up is taken all the same", () => {
    const lost = giveUp(aSendingTask(["ambiguous"]), later);

    expect(concludeCreated(lost, aPartnerTask(), later).state.status).toBe("running");
  });

  test("to an attempt from before a person had it sent again is taken all the same", () => {
    const reopened = aSendingTask([], { sent: { reopenedAt: noon } });

    expect(concludeCreated(reopened, aPartnerTask(), later)).toMatchObject({
      attempts: [],
      state: { status: "running" },
    });
  });

  test("of an older attempt never covers the task that is known", () => {
    const done = aTask({ attempts: [anAttempt({ outcome: "created" })], state: completed() });

    expect(concludeCreated(done, aPartnerTask({ taskId: "task-9" }), later)).toBe(done);
  });
});

describe("giving up", () => {
  test("leaves the question to a person, with the last fault", () => {
    const task = concludeFault(aSendingTask(), new UnavailableError(), later);

    expect(giveUp(task, later).state).toEqual(stuck("UnavailableError"));
  });

  test("comes too late for a task that an answer has named meanwhile", () => {
    const task = aTask({ state: running() });

    expect(giveUp(task, later)).toBe(task);
  });
});

test("only the newest attempt, while it is open, may let its last bytes go", () => {
  const first = beginAttempt(aTask(), noon);
  const both = beginAttempt(first, later);

  expect(isLatestAttempt(first, noon)).toBe(true);
  expect(isLatestAttempt(both, noon)).toBe(false);
  expect(isLatestAttempt(both, later)).toBe(true);
  expect(isLatestAttempt(concludeFault(both, new UnavailableError(), later), later)).toBe(false);
  expect(isLatestAttempt(giveUp(both, later), later)).toBe(false);
});

describe("an attempt notes the account and its body", () => {
  const usageBefore = { balance: 20_000, used: 0, at: noon };
  const first = beginAttempt(aTask(), noon, { bodyDigest: "p1", usageBefore });
  const again = { bodyDigest: "p2", usageBefore: { ...usageBefore, balance: 1 } };
  const noted = (task: Task) => beginAttempt(task, later, again).sent;

  test.each<readonly [string, Task]>([
    ["may have been made", first],
    ["got no answer", concludeFault(first, new UnavailableError(), noon)],
    [
      "was closed by a person, who had it sent again",
      { ...first, attempts: [], sent: { ...first.sent, reopenedAt: noon } },
    ],
  ])("once, when an earlier one %s", (_, task) => {
    expect(noted(task)).toMatchObject({ bodySha256: "p1", usageBefore });
  });

  test("with its own body, and the account as it is now, when no earlier one left", () => {
    const missed = concludeFault(first, new UnreachableError(), noon);

    expect(noted(missed)).toMatchObject({ bodySha256: "p2", usageBefore: again.usageBefore });
  });

  test("when the run was restored from its card, which names neither", () => {
    const restored = aTask({ sent: { isFromCard: true, reopenedAt: noon } });

    expect(noted(restored)).toMatchObject({ bodySha256: "p2", usageBefore: undefined });
  });
});

describe("immediately before its last bytes, an attempt", () => {
  const leaving = { startedAt: noon, isLate: false };
  const begun = beginAttempt(aTask(), noon);

  test("leaves in time", () => {
    expect(() => checkLeaving(begun, leaving)).not.toThrow();
  });

  test.each<readonly [string, Task | undefined, Partial<typeof leaving>, string]>([
    ["its record is gone", undefined, {}, "superseded"],
    ["a person had it sent again", { ...begun, attempts: [] }, {}, "superseded"],
    ["it is late", begun, { isLate: true }, "too-late"],
  ])("is held back where %s", (_, task, changes, why) => {
    expect(() => checkLeaving(task, { ...leaving, ...changes })).toThrow(
      expect.objectContaining({ name: "RequestAbortedError", why }),
    );
  });
});

test.each<readonly [readonly Attempt["outcome"][], boolean]>([
  [["not-sent"], true],
  [["not-sent", undefined], true],
  [["ambiguous", undefined], false],
])("after %j the card offers to undo the approval: %s", (outcomes, isOffered) => {
  expect(seemsUnsent(aSendingTask(outcomes))).toBe(isOffered);
});

function cutBy(cause: Error): RequestAbortedError {
  return new RequestAbortedError("not-readable", { cause });
}
