import { expect, test } from "vitest";

import { type Fields, fieldsOf, listOf } from "../../src/sandbox/slack/json.ts";
import {
  approved,
  arrival,
  changesLanguage,
  shortStory,
  homeOf,
  orders,
  quoted,
  translated,
} from "./deeds.ts";
import { type House, openHouse } from "./house.ts";

test("of two approvers at once one buys, and the other learns who was first", async () => {
  await using house = await openHouse();
  const { ana, ada } = house.slack.people;
  const { post, card } = await quoted(house);

  await Promise.all([ana.clicks(card, "quote.approve"), ada.clicks(card, "quote.approve")]);
  await arrival(house, post);
  const told = await house.slack.until(() =>
    house.slack.books.ephemerals().find(({ text }) => text.includes("was already approved")),
  );

  const [first, second] = told.user === ana.id ? ["Ada Okafor", ana] : ["Ana Moreau", ada];
  expect(house.drawn(told)).toContain(`was already approved by @${first}`);
  expect(told.user).toBe(second.id);
  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: 261 });
});

test("a double click buys once", async () => {
  await using house = await openHouse();
  const { ana } = house.slack.people;
  const { post, card } = await quoted(house);

  await Promise.all([ana.clicks(card, "quote.approve"), ana.clicks(card, "quote.approve")]);
  await arrival(house, post);

  await house.hears(ana, /was already approved by @Ana Moreau/u);
  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: 261 });
});

test("twenty clicks at once buy once", async () => {
  await using house = await openHouse();
  const { ana } = house.slack.people;
  const { post, card } = await quoted(house);

  await Promise.all(Array.from({ length: 20 }, () => ana.clicks(card, "quote.approve")));
  await arrival(house, post);

  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: 261 });
});

