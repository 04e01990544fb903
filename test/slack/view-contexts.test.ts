import { expect, test } from "vitest";

import { createViewContexts } from "../../src/slack/people.ts";
import { rules } from "../builders.ts";
import { aSlack } from "./world.ts";

test("nothing is left unsaid where Slack tells no locale", async () => {
  await using world = await aSlack();
  const contexts = createViewContexts({
    client: world.clients.steady,
    context: { rules, approvers: [] },
    hasLostRecords: () => false,
    now: () => 0,
  });

  expect((await contexts.forPerson("U0NOBODY")).locale.language).toBe("en");
  expect((await contexts.forChannel("C0NOWHERE")).locale.language).toBe("en");
});
