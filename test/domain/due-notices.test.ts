import { describe, expect, test } from "vitest";

import { noticeRow } from "#domain/notice-table.ts";
import { type Notice, type NoticeState, addNotice, changeNotice } from "#domain/notices.ts";
import type { Quote } from "#domain/quote.ts";
import { isDue, isOnCard, hasWorkLeft, stepsOf } from "#domain/steps.ts";
import { isShort } from "#domain/task.ts";

import {
  aCard,
  aPreview,
  aQuote,
  aTask,
  anEstimateTask,
  completed,
  failed,
  minute,
  noon,
  rejectedFor,
  setup,
  running,
  second,
  unknown,
} from "../builders.ts";

const usageAfter = { balance: 1, used: 2, at: noon };

describe("what a person has to decide is never out of sight", () => {
  const closed = { decision: { status: "expired", at: noon }, card: aCard() } as const;
  /** Nothing else is due for the quote: its card is undeliverable, and the account was read afterwards. */
  const isInSight = (quote: Quote) =>
    hasWorkLeft({ ...quote, card: { status: "undeliverable", why: "is_archived" } }, setup);

  test("a paid task that may exist is, a run that has ended is not", () => {
    const doubted = aTask({ state: { status: "unknown", since: noon, fault: "x", usageAfter } });

    const ended = aTask({ state: completed(), recorded: { as: "completed", after: usageAfter } });

    expect(isInSight(aQuote({ ...closed, tasks: [doubted] }))).toBe(true);
    expect(isInSight(aQuote({ ...closed, tasks: [ended] }))).toBe(false);
    expect(isInSight(aQuote({ ...closed, tasks: [anEstimateTask({ state: unknown })] }))).toBe(
      false,
    );
  });
});

describe("an admin's card", () => {
  const task = aTask({ state: unknown });
  const about = { kind: "admin-card", topic: "unknown", key: task.key, admin: "U0ADA" } as const;
  const said = (face: string): NoticeState => ({ status: "said", ts: "3.3", channel: "D1", face });
  const shown = (state: Quote["tasks"][number]["state"], face: string) => {
    const quote = addNotice(aQuote({ tasks: [{ ...task, state }] }), about);
    const [notice]: readonly (Notice | undefined)[] = quote.notices;
    return changeNotice(quote, notice?.id ?? "", said(face));
  };
  const says = (quote: Quote) =>
    stepsOf(quote, setup).flatMap((step) => (step.kind === "say" ? [step.at] : []));

  test("shows how the task stands, and whether the account was read again", () => {
    const usageRead = {
      status: "unknown",
      since: noon,
      fault: "UnavailableError",
      usageAfter,
    } as const;

    expect(noticeRow(about).digest(aQuote({ tasks: [task] }), about)).toBe("unknown");
    expect(noticeRow(about).digest(aQuote({ tasks: [{ ...task, state: usageRead }] }), about)).toBe(
      "unknown, reckoned",
    );
    expect(noticeRow(about).digest(aQuote({ tasks: [{ ...task, state: running() }] }), about)).toBe(
      "running",
    );
    expect(noticeRow(about).digest(aQuote(), about)).toBe("");
  });

  test("is drawn anew when that has changed, and only then", () => {
    expect(says(shown(unknown, "unknown"))).toEqual([]);
    expect(says(shown(running(), "unknown"))).toEqual([0]);
    expect(says(shown(running(), "running"))).toEqual([]);
  });
});

describe("how much is missing", () => {
  const short = aTask({ state: rejectedFor("short-of-credits") });
  const sayable = (task: typeof short, changes: Partial<Quote>) => {
    const quote = addNotice(aQuote({ tasks: [task], ...changes }), {
      kind: "outcome",
      key: task.key,
    });
    return stepsOf(quote, setup).flatMap((step) => (step.kind === "say" ? [step.at] : []));
  };

  test("is said once the balance was read again, or half a minute later without it", () => {
    expect(sayable(short, {})).toEqual([0]);
    expect(sayable(short, { balance: undefined })).toEqual([noon + 30 * second]);
    expect(sayable(aTask({ state: rejectedFor("bad-request") }), { balance: undefined })).toEqual([
      0,
    ]);
  });

  test("is a matter of a 402 alone", () => {
    expect(isShort(short)).toBe(true);
    expect(isShort(aTask({ state: rejectedFor("bad-request") }))).toBe(false);
    expect(isShort(aTask({ state: running() }))).toBe(false);
  });
});

describe("a step", () => {
  test("is due from its time on, and a send no longer than its window stands open", () => {
    const send = { kind: "send", key: "k", paid: true, at: noon } as const;

    expect(isDue({ ...send, until: noon + minute }, noon - 1)).toBe(false);
    expect(isDue({ ...send, until: noon + minute }, noon + minute)).toBe(true);
    expect(isDue({ ...send, until: noon + minute }, noon + minute + 1)).toBe(false);
    expect(isDue({ ...send, until: undefined }, noon + 100 * minute)).toBe(true);
    expect(isDue({ kind: "expire", at: noon }, noon + 100 * minute)).toBe(true);
  });

  test("of a closed quote asks for no balance and waits for no language", () => {
    const closed = aQuote({
      decision: { status: "expired", at: noon },
      balance: undefined,
      language: undefined,
    });

    expect(stepsOf(closed, setup).map((step) => step.kind)).toEqual(["show-card"]);
  });

  test("that looks at a failed run knows what it is about", () => {
    const quote = aQuote({ tasks: [aPreview({ state: failed() })] });

    expect(stepsOf(quote, setup).find((step) => step.kind === "poll")).toMatchObject({
      since: noon,
      lookedAt: noon,
      characters: 3000,
      progress: undefined,
      pace: "timed",
    });
  });
});

test("a task is on its card only where the card's own metadata names it, and names it still", () => {
  const [first, second_] = [aPreview({ key: "one" }), aTask({ key: "two" })];
  const quote = aQuote({ tasks: [first, second_] });
  const named = (key: string): Quote => ({ ...quote, card: aCard({ key }) });

  expect(isOnCard(named("one"), first)).toBe(true);
  expect(isOnCard(named("two"), second_)).toBe(false);
  expect(isOnCard(named("two"), first)).toBe(false);
  expect(isOnCard({ ...quote, card: { status: "none" } }, first)).toBe(false);
});
