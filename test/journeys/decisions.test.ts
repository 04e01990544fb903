import { expect, test } from "vitest";

import { approved, changesLanguage, declines, orders, quoted, shortStory } from "./deeds.ts";
import { openHouse } from "./house.ts";

test("the one who asked may decline, and nothing more can be bought", async () => {
  await using house = await openHouse();
  const { robin, ana } = house.slack.people;
  const { post, card } = await quoted(house);

  await declines(house, robin, { card });
  const closed = await house.card(post, /Declined by Robin Vale/u);
  const late = await ana.clicks(card, "quote.approve", { screen: "stale" });

  expect(house.drawn(closed)).not.toContain("[ Approve ·");
  expect(late.receipt).toMatchObject({ status: "acknowledged" });
  await house.hears(ana, /declined this estimate. Nothing was charged/u);
  expect(await orders(house)).toMatchObject({ tasks: [], charged: 0 });
});

test("an approver may decline, and the one who asked is told by whom", async () => {
  await using house = await openHouse();
  const { ana } = house.slack.people;
  const { post, card } = await quoted(house);

  await declines(house, ana, { card });
  const told = await house.reply(post, /was declined/u);

  expect(house.drawn(told)).toContain(
    "@Robin Vale The estimate for “harbour.txt” → French was declined by @Ana Moreau.",
  );
});

test("a bystander cannot decline, and hears so before any form opens", async () => {
  await using house = await openHouse();
  const { sam, guest } = house.slack.people;
  const { post, card } = await quoted(house);

  await sam.clicks(card, "quote.decline");
  await house.hears(sam, /Only the requester .* or an approver .* can do this/u);
  await guest.clicks(card, "quote.decline");
  await house.hears(guest, /Only full members of this workspace/u);

  expect([sam.sees().modal, guest.sees().modal]).toEqual([undefined, undefined]);
  expect(house.drawn(await house.card(post, /\[ Approve ·/u))).not.toContain("Declined");
});

test("whoever may decline no longer when the form is sent is refused there", async () => {
  await using house = await openHouse();
  const { ana } = house.slack.people;
  const { card } = await quoted(house);
  await ana.clicks(card, "quote.decline");
  await house.slack.until(() => ana.sees().modal);
  house.slack.state.people.setGroupMembers(house.slack.approvers, []);
  house.clock.skip(61_000);

  const refused = JSON.stringify(await ana.submits());

  expect(refused).toMatch(/Only the requester .* or an approver .* can do this/u);
});

test("what was sent cannot be declined any more, and the form says so", async () => {
  await using house = await openHouse({ partner: { charsPerSecond: 1 } });
  const { robin } = house.slack.people;
  const { post, card } = await approved(house);
  await house.card(post, /Translating…/u);

  const told = JSON.stringify(await declines(house, robin, { card, screen: "stale" }));

  expect(told).toMatch(/and sent\. Sent translations can’t be canceled\./u);
});

test("another language re-quotes the manuscript, and its translation has a key of its own", async () => {
  await using house = await openHouse();
  const { robin, ana } = house.slack.people;
  const first = await approved(house);
  await house.reply(first.post, /French translation/u);
  const file = { name: "harbour.txt", content: shortStory };
  const post = await robin.uploads("#translations", file);
  const card = await house.card(post, /Translated into French/u);

  await changesLanguage(house, robin, { card, language: "Spanish" });
  const requoted = await house.card(post, /→ Spanish[^]*\[ Approve · 261 credits \]/u);
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

  const late = { card, language: "Spanish", screen: "stale" } as const;
  const told = JSON.stringify(await changesLanguage(house, robin, late));

  expect(told).toContain("so the language stays");
  expect(house.replies(post)[0]?.text).toContain("→ French");
});

test("a manuscript that is already in the target language asks for another one, and nothing is estimated", async () => {
  await using house = await openHouse({ env: { DEFAULT_TARGET_LANG: "en" } });
  const { robin, ana } = house.slack.people;
  const post = await robin.uploads("#translations", { name: "h.txt", content: shortStory });
  const card = await house.card(post, /already in English/u);
  const before = await orders(house, "token_estimate");

  await robin.clicks(card, "quote.target_lang", { option: "German" });
  await ana.clicks(await house.card(post, /\[ Approve ·/u), "quote.approve");
  await house.reply(post, /German translation/u);

  expect(house.drawn(card)).not.toContain("[ Approve ·");
  expect(before.tasks).toEqual([]);
});
