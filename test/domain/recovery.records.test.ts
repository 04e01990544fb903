import { describe, expect, test } from "vitest";

import type { CardRun, Marker } from "#domain/recovery.ts";
import {
  isKnownLoss,
  readAsOnCard,
  recordsStatus,
  takeUpRuns,
  unknownRuns,
  withLossUpdate,
} from "#domain/recovery.ts";
import type { Task } from "#domain/task.ts";

import {
  aCard,
  aManuscript,
  aPostedQuote,
  aPreview,
  aQuote,
  aTask,
  anAttempt,
  anEstimateTask,
  completed,
  minute,
  noon,
  running,
} from "../builders.ts";

const marker: Marker = { version: 1, id: "store", at: noon, loss: undefined };
const afterLoss = (loss: Partial<NonNullable<Marker["loss"]>> = {}): Marker => ({
  ...marker,
  loss: { noticedAt: noon, ...loss },
});
const cards = { taken: 1, missed: 0, shown: [] };

describe("with its records the store", () => {
  test.each<readonly [string, Marker | undefined, string]>([
    ["of which nothing is known is searched for in Slack", undefined, "sought"],
    ["that lost nothing sells", marker, "open"],
    ["that lost some is searched for in Slack", afterLoss(), "sought"],
    ["that was searched for waits for an admin", afterLoss({ cards }), "undecided"],
    [
      "of which an admin decided sells",
      afterLoss({ cards, decided: { by: "U0ADA", at: noon } }),
      "open",
    ],
    [
      "that an admin did not wait for sells",
      afterLoss({ decided: { by: "U0ADA", at: 1 } }),
      "open",
    ],
  ])("%s", (_, one, status) => {
    expect(recordsStatus(one)).toBe(status);
  });

  test("may have lost every approval until the loss was noticed, and none after it", () => {
    const known = [noon - 1, noon, noon + 1].map((at) => isKnownLoss(afterLoss(), at));

    expect(known).toEqual([true, true, false]);
    expect([undefined, marker].map((one) => isKnownLoss(one, 0))).toEqual([false, false]);
  });

  test("notes what is done about a loss beside what it knew of it, and nothing without one", () => {
    const asked = withLossUpdate(afterLoss({ cards }), { askedAt: noon + 1 });

    expect(asked).toEqual(afterLoss({ cards, askedAt: noon + 1 }));
    expect(withLossUpdate(marker, { cards })).toBe(marker);
    expect(withLossUpdate(undefined, { cards })).toBeUndefined();
  });
});

const facts = ({ key, kind, target, generation, slice }: Task, changes: Partial<CardRun> = {}) => ({
  key,
  kind,
  target,
  generation,
  slice,
  approvedAt: noon,
  taskId: undefined,
  ...changes,
});

describe("of the runs that a card names", () => {
  const [known, lost] = [aTask(), aPreview()];

  test("those are unknown that the record lacks, and all where there is no record", () => {
    const named = [facts(known), facts(lost)];

    expect(unknownRuns(aQuote({ tasks: [known] }), named)).toEqual([facts(lost)]);
    expect(unknownRuns(undefined, named)).toEqual(named);
  });

  test("taking them up undoes what was approved without them, and keeps what may have been sent", () => {
    const sent = aTask({ key: "sent", attempts: [anAttempt()], state: { status: "sending" } });
    const tasks = [aTask({ key: "new" }), sent, anEstimateTask({ key: "inquiry" })];
    const before = aQuote({ card: aCard(), tasks: [...tasks, { ...known, state: completed() }] });

    const after = takeUpRuns(before, [facts(lost, { taskId: "task-7" })], noon + minute);

    expect(after.tasks).toMatchObject([
      { key: "new", state: { status: "rejected", at: noon + minute, reason: "cancelled" } },
      { key: "sent", state: { status: "sending" } },
      { key: "inquiry", state: { status: "approved" } },
      { key: known.key, state: { status: "completed" } },
      { key: lost.key, state: { status: "running", taskId: "task-7" } },
    ]);
  });

  test("nothing is undone where the record has them all", () => {
    const quote = aQuote({ tasks: [aTask({ key: "new" }), { ...known, state: running() }] });

    expect(takeUpRuns(quote, [facts(known)], noon)).toBe(quote);
  });
});

describe("a text is read again as its card says", () => {
  const read = aQuote({ tasks: [aTask(), anEstimateTask()] });

  test("unless it was read that way, or the card says nothing of it", () => {
    expect(readAsOnCard(read, {}, noon)).toBeUndefined();
    expect(readAsOnCard(read, { encoding: "utf-8" }, noon)).toBeUndefined();
    expect(readAsOnCard(read, { encoding: undefined, isMarked: undefined }, noon)).toBeUndefined();
    expect(readAsOnCard(aPostedQuote(), {}, noon)).toBeUndefined();
  });

  test("in its encoding, with its paid runs, and with its language to be found anew", () => {
    expect(readAsOnCard(read, { encoding: "windows-1252" }, noon)).toMatchObject({
      reading: { status: "due", chosen: { encoding: "windows-1252", by: undefined, at: noon } },
      language: undefined,
      tasks: [{ kind: "translation" }],
    });
  });

  test("with its signs for emphasis, or without them", () => {
    const manuscript = aManuscript({ format: "docx", marks: undefined });
    const quote = aQuote({ reading: { status: "read", manuscript } });

    expect(readAsOnCard(quote, { isMarked: false }, noon)).toBeUndefined();
    expect(readAsOnCard(quote, { isMarked: true }, noon)?.reading).toEqual({
      status: "due",
      chosen: undefined,
      isMarked: true,
    });
  });
});
