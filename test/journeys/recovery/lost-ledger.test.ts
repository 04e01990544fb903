import { expect, test } from "vitest";

import { approved, arrival, hurries, orders, quoted, running, storyCredits } from "../deeds.ts";
import { askedHowToGoOn, goesOn } from "../emptied-deeds.ts";
import { openGalley } from "../galley.ts";

const create = { method: "POST", action: "translation" } as const;

test("with the ledger lost, its running task is taken up again from its card", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const { post } = await running(galley, { charsPerSecond: 20 });

  await galley.stop();
  await galley.loseLedger();
  await galley.start();
  await askedHowToGoOn(galley);
  hurries(galley);
  await arrival(galley, post);

  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
  expect(robin.sees().directMessages).toHaveLength(0);
  expect(
    galley
      .replies(post)
      .slice(1)
      .filter(({ text }) => /is ready/u.test(text)),
  ).toHaveLength(1);
});

test("with the ledger lost, a run that may have been sent is unknown, never new", async () => {
  await using galley = await openGalley();
  const { ada, ana } = galley.slack.people;
  galley.partner.inject({ kind: "status", status: 500, at: "after", times: 9, ...create });
  const { post, card } = await approved(galley);
  await galley.failed("send");

  await galley.stop();
  await galley.loseLedger();
  await galley.start();
  await galley.reply(post, /The partner hasn’t confirmed/u);
  await goesOn(galley);
  await ana.clicks(card, "quote.approve", { screen: "stale" });
  await galley.hears(ana, /It isn’t known whether this was charged before/u);

  expect((await orders(galley)).keys.size).toBe(1);
  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
  await galley.slack.until(() => ada.sees().directMessages[1], { what: "the admins being asked" });
});

test("with the ledger lost, a card that sold nothing is quoted anew on the same card", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  const { post, card } = await quoted(galley);

  await galley.stop();
  await galley.loseLedger();
  await galley.start();
  const drawn = galley.slack.records.updates().length;
  await ana.clicks(card, "quote.approve");
  await galley.hears(ana, /I rebuilt this card/u);
  await galley.slack.until(() => galley.slack.records.updates().length > drawn, {
    what: "the card",
  });
  await ana.clicks(await galley.card(post, /\[ Approve ·/u), "quote.approve");
  await arrival(galley, post);

  expect(galley.slack.records.botPosts().filter(({ ts }) => ts === card.ts)).toHaveLength(1);
  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test("with the ledger lost, a preview beside the translation is taken up again as well", async () => {
  await using galley = await openGalley({ env: { PREVIEW_CHARS: "100" } });
  const { ana } = galley.slack.people;
  const { post, card } = await quoted(galley);
  galley.partner.change({ charsPerSecond: 5 });
  await ana.clicks(card, "quote.preview");
  await galley.card(post, /Preview.*\d%/u);
  await ana.clicks(card, "quote.approve");
  await galley.card(post, /Translating…[^]*Translating…/u);

  await galley.stop();
  await galley.loseLedger();
  await galley.start();
  await askedHowToGoOn(galley);
  hurries(galley);
  await arrival(galley, post);
  await galley.reply(post, /preview of “harbour” is ready/u);

  expect(await orders(galley)).toMatchObject({
    outcomes: ["created", "created"],
    charged: storyCredits + 99,
  });
});

test("with the ledger lost, a result that was announced is not announced again", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  const { post, card } = await approved(galley);
  await arrival(galley, post);
  await galley.card(post, /✅ Done/u);

  await galley.stop();
  await galley.loseLedger();
  await galley.start();
  await goesOn(galley);
  await galley.card(post, /✅ Done/u);
  await ana.clicks(card, "quote.approve", { screen: "stale" });
  await galley.hears(ana, /was already approved/u);

  expect(
    galley.replies(post).filter(({ text }) => /The French translation.*is ready/u.test(text)),
  ).toHaveLength(1);
  expect((await orders(galley)).outcomes).toEqual(["created"]);
});
