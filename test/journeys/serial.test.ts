import { expect, test } from "vitest";

import { chooses, clicks, posts, ready } from "./between-deeds.ts";
import { changesLanguage } from "./deeds.ts";
import { openHouse } from "./house.ts";
import { begun, grown, lengthOf, sent } from "./serial-deeds.ts";

test("a serial grows again and again, and no chapter is paid for twice", async () => {
  await using house = await openHouse();
  await begun(house, 2);
  const second = await posts(house, grown(4));
  await clicks(house, await house.card(second, /\[ Approve chapters 3 to 4 ·/u), "quote.part");
  await house.reply(second, /chapters 3 to 4 .* is ready/u);

  const third = await posts(house, grown(6));
  await clicks(house, await house.card(third, /\[ Approve chapters 5 to 6 ·/u), "quote.part");
  await house.reply(third, /chapters 5 to 6 .* is ready/u);

  const characters = (await sent(house)).reduce((sum, count) => sum + count, 0);
  // Two files ended before a chapter that came later: the blank lines between were not sent.
  expect(characters).toBe(grown(6).length - 4);
});

test("where the last chapter was changed since, it is quoted with the new ones", async () => {
  await using house = await openHouse();
  await begun(house, 4);

  const post = await posts(
    house,
    `${grown(4)}\n\nShe turned back.\n\n${grown(6).slice(grown(4).length).trim()}`,
  );

  const card = house.drawn(await house.card(post, /\[ Approve chapters 4 to 6 ·/u));
  expect(card).toContain("Chapters 1 to 3: translated before");
});

test("what was translated into another language is quoted whole for this one", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;
  await begun(house, 4);
  const post = await posts(house, grown(6));
  const card = await house.card(post, /\[ Approve chapters 5 to 6 ·/u);

  await changesLanguage(house, robin, { card, language: "Spanish" });
  const spanish = house.drawn(await house.card(post, /→ Spanish.*\[ Approve ·/su));
  await changesLanguage(house, robin, { card, language: "French", screen: "stale" });

  expect(spanish).toContain(`[ Approve · ${lengthOf(1, 6).toLocaleString("en")} credits ]`);
  expect(spanish).not.toContain("translated before");
  await house.card(post, /\[ Approve chapters 5 to 6 ·/u);
});

test("chapters that were translated before can be chosen all the same, and the question says so", async () => {
  await using house = await openHouse();
  await begun(house, 4);
  const post = await posts(house, grown(6));

  const card = await house.card(post, /\[ Approve chapters 5 to 6 ·/u);
  await chooses(house, card, "1. Chapter 1", "6. Chapter 6");
  const whole = await house.card(post, /\[ (?:Approve|Translate again) ·/u);
  const action = JSON.stringify(whole.blocks).includes("quote.again")
    ? "quote.again"
    : "quote.approve";
  const { confirm } = await clicks(house, whole, action);
  await house.reply(post, ready);

  expect(confirm?.text).toMatch(/translated (?:before|already)/u);
  expect(await sent(house)).toEqual([lengthOf(1, 4), lengthOf(1, 6)]);
});

test("over restarts a continuation is known, and its new chapters are sent once", async () => {
  await using house = await openHouse();
  await begun(house, 4);
  await house.stop();
  await house.start();
  const post = await posts(house, grown(6));
  const card = await house.card(post, /\[ Approve chapters 5 to 6 ·/u);
  house.partner.inject({ kind: "status", status: 503, method: "GET", path: "/usage", times: 50 });

  await clicks(house, card, "quote.part");
  await house.failed("send");
  await house.stop();
  house.partner.clearFaults();
  await house.start();
  await house.passing(60_000, () => house.replies(post).find(({ text }) => /is ready/u.test(text)));

  expect(await sent(house)).toEqual([lengthOf(1, 4), lengthOf(5, 6)]);
});

test("of a text whose every chapter was translated before nothing is on offer but to do it again", async () => {
  await using house = await openHouse();
  await begun(house, 4);

  const post = await posts(house, grown(3));

  const card = house.drawn(await house.card(post, /Translated into French/u));
  expect(card).not.toContain("[ Approve");
  expect(await sent(house)).toEqual([lengthOf(1, 4)]);
});

test("the new chapters go out with the glossary of the conversation", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;
  await begun(house, 4);
  const post = await posts(house, grown(6));
  await house.card(post, /\[ Approve chapters 5 to 6 ·/u);

  await robin.posts({ thread: post, text: "Ilse Brandt = Élise Brandt" });
  const card = await house.slack.until(() =>
    house.replies(post).find(({ blocks }) => JSON.stringify(blocks).includes("1 term")),
  );
  const { confirm } = await clicks(house, card, "quote.part");
  await house.reply(post, /chapters 5 to 6 .* is ready/u);

  expect(confirm?.text).toMatch(/1 term of the glossary/u);
  expect(await sent(house)).toEqual([lengthOf(1, 4), lengthOf(5, 6)]);
});
