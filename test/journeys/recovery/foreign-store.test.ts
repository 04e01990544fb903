import { pino } from "pino";
import { expect, test } from "vitest";

import { startBot } from "#app.ts";
import { readConfig } from "#operator/config.ts";
import { startSlackSandbox } from "#sandbox/slack/slack.ts";

import { arrival, orders, running, storyCredits } from "../deeds.ts";
import { environmentOf, openGalley } from "../galley.ts";

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

async function secondSlack(now: () => number) {
  const slack = await startSlackSandbox({ now, teamId: "T0SECOND" });
  return { slack, [Symbol.asyncDispose]: () => slack.close() };
}
