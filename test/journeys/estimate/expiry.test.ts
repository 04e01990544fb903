import { expect, test } from "vitest";

import type { Message } from "#sandbox/slack/model.ts";

import { approvesAutomatically } from "../between-deeds.ts";
import { arrival, orders, quoted, running, storyCredits } from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";

const dayMs = 24 * 3_600_000;

test("an estimate that nobody approved expires on its card, and a late click buys nothing", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  const { post, card } = await quoted(galley);

  galley.clock.skip(dayMs);
  const over = await galley.card(post, /Nobody decided in time/u);
  await ana.clicks(card, "quote.approve", { screen: "stale" });
  await galley.hears(ana, /The card has changed .* nothing was charged/u);

  expect(galley.drawn(over)).not.toContain("[ Approve ·");
  expect(await orders(galley)).toMatchObject({ tasks: [], charged: 0 });
});

test("an expired estimate can be asked for again by command, and its own card sells it", async () => {
  await using galley = await openGalley({ env: { QUOTE_HOURS: "1" } });
  const { robin, ana } = galley.slack.people;
  const { post } = await quoted(galley);
  galley.clock.skip(3_600_000);
  await galley.card(post, /Nobody decided in time/u);

  await robin.commands("/translate", "fr", { channel: "#translations" });
  await ana.clicks(await galley.card(post, /\[ Approve ·/u), "quote.approve");
  await arrival(galley, post);

  expect(galley.cards(post.channel)).toHaveLength(1);
  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test("an expired estimate tells both sides once, and never as a refusal", async () => {
  await using galley = await openGalley();
  const { post } = await quoted(galley);

  galley.clock.skip(dayMs);
  const told = await galley.reply(post, /has expired: nobody decided in time/u);
  await galley.stop();
  await galley.start();
  await galley.card(post, /Nobody decided in time/u);
  await galley.slack.deliveries.settled();

  expect(galley.drawn(told)).toMatch(
    /The request for .* price\. @Robin Vale, @Ada Okafor, @approvers/u,
  );
  expect(galley.drawn(told)).toContain("nobody decided in time");
  expect(expiries(galley, post)).toHaveLength(1);
});

test("one click opens an expired estimate again, and one reply calls those who may decide", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  const { post } = await quoted(galley);
  galley.clock.skip(dayMs);

  await robin.clicks(await galley.card(post, /\[ Request again \]/u), "quote.ask_again");
  const told = await galley.reply(post, /[Rr]equested again/u);
  const open = await galley.card(post, /\[ Approve ·/u);
  await ana.clicks(open, "quote.approve");
  await arrival(galley, post);

  expect(galley.drawn(told)).toMatch(
    /Approval needed: .*, 261 credits \(requested again by @Robin Vale\)\. @Ada Okafor, @approvers/u,
  );
  expect(galley.drawn(open)).not.toContain("[ Request again ]");
  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test("a click on the card as it was before it expired buys nothing once it is open again", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  const { post, card } = await quoted(galley);
  galley.clock.skip(dayMs);

  await robin.clicks(await galley.card(post, /\[ Request again \]/u), "quote.ask_again");
  await galley.card(post, /\[ Approve ·/u);
  await ana.clicks(card, "quote.approve", { screen: "stale" });
  await galley.hears(ana, /changed/u);

  expect(await orders(galley)).toMatchObject({ tasks: [], charged: 0 });
});

test("an estimate that was opened again expires and is said to once more", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const { post } = await quoted(galley);
  galley.clock.skip(dayMs);
  await galley.reply(post, /has expired: /u);
  await robin.clicks(await galley.card(post, /\[ Request again \]/u), "quote.ask_again");
  await galley.card(post, /\[ Approve ·/u);

  await galley.passing(dayMs / 24, () => expiries(galley, post)[1]);
  await galley.slack.deliveries.settled();

  expect(expiries(galley, post)).toHaveLength(2);
});

test("two people who ask again at once, and click twice, open it once", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  const { post } = await quoted(galley);
  galley.clock.skip(dayMs);
  const over = await galley.card(post, /\[ Request again \]/u);

  await Promise.all(
    [robin, ana, robin, ana].map((person) =>
      person.clicks(over, "quote.ask_again", { screen: "stale" }),
    ),
  );
  await galley.card(post, /\[ Approve ·/u);
  await robin.clicks(over, "quote.ask_again", { screen: "stale" });
  await galley.hears(robin, /The card has changed since you saw it/u);
  await galley.reply(post, /[Rr]equested again/u);
  await galley.slack.deliveries.settled();

  expect(galley.cards(post.channel)).toHaveLength(1);
  expect(galley.replies(post).filter(({ text }) => /[Rr]equested again/u.test(text))).toHaveLength(
    1,
  );
});

test("who neither asked nor approves cannot ask again", async () => {
  await using galley = await openGalley();
  const { sam } = galley.slack.people;
  const { post } = await quoted(galley);
  galley.clock.skip(dayMs);
  const over = await galley.card(post, /\[ Request again \]/u);

  await sam.clicks(over, "quote.ask_again");
  await galley.hears(sam, /Only .* can do this. Nothing was changed/u);

  expect(galley.cards(post.channel)).toHaveLength(1);
});

test("what is asked again is approved by Galley itself where the policy lets it", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const { post } = await quoted(galley);
  await approvesAutomatically(galley, { upTo: 500 });
  galley.clock.skip(dayMs);

  await robin.clicks(await galley.card(post, /\[ Request again \]/u), "quote.ask_again");
  await arrival(galley, post);

  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test("asking again while an estimate stands brings no second card", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const { post } = await quoted(galley);

  await robin.commands("/translate", "fr", { channel: "#translations" });
  await galley.hears(robin, /has a card for French already/u);

  expect(galley.cards(post.channel)).toHaveLength(1);
});

test("a translation that was approved in time arrives however long it takes", async () => {
  await using galley = await openGalley({ env: { QUOTE_HOURS: "1" } });
  const { post } = await running(galley, { charsPerSecond: 0.01 });

  galley.clock.skip(dayMs);
  await arrival(galley, post);

  expect(await orders(galley)).toMatchObject({ charged: storyCredits });
});

function expiries(galley: Galley, post: Message) {
  return galley.replies(post).filter(({ text }) => /has expired: /u.test(text));
}
