import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { isDue, stepsOf } from "#domain/steps.ts";
import type { Task } from "#domain/task.ts";
import { clockFault, giveUp, isWindowClosedAtPartner } from "#domain/translation/sending.ts";

import {
  aCard,
  aQuote,
  aSendingTask,
  anAttempt,
  hour,
  minute,
  noon,
  setup,
  running,
  second,
} from "../../builders.ts";

/** Returns a task sent at noon by the partner's clock, while our own clock was `aheadMs` ahead. */
function lostAt(aheadMs: number | undefined): Task {
  const startedAt = noon + (aheadMs ?? 0);
  const endedAt = startedAt + 10 * second;
  return aSendingTask([], {
    attempts: [anAttempt({ startedAt, aheadMs, endedAt, outcome: "ambiguous" })],
  });
}

describe("the window for sending again", () => {
  test("is closed by the partner’s clock, though it stands open by one that was ahead before", () => {
    const lost = lostAt(3 * minute);
    const asked = (elapsed: number) =>
      isWindowClosedAtPartner(lost, { startedAt: noon + elapsed, aheadMs: 0 }, setup);

    expect(asked(15 * minute)).toBe(false);
    expect(asked(15 * minute + 1)).toBe(true);
    expect(giveUp(lost, noon, clockFault).state).toMatchObject({ fault: clockFault });
  });

  test("goes by our own clock alone where the partner told no time", () => {
    const late = { startedAt: noon + hour, aheadMs: 0 };

    expect(isWindowClosedAtPartner(lostAt(undefined), late, setup)).toBe(false);
    expect(isWindowClosedAtPartner(lostAt(0), { ...late, aheadMs: undefined }, setup)).toBe(false);
  });

  test("is never outlived, whatever the clocks of the replica that sent and of the one that asks again", () => {
    const skew = fc.integer({ min: -hour, max: hour });
    fc.assert(
      fc.property(skew, skew, fc.integer({ min: 0, max: 2 * hour }), (then, now, elapsed) => {
        const lost = lostAt(then);
        const startedAt = noon + elapsed + now;
        const isSent =
          isSendDue(lost, startedAt) &&
          !isWindowClosedAtPartner(lost, { startedAt, aheadMs: now }, setup);

        expect(isSent && elapsed > setup.resendWindowMs).toBe(false);
      }),
    );
  });

  test("is over for nobody once the task is known", () => {
    const known = { ...lostAt(0), state: running() };

    expect(giveUp(known, noon, clockFault)).toBe(known);
  });
});

function isSendDue(task: Task, now: number): boolean {
  const quote = aQuote({ tasks: [task], card: aCard({ key: task.key }) });
  return stepsOf(quote, setup).some((step) => step.kind === "send" && isDue(step, now));
}
