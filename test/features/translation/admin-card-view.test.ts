import { expect, test } from "vitest";

import { adminCard } from "#features/translation/admin-card-view.ts";

import { aQuote, aTask, completed, noon } from "../../builders.ts";
import { testContext, shownText } from "../../support/context.ts";

test.each([
  [
    "IdempotencyConflictError",
    /Reason.*Another request used this key, or the text or its glossary changed\./su,
  ],
  [
    "RequestAbortedError",
    /Reason.*Another request used this key, or the text or its glossary changed\./su,
  ],
  ["ClockWasAhead", /Reason.*Galley’s clock was wrong\./su],
  ["UnavailableError", /Reason.*The partner hasn’t answered clearly\./su],
  ["no answer", /Reason.*The partner hasn’t answered clearly\./su],
])("admins are told in words why a run is unknown, and not that it was %s", (fault, words) => {
  const shown = shownOf(fault);

  expect(shown).toMatch(words);
  expect(shown).not.toContain(fault);
});

test("a run that only its card remembers has no reason of its own", () => {
  expect(shownOf("lost record")).not.toMatch(/Reason|lost record/u);
});

test("a run that came back beside one of another card names both keys", () => {
  const task = aTask({ state: completed() });
  const options = { topic: "charged-twice", context: testContext, elsewhere: ["its-key"] } as const;

  const card = adminCard(aQuote({ tasks: [task] }), task, options);

  expect(card.text).toContain("ask the partner for a refund");
  expect(shownText(card.blocks)).toContain(task.key);
  expect(shownText(card.blocks)).toContain("its-key");
});

test("a second task for one key is named beside the first", () => {
  const task = aTask({ state: completed() });
  const options = { topic: "charged-twice", context: testContext, second: "task-2" } as const;

  const card = adminCard(aQuote({ tasks: [task] }), task, options);

  expect(card.text).toContain("The partner has two tasks for");
  expect(shownText(card.blocks)).toMatch(/task-7.*task-2|task-2.*task-7/su);
});

function shownOf(fault: string): string {
  const task = aTask({ state: { status: "unknown", since: noon, fault } });
  const card = adminCard(aQuote({ tasks: [task] }), task, {
    topic: "unknown",
    context: testContext,
  });
  return `${card.text} ${shownText(card.blocks)}`;
}
