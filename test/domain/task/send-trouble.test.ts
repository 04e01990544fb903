import { expect, test } from "vitest";

import { sendTrouble } from "../../../src/domain/task/send-trouble.ts";
import { aSendingTask, running } from "../../builders.ts";

test.each([
  ["unclear", aSendingTask(["ambiguous"])],
  ["unclear", aSendingTask(["ambiguous", "not-sent"])],
  ["unreachable", aSendingTask(["not-sent"])],
  [undefined, aSendingTask([undefined])],
  ["unreachable", aSendingTask(["not-sent", undefined])],
  [undefined, aSendingTask(["ambiguous"], { state: running() })],
])("people hear %s of a send that takes long", (trouble, task) => {
  expect(sendTrouble(task)).toBe(trouble);
});
