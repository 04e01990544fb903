import { expect, test } from "vitest";

import type { Message } from "../../src/sandbox/slack/model.ts";
import { approvesAutomatically } from "./between-deeds.ts";
import { approved, arrival, orders, quoted, storyCredits } from "./deeds.ts";
import { type House, openHouse } from "./house.ts";

const dayMs = 24 * 3_600_000;

test("an estimate that nobody approved expires on its card, and a late click buys nothing", async () => {
  await using house = await openHouse();
  const { ana } = house.slack.people;
  const { post, card } = await quoted(house);

  house.clock.skip(dayMs);
  const over = await house.card(post, /Nobody decided in time/u);
  await ana.clicks(card, "quote.approve", { screen: "stale" });
  await house.hears(ana, /This estimate has expired. Nothing was charged/u);

  expect(house.drawn(over)).not.toContain("[ Approve ·");
  expect(await orders(house)).toMatchObject({ tasks: [], charged: 0 });
});

test("an expired estimate can be asked for again by command, and its own card sells it", async () => {
  await using house = await openHouse({ env: { QUOTE_HOURS: "1" } });
  const { robin, ana } = house.slack.people;
  const { post } = await quoted(house);
  house.clock.skip(3_600_000);
  await house.card(post, /Nobody decided in time/u);

  await robin.commands("/translate", "fr", { channel: "#translations" });
  await ana.clicks(await house.card(post, /\[ Approve ·/u), "quote.approve");
  await arrival(house, post);

  expect(house.cards(post.channel)).toHaveLength(1);
  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test("an expired estimate tells both sides once, and never as a refusal", async () => {
  await using house = await openHouse();
  const { post } = await quoted(house);

  house.clock.skip(dayMs);
  const told = await house.reply(post, /has expired: nobody decided in time/u);
  await house.stop();
  await house.start();
  await house.card(post, /Nobody decided in time/u);
  await house.slack.deliveries.settled();

  expect(house.drawn(told)).toContain("@Robin Vale, @Ada Okafor, @approvers The estimate for");
  expect(house.drawn(told)).toContain("nobody decided in time");
  expect(expiries(house, post)).toHaveLength(1);
});

test("one click opens an expired estimate again, and one reply calls those who may decide", async () => {
  await using house = await openHouse();
  const { robin, ana } = house.slack.people;
  const { post } = await quoted(house);
  house.clock.skip(dayMs);

  await robin.clicks(await house.card(post, /\[ Request again \]/u), "quote.ask_again");
  const told = await house.reply(post, /requested the estimate/u);
  const open = await house.card(post, /\[ Approve ·/u);
  await ana.clicks(open, "quote.approve");
  await arrival(house, post);

  expect(house.drawn(told)).toMatch(/@Ada Okafor, @approvers @Robin Vale requested/u);
  expect(house.drawn(told)).toMatch(/It costs 261 credits\. /u);
  expect(house.drawn(open)).not.toContain("[ Request again ]");
  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test("a click on the card as it was before it expired buys nothing once it is open again", async () => {
  await using house = await openHouse();
  const { robin, ana } = house.slack.people;
  const { post, card } = await quoted(house);
  house.clock.skip(dayMs);

  await robin.clicks(await house.card(post, /\[ Request again \]/u), "quote.ask_again");
  await house.card(post, /\[ Approve ·/u);
  await ana.clicks(card, "quote.approve", { screen: "stale" });
  await house.hears(ana, /changed/u);

  expect(await orders(house)).toMatchObject({ tasks: [], charged: 0 });
});

test("an estimate that was opened again expires and is said to once more", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;
  const { post } = await quoted(house);
  house.clock.skip(dayMs);
  await house.reply(post, /has expired: /u);
  await robin.clicks(await house.card(post, /\[ Request again \]/u), "quote.ask_again");
  await house.card(post, /\[ Approve ·/u);

  await house.passing(dayMs / 24, () => expiries(house, post)[1]);
  await house.slack.deliveries.settled();

  expect(expiries(house, post)).toHaveLength(2);
});

test("two people who ask again at once, and click twice, open it once", async () => {
  await using house = await openHouse();
  const { robin, ana } = house.slack.people;
  const { post } = await quoted(house);
  house.clock.skip(dayMs);
  const over = await house.card(post, /\[ Request again \]/u);

  await Promise.all(
    [robin, ana, robin, ana].map((person) =>
      person.clicks(over, "quote.ask_again", { screen: "stale" }),
    ),
  );
  await house.card(post, /\[ Approve ·/u);
  await robin.clicks(over, "quote.ask_again", { screen: "stale" });
  await house.hears(robin, /already requested it again/u);
  await house.reply(post, /requested the estimate/u);
  await house.slack.deliveries.settled();

  expect(house.cards(post.channel)).toHaveLength(1);
  expect(
    house.replies(post).filter(({ text }) => /requested the estimate/u.test(text)),
  ).toHaveLength(1);
});

test("who neither asked nor approves cannot ask again", async () => {
  await using house = await openHouse();
  const { sam } = house.slack.people;
  const { post } = await quoted(house);
  house.clock.skip(dayMs);
  const over = await house.card(post, /\[ Request again \]/u);

  await sam.clicks(over, "quote.ask_again");
  await house.hears(sam, /Only the requester .* or an approver .* can do this/u);

  expect(house.cards(post.channel)).toHaveLength(1);
});

test("what is asked again is approved by the desk itself where the policy lets it", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;
  const { post } = await quoted(house);
  await approvesAutomatically(house, { upTo: 500 });
  house.clock.skip(dayMs);

  await robin.clicks(await house.card(post, /\[ Request again \]/u), "quote.ask_again");
  await arrival(house, post);

  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test("asking again while an estimate stands brings no second card", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;
  const { post } = await quoted(house);

  await robin.commands("/translate", "fr", { channel: "#translations" });
  await house.hears(robin, /has a card for French already/u);

  expect(house.cards(post.channel)).toHaveLength(1);
});

test("a translation that was approved in time arrives however long it takes", async () => {
  await using house = await openHouse({
    env: { QUOTE_HOURS: "1" },
    partner: { charsPerSecond: 0.01 },
  });
  const { post } = await approved(house);
  await house.card(post, /Translating…/u);

  house.clock.skip(dayMs);
  await arrival(house, post);

  expect(await orders(house)).toMatchObject({ charged: storyCredits });
});

function expiries(house: House, post: Message) {
  return house.replies(post).filter(({ text }) => /has expired: /u.test(text));
}
