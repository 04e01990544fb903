import { expect, test } from "vitest";

import { createPeople, createViewContexts } from "#slack/people.ts";

import { setup } from "../builders.ts";
import { aSlack } from "./world.ts";

test("nothing is left unsaid where Slack tells no locale", async () => {
  await using world = await aSlack();
  const client = world.clients.steady;
  const now = () => 0;
  const contexts = createViewContexts({
    ...createPeople({ client, workspace: "T0HERE", admins: [], approvers: [], now }),
    client,
    context: { setup, approvers: [] },
    hasLostRecords: () => false,
    now,
  });

  expect((await contexts.forPerson("U0NOBODY")).locale.language).toBe("en");
  expect((await contexts.forChannel("C0NOWHERE")).locale.language).toBe("en");
});
