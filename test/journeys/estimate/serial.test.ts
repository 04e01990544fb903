import { expect, test } from "vitest";

import { chooses, clicks, posts, ready, approvesAutomatically } from "../between-deeds.ts";
import { changesLanguage, partOffered } from "../deeds.ts";
import { openGalley } from "../galley.ts";
import { chapter, chapters, rewritten, serial } from "../long-texts.ts";
import { begun, grown, lengthOf, sent } from "../serial-deeds.ts";

test("a serial grows again and again, and no chapter is paid for twice", async () => {
  await using galley = await openGalley();
  await begun(galley, 2);
  const second = await posts(galley, grown(4));
  await clicks(galley, await galley.card(second, partOffered("chapters 3 and 4")), "quote.part");
  await galley.reply(second, /chapters 3 and 4 .* is ready/u);

  const third = await posts(galley, grown(6));
  await clicks(galley, await galley.card(third, partOffered("chapters 5 and 6")), "quote.part");
  await galley.reply(third, /chapters 5 and 6 .* is ready/u);

  const characters = (await sent(galley)).reduce((sum, count) => sum + count, 0);
  // Two files ended before a chapter that came later: the blank lines between were not sent.
  expect(characters).toBe(grown(6).length - 4);
});

test("where the last chapter was changed since, it is quoted with the new ones", async () => {
  await using galley = await openGalley();
  await begun(galley, 4);

  const post = await posts(
    galley,
    serial([...chapters(1, 3), rewritten(chapter(4)), ...chapters(5, 6)]),
  );

  const card = galley.drawn(await galley.card(post, partOffered("chapters 4 to 6")));
  expect(card).toContain("6 chapters: 3 translated before, 1 changed");
});

test("what was translated into another language is quoted whole for this one", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  await begun(galley, 4);
  const post = await posts(galley, grown(6));
  const card = await galley.card(post, partOffered("chapters 5 and 6"));

  await changesLanguage(galley, robin, { card, language: "Spanish" });
  const spanish = galley.drawn(await galley.card(post, /→ Spanish.*\[ Approve ·/su));
  await changesLanguage(galley, robin, { card, language: "French", screen: "stale" });

  expect(spanish).toContain(`[ Approve · ${lengthOf(1, 6).toLocaleString("en")} cr ]`);
  expect(spanish).not.toContain("translated before");
  await galley.card(post, partOffered("chapters 5 and 6"));
});

test("chapters that were translated before can be chosen all the same, and the question says so", async () => {
  await using galley = await openGalley();
  await begun(galley, 4);
  const post = await posts(galley, grown(6));

  const card = await galley.card(post, partOffered("chapters 5 and 6"));
  await chooses(galley, card, "1. Chapter 1", "6. Chapter 6");
  const whole = await galley.card(post, /\[ Translate again ·|, 6 chapters,[^]*\[ Approve ·/u);
  const action = JSON.stringify(whole.blocks).includes("quote.again")
    ? "quote.again"
    : "quote.approve";
  const { confirm } = await clicks(galley, whole, action);
  await galley.reply(post, ready);

  expect(confirm?.text).toMatch(/translated (?:before|already)/u);
  expect(await sent(galley)).toEqual([lengthOf(1, 4), lengthOf(1, 6)]);
});

test("over restarts a continuation is known, and its new chapters are sent once", async () => {
  await using galley = await openGalley();
  await begun(galley, 4);
  await galley.stop();
  await galley.start();
  const post = await posts(galley, grown(6));
  const card = await galley.card(post, partOffered("chapters 5 and 6"));
  galley.partner.inject({ kind: "status", status: 503, method: "GET", path: "/usage", times: 50 });

  await clicks(galley, card, "quote.part");
  await galley.failed("send");
  await galley.stop();
  galley.partner.clearFaults();
  await galley.start();
  await galley.passing(60_000, () =>
    galley.replies(post).find(({ text }) => /is ready/u.test(text)),
  );

  expect(await sent(galley)).toEqual([lengthOf(1, 4), lengthOf(5, 6)]);
});

test("of a text whose every chapter was translated before nothing is on offer but to do it again", async () => {
  await using galley = await openGalley();
  await begun(galley, 4);

  const post = await posts(galley, grown(3));

  const card = galley.drawn(await galley.card(post, /Translated into French/u));
  expect(card).not.toContain("[ Approve");
  expect(await sent(galley)).toEqual([lengthOf(1, 4)]);
});

test("the new chapters go out with the glossary of the conversation", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  await begun(galley, 4);
  const post = await posts(galley, grown(6));
  await galley.card(post, partOffered("chapters 5 and 6"));

  await robin.posts({ thread: post, text: "Ilse Brandt = Élise Brandt" });
  const card = await galley.slack.until(() =>
    galley.replies(post).find(({ blocks }) => JSON.stringify(blocks).includes("1 term")),
  );
  const { confirm } = await clicks(galley, card, "quote.part");
  await galley.reply(post, /chapters 5 and 6 .* is ready/u);

  expect(confirm?.text).toMatch(/Uses 1 term\./u);
  expect(await sent(galley)).toEqual([lengthOf(1, 4), lengthOf(5, 6)]);
});

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
  await clicks(galley, await galley.card(second, partOffered("chapters 5 and 6")), "quote.part");
  await galley.reply(second, /chapters 5 and 6 .* is ready/u);

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
  await galley.reply(post, /chapters 5 and 6 .* is ready/u);

  expect(await sent(galley)).toEqual([lengthOf(1, 4), lengthOf(5, 6)]);
});