test("a click on a card that has changed since buys nothing", async () => {
  await using house = await openHouse();
  const { robin, ana } = house.slack.people;
  const { post, card } = await quoted(house);
  await changesLanguage(house, robin, { card, language: "Spanish" });
  await house.card(post, /→ Spanish[^]*\[ Approve ·/u);

  await ana.clicks(card, "quote.approve", { screen: "stale" });
  await house.hears(ana, /The card has changed since you saw it/u);

  expect(await orders(house)).toMatchObject({ tasks: [], charged: 0 });
});

test.for(["guest", "other", "sam", "robin"] as const)(
  "a click by %s, who may not spend, buys nothing",
  async (name, { expect }) => {
    await using house = await openHouse();
    const person = house.slack.people[name];
    const { post, card } = await quoted(house, shortStory.repeat(30));

    await person.clicks(card, "quote.approve");
    await person.clicks(card, "quote.preview");
    await house.hears(person, /Only .* Nothing was charged/u);

    await house.card(post, /\[ Approve ·/u);
    expect(await orders(house)).toMatchObject({ tasks: [], charged: 0 });
  },
);

test("a requester who is listed may approve", async () => {
  await using house = await openHouse();
  const { ana } = house.slack.people;
  const post = await ana.uploads("#translations", { name: "harbour.txt", content: "Once upon." });

  await ana.clicks(await house.card(post, /\[ Approve ·/u), "quote.approve");

  await arrival(house, post);
  expect(await orders(house)).toMatchObject({ charged: 10 });
});

test("an approver who was deactivated right after they were looked up buys nothing", async () => {
  await using house = await openHouse();
  const { ana } = house.slack.people;
  const { card } = await quoted(house);
  await ana.opensHome();
  house.slack.state.people.change(ana.about(), { isDeleted: true });

  await ana.clicks(card, "quote.approve");
  await house.hears(ana, /Nothing was charged/u);

  expect(await orders(house)).toMatchObject({ tasks: [], charged: 0 });
});

test.for([
  ["names another quote", (p: Fields) => withAction(p, { value: "0".repeat(32) })],
  ["names no quote", (p: Fields) => withAction(p, { value: undefined, block_id: "x" })],
  ["comes from another channel", (p: Fields) => ({ ...p, channel: { id: "C0ELSEWHERE" } })],
  ["comes from nowhere", (p: Fields) => ({ ...p, channel: undefined })],
  ["is by a person whom Slack does not know", (p: Fields) => ({ ...p, user: { id: "U0NOBODY" } })],
] as const)("a signed click that %s buys nothing", async ([, alters], { expect }) => {
  await using house = await openHouse();
  const { ana } = house.slack.people;
  const { card, post } = await quoted(house);

  const { receipt } = await ana.clicks(card, "quote.approve", { alters });
  await house.slack.deliveries.settled();

  expect(receipt).toMatchObject({ status: "acknowledged" });
  await house.card(post, /\[ Approve ·/u);
  expect(await orders(house)).toMatchObject({ tasks: [], charged: 0 });
});

test.each([
  ["left the listed user group", (house: House) => setGroup(house, [])],
  [
    "was deactivated",
    ({ slack }: House) => {
      slack.state.people.change(slack.people.ana.about(), { isDeleted: true });
    },
  ],
])("an approver who %s a moment ago buys nothing", async (_, happens) => {
  await using house = await openHouse();
  const { ana } = house.slack.people;
  const { card } = await quoted(house);
  await homeOf(house, ana, /Needs your decision/u);
  happens(house);

  await ana.clicks(card, "quote.approve");
  await house.hears(ana, /Nothing was charged/u);

  expect(await orders(house)).toMatchObject({ tasks: [] });
});

test("who joined the listed user group a moment ago may approve", async () => {
  await using house = await openHouse();
  const { sam } = house.slack.people;
  const { post, card } = await quoted(house);
  await homeOf(house, sam, /My manuscripts/u);
  setGroup(house, [sam.id]);

  await sam.clicks(card, "quote.approve");
  await arrival(house, post);

  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: 261 });
});

test("while Slack cannot say who may approve, the answer is no", async () => {
  await using house = await openHouse();
  const { ana } = house.slack.people;
  const { card } = await quoted(house);
  await homeOf(house, ana, /Needs your decision/u);
  house.slack.faults.onCall("usergroups.users.list", { fault: "500-before" }, 3);

  await ana.clicks(card, "quote.approve");
  await house.hears(ana, /I couldn’t record your click/u);

  expect(await orders(house)).toMatchObject({ tasks: [] });
});

test("the same click sent again byte for byte does nothing", async () => {
  await using house = await openHouse();
  const { ana } = house.slack.people;
  const { post } = await translated(house);
  const click = house.slack.deliveries.sent().find(({ name }) => name === "block_actions");
  const words = house.slack.books.ephemerals().length;

  if (click !== undefined) await house.slack.deliveries.replay(click);
  await house.slack.deliveries.settled();

  expect(click?.body).toContain(ana.id);
  expect(house.slack.books.ephemerals()).toHaveLength(words);
  expect(house.replies(post)).toHaveLength(2);
  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: 261 });
});

test("a click sent again byte for byte does nothing after a restart either", async () => {
  await using house = await openHouse();
  const { sam, ana } = house.slack.people;
  const { reply } = await translated(house);
  await sam.clicks(reply, "task.fresh_link");
  await house.hears(sam, /Here is your link/u);
  const click = house.slack.deliveries.sent().findLast(({ name }) => name === "block_actions");
  await house.stop();
  await house.start();

  const url = `${house.origin()}/slack/events`;
  const receipt = click && (await house.slack.deliveries.replay({ ...click, url }));
  // Deliveries are carried out in order, so the replay is over once Ana has her link.
  await ana.clicks(reply, "task.fresh_link");
  await house.hears(ana, /Here is your link/u);

  expect(click?.body).toContain("task.fresh_link");
  expect(receipt).toMatchObject({ status: "acknowledged" });
  const links = house.slack.books.ephemerals().filter(({ text }) => /your link/u.test(text));
  expect(links.map(({ user }) => user)).toEqual([sam.id, ana.id]);
});

test("a second click after the translation has come buys nothing more", async () => {
  await using house = await openHouse();
  const { ada } = house.slack.people;
  const { post, card } = await approved(house);
  await arrival(house, post);

  await ada.clicks(card, "quote.approve", { screen: "stale" });
  await house.hears(ada, /was already approved by @Ana Moreau/u);

  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: 261 });
});

function withAction(payload: Fields, changed: Fields): Fields {
  const [action] = listOf(payload["actions"]);
  return { ...payload, actions: [{ ...fieldsOf(action), ...changed }] };
}

function setGroup({ slack }: House, members: readonly string[]): void {
  slack.state.people.setGroupMembers(slack.approvers, members);
}
