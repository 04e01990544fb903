import { expect, test } from "vitest";

import { approved, orders, quoted, shortStory } from "./deeds.ts";
import { openHouse } from "./house.ts";

test("the one who asked may decline, and nothing more can be bought", async () => {
  await using house = await openHouse();
  const { robin, ana } = house.slack.people;
  const { post, card } = await quoted(house);

  await robin.clicks(card, "quote.decline");
  const closed = await house.card(post, /Declined by @Robin Vale/u);
  const late = await ana.clicks(card, "quote.approve", { screen: "stale" });

  expect(house.drawn(closed)).not.toContain("[ Approve ]");
  expect(late.receipt).toMatchObject({ status: "acknowledged" });
  await house.hears(ana, /declined this estimate, so your click bought nothing/u);
  expect(await orders(house)).toMatchObject({ tasks: [], charged: 0 });
});

test("an approver may decline, and the one who asked is told by whom", async () => {
  await using house = await openHouse();
  const { ana } = house.slack.people;
  const { post, card } = await quoted(house);

  await ana.clicks(card, "quote.decline");
  const told = await house.reply(post, /was declined/u);

  expect(house.drawn(told)).toContain(
    "@Robin Vale The estimate for “harbour.txt” was declined by @Ana Moreau.",
  );
});

test("a bystander cannot decline", async () => {
  await using house = await openHouse();
  const { sam } = house.slack.people;
  const { post, card } = await quoted(house);

  await sam.clicks(card, "quote.decline");
  await house.hears(sam, /Only the person who asked .* or an approver .* may do this/u);
  const still = await house.card(post, /\[ Approve \]/u);

  expect(house.drawn(still)).not.toContain("Declined");
});

test("what was sent cannot be declined any more, and the click is told so", async () => {
  await using house = await openHouse({ partner: { charsPerSecond: 1 } });
  const { robin } = house.slack.people;
  const { post, card } = await approved(house);
  await house.card(post, /Being translated/u);

  await robin.clicks(card, "quote.decline", { screen: "stale" });
  const told = await house.hears(robin, /has been sent/u);

  expect(told.text).toContain("The partner offers no way to stop it.");
});

test("what the partner had no room for yet can be taken back, and is never sent", async () => {
  await using house = await openHouse();
  const { robin, ana } = house.slack.people;
  const { post, card } = await quoted(house);
  await house.card(post, /tokens/u);
  const create = { method: "POST", action: "translation" } as const;
  house.partner.inject({ kind: "status", status: 429, retryAfter: "60", ...create });
  await ana.clicks(card, "quote.approve");
  const waiting = await house.card(post, /cannot take the manuscript just now/u);

  await robin.clicks(waiting, "quote.decline");
  await house.card(post, /Declined by @Robin Vale/u);
  house.clock.skip(300_000);
  await house.slack.deliveries.settled();

  expect(house.drawn(waiting)).toContain("Until it is sent, the approval can be taken back.");
  expect(house.drawn(waiting)).toContain("[ Take back ]");
  expect(await orders(house)).toMatchObject({ tasks: [], outcomes: [], charged: 0 });
  expect(house.log).toContainEqual(expect.objectContaining({ audit: true, what: "cancelled" }));
});

test("another language re-quotes the manuscript, and its translation has a key of its own", async () => {
  await using house = await openHouse();
  const { robin, ana } = house.slack.people;
  const first = await approved(house);
  await house.reply(first.post, /French translation/u);
  const file = { name: "harbour.txt", content: shortStory };
  const post = await robin.uploads("#translations", file);
  const card = await house.card(post, /was translated into French/u);

  await robin.clicks(card, "quote.target_lang", { option: "Spanish" });
  const requoted = await house.card(post, /from English into Spanish costs 261 credits/u);
  await ana.clicks(requoted, "quote.approve");
  await house.reply(post, /Spanish translation of “harbour.txt” is ready/u);

  const { tasks, keys } = await orders(house);
  expect(tasks.map(({ targetLang }) => targetLang)).toEqual(["fr", "es"]);
  expect(keys.size).toBe(2);
});

test("the language cannot be changed once something was approved", async () => {
  await using house = await openHouse({ partner: { charsPerSecond: 1 } });
  const { robin } = house.slack.people;
  const { post, card } = await approved(house);

  await robin.clicks(card, "quote.target_lang", { option: "Spanish", screen: "stale" });
  const told = await house.hears(robin, /The language stays as it is/u);

  expect(house.drawn(told)).toContain("something was approved by @Ana Moreau");
  expect(house.replies(post)[0]?.text).toContain("into French");
});

test("a manuscript that is already in the target language asks for another one, and nothing is estimated", async () => {
  await using house = await openHouse({ env: { DEFAULT_TARGET_LANG: "en" } });
  const { robin, ana } = house.slack.people;
  const post = await robin.uploads("#translations", { name: "h.txt", content: shortStory });
  const card = await house.card(post, /already in English/u);
  const before = await orders(house, "token_estimate");

  await robin.clicks(card, "quote.target_lang", { option: "German" });
  await ana.clicks(await house.card(post, /\[ Approve \]/u), "quote.approve");
  await house.reply(post, /German translation/u);

  expect(house.drawn(card)).not.toContain("[ Approve ]");
  expect(before.tasks).toEqual([]);
});
