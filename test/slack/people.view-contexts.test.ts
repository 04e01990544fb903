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

test("a direct message is in its person’s language, by whichever id it is addressed", async () => {
  await using world = await aSlack();
  const client = world.clients.steady;
  const { state, people } = world.slack;
  const { robin } = people;
  const person = state.people.find(robin.id);
  if (person !== undefined) state.people.change(person, { locale: "de-DE" });
  const room = world.slack.channels.direct(robin.id);
  const now = () => 0;
  const workspace = "T0HERE";
  const contexts = createViewContexts({
    ...createPeople({ client, workspace, admins: [], approvers: [], now }),
    client,
    context: { setup, approvers: [] },
    hasLostRecords: () => false,
    now,
  });

  const languages = [robin.id, room.id].map(
    async (id) => (await contexts.forChannel(id)).locale.language,
  );

  expect(await Promise.all(languages)).toEqual(["de", "de"]);
});
