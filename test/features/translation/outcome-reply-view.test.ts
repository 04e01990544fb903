import { expect, test } from "vitest";

import type { Term } from "#domain/partner.ts";
import type { Task } from "#domain/task.ts";
import { outcomeReply } from "#features/translation/outcome-reply-view.ts";

import {
  aGlossaryTask,
  aPreview,
  aQuote,
  aTask,
  anEstimate,
  completed,
  failed,
  noon,
  rejectedFor,
} from "../../builders.ts";
import { controlsOf, testContext, shownText } from "../../support/context.ts";

function reply(task: Task) {
  const quote = aQuote({
    balance: { credits: 4000, at: noon },
    tasks: [anEstimate(12_345, 4321), task],
  });
  const { text, blocks } = outcomeReply(quote, task, testContext);
  return { text, blocks, shown: shownText(blocks), controls: controlsOf(blocks) };
}

test("a finished translation calls the requester once and offers a fresh link", () => {
  const task = aTask({ state: completed({ charged: 12_345 }) });
  const { text, blocks, shown, controls } = reply(task);

  expect(text).toBe(
    "The French translation of “The Lighthouse” is ready. It cost 12,345 credits, as approved. <@U0MAIA>",
  );
  expect(shown.match(/<@U0MAIA>/gu)).toHaveLength(1);
  expect(controls).toEqual(["task.fresh_link", "task.post_file", "task.more"]);
  expect(JSON.stringify(blocks)).toContain(`"value":"${aQuote().id}/${task.key}"`);
});

test("a finished preview is decided on under it, and says its share of the price", () => {
  const { text, controls } = reply(aPreview({ state: completed({ charged: 2990 }) }));

  expect(text).toContain("It cost 2,990 credits, 10 credits less than was approved.");
  expect(text).toContain("That is 24% of the 12,345 credits that the whole costs.");
  expect(controls).toEqual([
    "task.fresh_link",
    "task.post_file",
    "task.more",
    "quote.approve",
    "terms.open",
  ]);
});

test("a glossary is shown as a table, the surest terms first", () => {
  const terms: readonly Term[] = [
    { source: "the Lamp", target: "la Lampe", confidence: undefined },
    { source: "<@U1>", target: "", confidence: 0.5 },
    { source: "Maia", target: "Maïa", confidence: 0.97 },
  ];
  const { text, blocks, controls } = reply(aGlossaryTask({ state: completed({ terms }) }));

  expect(text).not.toContain("most certain");
  expect(blocks.at(-1)).toMatchObject({
    type: "table",
    rows: [
      [{ text: "Term" }, { text: "Translation" }, { text: "Confidence" }],
      [{ text: "Maia" }, { text: "Maïa" }, { text: "97%" }],
      [{ text: "<@U1>" }, { text: "–" }, { text: "50%" }],
      [{ text: "the Lamp" }, { text: "la Lampe" }, { text: "–" }],
    ],
  });
  expect(controls).toEqual(["terms.open", "task.more"]);
});

test("a table never holds more characters than Slack takes", () => {
  const word = "x".repeat(200);
  const terms = Array.from({ length: 60 }, () => ({ source: word, target: word, confidence: 1 }));
  const { text, blocks } = reply(aGlossaryTask({ state: completed({ terms }) }));

  expect(shownText(blocks.slice(-1)).replaceAll("\n", "").length).toBeLessThanOrEqual(10_000);
  expect(text).toContain(
    "The table has the most certain of 60 terms; “Review the terms” has them all.",
  );
});

test("a glossary without terms has no table", () => {
  const { text, blocks } = reply(aGlossaryTask({ state: completed({ terms: [] }) }));

  expect(text).toContain("The partner found no names or terms.");
  expect(blocks.map(({ type }) => type)).toEqual(["section", "actions"]);
});

test("a rejection says what happened, that nothing was charged, and what fits", () => {
  const { text, controls } = reply(aTask({ state: rejectedFor("short-of-credits") }));

  expect(text).toBe(
    "The balance does not cover the French translation of “The Lighthouse”. Nothing was charged. The balance is 8,345 credits short. <@U0MAIA>",
  );
  expect(controls).toEqual([]);
});

test("a conflict over the key never ends in a promise that nothing was charged", () => {
  const { text } = reply(
    aTask({ state: { status: "unknown", since: noon, fault: "IdempotencyConflictError" } }),
  );

  expect(text).toContain("The partner hasn’t confirmed the French translation");
  expect(text).toContain("12,345 credits may have been charged.");
  expect(text).not.toContain("Nothing was charged");
});

test("a failure is told with what it may have cost, and how to go on", () => {
  const { text } = reply(aTask({ state: failed() }));

  expect(text).toContain("failed; 12,345 credits may have been charged. You can try again");
  expect(text).toMatch(/an admin can ask the partner about `[^`]+`\. <@U0MAIA>$/u);
});

test("a task id that is no plain word is left out, and our own key stands in", () => {
  const taskId = "`<!channel>` ".repeat(50);
  const task = aTask({ state: { status: "vanished", taskId, at: noon } });
  const { text } = reply(task);

  expect(text).not.toContain("channel");
  expect(text).toContain(`an admin can ask the partner about \`${task.key}\`.`);
});
