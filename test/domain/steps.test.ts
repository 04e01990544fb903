import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { cardDigest, cardTask } from "#domain/estimate/card-digest.ts";
import { type Notice, addNotice, changeNotice } from "#domain/notices.ts";
import type { Quote } from "#domain/quote.ts";
import { type Step, isOnCard, hasWorkLeft, stepsOf } from "#domain/steps.ts";
import type { Task, TaskState } from "#domain/task.ts";

import { arbitraryQuote } from "../arbitraries/quote.ts";
import {
  aCard,
  aCoverage,
  aLanguageTask,
  aPostedQuote,
  aPreview,
  aQuote,
  aSendingTask,
  aTask,
  anEstimateTask,
  completed,
  failed,
  hour,
  minute,
  noon,
  rejectedFor,
  setup,
  running,
  second,
  unknown,
  vanished,
} from "../builders.ts";

const expired = { status: "expired", at: noon } as const;

/** Returns a quote whose card is up to date. */
function settled(changes: Partial<Quote> = {}): Quote {
  const quote = aQuote(changes);
  return { ...quote, card: aCard({ face: cardDigest(quote), key: cardTask(quote)?.key }) };
}

/** Returns the steps by name, without the expiry that every open offer has. */
function dueOf(quote: Quote): readonly (readonly [Step["kind"], number])[] {
  return stepsOf(quote, setup)
    .filter((step) => step.kind !== "expire")
    .map((step) => [step.kind, step.at]);
}

describe("before the manuscript is known", () => {
  test("it is read, and the balance beside it", () => {
    expect(dueOf(aPostedQuote())).toEqual([
      ["read", 0],
      ["balance", 0],
    ]);
  });

  test("a refusal is said, and nothing is asked of the partner", () => {
    const refused = aPostedQuote({ reading: { status: "refused", reason: "empty" } });

    expect(hasWorkLeft(refused, setup)).toBe(false);
    expect(dueOf(addNotice(refused, { kind: "refused" }))).toEqual([["say", 0]]);
  });
});

describe("the card", () => {
  const none = { card: { status: "none" } } as const;
  const unseen = { ...aCoverage(), target: "de" };

  test.each<readonly [string, Partial<Quote>]>([
    ["the balance", { balance: undefined }],
    ["what was translated before", { coverage: unseen }],
  ])("is posted with its price: it waits up to a second for %s", (_, changes) => {
    const posting = dueOf(aQuote({ ...changes, ...none })).find(([step]) => step === "show-card");

    expect(posting).toEqual(["show-card", noon + second]);
  });

  test.each<readonly [string, Partial<Quote>]>([
    ["all of it is there", {}],
    ["another language has to be chosen", { language: "fr", balance: undefined }],
    ["nobody knows how to read it", { reading: { status: "doubtful", candidates: ["koi8-r"] } }],
    ["something was approved", { balance: undefined, tasks: [aTask()] }],
    [
      "it was declined",
      { balance: undefined, decision: { status: "declined", by: "U1", at: noon } },
    ],
  ])("is posted at once where %s", (_, changes) => {
    expect(dueOf(aQuote({ ...changes, ...none }))).toContainEqual(["show-card", 0]);
  });

  test("is posted, and after a lost reply looked for once Slack's reads are up to date", () => {
    expect(dueOf(aQuote())).toEqual([["show-card", 0]]);
    expect(dueOf(aQuote({ card: { status: "posting", since: noon } }))).toEqual([
      ["show-card", noon + 30 * second],
    ]);
  });

  test("is updated as soon as it shows something that is no longer so", () => {
    const shown = settled();

    expect(dueOf(shown)).toEqual([]);
    expect(dueOf({ ...shown, balance: { credits: 1, at: noon } })).toEqual([["show-card", 0]]);
  });

  test("is left alone where nobody can be reached", () => {
    expect(dueOf(aQuote({ card: { status: "undeliverable", why: "is_archived" } }))).toEqual([]);
  });
});

test.each<readonly [Notice["state"], ReturnType<typeof dueOf>]>([
  [{ status: "due" }, [["say", 0]]],
  [{ status: "saying", since: noon, fileId: undefined }, [["say", noon + 30 * second]]],
  [{ status: "said", ts: "3.3" }, []],
  [{ status: "undeliverable", why: "is_archived" }, []],
])("a notice that is %j", (state, steps) => {
  const quote = changeNotice(addNotice(settled(), { kind: "declined" }), "declined", state);

  expect(dueOf(quote)).toEqual(steps);
});

describe("while people decide", () => {
  test("the quote ends when its time is up", () => {
    expect(stepsOf(settled(), setup)).toEqual([{ kind: "expire", at: noon + 24 * hour }]);
  });

  test("a balance that is not known is asked for", () => {
    expect(dueOf(settled({ balance: undefined }))).toEqual([["balance", 0]]);
  });

  test("what Galley asks by itself needs no key on the card, and ends with the quote", () => {
    const tasks = [aLanguageTask()];

    expect(dueOf(settled({ tasks }))).toEqual([["send", 0]]);
    expect(dueOf(settled({ tasks, decision: expired }))).toEqual([]);
  });

  test("what the partner calls failed of it is not looked at again", () => {
    expect(dueOf(settled({ tasks: [anEstimateTask({ state: failed() })] }))).toEqual([]);
  });

  test("an approved translation keeps the quote from ending, a preview does not", () => {
    const ends = (task: Task) =>
      stepsOf(settled({ tasks: [task] }), setup).some((step) => step.kind === "expire");

    expect(ends(aTask({ state: running() }))).toBe(false);
    expect(ends(aPreview({ state: running() }))).toBe(true);
    expect(ends(aTask({ state: rejectedFor("bad-request") }))).toBe(true);
  });
});

