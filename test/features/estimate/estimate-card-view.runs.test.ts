import { describe, expect, test } from "vitest";

import type { Quote } from "#domain/quote.ts";
import type { Task } from "#domain/task.ts";
import { estimateCard } from "#features/estimate/estimate-card-view.ts";

import {
  aQuote,
  aSendingTask,
  aTask,
  completed,
  failed,
  noon,
  rejectedFor,
  running,
} from "../../builders.ts";
import { confirmOf, controlsOf, testContext, shownText } from "../../support/context.ts";

const everything = ["quote.approve", "quote.preview", "quote.decline"];
const unclear = {
  startedAt: noon,
  endedAt: noon,
  outcome: "ambiguous",
  fault: "UnavailableError",
} as const;

function card(quote: Quote) {
  const { text, blocks } = estimateCard(quote, testContext);
  return { text, blocks, shown: shownText(blocks), controls: controlsOf(blocks) };
}

function cardOf(state: Task["state"], changes: Partial<Quote> = {}) {
  return card(aQuote({ tasks: [aTask({ state })], ...changes }));
}

describe("after an approval", () => {
  test("the card says who approved and for how much, and that can be undone until it is sent", () => {
    const { text, shown, controls } = cardOf({ status: "approved" });

    expect(text).toContain("Being sent to the partner…");
    expect(shown).toContain("Approved by <@U0APPROVER> · 12,345 credits");
    expect(controls).toEqual(["task.take_back"]);
  });

  test("a send without a clear answer is said to be retried safely", () => {
    const task = aTask({ state: { status: "sending" }, attempts: [unclear] });
    const { text, controls } = card(aQuote({ tasks: [task] }));

    expect(text).toContain("Retrying safely; you won’t be charged twice.");
    expect(controls).toEqual([]);
  });

  test("a partner that cannot be reached is named, and that nothing has been sent", () => {
    const { text, controls } = card(aQuote({ tasks: [aSendingTask(["not-sent"])] }));

    expect(text).toContain("Nothing was sent or charged yet; I keep trying.");
    expect(controls).toEqual(["task.take_back"]);
  });

  test("a word of the partner that nobody knows is shown and taken as still running", () => {
    const { text } = cardOf(running({ word: "baking <!here>" }));

    expect(text).toContain("“baking &lt;!here&gt;”, which I take as still running");
  });

  test("a charge above what was approved is not passed over", () => {
    const { text } = cardOf(completed({ charged: 12_400 }));

    expect(text).toContain("It cost 12,400 credits, 55 credits more than was approved.");
  });

  test("a charge that the partner did not name is not invented", () => {
    const { text } = cardOf(completed());

    expect(text).toContain(
      "The partner hasn’t said what it charged; the approved price was 12,345 credits.",
    );
  });
});

describe("when it does not work out", () => {
  test.each([
    ["bad-request", "The partner refused the French translation of “The Lighthouse”: “HTTP 400”."],
    ["unauthorized", "did not accept Galley’s API key"],
    ["short-of-credits", "The balance is 8,345 credits short."],
  ] as const)("%s: nothing was charged, and it may be approved again", (reason, sentence) => {
    const { text, controls } = cardOf(rejectedFor(reason), { balance: { credits: 4000, at: 0 } });

    expect(text).toContain(sentence);
    expect(text).toContain("Nothing was charged.");
    expect(controls).toEqual(everything);
  });

  test.each([
    ["text-changed", "no longer read the file"],
    ["file-gone", "no longer read the file"],
  ] as const)("%s: nothing was charged, and nothing is offered any more", (reason, sentence) => {
    const { text, controls } = cardOf(rejectedFor(reason));

    expect(text).toContain(sentence);
    expect(text).toContain("Please post the manuscript again");
    expect(controls).toEqual([]);
  });

  test("a run that nobody knows the fate of is not offered again", () => {
    const task = aTask({
      state: { status: "unknown", since: noon, fault: "UnavailableError" },
      attempts: [unclear, unclear],
    });
    const { text, controls } = card(aQuote({ tasks: [task] }));

    expect(text).toContain("The partner hasn’t confirmed the French translation");
    expect(text).toContain("12,345 credits may have been charged.");
    expect(text).toContain("An admin will find out");
    expect(controls).toEqual([]);
  });

  test("a failed run may be approved again, with a warning that the first may have been charged", () => {
    const { text, blocks, controls } = cardOf({
      status: "failed",
      taskId: "task-7",
      at: noon,
      word: "error",
      lookedAt: noon,
    });

    expect(text).toContain(
      "reports that the French translation of “The Lighthouse” failed; 12,345 credits may have been charged.",
    );
    expect(text).not.toContain("task-7");
    expect(confirmOf(blocks, "quote.again")).toContain("for 12,345 credits.");
    expect(confirmOf(blocks, "quote.again")).toContain("failed, and may still be charged");
    expect(controls).toEqual(["quote.again", "quote.preview"]);
  });

  test("a failed run is of no interest once the text was translated after it", () => {
    const tasks = [
      aTask({ key: "k1", state: failed() }),
      aTask({ key: "k2", state: completed({ charged: 12_345 }) }),
    ];

    expect(card(aQuote({ tasks })).shown).not.toContain("failed");
  });

  test("a run that the partner no longer knows is not offered again", () => {
    const { text, controls } = cardOf({ status: "vanished", taskId: "task-7", at: noon });

    expect(text).toContain("I don’t offer it again, so that nothing is charged twice");
    expect(controls).toEqual([]);
  });

  test("a declined card names the person and offers nothing", () => {
    const { text, controls } = card(
      aQuote({ decision: { status: "declined", by: "U0BEN", at: noon } }),
    );

    expect(text).toContain("Declined by <@U0BEN>");
    expect(controls).toEqual([]);
  });

  test("an expired card says how to ask again", () => {
    const { text, controls } = card(aQuote({ decision: { status: "expired", at: noon } }));

    expect(text).toContain("Nobody decided in time. Nothing was charged.");
    expect(controls).toEqual(["quote.ask_again"]);
  });
});
