import { hash } from "node:crypto";

import { pino } from "pino";
import { expect, test } from "vitest";

import { startBot } from "#app.ts";
import { readConfig } from "#operator/config.ts";
import { startSlackSandbox } from "#sandbox/slack/slack.ts";

import { arrival, hurries, orders, quoted, running, storyCredits, translated } from "../deeds.ts";
import { environmentOf, openGalley } from "../galley.ts";
import { tale } from "../long-texts.ts";
import { sets } from "../settings-deeds.ts";

test("the Galley of a second workspace is refused a store that belongs to the first", async () => {
  await using galley = await openGalley();
  const { post } = await running(galley, { charsPerSecond: 100 });
  await galley.stop();
  await using other = await secondSlack(galley.clock.now);

  const bot = await startBot(
    readConfig({
      ...environmentOf({ slack: other.slack, partner: galley.partner, folder: "" }),
      STORE_URL: galley.env.STORE_URL,
    }),
    { ...galley.clock, now: galley.clock.wall, random: () => 0, log: pino({ level: "silent" }) },
  );
  await expect(bot.opened).rejects.toThrow("give each workspace a store of its own");
  await bot.stop();
  await galley.start();
  await arrival(galley, post);

  expect(await orders(galley)).toMatchObject({ charged: storyCredits });
});

const keys = [
  { key: "journey-key", account: "one" },
  { key: "new-key", account: "one" },
  { key: "other-key", account: "two" },
];

test("the key of another account is refused, and says what to do; the first one goes on", async () => {
  await using galley = await openGalley({ partner: { keys } });
  const { post } = await running(galley, { charsPerSecond: 100 });
  await galley.stop();

  await expect(galley.start({ PARTNER_API_KEY: "other-key" })).rejects.toThrow(
    `set PARTNER_KEY_CONFIRMED=${fingerprintOf("other-key")} and start again`,
  );
  await galley.start();
  await arrival(galley, post);

  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test("a key that the partner refused from the start has no claim: the right one follows it", async () => {
  await using galley = await openGalley({
    partner: { keys },
    env: { PARTNER_API_KEY: "mistyped" },
  });
  await galley.direct(galley.slack.people.ada, /no longer accepts Galley’s API key/u);
  await galley.stop();

  await galley.start({ PARTNER_API_KEY: "other-key" });
  await translated(galley);

  expect(await orders(galley)).toMatchObject({ outcomes: ["created"] });
});

test("a new key of the same account is told by the usage record, and knows what runs and what limits", async () => {
  await using galley = await openGalley({ partner: { keys } });
  const { ana } = galley.slack.people;
  await sets(galley, { cap_per_channel_month: String(storyCredits + 500) });
  await translated(galley);
  const { post } = await running(galley, { content: tale(1, 1), charsPerSecond: 1 });
  await galley.stop();
  await galley.start({ PARTNER_API_KEY: "new-key" });
  hurries(galley);

  await arrival(galley, post);
  const next = await quoted(galley, tale(50, 1));
  await ana.clicks(next.card, "quote.approve");
  await galley.hears(ana, /this channel’s limit of/u);

  expect(await orders(galley)).toMatchObject({ outcomes: ["created", "created"] });
});

test("one that the usage record cannot tell, after a top-up, is taken when it is confirmed", async () => {
  await using galley = await openGalley({ partner: { keys } });
  await translated(galley);
  await galley.stop();
  galley.partner.change({ balance: 5_000_000 });

  await expect(galley.start({ PARTNER_API_KEY: "new-key" })).rejects.toThrow("start again");
  const confirmed = { PARTNER_KEY_CONFIRMED: fingerprintOf("new-key") };
  await galley.start({ PARTNER_API_KEY: "new-key", ...confirmed });
  const { post } = await translated(galley, tale(1, 1));
  await galley.stop();
  await galley.start({ PARTNER_API_KEY: "new-key" });

  expect(galley.drawn(await galley.card(post, /✅ Done/u))).toContain("✅ Done");
});

function fingerprintOf(key: string): string {
  return hash("sha256", key).slice(0, 16);
}

async function secondSlack(now: () => number) {
  const slack = await startSlackSandbox({ now, teamId: "T0SECOND" });
  return { slack, [Symbol.asyncDispose]: () => slack.close() };
}
