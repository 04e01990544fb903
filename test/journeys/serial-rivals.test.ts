import { expect, test, vi } from "vitest";

import { orders } from "./deeds.ts";
import { openHouse, patience } from "./house.ts";
import { begun, grown, lengthOf, uploads } from "./serial-deeds.ts";
import { sets } from "./settings-deeds.ts";

test("what an earlier card still sells is not sold by the new one as well", async () => {
  await using house = await openHouse({ partner: { balance: lengthOf(1, 2) + 5 } });
  const { ana } = house.slack.people;
  const first = await uploads(house, grown(4));
  await ana.clicks(await house.card(first, /\[ Approve chapters 1 to 2 \]/u), "quote.part");
  await house.reply(first, /is ready/u);
  house.partner.change({ balance: 100_000 });

  const second = await uploads(house, grown(6));

  const card = house.drawn(await house.card(second, /\[ Approve chapters 5 to 6 \]/u));
  expect(card).toMatch(/On that card, bought in part, .*: chapters 1 to 4\./u);
  await house.card(first, /\[ Approve chapters 3 to 4 \]/u);
});

test("when the earlier text is bought after the new one was quoted, the click buys nothing and the card shows the rest", async () => {
  await using house = await openHouse();
  const { ana } = house.slack.people;
  const first = await uploads(house, grown(4));
  const second = await uploads(house, grown(6));
  const whole = await house.card(second, /\[ Approve \]/u);
  await ana.clicks(await house.card(first, /\[ Approve \]/u), "quote.approve");
  await house.reply(first, /is ready/u);

  await ana.clicks(whole, "quote.approve");
  await house.hears(ana, /has changed/u);
  await ana.clicks(await house.card(second, /\[ Approve chapters 5 to 6 \]/u), "quote.part");
  await house.reply(second, /is ready/u);

  expect((await orders(house)).tasks.map(({ characters }) => characters)).toEqual([
    lengthOf(1, 4),
    lengthOf(5, 6),
  ]);
});

test("the desk approves new chapters by itself where their price is within the limit", async () => {
  await using house = await openHouse();
  await begun(house, 4);
  await sets(house, { auto_approval_up_to: String(lengthOf(5, 6)) });

  const post = await uploads(house, grown(6));
  await house.reply(post, /chapters 5 to 6 .* is ready/u);

  expect((await orders(house)).tasks.map(({ characters }) => characters)).toEqual([
    lengthOf(1, 4),
    lengthOf(5, 6),
  ]);
});

test("when the longer text is bought first, an old click on the shorter one buys nothing", async () => {
  await using house = await openHouse();
  const { ana } = house.slack.people;
  const first = await uploads(house, grown(4));
  const card = await house.card(first, /\[ Approve \]/u);
  const second = await uploads(house, grown(6));
  await ana.clicks(await house.card(second, /\[ Approve \]/u), "quote.approve");
  await house.reply(second, /is ready/u);

  await ana.clicks(card, "quote.approve");
  await house.hears(ana, /has changed/u);

  await house.card(first, /No chapter of it is new/u);
  expect((await orders(house)).tasks.map(({ characters }) => characters)).toEqual([lengthOf(1, 6)]);
});

test("a text that is being translated is offered again when somebody wants it all the same", async () => {
  await using house = await openHouse({ partner: { charsPerSecond: 1 } });
  const { robin, ana } = house.slack.people;
  const first = await uploads(house, grown(4));
  await ana.clicks(await house.card(first, /\[ Approve \]/u), "quote.approve");
  await house.card(first, /Being translated/u);
  const second = await uploads(house, grown(4));

  await robin.clicks(await house.card(second, /under way into French already/u), "quote.again");
  await ana.clicks(await house.card(second, /\[ Approve \]/u), "quote.approve");
  await house.card(second, /Being translated/u);

  expect((await orders(house)).tasks).toHaveLength(2);
});

const leftToPeople: unknown = expect.objectContaining({ by: "policy", why: "left-to-people" });

test("what an earlier card offers as well the desk does not approve by itself", async () => {
  await using house = await openHouse();
  const first = await uploads(house, grown(4));
  await house.card(first, /\[ Approve \]/u);
  await sets(house, { auto_approval_up_to: "1000" });

  const second = await uploads(house, grown(6));
  await vi.waitFor(() => expect(house.log).toContainEqual(leftToPeople), patience);

  await house.card(second, /An approver can decide below/u);
  expect((await orders(house)).tasks).toEqual([]);
});
