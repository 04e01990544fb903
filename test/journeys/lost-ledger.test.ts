import { expect, test } from "vitest";

import { approved, arrival, orders, quoted, storyCredits } from "./deeds.ts";
import { askedHowToGoOn, goesOn } from "./emptied-deeds.ts";
import { openHouse } from "./house.ts";

const create = { method: "POST", action: "translation" } as const;

test("with the ledger lost, its running task is taken up again from its card", async () => {
  await using house = await openHouse({ partner: { charsPerSecond: 20 } });
  const { robin } = house.slack.people;
  const { post } = await approved(house);
  await house.card(post, /Translating…/u);

  await house.stop();
  await house.loseLedger();
  await house.start();
  await askedHowToGoOn(house);
  house.partner.change({ charsPerSecond: 1_000_000 });
  await arrival(house, post);

  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
  expect(robin.sees().directMessages).toHaveLength(0);
  expect(
    house
      .replies(post)
      .slice(1)
      .filter(({ text }) => /is ready/u.test(text)),
  ).toHaveLength(1);
});

test("with the ledger lost, a run that may have been sent is unknown, never new", async () => {
  await using house = await openHouse();
  const { ada, ana } = house.slack.people;
  house.partner.inject({ kind: "status", status: 500, at: "after", times: 9, ...create });
  const { post, card } = await approved(house);
  await house.failed("send");

  await house.stop();
  await house.loseLedger();
  await house.start();
  await house.reply(post, /The partner hasn’t confirmed/u);
  await goesOn(house);
  await ana.clicks(card, "quote.approve", { screen: "stale" });
  await house.hears(ana, /it isn’t known whether the earlier run was charged/u);

  expect((await orders(house)).keys.size).toBe(1);
  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
  await house.slack.until(() => ada.sees().directMessages[1], { what: "the admins being asked" });
});

test("with the ledger lost, a card that sold nothing is quoted anew on the same card", async () => {
  await using house = await openHouse();
  const { ana } = house.slack.people;
  const { post, card } = await quoted(house);

  await house.stop();
  await house.loseLedger();
  await house.start();
  const drawn = house.slack.books.updates().length;
  await ana.clicks(card, "quote.approve");
  await house.hears(ana, /I rebuilt this card/u);
  await house.slack.until(() => house.slack.books.updates().length > drawn, { what: "the card" });
  await ana.clicks(await house.card(post, /\[ Approve ·/u), "quote.approve");
  await arrival(house, post);

  expect(house.slack.books.botPosts().filter(({ ts }) => ts === card.ts)).toHaveLength(1);
  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test("with the ledger lost, a preview beside the translation is taken up again as well", async () => {
  await using house = await openHouse({
    env: { PREVIEW_CHARS: "100" },
    partner: { charsPerSecond: 5 },
  });
  const { ana } = house.slack.people;
  const { post, card } = await quoted(house);
  await ana.clicks(card, "quote.preview");
  await house.card(post, /Preview.*\d%/u);
  await ana.clicks(card, "quote.approve");
  await house.card(post, /Translating…/u);

  await house.stop();
  await house.loseLedger();
  await house.start();
  await askedHowToGoOn(house);
  house.partner.change({ charsPerSecond: 1_000_000 });
  await arrival(house, post);
  await house.reply(post, /preview of “harbour.txt” is ready/u);

  expect(await orders(house)).toMatchObject({
    outcomes: ["created", "created"],
    charged: storyCredits + 99,
  });
});

test("with the ledger lost, a result that was announced is not announced again", async () => {
  await using house = await openHouse();
  const { ana } = house.slack.people;
  const { post, card } = await approved(house);
  await arrival(house, post);
  await house.card(post, /✅ Done/u);

  await house.stop();
  await house.loseLedger();
  await house.start();
  await goesOn(house);
  await house.card(post, /✅ Done/u);
  await ana.clicks(card, "quote.approve", { screen: "stale" });
  await house.hears(ana, /was already approved/u);

  expect(
    house.replies(post).filter(({ text }) => /> The French translation.*is ready/u.test(text)),
  ).toHaveLength(1);
  expect((await orders(house)).outcomes).toEqual(["created"]);
});
