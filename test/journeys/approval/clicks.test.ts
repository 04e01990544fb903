import { expect, test } from "vitest";

import { type Fields, fieldsOf, listOf } from "#sandbox/slack/json.ts";

import { approved, arrival, changesLanguage, orders, quoted, translated } from "../deeds.ts";
import { openGalley } from "../galley.ts";

test("of two approvers at once one buys, and the other learns who was first", async () => {
  await using galley = await openGalley();
  const { ana, ada } = galley.slack.people;
  const { post, card } = await quoted(galley);

  await Promise.all([ana.clicks(card, "quote.approve"), ada.clicks(card, "quote.approve")]);
  await arrival(galley, post);
  const told = await galley.slack.until(() =>
    galley.slack.records.ephemerals().find(({ text }) => text.includes("was already approved")),
  );

  const first = told.user === ana.id ? "Ada Okafor" : "Ana Moreau";
  expect(galley.drawn(await galley.card(post, /✅ Done/u))).toContain(`Approved by ${first}`);
  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: 261 });
});

test("twenty clicks at once buy once", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  const { post, card } = await quoted(galley);

  await Promise.all(Array.from({ length: 20 }, () => ana.clicks(card, "quote.approve")));
  await arrival(galley, post);

  await galley.hears(ana, /was already approved/u);
  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: 261 });
});

test("a click on a card that has changed since buys nothing", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  const { post, card } = await quoted(galley);
  await changesLanguage(galley, robin, { card, language: "Spanish" });
  await galley.card(post, /→ Spanish[^]*\[ Approve ·/u);

  await ana.clicks(card, "quote.approve", { screen: "stale" });
  await galley.hears(ana, /The card has changed since you saw it/u);

  expect(await orders(galley)).toMatchObject({ tasks: [], charged: 0 });
});

test("a requester who is listed may approve", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  const post = await ana.uploads("#translations", { name: "harbour.txt", content: "Once upon." });

  await ana.clicks(await galley.card(post, /\[ Approve ·/u), "quote.approve");

  await arrival(galley, post);
  expect(await orders(galley)).toMatchObject({ charged: 10 });
});

test.for([
  ["names no quote", (p: Fields) => withAction(p, { value: undefined, block_id: "x" })],
  ["comes from nowhere", (p: Fields) => ({ ...p, channel: undefined })],
  ["is by a person whom Slack does not know", (p: Fields) => ({ ...p, user: { id: "U0NOBODY" } })],
] as const)("a signed click that %s buys nothing", async ([, alters], { expect }) => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  const { card, post } = await quoted(galley);

  const { receipt } = await ana.clicks(card, "quote.approve", { alters });
  await galley.slack.deliveries.settled();

  expect(receipt).toMatchObject({ status: "acknowledged" });
  await galley.card(post, /\[ Approve ·/u);
  expect(await orders(galley)).toMatchObject({ tasks: [], charged: 0 });
});

test("the same click sent again byte for byte does nothing", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  const { post } = await translated(galley);
  const click = galley.slack.deliveries.sent().find(({ name }) => name === "block_actions");
  const words = galley.slack.records.ephemerals().length;

  if (click !== undefined) await galley.slack.deliveries.replay(click);
  await galley.slack.deliveries.settled();

  expect(click?.body).toContain(ana.id);
  expect(galley.slack.records.ephemerals()).toHaveLength(words);
  expect(galley.replies(post)).toHaveLength(2);
  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: 261 });
});

test("a click sent again byte for byte does nothing after a restart either", async () => {
  await using galley = await openGalley();
  const { sam, ana } = galley.slack.people;
  const { reply } = await translated(galley);
  await sam.clicks(reply, "task.fresh_link");
  await galley.hears(sam, /Here is your link/u);
  const click = galley.slack.deliveries.sent().findLast(({ name }) => name === "block_actions");
  await galley.stop();
  await galley.start();

  const url = `${galley.origin()}/slack/events`;
  const receipt = click && (await galley.slack.deliveries.replay({ ...click, url }));
  // Deliveries are carried out in order, so the replay is over once Ana has her link.
  await ana.clicks(reply, "task.fresh_link");
  await galley.hears(ana, /Here is your link/u);

  expect(click?.body).toContain("task.fresh_link");
  expect(receipt).toMatchObject({ status: "acknowledged" });
  const links = galley.slack.records.ephemerals().filter(({ text }) => /your link/u.test(text));
  expect(links.map(({ user }) => user)).toEqual([sam.id, ana.id]);
});

test("a second click after the translation has come buys nothing more", async () => {
  await using galley = await openGalley();
  const { ada } = galley.slack.people;
  const { post, card } = await approved(galley);
  await arrival(galley, post);

  await ada.clicks(card, "quote.approve", { screen: "stale" });
  await galley.hears(ada, /was already approved/u);

  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: 261 });
});

function withAction(payload: Fields, changed: Fields): Fields {
  const [action] = listOf(payload["actions"]);
  return { ...payload, actions: [{ ...fieldsOf(action), ...changed }] };
}
