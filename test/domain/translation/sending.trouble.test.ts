import { expect, test } from "vitest";

import { sendTrouble } from "#domain/translation/sending.ts";

import { aSendingTask, noon, running } from "../../builders.ts";

test.each([
  ["unclear", aSendingTask(["ambiguous"])],
  ["unclear", aSendingTask(["ambiguous", "not-sent"])],
  ["unreachable", aSendingTask(["not-sent"])],
  [undefined, aSendingTask([undefined])],
  ["unreachable", aSendingTask(["not-sent", undefined])],
  // The process died under the first attempt, or an admin let it be sent again: it may exist.
  ["unclear", aSendingTask([undefined, "not-sent"])],
  ["unclear", aSendingTask(["not-sent"], { sent: { reopenedAt: noon } })],
  [undefined, aSendingTask(["ambiguous"], { state: running() })],
])("people hear %s of a send that takes long", (trouble, task) => {
  expect(sendTrouble(task)).toBe(trouble);
});