describe("a paid run", () => {
  test("is not sent before the card names its key", () => {
    const task = aTask();
    const approved = aQuote({ tasks: [task], card: aCard({ face: "old" }) });

    expect(dueOf(approved)).toEqual([["show-card", 0]]);
    expect(stepsOf(settled({ tasks: [task] }), setup)).toContainEqual({
      kind: "send",
      key: task.key,
      paid: true,
      at: 0,
      from: 0,
    });
  });

  test("is not sent while its card is gone", () => {
    const quote = settled({ tasks: [aTask()] });

    expect(dueOf({ ...quote, card: { status: "none" } })).toEqual([["show-card", 0]]);
  });

  test("waits for its turn on the card behind another one that is still to be sent", () => {
    const [first, other] = [aPreview(), aTask()];
    const quote = settled({ tasks: [first, other] });

    expect(isOnCard(quote, first)).toBe(true);
    expect(isOnCard(quote, other)).toBe(false);
  });

  test("goes on after the quote was declined or has expired", () => {
    const tasks = [aPreview({ state: running() })];

    expect(dueOf(settled({ tasks, decision: expired }))).toEqual([["poll", noon + 5 * second]]);
  });

  test("is given up when its window closed over an unclear attempt", () => {
    const tasks = [aSendingTask(Array.from({ length: 15 }, () => "ambiguous" as const))];

    expect(dueOf(settled({ tasks }))).toEqual([["give-up", noon + 14 * minute + 10 * second]]);
  });

  test("that is lost is given up even when no card can be shown", () => {
    const tasks = [aSendingTask(Array.from({ length: 15 }, () => "ambiguous" as const))];
    const undeliverable = aQuote({ tasks, card: { status: "undeliverable", why: "is_archived" } });

    expect(dueOf(undeliverable)).toEqual([["give-up", noon + 14 * minute + 10 * second]]);
  });

  const usageAfter = { balance: 1, used: 1, at: noon };
  const book = ["record-charge", 0] as const;
  const usageRead: TaskState = { status: "unknown", since: noon, fault: "x", usageAfter };

  test.each<readonly [string, TaskState, ReturnType<typeof dueOf>]>([
    ["runs", running(), [["poll", noon + 5 * second]]],
    ["is missing at the partner", running({ missing: 1 }), [["poll", noon + minute]]],
    ["failed", failed(), [book, ["poll", noon + minute]]],
    ["failed 64 days ago", failed({ lookedAt: noon + 64 * 24 * hour }), [book]],
    [
      "failed almost 24 h ago",
      failed({ lookedAt: noon + 23 * hour }),
      [book, ["poll", noon + 24 * hour]],
    ],
    ["is done", completed(), [book]],
    ["was refused", rejectedFor("unauthorized"), []],
    ["is unknown", unknown, [["read-usage-after", noon]]],
    ["is unknown and reckoned", usageRead, []],
    ["vanished", vanished, [book, ["poll", noon + hour]]],
    ["vanished 64 days ago", { ...vanished, lookedAt: noon + 64 * 24 * hour }, [book]],
  ])("that %s", (_, state, steps) => {
    expect(dueOf(settled({ tasks: [aTask({ state })] }))).toEqual(steps);
  });

  test("that is in the books needs nothing more, and one that failed and came back once more", () => {
    const done = aTask({ state: completed(), recorded: { as: "completed", after: usageAfter } });
    const late = { ...done, recorded: { as: "failed", after: usageAfter } } as const;

    expect(dueOf(settled({ tasks: [done] }))).toEqual([]);
    expect(dueOf(settled({ tasks: [late] }))).toEqual([book]);
  });

  test.each<readonly [TaskState, string]>([
    [running(), "policy"],
    [running({ missing: 2 }), "timed"],
    [failed(), "timed"],
    [vanished, "timed"],
  ])("competes with others for looks only while it runs: %j", (state, pace) => {
    expect(stepsOf(settled({ tasks: [aPreview({ state })] }), setup)).toContainEqual(
      expect.objectContaining({ kind: "poll", pace, characters: 3000 }),
    );
  });
});

test("an inquiry is sent beside its card, and never before it", () => {
  const tasks = [aTask({ kind: "estimate", approval: undefined })];
  const sends = (card: Quote["card"]) =>
    dueOf({ ...settled({ tasks }), card }).filter(([step]) => step === "send");

  expect(sends({ status: "none" })).toEqual([]);
  expect(sends({ status: "posting", since: noon })).toEqual([]);
  expect(sends(settled({ tasks }).card)).toHaveLength(1);
});

test("no paid send is ever due that the card does not name, whatever the record holds", () => {
  fc.assert(
    fc.property(arbitraryQuote, (quote) => {
      const paid = stepsOf(quote, setup).flatMap((step) =>
        step.kind === "send" && step.paid ? [step.key] : [],
      );
      const named = quote.card.status === "posted" ? quote.card.key : undefined;

      expect(new Set([...paid, named])).toEqual(new Set([named]));
    }),
  );
});
