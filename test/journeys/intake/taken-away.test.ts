import { text as readText } from "node:stream/consumers";

import { expect, test } from "vitest";

import { request } from "#lib/http.ts";

import { approved, arrival, orders, quoted, translated } from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";

test("a file that is deleted before anything is approved: its card and a reply say so", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  const { post, card } = await quoted(galley);

  await robin.deletesFile(fileOf(galley));
  const told = await galley.reply(post, /can’t get/u);
  const closed = await galley.card(post, /I couldn’t read this file/u);
  await ana.clicks(card, "quote.approve", { screen: "stale" });
  await galley.hears(ana, /The card has changed since you saw it/u);

  expect(told.text).toContain("I can’t get “harbour.txt” from Slack. Please upload it again");
  expect(galley.drawn(closed)).not.toContain("[ Approve");
  expect(await orders(galley)).toMatchObject({ tasks: [], charged: 0 });
});

test("a file that is deleted after its translation came keeps its result", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const { reply } = await translated(galley);

  await robin.deletesFile(fileOf(galley));
  await robin.clicks(reply, "task.fresh_link");

  expect(await galley.hears(robin, /Here is your link/u)).toBeDefined();
});

test("a file that Slack still has closes no card, whatever an event says", async () => {
  await using galley = await openGalley();
  const { post } = await approved(galley);
  const file = fileOf(galley);

  await galley.slack.tellsOfDeletion(file.id);

  expect(await arrival(galley, post)).toBeDefined();
});

test("an app that is uninstalled works no more, and is not ready", async () => {
  await using galley = await openGalley();
  await quoted(galley);
  expect((await ready(galley)).statusCode).toBe(200);

  await galley.slack.uninstall();
  const pages = await ready(galley);
  await galley.slack.until(() =>
    galley.log.find(
      ({ msg }) => msg === "worker stopped: Slack revoked SLACK_BOT_TOKEN; restart with a new one",
    ),
  );

  expect(pages.statusCode).toBe(503);
  expect(pages.text).toContain("Slack refuses SLACK_BOT_TOKEN (token_revoked)");
});

function fileOf({ slack }: Galley) {
  const [file] = slack.state.files.all();
  if (file === undefined) throw new Error("no file was posted");
  return file;
}

async function ready(galley: Galley) {
  // Readiness answers are cached for two seconds.
  galley.clock.skip(2000);
  const { statusCode, body } = await request(`${galley.origin()}/readyz`);
  return { statusCode, text: await readText(body) };
}
