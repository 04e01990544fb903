import { expect, test } from "vitest";

import { approved, arrival, orders, quoted, storyCredits } from "./deeds.ts";
import { openHouse } from "./house.ts";

const dayMs = 24 * 3_600_000;

test("an estimate that nobody approved expires on its card, and a late click buys nothing", async () => {
  await using house = await openHouse();
  const { ana } = house.slack.people;
  const { post, card } = await quoted(house);

  house.clock.skip(dayMs);
  const over = await house.card(post, /This estimate has expired/u);
  await ana.clicks(card, "quote.approve", { screen: "stale" });
  await house.hears(ana, /This estimate has expired, so your click bought nothing/u);

  expect(house.drawn(over)).not.toContain("[ Approve ]");
  expect(await orders(house)).toMatchObject({ tasks: [], charged: 0 });
});

test("an expired estimate can be asked for again, and gets a card and a key of its own", async () => {
  await using house = await openHouse({ env: { QUOTE_HOURS: "1" } });
  const { robin, ana } = house.slack.people;
  const { post } = await quoted(house);
  house.clock.skip(3_600_000);
  await house.card(post, /has expired/u);

  await robin.commands("/translate", "fr", { channel: "#translations" });
  await ana.clicks(await house.reply(post, /\[ Approve \]/u), "quote.approve");
  await arrival(house, post);

  expect(house.cards(post.channel)).toHaveLength(2);
  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test("asking again while an estimate stands brings no second card", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;
  const { post } = await quoted(house);

  await robin.commands("/translate", "fr", { channel: "#translations" });
  await house.hears(robin, /has a card for French already/u);

  expect(house.cards(post.channel)).toHaveLength(1);
});

test("a translation that was approved in time arrives however long it takes", async () => {
  await using house = await openHouse({
    env: { QUOTE_HOURS: "1" },
    partner: { charsPerSecond: 0.01 },
  });
  const { post } = await approved(house);
  await house.card(post, /Being translated/u);

  house.clock.skip(dayMs);
  await arrival(house, post);

  expect(await orders(house)).toMatchObject({ charged: storyCredits });
});
