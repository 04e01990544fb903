import { describe, expect, test } from "vitest";

import { approve } from "#domain/approval/approving.ts";
import { decline, undo } from "#domain/estimate/card-changes.ts";
import { missingCredits, offerOf } from "#domain/offer.ts";
import { products } from "#domain/quote.ts";
import type { Task } from "#domain/task.ts";

import {
  aPreview,
  aQuote,
  aSendingTask,
  aTask,
  anAttempt,
  hour,
  minute,
  noPolicy,
  noon,
  setup,
} from "../../builders.ts";

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
])("a decline or an undo comes too late once a send may have left (%#)", (task) => {
  const quote = quoteWith(task);

  const decisions = [
    decline(quote, { by: "U0ANA", at: later }),
    undo(quote, { key: task.key, at: later }),
  ];

  for (const decided of decisions) {
    expect(decided.outcome).toEqual({ status: "sent" });
    expect(decided.quote).toBe(quote);
  }
});

describe("an undo", () => {
  test.each(["translation", "preview", "glossary"] as const)(
    "of a %s leaves offers and free credits as they were before the approval",
    (product) => {
      const before = aQuote();
      const approved = approve(before, { product, by: "U0ANA", at: later, setup, ...noPolicy });
      const key = approved.quote.tasks[0]?.key ?? "";

      const { quote, outcome } = undo(approved.quote, { key, at: later });

      expect(outcome).toEqual({ status: "done" });
      expect(missingCredits(quote, 20_000)).toBe(0);
      expect(products.map((one) => offerOf(quote, one, setup))).toEqual(
        products.map((one) => offerOf(before, one, setup)),
      );
    },
  );

  test("takes back that run alone, and leaves it to people under the same policy", () => {
    const task = aSendingTask(["not-sent", "not-sent"]);
    const policy = { ...noPolicy.policy, secondApprovalAbove: 50_000, autoApprovalUpTo: 20_000 };
    const approval = { policy, remindAt: noon + hour };
    const before = aQuote({ tasks: [task, aPreview()], approval });

    const { quote } = undo(before, { key: task.key, at: later });

    const cancelled = { status: "rejected", reason: "cancelled", at: later };
    expect(quote.tasks).toEqual([{ ...task, state: cancelled }, aPreview()]);
    expect(quote.approval).toEqual({
      ...approval,
      policy: { ...policy, autoApprovalUpTo: undefined },
    });
  });

  test("of a run that the quote does not hold changes nothing", () => {
    const quote = quoteWith(aTask());
    const tooLate = { quote, outcome: { status: "sent" } };

    expect(undo(quote, { key: "another", at: later })).toEqual(tooLate);
  });
});
