import { expect, test, vi } from "vitest";

import { patience } from "../patience.ts";
import { type ChildHouse, openChildHouse } from "./child.ts";
import { approved, arrival, estimated, orders, quoted, shortStory, storyCredits } from "./deeds.ts";

const create = { method: "POST", action: "translation" } as const;

test("a kill after the card was posted: it can still be approved, on the same card", async () => {
  await using house = await openChildHouse();
  const { post, card } = await quoted(house);

  await house.kill();
  await house.start();
  await house.slack.people.ana.clicks(card, "quote.approve");
  await arrival(house, post);

  expect(await books(house)).toEqual(oneOfEach);
});

test("a kill while the manuscript is read: the upload is not forgotten", async () => {
  await using house = await openChildHouse();
  house.slack.faults.onCall("files.info", { fault: "slow", ms: 60_000 });
  const { robin, ana } = house.slack.people;

  const post = await robin.uploads("#translations", { name: "harbour.txt", content: shortStory });
  await house.kill();
  house.slack.faults.clear();
  await house.start();
  await ana.clicks(await house.card(post, /\[ Approve ·/u), "quote.approve");
  await arrival(house, post);

  expect(await books(house)).toEqual(oneOfEach);
});

test("a kill after an approval was recorded: the translation is sent, once", async () => {
  await using house = await openChildHouse();
  const { post, card } = await quoted(house);
  await estimated(house, await house.card(post, /\[ Approve ·/u));
  house.slack.faults.onCall("chat.update", { fault: "slow", ms: 60_000 });

  await house.slack.people.ana.clicks(card, "quote.approve");
  await house.kill();
  house.slack.faults.clear();
  const before = await orders(house);
  await house.start();
  await arrival(house, post);

  expect(before.outcomes).toEqual([]);
  expect(await books(house)).toEqual(oneOfEach);
});

test.for(["before", "after"] as const)(
  "a kill during the send, %s the partner has committed: one task, paid once",
  async (at) => {
    await using house = await openChildHouse();
    house.partner.inject({ kind: "delay", ms: 1000, at, ...create });
    const { post } = await approved(house);
    await struck(house);

    await house.kill();
    await house.start();
    await arrival(house, post);

    expect(await books(house)).toEqual(oneOfEach);
  },
);

test("a kill while the partner works: the translation arrives all the same", async () => {
  await using house = await openChildHouse();
  house.partner.change({ charsPerSecond: 200 });
  const { post } = await approved(house);
  await house.card(post, /Translating…/u);

  await house.kill();
  await house.start();
  await arrival(house, post);

  expect(await books(house)).toEqual(oneOfEach);
});

test("a kill before the word in the thread went out: it is said once", async () => {
  await using house = await openChildHouse();
  const { post, card } = await quoted(house);
  house.slack.faults.onCall("chat.postMessage", { fault: "500-before" }, 100);
  await house.slack.people.ana.clicks(card, "quote.approve");
  await house.card(post, /✅ Done/u);

  await house.kill();
  house.slack.faults.clear();
  await house.start();
  await arrival(house, post);

  expect(await books(house)).toEqual(oneOfEach);
});

test("a kill after the word in the thread, before its reply came: it is said once", async () => {
  await using house = await openChildHouse();
  const { post, card } = await quoted(house);
  house.slack.faults.onCall("chat.postMessage", { fault: "lost-reply" });
  await house.slack.people.ana.clicks(card, "quote.approve");
  await arrival(house, post);

  await house.kill();
  await house.start();
  await house.slack.until(() => searched(house));

  expect(await books(house)).toEqual(oneOfEach);
});

test("a kill after every step of the way: one task, one reply", async () => {
  await using house = await openChildHouse();
  house.partner.change({ charsPerSecond: 500 });
  const restart = async () => {
    await house.kill();
    await house.start();
  };

  const { post, card } = await quoted(house);
  await restart();
  await house.slack.people.ana.clicks(card, "quote.approve");
  await restart();
  await house.card(post, /Translating…|is ready/u);
  await restart();
  await arrival(house, post);
  await restart();

  expect(await books(house)).toEqual(oneOfEach);
});

/** Waits until the injected fault has hit the paid create. */
function struck(house: ChildHouse) {
  return vi.waitFor(async () => {
    const { faults } = await house.partner.books();
    if (faults.fired.length === 0) throw new Error("nothing was sent");
  }, patience);
}

/** True once the restarted bot has searched the thread for its own messages. */
function searched(house: ChildHouse) {
  return house.slack.exchanges().some(({ name }) => name === "conversations.replies");
}

/** Counts the tasks, keys, cards and replies at the end, with the credits charged. */
async function books(house: ChildHouse) {
  await house.slack.deliveries.settled();
  const { tasks, keys, charged } = await orders(house);
  const outcomes = house.slack.books
    .botPosts()
    .filter(({ metadata }) => metadata?.event_type === "translation_task");
  const cards = house.cards(house.slack.translations.id);
  const said = { cards: cards.length, replies: outcomes.length };
  return { tasks: tasks.length, keys: keys.size, charged, ...said };
}

const oneOfEach = { tasks: 1, keys: 1, charged: storyCredits, cards: 1, replies: 1 };
