import { expect, test } from "vitest";

import type { Task } from "../../../src/core/task.ts";
import { decline } from "../../../src/features/approval/rules/decisions.ts";
import { aPreview, aQuote, aSendingTask, aTask, anAttempt, minute, noon } from "../../builders.ts";

const later = noon + minute;

function quoteWith(...tasks: readonly Task[]) {
  return aQuote({ tasks });
}

test("a decline takes back what was approved and not sent", () => {
  const { quote } = decline(quoteWith(aTask(), aPreview()), { by: "U0ANA", at: later });

  const cancelled = { status: "rejected", reason: "cancelled", at: later };
  expect(quote.tasks.map(({ state }) => state)).toEqual([cancelled, cancelled]);
});

test("a decline takes back what was tried and never left", () => {
  const { quote } = decline(quoteWith(aSendingTask(["not-sent", "not-sent"])), {
    by: "U0ANA",
    at: later,
  });

  expect(quote.tasks[0]?.state).toEqual({ status: "rejected", reason: "cancelled", at: later });
});

test.each([
  aTask({ attempts: [anAttempt()] }),
  aSendingTask([undefined]),
  aSendingTask(["not-sent", undefined]),
  aSendingTask([undefined, "not-sent"]),
  aSendingTask(["ambiguous"]),
  aSendingTask(["ambiguous", "not-sent"]),
  aSendingTask(["not-sent"], { sent: { reopenedAt: noon } }),
])("a decline comes too late once a send may have left (%#)", (task) => {
  const quote = quoteWith(task);

  const decided = decline(quote, { by: "U0ANA", at: later });

  expect(decided.outcome.status).toBe("sent");
  expect(decided.quote).toBe(quote);
});
