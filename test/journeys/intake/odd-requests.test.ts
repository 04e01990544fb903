import { expect, test } from "vitest";

import { send } from "../../proofs/rights/forged.ts";
import { type Galley, openGalley } from "../galley.ts";

type Fields = Readonly<Record<string, string>>;

/** Sends a command of Slack's, with other fields than usual. Returns the HTTP status. */
async function commands(galley: Galley, command: string, changes: Fields, without = "") {
  const { robin, ada } = galley.slack.people;
  const person = command === "/translate-usage" ? ada : robin;
  const fields = {
    command,
    text: "",
    team_id: person.about().teamId,
    user_id: person.id,
    channel_id: galley.slack.translations.id,
    trigger_id: galley.slack.state.triggers.give(person.id),
    response_url: `${galley.slack.origin}/dead`,
    api_app_id: galley.slack.app.id,
    ...changes,
  };
  const kept = Object.entries(fields).filter(([name]) => name !== without);
  return await send({ galley }, new URLSearchParams(kept).toString());
}

test("help arrives although Slack’s address for answers is dead, and no fault of ours is logged", async () => {
  await using galley = await openGalley();

  const status = await commands(galley, "/translate", { text: "help" });
  const told = await galley.hears(galley.slack.people.robin, /Post a manuscript/u);

  expect([status, told.channel]).toEqual([200, galley.slack.translations.id]);
  expect(galley.log.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});

test("commands without a text are answered like empty ones", async () => {
  await using galley = await openGalley();
  const { robin, ada } = galley.slack.people;

  const statuses = [
    await commands(galley, "/translate", {}, "text"),
    await commands(galley, "/translate-usage", {}, "text"),
  ];
  await galley.hears(ada, /Partner account/u);

  expect(statuses).toEqual([200, 200]);
  expect(await galley.slack.until(() => robin.sees().modal)).toBeDefined();
});

test("what a person asks whom Slack does not know is acknowledged, and costs nothing", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  galley.slack.faults.onCall("users.info", { fault: "refused", error: "user_not_found" }, 100);

  await robin.uploads("#translations", { name: "harbour.txt", content: "It rained all night." });
  const status = await commands(galley, "/translate", { text: "fr" });
  const told = await galley.hears(robin, /Only full members/u);

  expect([status, told.user]).toEqual([200, robin.id]);
  expect(galley.log.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});
