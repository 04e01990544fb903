import { describe, expect, test } from "vitest";

import { addNotice } from "../../../src/core/notices.ts";
import type { Quote } from "../../../src/core/quote.ts";
import { stepsOf } from "../../../src/core/steps.ts";
import {
  awaitsReminder,
  reminderAt,
  roundOf,
} from "../../../src/features/approval/rules/reminding.ts";
import { aQuote, aTask, hour, minute, noon, rules, running, aRequest } from "../../builders.ts";

const due = noon + 4 * hour;
const first = aQuote({ id: "1", approval: { remindAt: due } });
const second = aQuote({
  id: "2",
  request: aRequest({ at: noon + minute }),
  approval: { remindAt: due + minute },
});
const alone = { kind: "reminder", beside: [] } as const;

describe("a waiting estimate", () => {
  test("is due for a reminder after the hours that are set, and not in the quiet ones", () => {
    const quietHours = { from: 17, to: 20, zone: "UTC" };

    expect(reminderAt({ remindAfterHours: 4, quietHours: undefined }, noon)).toBe(due);
    // It is five past two; six is quiet until eight.
    expect(reminderAt({ remindAfterHours: 4, quietHours }, noon)).toBe(
      noon + 5 * hour + 55 * minute,
    );
    expect(reminderAt({ remindAfterHours: undefined, quietHours }, noon)).toBeUndefined();
  });

  test("is reminded of once", () => {
    expect(stepsOf(first, rules)).toContainEqual({ do: "remind", at: due });
    expect(awaitsReminder(addNotice(first, alone))).toBe(false);
  });

  test.each([
    ["was declined", { decision: { status: "declined", by: "U1", at: noon } }],
    ["is bought", { tasks: [aTask({ state: running() })] }],
    ["needs another language first", { language: "fr" }],
    ["is never to be reminded of", { approval: undefined }],
  ] as const)("is not, when it %s", (_, changes) => {
    expect(awaitsReminder({ ...first, ...changes })).toBe(false);
  });

  test("that was decided on before the reminder was said is not spoken of any more", () => {
    const approved = { ...first, tasks: [aTask({ state: running() })] };

    const isSaid = (quote: Quote) =>
      stepsOf(addNotice(quote, alone), rules).some((step) => step.do === "say");

    expect([isSaid(first), isSaid(approved)]).toEqual([true, false]);
  });
});

describe("of several in one conversation", () => {
  test("the oldest tells of all that are due with it", () => {
    const later = aQuote({
      id: "3",
      request: aRequest({ at: noon + hour }),
      approval: { remindAt: due + hour },
    });

    expect(roundOf(first, [second, first, later], due)).toEqual({ status: "tell", beside: ["2"] });
  });

  test("the others wait for it", () => {
    expect(roundOf(second, [second, first], due + minute)).toEqual({
      status: "wait",
      until: due + minute + minute / 2,
    });
  });

  test("and are done once they were named", () => {
    const telling = addNotice(first, { kind: "reminder", beside: ["2"] });

    expect(roundOf(second, [second, telling], due + minute)).toEqual({ status: "told" });
  });

  test("a younger one does not wait for one that was told of by itself", () => {
    const told = addNotice(first, alone);

    expect(roundOf(second, [second, told], due)).toEqual({ status: "tell", beside: [] });
  });
});
