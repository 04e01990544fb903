import { describe, expect, test } from "vitest";

import {
  awaitsReminder,
  dueWith,
  isNamed,
  suitableFrom,
  nextReminder,
  remindFrom,
  reminderAt,
} from "#domain/approval/reminding.ts";
import { addNotice } from "#domain/notices.ts";
import type { Quote } from "#domain/quote.ts";
import { stepsOf } from "#domain/steps.ts";

import {
  aCoverage,
  aCoveringRun,
  aQuote,
  aRequest,
  aTask,
  hour,
  minute,
  noon,
  setup,
  running,
} from "../../builders.ts";

const due = noon + 4 * hour;
const first = aQuote({ id: "1", approval: { remindAt: due } });
const second = aQuote({
  id: "2",
  request: aRequest({ at: noon + minute }),
  approval: { remindAt: due + minute },
});
const alone = { kind: "reminder", to: "approvers", at: due, beside: [] } as const;
const elsewhere = aCoveringRun({ slice: [{ from: 0, to: 12_345 }] });
const priceAlone = { first: "estimate", note: undefined, dueOn: undefined } as const;
const escalated = { ...alone, to: "admins" } as const;

describe("a waiting estimate", () => {
  test("is due for a reminder after the hours that are set, and again after as many", () => {
    expect(reminderAt(4, first)).toBe(due);
    expect(reminderAt(4, addNotice(first, alone))).toBe(due + 4 * hour);
    expect(reminderAt(undefined, first)).toBeUndefined();
    const told = { kind: "direct", why: "asked", person: "U0ANA", beside: [] } as const;
    expect(reminderAt(4, addNotice(first, { ...told, at: noon + hour }))).toBe(due);
  });

  test("waits for the end of the quiet hours where some are set", () => {
    const quietHours = { from: 17, to: 20, zone: "UTC" };

    // It is 18:05, and the quiet hours end at 20:00.
    expect(suitableFrom(due, quietHours, [0])).toBe(due + hour + 55 * minute);
  });

  test("else waits until the first of the approvers is at work by their own clock", () => {
    // A Friday, five past six in London, five past one in New York, Saturday in Tokyo.
    expect(suitableFrom(due, undefined, [0, -5 * hour, 9 * hour])).toBe(due);
    expect(suitableFrom(due, undefined, [0])).toBe(due + 62 * hour + 55 * minute);
    expect(suitableFrom(due, undefined, [])).toBe(due);
  });

  test("is first for the approvers, then for the admins, and then for nobody", () => {
    const reminded = addNotice(first, alone);

    expect(stepsOf(first, setup)).toContainEqual({ kind: "remind", at: due });
    expect(nextReminder(first)).toEqual({ to: "approvers" });
    expect(nextReminder(reminded)).toEqual({ to: "admins" });
    expect(awaitsReminder(reminded)).toBe(true);
    expect(awaitsReminder(addNotice(reminded, escalated))).toBe(false);
  });

  test.each([
    ["was declined", { decision: { status: "declined", by: "U1", at: noon } }],
    ["is bought", { tasks: [aTask({ state: running() })] }],
    ["needs another language first", { language: "fr" }],
    ["is never to be reminded of", { approval: undefined }],
    ["has a free translation already", { coverage: aCoverage({ runs: [elsewhere] }) }],
    ["was asked for its price alone", { request: aRequest({ details: priceAlone }) }],
  ] as const)("is not, when it %s", (_, changes) => {
    expect(awaitsReminder({ ...first, ...changes })).toBe(false);
  });

  test("that was decided on before the reminder was said is not spoken of any more", () => {
    const approved = { ...first, tasks: [aTask({ state: running() })] };

    const isSaid = (quote: Quote) =>
      stepsOf(addNotice(quote, alone), setup).some((step) => step.kind === "say");

    expect([isSaid(first), isSaid(approved)]).toEqual([true, false]);
  });
});

