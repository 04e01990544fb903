import { expect, test } from "vitest";

import {
  approved,
  changesLanguage,
  declines,
  orders,
  quoted,
  running,
  shortStory,
} from "../deeds.ts";
import { openGalley } from "../galley.ts";

test("the one who asked may decline, and nothing more can be bought", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  const { post, card } = await quoted(galley);

  await declines(galley, robin, { card });
  const closed = await galley.card(post, /Withdrawn by Robin Vale/u);
  const late = await ana.clicks(card, "quote.approve", { screen: "stale" });

  expect(galley.drawn(closed)).not.toContain("[ Approve ·");
  expect(late.receipt).toMatchObject({ status: "acknowledged" });
  await galley.hears(ana, /The card has changed .* nothing was charged/u);
  expect(await orders(galley)).toMatchObject({ tasks: [], charged: 0 });
});

test("an approver may decline, and the one who asked is told by whom", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  const { post, card } = await quoted(galley);

  await declines(galley, ana, { card });
  const told = await galley.reply(post, /Declined: /u);

  expect(galley.drawn(told)).toContain("Declined: “harbour” → French (@Ana Moreau).");
});

test("a bystander cannot decline, and hears so before any form opens", async () => {
  await using galley = await openGalley();
  const { sam, guest } = galley.slack.people;
  const { post, card } = await quoted(galley);

  await sam.clicks(card, "quote.decline");
  await galley.hears(sam, /Only .* can do this. Nothing was changed/u);
  await guest.clicks(card, "quote.decline");
  await galley.hears(guest, /Only full members of this workspace/u);

  expect([sam.sees().modal, guest.sees().modal]).toEqual([undefined, undefined]);
  expect(galley.drawn(await galley.card(post, /\[ Approve ·/u))).not.toContain("Declined");
});

test("whoever may decline no longer when the form is sent is refused there", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  const { card } = await quoted(galley);
  await ana.clicks(card, "quote.decline");
  await galley.slack.until(() => ana.sees().modal);
  galley.slack.state.people.setGroupMembers(galley.slack.approvers, []);
  galley.clock.skip(61_000);

  const refused = JSON.stringify(await ana.submits());

  expect(refused).toMatch(/Only .* can do this. Nothing was changed/u);
});

test("what was sent cannot be declined any more, and the form says so", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const { offer } = await running(galley);

  const told = JSON.stringify(await declines(galley, robin, { card: offer, screen: "stale" }));

  expect(told).toMatch(/so it can’t be undone\./u);
});

test("another language re-quotes the manuscript, and its translation has a key of its own", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  const first = await approved(galley);
  await galley.reply(first.post, /French translation/u);
  const file = { name: "harbour.txt", content: shortStory };
  const post = await robin.uploads("#translations", file);
  const card = await galley.card(post, /Translated into French/u);

  await changesLanguage(galley, robin, { card, language: "Spanish" });
  const requoted = await galley.card(post, /→ Spanish[^]*\[ Approve · 261 cr \]/u);
  await ana.clicks(requoted, "quote.approve");
  await galley.reply(post, /Spanish translation of “harbour” is ready/u);

  const { tasks, keys } = await orders(galley);
  expect(tasks.map(({ targetLang }) => targetLang)).toEqual(["fr", "es"]);
  expect(keys.size).toBe(2);
});

test("the language cannot be changed once something was approved", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const { post, offer } = await running(galley);

  const late = { card: offer, language: "Spanish", screen: "stale" } as const;
  const told = await changesLanguage(galley, robin, late);

  expect(told.status).toBe("errors");
  expect(JSON.stringify(told)).toContain("so the language stays");
  expect(galley.replies(post)[0]?.text).toContain("→ French");
});

test("a manuscript that is already in the target language asks for another one, and nothing is estimated", async () => {
  await using galley = await openGalley({ env: { DEFAULT_TARGET_LANG: "en" } });
  const { robin, ana } = galley.slack.people;
  const post = await robin.uploads("#translations", { name: "h.txt", content: shortStory });
  const card = await galley.card(post, /already in English/u);
  const before = await orders(galley, "token_estimate");

  await robin.clicks(card, "quote.target_lang", { option: "German" });
  await ana.clicks(await galley.card(post, /\[ Approve ·/u), "quote.approve");
  await galley.reply(post, /German translation/u);

  expect(galley.drawn(card)).not.toContain("[ Approve ·");
  expect(before.tasks).toEqual([]);
});
