import { expect, test } from "vitest";

import { changeTask } from "../../../src/core/quote.ts";
import { sendTask } from "../../../src/features/translation/actions/send-task.ts";
import { running } from "../../builders.ts";
import { anApproved, taskOf } from "../approved.ts";

test("a second task for one key leaves a line, and the first one stays the one", async () => {
  const house = await anApproved();
  const { createTask } = house.desk.partner;
  const slow: typeof house.desk.partner = {
    ...house.desk.partner,
    createTask: async (create) => {
      const made = await createTask(create);
      await house.desk.ledger.change(house.quote.id, (now) =>
        changeTask(now, house.key, (task) => ({ ...task, state: running({ taskId: "first" }) })),
      );
      return made;
    },
  };

  await sendTask({ ...house.desk, partner: slow }, house.quote, house.key);

  expect((await taskOf(house, house.quote, house.key))?.state).toMatchObject({ taskId: "first" });
  expect(house.events.filter(({ what }) => what === "sent-twice")).toEqual([
    {
      what: "sent-twice",
      quoteId: house.quote.id,
      key: house.key,
      taskId: "task-1",
      credits: 4400,
      why: "first was known",
    },
  ]);
});
