import { expect, test } from "vitest";

import type { Thread } from "#domain/context.ts";
import { findTask } from "#domain/quote.ts";
import { restoreRunsFromCard } from "#features/recovery/restore-records.ts";
import { sendPaid } from "#features/translation/run-task.ts";

import { noon } from "../../builders.ts";
import { anApproved } from "../../support/approved.ts";

type Facts = Awaited<ReturnType<Thread["readCardRuns"]>>;

/** Sets up an approval that was not sent yet, on a card that tells more than the record. */
async function aCardThat(names: (key: string) => Facts) {
  const galley = await anApproved();
  const readCardRuns = async () => names(galley.key);
  const ctx = { ...galley.ctx, thread: { ...galley.ctx.thread, readCardRuns } };
  return { ...galley, ctx };
}

test("a run that its card names with a task is not sent, but taken up", async () => {
  const galley = await aCardThat((key) => [{ key, approvedAt: noon - 1, taskId: "task-9" }]);

  const after = await sendPaid(galley.ctx, galley.quote, galley.key);

  expect(galley.partner.arrived).toEqual([]);
  expect(findTask(after, galley.key)?.state).toMatchObject({ status: "running", taskId: "task-9" });
});

test("what was approved without a run that the card names is undone", async () => {
  const galley = await aCardThat(() => [{ key: "lost", approvedAt: noon - 1, taskId: "task-9" }]);

  const after = await sendPaid(galley.ctx, galley.quote, galley.key);

  expect(galley.partner.arrived).toEqual([]);
  expect(findTask(after, "lost")?.state).toMatchObject({ status: "running", taskId: "task-9" });
  expect(findTask(after, galley.key)?.state).toMatchObject({ reason: "cancelled" });
});

test("a card that names what is known tells nothing new", async () => {
  const galley = await aCardThat((key) => [{ key, approvedAt: noon, taskId: undefined }]);

  expect(await restoreRunsFromCard(galley.ctx, galley.quote)).toBeUndefined();
});
