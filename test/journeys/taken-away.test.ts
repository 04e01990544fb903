import { text as readText } from "node:stream/consumers";

import { expect, test } from "vitest";

import { request } from "../../src/http.ts";
import { approved, arrival, orders, quoted, translated } from "./deeds.ts";
import { type House, openHouse } from "./house.ts";

test("a file that is deleted before anything is approved: its card and a reply say so", async () => {
  await using house = await openHouse();
  const { robin, ana } = house.slack.people;
  const { post, card } = await quoted(house);

  await robin.deletesFile(fileOf(house));
  const told = await house.reply(post, /no longer at Slack/u);
  const closed = await house.card(post, /I couldn’t read this file/u);
  await ana.clicks(card, "quote.approve", { screen: "stale" });
  await house.hears(ana, /The card has changed since you saw it/u);

  expect(told.text).toContain("“harbour.txt” is no longer at Slack. Please post it again");
  expect(house.drawn(closed)).not.toContain("[ Approve");
  expect(await orders(house)).toMatchObject({ tasks: [], charged: 0 });
});

test("a file that is deleted after its translation came keeps its result", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;
  const { reply } = await translated(house);

  await robin.deletesFile(fileOf(house));
  await robin.clicks(reply, "task.fresh_link");

  expect(await house.hears(robin, /Here is your link/u)).toBeDefined();
});

test("a file that Slack still has closes no card, whatever an event says", async () => {
  await using house = await openHouse();
  const { post } = await approved(house);
  const file = fileOf(house);

  await house.slack.tellsOfDeletion(file.id);

  expect(await arrival(house, post)).toBeDefined();
});

test("an app that is uninstalled works no more, and is not ready", async () => {
  await using house = await openHouse();
  await quoted(house);
  expect((await ready(house)).statusCode).toBe(200);

  await house.slack.uninstall();
  const pages = await ready(house);
  await house.slack.until(() =>
    house.log.find(
      ({ msg }) => msg === "Slack refuses the token that it accepted: the work has stopped",
    ),
  );

  expect(pages.statusCode).toBe(503);
  expect(pages.text).toContain("Slack refuses SLACK_BOT_TOKEN (token_revoked)");
});

function fileOf({ slack }: House) {
  const [file] = slack.state.files.all();
  if (file === undefined) throw new Error("no file was posted");
  return file;
}

async function ready(house: House) {
  // Readiness answers are cached for two seconds.
  house.clock.skip(2000);
  const { statusCode, body } = await request(`${house.origin()}/readyz`);
  return { statusCode, text: await readText(body) };
}
