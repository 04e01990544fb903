import { expect, test } from "vitest";

import { approved, arrival, orders, quoted, storyCredits } from "./deeds.ts";
import { type House, openHouse } from "./house.ts";

const minute = 60_000;
const hour = 60 * minute;
const lostAnswer = { kind: "drop", at: "after", method: "POST", action: "translation" } as const;

test("a clock that is set back by an hour while a translation runs holds its result up no longer", async () => {
  await using house = await openHouse();
  const { post } = await running(house);

  house.clock.setBack(hour);
  await arrival(house, post);

  expect(await orders(house)).toMatchObject({ charged: storyCredits });
});

test("nor does one that is set back while the desk is closed", async () => {
  await using house = await openHouse();
  const { post } = await running(house);

  await whileClosed(house, () => house.clock.setBack(hour));
  await arrival(house, post);

  expect(await orders(house)).toMatchObject({ charged: storyCredits });
});

test("one that is set back while the partner is in trouble does not keep what failed waiting", async () => {
  await using house = await openHouse();
  const { post } = await running(house);
  house.partner.inject({ kind: "status", status: 500, method: "GET", path: "/tasks/*" });
  await house.failed("poll");

  house.clock.setBack(hour);
  await arrival(house, post);

  expect(await orders(house)).toMatchObject({ charged: storyCredits });
});

test.for([
  ["works", whileOpen],
  ["is closed", whileClosed],
] as const)(
  "one that is set back over an unclear answer while the desk %s leaves it to a person, who is told why",
  async ([, when], { expect }) => {
    await using house = await openHouse();
    const { ada } = house.slack.people;
    house.partner.inject(lostAnswer);
    const { post } = await approved(house);
    await house.failed("send");

    await when(house, () => house.clock.setBack(3 * minute));
    await house.reply(post, /The partner hasn’t confirmed/u);
    const told = await house.direct(ada, /machine’s clock was ahead/u);
    house.partner.change({ forgetKeys: true });
    house.clock.skip(20 * minute);
    await house.slack.deliveries.settled();

    expect(house.drawn(told)).toContain("[ Send again ]");
    expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
  },
);

test("one that was ahead when an answer was lost opens no longer window: the partner’s own clock closes it", async () => {
  await using house = await openHouse();
  const { ada } = house.slack.people;
  house.clock.runAhead(3 * minute);
  house.partner.inject(lostAnswer);
  const { post } = await approved(house);
  await house.failed("send");

  await whileClosed(house, () => {
    house.clock.setBack(3 * minute);
    // 14 minutes have passed by Galley's clock; the partner has forgotten the key after 15.
    house.clock.skip(17 * minute);
    house.partner.change({ forgetKeys: true });
  });
  await house.reply(post, /The partner hasn’t confirmed/u);
  await house.direct(ada, /machine’s clock was ahead/u);
  await house.slack.deliveries.settled();

  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test("an estimate that was posted while the clock was ahead stands, and expires", async () => {
  await using house = await openHouse({ env: { QUOTE_HOURS: "24" } });
  house.clock.runAhead(3 * minute);
  const { post } = await quoted(house);
  await whileClosed(house, () => house.clock.setBack(3 * minute));

  house.clock.skip(23 * hour);
  const standing = await house.card(post, /\[ Approve ·/u);
  house.clock.skip(2 * hour);
  await house.card(post, /Nobody decided in time/u);

  expect(house.drawn(standing)).not.toContain("expired");
});

async function whileOpen(_: House, deed: () => void) {
  deed();
}

async function whileClosed(house: House, deed: () => void) {
  await house.stop();
  deed();
  await house.start();
}

async function running(house: House) {
  const { post } = await quoted(house);
  house.partner.change({ charsPerSecond: 100 });
  await house.slack.people.ana.clicks(await house.card(post, /\[ Approve ·/u), "quote.approve");
  await house.card(post, /Translating…/u);
  return { post };
}
