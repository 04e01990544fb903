import { describe, expect, test } from "vitest";

import { cardDigest } from "#domain/estimate/card-digest.ts";
import { type RequestDetails, dueEnd, endOfDay } from "#domain/intake/request-details.ts";
import { delayOf, latenessOf, latenessOnCard } from "#domain/lateness.ts";
import { addNotice } from "#domain/notices.ts";
import type { Quote } from "#domain/quote.ts";

import {
  aCoverage,
  aCoveringRun,
  aPreview,
  aQuote,
  aRequest,
  aTask,
  completed,
  failed,
  hour,
  minute,
  noon,
  running,
} from "../builders.ts";

/** The request is of 20 November 2026, 14:05 UTC; this day ends 33 hours and 55 minutes after it. */
const day = "2026-11-21";
const end = Date.parse("2026-11-22T00:00:00Z");
const wishes = { first: undefined, note: undefined } as const;
/** At this pace the 12,345 characters take 34 minutes. */
const pace = 21;

function asked(changes: Partial<Quote> = {}, details: Partial<RequestDetails> = {}): Quote {
  const request = aRequest({ details: { ...wishes, dueOn: day, ...details } });
  return aQuote({ request, ...changes });
}

describe("the day that somebody named", () => {
  test.each([
    [0, "2026-11-22T00:00:00Z"],
    [-8 * hour, "2026-11-22T08:00:00Z"],
    [9 * hour, "2026-11-21T15:00:00Z"],
    [5.75 * hour, "2026-11-21T18:15:00Z"],
  ])("ends at midnight of a clock that is %d ms ahead of UTC", (offset, instant) => {
    expect(endOfDay(day, offset)).toBe(Date.parse(instant));
  });

  test("is one of UTC where the time zone of the requester is not known", () => {
    expect(dueEnd({ dueOn: day })).toBe(end);
    expect(dueEnd({ dueOn: day, dueBy: end + hour })).toBe(end + hour);
    expect(dueEnd({ dueOn: "soon" })).toBeUndefined();
    expect(dueEnd()).toBeUndefined();
  });
});

describe("a request that waits", () => {
  test("is in time for as long as its translation would be ready on the day", () => {
    const quote = asked({ pace });

    expect(latenessOf(quote, noon)).toBeUndefined();
    expect(latenessOf(quote, end - 40 * minute)).toBeUndefined();
    expect(latenessOf(quote, end - 30 * minute)).toBe("will-be-late");
    expect(latenessOf(quote, end - 1)).toBe("will-be-late");
    expect(latenessOf(quote, end)).toBe("late");
  });

  test("is warned of only once the day is over where no speed was learned", () => {
    expect(latenessOf(asked(), end - 1)).toBeUndefined();
    expect(latenessOf(asked(), end)).toBe("late");
  });

  test("ends its day by the requester's own clock", () => {
    const west = asked({}, { dueBy: end + 8 * hour });

    expect(latenessOf(west, end + 7 * hour)).toBeUndefined();
    expect(latenessOf(west, end + 8 * hour)).toBe("late");
  });

  test("takes as long as the chapters that were chosen", () => {
    const part = [{ from: 0, to: 1000 }];

    expect(latenessOf(asked({ pace, part }), end - 30 * minute)).toBeUndefined();
  });

  test.each<readonly [string, Quote]>([
    ["without a day", aQuote({ pace })],
    ["for its price alone", asked({ pace }, { first: "estimate" })],
    ["for a language that it is in already", asked({ pace, language: "fr" })],
    ["that was declined", asked({ pace, decision: { status: "declined", by: "U1", at: noon } })],
    ["whose translation is there", asked({ pace, tasks: [aTask({ state: completed({}) })] })],
  ])("%s is never late", (_, quote) => {
    expect(latenessOf(quote, end + hour)).toBeUndefined();
  });

  test("takes no time where a translation exists, for free", () => {
    const elsewhere = aCoveringRun({ slice: [{ from: 0, to: 12_345 }] });
    const quote = asked({ pace, coverage: aCoverage({ runs: [elsewhere] }) });

    expect(latenessOf(quote, end - minute)).toBeUndefined();
    expect(latenessOf(quote, end)).toBe("late");
  });

  test("is as late after a failed run, or with a preview alone, as before it", () => {
    const tasks = [aTask({ state: failed() }), aPreview({ state: completed({}) })];

    expect(latenessOf(asked({ pace, tasks }), end - 30 * minute)).toBe("will-be-late");
    expect(latenessOf(asked({ pace, tasks }), end)).toBe("late");
  });
});