describe("of several in one conversation", () => {
  test("the oldest tells of all that are due with it, and the others wait for it", () => {
    const later = aQuote({
      id: "3",
      request: aRequest({ at: noon + hour }),
      approval: { remindAt: due + hour },
    });

    expect(dueWith(first, [second, first, later], due)).toEqual([first, second]);
    expect(dueWith(second, [second, first], due + minute)).toEqual([first, second]);
  });

  test("and they are done once they were named", () => {
    const telling = addNotice(first, { ...alone, beside: ["2"] });

    expect(isNamed(second, [second, telling])).toBe(true);
    expect(isNamed(second, [second, first])).toBe(false);
  });

  test("a younger one does not wait for one that was told of by itself", () => {
    const told = addNotice(first, alone);

    expect(isNamed(second, [second, told])).toBe(false);
    expect(dueWith(second, [second, told], due)).toEqual([second]);
  });
});

describe("a request for a day", () => {
  const end = Date.parse("2026-11-28T00:00:00Z");
  const close = end - 36 * hour;
  const named = (dueOn: string, at = noon) =>
    aQuote({
      request: aRequest({ at, details: { first: undefined, note: undefined, dueOn } }),
      approval: { remindAt: at + 4 * hour },
    });
  const week = named("2026-11-27");
  const toldTwice = (quote: Quote, at: number) =>
    addNotice(addNotice(quote, alone), { ...escalated, at });
  const told = toldTwice({ ...week, id: "1" }, due + 4 * hour);
  const urgent = { ...alone, at: close, isUrgent: true } as const;

  test("is spoken of once more on the day before, after all other reminders", () => {
    expect(reminderAt(4, week)).toBe(due);
    expect(nextReminder(told)).toEqual({ to: "approvers", isUrgent: true });
    expect(reminderAt(4, told)).toBe(close);
    expect(awaitsReminder(told)).toBe(true);
    expect(awaitsReminder(addNotice(told, urgent))).toBe(false);
    expect(reminderAt(undefined, told)).toBeUndefined();
  });

  test("does not wait for hours that end after it", () => {
    expect(reminderAt(300, week)).toBe(close);
    expect(reminderAt(300, named("2026-11-20"))).toBe(noon + (Date.parse("2026-11-21") - noon) / 4);
  });

  test("that was spoken of close to it is not spoken of again", () => {
    expect(nextReminder(toldTwice(week, close + hour))).toBeUndefined();
    expect(nextReminder(toldTwice(first, close + hour))).toBeUndefined();
  });

  test("that had passed before the request, or nearly, changes nothing", () => {
    const evening = Date.parse("2026-11-20T23:10:00Z");

    expect(reminderAt(4, named("2026-11-19"))).toBe(due);
    expect(reminderAt(4, named("2026-11-20", evening))).toBe(evening + 4 * hour);
    expect(reminderAt(4, named("soon"))).toBe(due);
  });

  test("is spoken of with others that are as close, and not with those that wait for the first time", () => {
    const other: Quote = { ...told, id: "2", approval: { remindAt: close } };
    const fresh: Quote = { ...week, id: "3", approval: { remindAt: close } };

    expect(dueWith(told, [told, other, fresh], close)).toEqual([told, other]);
    const telling = addNotice(told, { ...urgent, beside: ["2", "3"] });
    expect([isNamed(other, [telling]), isNamed(fresh, [telling])]).toEqual([true, false]);
  });

  test("waits for working hours only where some are left before its end", () => {
    const monday = end + 57 * hour;

    expect(remindFrom(week, close - hour, monday)).toBe(close);
    expect(remindFrom(week, close + hour, monday)).toBe(close + hour);
    expect(remindFrom(week, close, end - hour)).toBe(end - hour);
    expect(remindFrom(week, end + hour, monday)).toBe(monday);
    expect(remindFrom(first, close, monday)).toBe(monday);
  });
});
