import { expect, test } from "vitest";

import { clicks, faces, opensSerials, posts, ready } from "./between-deeds.ts";
import {
  approvesBothAtOnce,
  approvesBothInTurn,
  approvesTheSecondThenTheFirst,
  growsInTwelveLanguages,
  offersBoth,
  outcomeOf,
  postsAgainAndAgain,
  readsTheFirstLast,
  turnsBothIntoFrench,
} from "./between-stories.ts";
import { orders } from "./deeds.ts";
import { openHouse } from "./house.ts";
import { tale } from "./long-texts.ts";

test("of two cards of one text the later is bought: the other says so, and an old click on it buys nothing", async () => {
  await using house = await openHouse();

  const { card, credits } = await approvesTheSecondThenTheFirst(house);
  await clicks(house, card, "quote.existing", { by: house.slack.people.sam });
  await house.hears(house.slack.people.sam, /Here is your link/u);

  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: credits });
});

test("while one of them is being translated the other sells it again to nobody who does not say so", async () => {
  await using house = await openHouse({ partner: { charsPerSecond: 1 } });
  const { ana } = house.slack.people;
  const text = tale();
  const first = await posts(house, text);
  const second = await posts(house, text, { channel: opensSerials(house) });
  const old = await house.card(second, faces.offered);
  await clicks(house, await house.card(first, faces.offered), "quote.approve");

  await house.card(second, faces.running);
  await clicks(house, old, "quote.approve", { screen: "stale" });
  await house.hears(ana, /has changed/u);
  const third = await posts(house, text);
  await house.card(third, faces.running);
  house.partner.change({ charsPerSecond: 1_000_000 });
  await house.reply(first, ready);

  for (const post of [second, third]) await house.card(post, faces.done);
  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: text.length });
});

test.for(["#serials", "#translations"])(
  "two cards that were turned into the same language, one of them in %s, sell it once",
  async (channel, { expect }) => {
    await using house = await openHouse({ env: { DEFAULT_TARGET_LANG: "es" } });
    opensSerials(house);

    const { credits } = await turnsBothIntoFrench(house, channel);

    expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: credits });
  },
);

test("of two files that the desk would approve by itself it approves one, whichever is read first", async () => {
  await using house = await openHouse();

  const { credits } = await readsTheFirstLast(house);

  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: credits });
});

test.for([
  ["in the same moment", approvesBothAtOnce],
  ["while the balance is asked for", approvesBothInTurn],
] as const)(
  "a serial and what it has grown to, approved %s, are not bought twice",
  async ([, approves], { expect }) => {
    await using house = await openHouse();
    const serials = await offersBoth(house);
    house.clock.skip(60_000);

    await approves(house, serials);
    const { card, told, credits } = await outcomeOf(house, serials);

    expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: credits });
    expect(told).toHaveLength(1);
    expect(house.drawn(card)).not.toContain("[ Approve ·");
  },
);

test("what the desk approves by itself is not had again and again by those who may approve nothing", async () => {
  await using house = await openHouse();

  const { credits } = await postsAgainAndAgain(house);

  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: credits });
});

test("one new chapter of a serial in twelve languages is charged in each, and nothing else is", async () => {
  await using house = await openHouse();

  const { before, added } = await growsInTwelveLanguages(house);

  const { tasks, charged } = await orders(house);
  expect(new Set(tasks.slice(12).map(({ targetLang }) => targetLang)).size).toBe(12);
  expect(tasks.slice(12).map(({ characters }) => characters)).toEqual(
    Array.from({ length: 12 }, () => added),
  );
  expect(charged).toBe(12 * (before + added));
});
