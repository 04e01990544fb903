import { expect, test } from "vitest";

import { clicks, faces, opensSerials, posts, ready } from "../between-deeds.ts";
import {
  approvesBothAtOnce,
  approvesBothInTurn,
  approvesTheSecondThenTheFirst,
  growsInLanguages,
  offersBoth,
  outcomeOf,
  postsAgainAndAgain,
  readsTheFirstLast,
  restOf,
  turnsBothIntoFrench,
} from "../between-stories.ts";
import { hurries, orders } from "../deeds.ts";
import { openGalley } from "../galley.ts";
import { tale } from "../long-texts.ts";

test("of two cards of one text the later is bought: the other says so, and an old click on it buys nothing", async () => {
  await using galley = await openGalley();

  const { card, credits } = await approvesTheSecondThenTheFirst(galley);
  await clicks(galley, card, "quote.existing", { by: galley.slack.people.sam });
  await galley.hears(galley.slack.people.sam, /Here is your link/u);

  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: credits });
});

test("while one of them is being translated the other sells it again to nobody who does not say so", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  const text = tale();
  const first = await posts(galley, text);
  const second = await posts(galley, text, { channel: opensSerials(galley) });
  const old = await galley.card(second, faces.offered);
  const offered = await galley.card(first, faces.offered);
  galley.partner.change({ charsPerSecond: 1 });
  await clicks(galley, offered, "quote.approve");

  await galley.card(second, faces.running);
  await clicks(galley, old, "quote.approve", { screen: "stale" });
  await galley.hears(ana, /has changed/u);
  const third = await posts(galley, text);
  await galley.passing(1000, () => galley.replies(third)[0]);
  await galley.card(third, faces.running);
  hurries(galley);
  await galley.reply(first, ready);

  for (const post of [second, third]) await galley.card(post, faces.done);
  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: text.length });
});

test.for(["#serials", "#translations"])(
  "two cards that were turned into the same language, one of them in %s, sell it once",
  async (channel, { expect }) => {
    await using galley = await openGalley({ env: { DEFAULT_TARGET_LANG: "es" } });
    opensSerials(galley);

    const { credits } = await turnsBothIntoFrench(galley, channel);

    expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: credits });
  },
);

test("of two files that Galley would approve by itself it approves one, whichever is read first", async () => {
  await using galley = await openGalley();

  const { credits } = await readsTheFirstLast(galley);

  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: credits });
});

test.for([
  ["in the same moment", approvesBothAtOnce],
  ["while the balance is asked for", approvesBothInTurn],
] as const)(
  "a serial and what it has grown to, approved %s, are not bought twice",
  async ([, approves], { expect }) => {
    await using galley = await openGalley();
    const serials = await offersBoth(galley);
    galley.clock.skip(60_000);

    await approves(galley, serials);
    const { card, told, credits } = await outcomeOf(galley, serials);

    expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: credits });
    expect(told).toHaveLength(1);
    expect(galley.drawn(card)).toMatch(restOf(serials, credits));
  },
);

test("what Galley approves by itself is not had again and again by those who may approve nothing", async () => {
  await using galley = await openGalley();

  const { credits } = await postsAgainAndAgain(galley);

  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: credits });
});

test("one new chapter of a serial in several languages is charged in each, and nothing else is", async () => {
  await using galley = await openGalley();

  const languages = ["Spanish", "German", "Arabic", "Korean"];
  const { before, added } = await growsInLanguages(galley, languages);

  const { tasks, charged } = await orders(galley);
  expect(new Set(tasks.slice(4).map(({ targetLang }) => targetLang)).size).toBe(4);
  expect(tasks.slice(4).map(({ characters }) => characters)).toEqual(languages.map(() => added));
  expect(charged).toBe(4 * (before + added));
});
