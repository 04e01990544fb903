import { expect, test } from "vitest";

import { approvesAutomatically, clicks, posts, ready } from "./between-deeds.ts";
import { openGalley } from "./galley.ts";
import { begun, grown, lengthOf, sent } from "./serial-deeds.ts";

test("when the earlier text is bought after the new one was quoted, an old click buys nothing and the card shows the rest", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  const first = await posts(galley, grown(4));
  const second = await posts(galley, grown(6));
  const whole = await galley.card(second, /\[ Approve ·/u);
  await clicks(galley, await galley.card(first, /\[ Approve ·/u), "quote.approve");
  await galley.reply(first, ready);

  await clicks(galley, whole, "quote.approve", { screen: "stale" });
  await galley.hears(ana, /The card has changed since you saw it/u);
  await clicks(galley, await galley.card(second, /\[ Approve chapters 5 to 6 ·/u), "quote.part");
  await galley.reply(second, /chapters 5 to 6 .* is ready/u);

  expect(await sent(galley)).toEqual([lengthOf(1, 4), lengthOf(5, 6)]);
});

test("when the longer text is bought first, an old click on the shorter one buys nothing", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  const first = await posts(galley, grown(4));
  const card = await galley.card(first, /\[ Approve ·/u);
  const second = await posts(galley, grown(6));
  await clicks(galley, await galley.card(second, /\[ Approve ·/u), "quote.approve");
  await galley.reply(second, ready);

  await clicks(galley, card, "quote.approve", { screen: "stale" });
  await galley.hears(ana, /The card has changed since you saw it/u);

  await galley.card(first, /^(?!.*\[ Approve).*Translated into French/su);
  expect(await sent(galley)).toEqual([lengthOf(1, 6)]);
});

test("Galley approves new chapters by itself where their price is within the limit", async () => {
  await using galley = await openGalley();
  await begun(galley, 4);
  await approvesAutomatically(galley);

  const post = await posts(galley, grown(6));
  await galley.reply(post, /chapters 5 to 6 .* is ready/u);

  expect(await sent(galley)).toEqual([lengthOf(1, 4), lengthOf(5, 6)]);
});
