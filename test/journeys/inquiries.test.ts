import { expect, test } from "vitest";

import { approved, arrival, orders, quoted, storyCredits } from "./deeds.ts";
import { type House, openHouse } from "./house.ts";

test("a partner that charges for what the desk asks by itself is asked once, and never again unasked", async () => {
  await using house = await openHouse({ partner: { estimateCost: "per-character" } });
  const { ada, ana } = house.slack.people;
  const { post: first } = await quoted(house);
  await house.slack.until(
    () =>
      ada.sees().directMessages.find(({ text }) => /charged credits for an estimate/u.test(text)),
    { what: "the admins being told" },
  );

  const { post, card } = await quoted(house, "Another story, about Ilse Brandt. ".repeat(9));
  await ana.clicks(card, "quote.approve");
  await arrival(house, post);

  const { tasks } = await house.partner.books();
  const inquiries = tasks.filter(({ action }) => action !== "translation");
  expect(inquiries).toHaveLength(1);
  expect(ada.sees().directMessages).toHaveLength(1);
  expect(house.drawn(await house.card(first, /own count/u))).toContain("Approve");
});

test("where inquiries cost nothing, every card gets its estimate", async () => {
  await using house = await openHouse();

  const { post } = await approved(house);
  await arrival(house, post);
  const second = await quoted(house, "Another story, about Ilse Brandt. ".repeat(9));
  await house.card(second.post, /tokens/u);

  const { tasks, charged } = await orders(house, "token_estimate");
  expect(tasks).toHaveLength(2);
  expect(charged).toBe(storyCredits);
});

/** A card whose estimate was not asked for, because the first inquiry was charged. */
async function priced(house: House) {
  const { ada } = house.slack.people;
  await quoted(house, "The first story. ".repeat(9));
  await house.slack.until(() => ada.sees().directMessages[0], { what: "the admins being told" });
  const { post } = await quoted(house);
  return { post, card: await house.card(post, /\[ Ask for an estimate \]/u) };
}

const perCharacter = { partner: { estimateCost: "per-character" } } as const;

test("an estimate that costs credits is made once, after a click that names its price", async () => {
  await using house = await openHouse(perCharacter);
  const { ana, ada } = house.slack.people;
  const { post, card } = await priced(house);
  expect(house.drawn(card)).toContain(`costs ${storyCredits} credits`);

  await ana.clicks(card, "quote.ask_estimate");
  await house.hears(ana, /The estimate is approved/u);
  await house.card(post, /tokens/u);
  await ana.clicks(card, "quote.ask_estimate", { screen: "stale" });
  await house.hears(ana, /The estimate was approved before/u);

  const { tasks, outcomes } = await orders(house, "token_estimate");
  expect(tasks).toHaveLength(1);
  expect(outcomes).toEqual(["created"]);
  expect(ada.sees().directMessages).toHaveLength(1);
  const lines = house.log.filter((line) => line["audit"] === true);
  expect(lines).toContainEqual(
    expect.objectContaining({ what: "approved", by: ana.id, credits: storyCredits }),
  );
  expect(lines).toContainEqual(
    expect.objectContaining({ what: "completed", credits: storyCredits }),
  );
});

test("the language can be found out for a price as well, and the card then names it", async () => {
  await using house = await openHouse(perCharacter);
  const { ana } = house.slack.people;
  const { post, card } = await priced(house);

  await ana.clicks(card, "quote.find_language");
  const named = await house.card(post, /English.*→/u);

  expect(house.drawn(named)).not.toContain("[ Find out the language ]");
  expect((await orders(house, "preview_metadata")).tasks).toHaveLength(2);
});

test("whoever may not spend buys no estimate, and may still choose the language by hand", async () => {
  await using house = await openHouse(perCharacter);
  const { robin } = house.slack.people;
  const { post, card } = await priced(house);

  await robin.clicks(card, "quote.ask_estimate");
  await house.hears(robin, /Your click bought nothing/u);
  await robin.clicks(card, "quote.target_lang", { option: "German" });
  await house.card(post, /German/u);

  expect((await orders(house, "token_estimate")).tasks).toHaveLength(0);
});

test("what inquiries cost is still known after a restart: none goes out unasked", async () => {
  await using house = await openHouse(perCharacter);
  await priced(house);

  await house.stop();
  await house.start();
  const { post } = await quoted(house, "Another story, about Ilse Brandt. ".repeat(9));
  await house.card(post, /\[ Ask for an estimate \]/u);

  const { tasks } = await house.partner.books();
  expect(tasks).toHaveLength(1);
});
