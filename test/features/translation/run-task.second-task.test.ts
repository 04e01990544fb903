import { expect, test } from "vitest";

import { changeTask } from "#domain/quote.ts";
import { sendTask } from "#features/translation/run-task.ts";

import { running } from "../../builders.ts";
import { anApproved, taskOf } from "../../support/approved.ts";

test("a second task for one key leaves a line and is told to the admins; the first one stays the one", async () => {
  const galley = await anApproved();
  const { createTask } = galley.ctx.partner;
  const slow: typeof galley.ctx.partner = {
    ...galley.ctx.partner,
    createTask: async (create) => {
      const made = await createTask(create);
      await galley.ctx.quoteStore.change(galley.quote.id, (now) =>
        changeTask(now, galley.key, (task) => ({ ...task, state: running({ taskId: "first" }) })),
      );
      return made;
    },
  };

  await sendTask({ ...galley.ctx, partner: slow }, galley.quote, galley.key);

  expect((await taskOf(galley, galley.quote, galley.key))?.state).toMatchObject({
    taskId: "first",
  });
  const { notices = [] } = (await galley.ctx.quoteStore.find(galley.quote.id)) ?? {};
  expect(notices.map(({ about }) => about)).toContainEqual({
    kind: "tell-admins",
    topic: "charged-twice",
    key: galley.key,
    second: "task-1",
  });
  expect(galley.events.filter(({ kind }) => kind === "sent-twice")).toEqual([
    {
      kind: "sent-twice",
      quoteId: galley.quote.id,
      key: galley.key,
      taskId: "task-1",
      credits: 4400,
      why: "first was known",
    },
  ]);
});