describe("a translation under way", () => {
  const going = (state: Parameters<typeof running>[0], changes: Partial<Quote> = {}) =>
    asked({ tasks: [aTask({ state: running(state) })], ...changes });
  const at = end - hour;
  const half = { since: noon, lookedAt: at, progress: 0.5 } as const;

  test("is late by what its progress leaves", () => {
    expect(latenessOf(going({ ...half, msLeft: 59 * minute }), at)).toBeUndefined();
    expect(latenessOf(going({ ...half, msLeft: 61 * minute }), at)).toBe("will-be-late");
    expect(latenessOf(going({ ...half, msLeft: minute }), end)).toBe("late");
  });

  test("else by the learned pace, since its start; and nothing is said without one", () => {
    const dark = { since: end - 20 * minute, lookedAt: at, progress: undefined, msLeft: 9e9 };

    expect(latenessOf(going(dark), at)).toBeUndefined();
    expect(latenessOf(going(dark, { pace }), at)).toBe("will-be-late");
    expect(latenessOf(going({ ...dark, since: end - 40 * minute }, { pace }), at)).toBeUndefined();
  });

  test("before it is sent is measured from now on", () => {
    const quote = asked({ pace, tasks: [aTask({ state: { status: "approved" } })] });

    expect(latenessOf(quote, end - 40 * minute)).toBeUndefined();
    expect(latenessOf(quote, end - 30 * minute)).toBe("will-be-late");
  });
});

describe("a card, which has no clock,", () => {
  test("knows the time of the balance, of a reminder and of a look", () => {
    const balance = { credits: 20_000, at: end - 30 * minute };
    const reminded = addNotice(asked({ pace }), {
      kind: "reminder",
      to: "approvers",
      at: end + minute,
      beside: [],
    });
    const state = running({ since: noon, lookedAt: end + hour, progress: 0.9, msLeft: minute });

    expect(latenessOnCard(asked({ pace }))).toBeUndefined();
    expect(latenessOnCard(asked({ pace, balance }))).toBe("will-be-late");
    expect(latenessOnCard(reminded)).toBe("late");
    expect(latenessOnCard(asked({ tasks: [aTask({ state })] }))).toBe("late");
  });

  test("is drawn again only when what it says has changed", () => {
    const looked = (lookedAt: number, msLeft: number) =>
      asked({
        tasks: [aTask({ state: running({ since: noon, lookedAt, progress: 0.5, msLeft }) })],
      });
    const first = looked(end - hour, 30 * minute);
    const later = looked(end - hour + minute, 30 * minute - 1);
    const late = looked(end - 20 * minute, 30 * minute);

    expect(cardDigest(later)).toBe(cardDigest(first));
    expect(cardDigest(late)).not.toBe(cardDigest(first));
  });
});

describe("of a run under way people are told", () => {
  const approved = { by: "U0ANA", at: noon };
  const atWork = (changes: object) => ({
    ...running({ since: noon, lookedAt: noon + hour, progress: 0.01, msLeft: minute, ...changes }),
  });
  const task = (changes: object = {}, more: object = {}) =>
    aTask({ approval: approved, state: atWork(changes), ...more });

  test("when it will miss its day, and when it has", () => {
    expect(delayOf(asked(), task())).toBeUndefined();
    expect(delayOf(asked(), task({ msLeft: 40 * hour }))).toBe("will-be-late");
    expect(delayOf(asked(), task({ lookedAt: end }))).toBe("late");
  });

  test("nothing before the day is over that its approver saw", () => {
    const slow = 100 * pace;

    expect(delayOf(asked({ pace: slow }), task({ msLeft: 40 * hour }))).toBeUndefined();
    expect(delayOf(asked({ pace: slow }), task({ lookedAt: end }))).toBe("late");
  });

  test("when it takes unusually long, and nobody named a day for it", () => {
    const overdue = { overdueSince: noon + 25 * hour };

    expect(delayOf(aQuote(), task(overdue))).toBe("overdue");
    expect(delayOf(aQuote(), task())).toBeUndefined();
    expect(delayOf(asked(), task(overdue))).toBeUndefined();
    expect(delayOf(asked(), task(overdue, { kind: "glossary" }))).toBe("overdue");
  });

  test("nothing once it has ended, nor of what Galley asks for itself", () => {
    expect(delayOf(asked(), aTask({ approval: approved, state: completed() }))).toBeUndefined();
    expect(delayOf(aQuote(), task({ overdueSince: end }, { approval: undefined }))).toBeUndefined();
  });
});
