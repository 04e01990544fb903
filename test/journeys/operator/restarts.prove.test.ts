import { expect, test, vi } from "vitest";

import { patience } from "../../patience.ts";
import { type ChildGalley, openChildGalley } from "../child.ts";
import {
  approved,
  arrival,
  estimated,
  orders,
  quoted,
  shortStory,
  storyCredits,
} from "../deeds.ts";

const create = { method: "POST", action: "translation" } as const;

test("a kill after the card was posted: it can still be approved, on the same card", async () => {
  await using galley = await openChildGalley();
  const { post, card } = await quoted(galley);

  await galley.kill();
  await galley.start();
  await galley.slack.people.ana.clicks(card, "quote.approve");
  await arrival(galley, post);

  expect(await records(galley)).toEqual(oneOfEach);
});

test("a kill while the manuscript is read: the upload is not forgotten", async () => {
  await using galley = await openChildGalley();
  galley.slack.faults.onCall("files.info", { fault: "slow", ms: 60_000 });
  const { robin, ana } = galley.slack.people;

  const post = await robin.uploads("#translations", { name: "harbour.txt", content: shortStory });
  await galley.kill();
  galley.slack.faults.clear();
  await galley.start();
  await ana.clicks(await galley.card(post, /\[ Approve ·/u), "quote.approve");
  await arrival(galley, post);

  expect(await records(galley)).toEqual(oneOfEach);
});

test("a kill after an approval was recorded: the translation is sent, once", async () => {
  await using galley = await openChildGalley();
  const { post, card } = await quoted(galley);
  await estimated(galley, await galley.card(post, /\[ Approve ·/u));
  galley.slack.faults.onCall("chat.update", { fault: "slow", ms: 60_000 });

  await galley.slack.people.ana.clicks(card, "quote.approve");
  await galley.kill();
  galley.slack.faults.clear();
  const before = await orders(galley);
  await galley.start();
  await arrival(galley, post);

  expect(before.outcomes).toEqual([]);
  expect(await records(galley)).toEqual(oneOfEach);
});

test.for(["before", "after"] as const)(
  "a kill during the send, %s the partner has committed: one task, paid once",
  async (at) => {
    await using galley = await openChildGalley();
    galley.partner.inject({ kind: "delay", ms: 1000, at, ...create });
    const { post } = await approved(galley);
    await struck(galley);

    await galley.kill();
    await galley.start();
    await arrival(galley, post);

    expect(await records(galley)).toEqual(oneOfEach);
  },
);

test("a kill while the partner works: the translation arrives all the same", async () => {
  await using galley = await openChildGalley();
  galley.partner.change({ charsPerSecond: 200 });
  const { post } = await approved(galley);
  await galley.card(post, /Translating…/u);

  await galley.kill();
  await galley.start();
  await arrival(galley, post);

  expect(await records(galley)).toEqual(oneOfEach);
});

test("a kill before the word in the thread went out: it is said once", async () => {
  await using galley = await openChildGalley();
  const { post, card } = await quoted(galley);
  galley.slack.faults.onCall("chat.postMessage", { fault: "500-before" }, 100);
  await galley.slack.people.ana.clicks(card, "quote.approve");
  await galley.card(post, /✅ Done/u);

  await galley.kill();
  galley.slack.faults.clear();
  await galley.start();
  await arrival(galley, post);

  expect(await records(galley)).toEqual(oneOfEach);
});

test("a kill after the word in the thread, before its reply came: it is said once", async () => {
  await using galley = await openChildGalley();
  const { post, card } = await quoted(galley);
  galley.slack.faults.onCall("chat.postMessage", { fault: "lost-reply" });
  await galley.slack.people.ana.clicks(card, "quote.approve");
  await arrival(galley, post);

  await galley.kill();
  await galley.start();
  await galley.slack.until(() => searched(galley));

  expect(await records(galley)).toEqual(oneOfEach);
});

test("a kill after every step of the way: one task, one reply", async () => {
  await using galley = await openChildGalley();
  galley.partner.change({ charsPerSecond: 500 });
  const restart = async () => {
    await galley.kill();
    await galley.start();
  };

  const { post, card } = await quoted(galley);
  await restart();
  await galley.slack.people.ana.clicks(card, "quote.approve");
  await restart();
  await galley.card(post, /Translating…|is ready/u);
  await restart();
  await arrival(galley, post);
  await restart();

  expect(await records(galley)).toEqual(oneOfEach);
});

/** Waits until the injected fault has hit the paid create. */
function struck(galley: ChildGalley) {
  return vi.waitFor(async () => {
    const { faults } = await galley.partner.records();
    if (faults.fired.length === 0) throw new Error("nothing was sent");
  }, patience);
}

/** True once the restarted bot has searched the thread for its own messages. */
function searched(galley: ChildGalley) {
  return galley.slack.exchanges().some(({ name }) => name === "conversations.replies");
}

/** Counts the tasks, keys, cards and replies at the end, with the credits charged. */
async function records(galley: ChildGalley) {
  await galley.slack.deliveries.settled();
  const { tasks, keys, charged } = await orders(galley);
  const outcomes = galley.slack.records
    .botPosts()
    .filter(({ metadata }) => metadata?.event_type === "translation_task");
  const cards = galley.cards(galley.slack.translations.id);
  const said = { cards: cards.length, replies: outcomes.length };
  return { tasks: tasks.length, keys: keys.size, charged, ...said };
}

const oneOfEach = { tasks: 1, keys: 1, charged: storyCredits, cards: 1, replies: 1 };
