import { expect, test } from "vitest";

import { approvesAutomatically, clicks, posts, ready } from "./between-deeds.ts";
import { openHouse } from "./house.ts";
import { begun, grown, lengthOf, sent } from "./serial-deeds.ts";

test("when the earlier text is bought after the new one was quoted, an old click buys nothing and the card shows the rest", async () => {
  await using house = await openHouse();
  const { ana } = house.slack.people;
  const first = await posts(house, grown(4));
  const second = await posts(house, grown(6));
  const whole = await house.card(second, /\[ Approve ·/u);
  await clicks(house, await house.card(first, /\[ Approve ·/u), "quote.approve");
  await house.reply(first, ready);

  await clicks(house, whole, "quote.approve", { screen: "stale" });
  await house.hears(ana, /The card has changed since you saw it/u);
  await clicks(house, await house.card(second, /\[ Approve chapters 5 to 6 ·/u), "quote.part");
  await house.reply(second, /chapters 5 to 6 .* is ready/u);

  expect(await sent(house)).toEqual([lengthOf(1, 4), lengthOf(5, 6)]);
});

test("when the longer text is bought first, an old click on the shorter one buys nothing", async () => {
  await using house = await openHouse();
  const { ana } = house.slack.people;
  const first = await posts(house, grown(4));
  const card = await house.card(first, /\[ Approve ·/u);
  const second = await posts(house, grown(6));
  await clicks(house, await house.card(second, /\[ Approve ·/u), "quote.approve");
  await house.reply(second, ready);

  await clicks(house, card, "quote.approve", { screen: "stale" });
  await house.hears(ana, /The card has changed since you saw it/u);

  await house.card(first, /^(?!.*\[ Approve).*Translated into French/su);
  expect(await sent(house)).toEqual([lengthOf(1, 6)]);
});

test("the desk approves new chapters by itself where their price is within the limit", async () => {
  await using house = await openHouse();
  await begun(house, 4);
  await approvesAutomatically(house);

  const post = await posts(house, grown(6));
  await house.reply(post, /chapters 5 to 6 .* is ready/u);

  expect(await sent(house)).toEqual([lengthOf(1, 4), lengthOf(5, 6)]);
});
