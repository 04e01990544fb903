import { expect, test } from "vitest";

import { arrival, estimated, extracts, orders, quoted, shortStory, storyCredits } from "./deeds.ts";
import { type House, openHouse } from "./house.ts";

const harbour = { name: "harbour.txt", content: shortStory };
const settleMs = 31_000;

test.for(["lost-reply", "500-after"] as const)(
  "a card whose post ends in “%s” is found again, not posted twice",
  async (fault, { expect }) => {
    await using house = await openHouse();
    const { robin, ana } = house.slack.people;
    house.slack.faults.onCall("chat.postMessage", { fault });

    const post = await robin.uploads("#translations", harbour);
    await house.failed("show-card");
    house.clock.skip(settleMs);
    await ana.clicks(await house.card(post, /\[ Approve ·/u), "quote.approve");
    await arrival(house, post);

    expect(house.cards(post.channel)).toHaveLength(1);
  },
);

test.for(["lost-reply", "500-after"] as const)(
  "a result whose post ends in “%s” is said once",
  async (fault, { expect }) => {
    await using house = await openHouse();
    const { post, card } = await quoted(house);
    house.slack.faults.onCall("chat.postMessage", { fault });

    await house.slack.people.ana.clicks(card, "quote.approve");
    await house.failed("say");
    house.clock.skip(settleMs);
    await house.slack.until(() => called(house, "conversations.replies") > 0);
    await house.slack.deliveries.settled();

    expect(await arrival(house, post)).toBeDefined();
    expect(outcomes(house)).toHaveLength(1);
  },
);

test("a result whose post got lost on the way is said after all", async () => {
  await using house = await openHouse();
  const { post, card } = await quoted(house);
  house.slack.faults.onCall("chat.postMessage", { fault: "500-before" });

  await house.slack.people.ana.clicks(card, "quote.approve");
  await house.failed("say");
  house.clock.skip(settleMs);
  await arrival(house, post);

  expect(outcomes(house)).toHaveLength(1);
});

test.for([
  ["7 seconds", "7", 8000],
  ["no time", undefined, 31_000],
] as const)(
  "when Slack asks to wait, naming %s, card and result come later, once each",
  async ([, retryAfter, ms], { expect }) => {
    await using house = await openHouse();
    const { robin, ana } = house.slack.people;
    const limited = { fault: "rate-limited", retryAfter } as const;
    house.slack.faults.onCall("chat.postMessage", limited);

    const post = await robin.uploads("#translations", harbour);
    await house.failed("show-card");
    house.clock.skip(Math.max(ms, settleMs));
    const card = await house.card(post, /\[ Approve ·/u);
    house.slack.faults.onCall("chat.postMessage", limited);
    await ana.clicks(card, "quote.approve");
    await house.failed("say");
    house.clock.skip(Math.max(ms, settleMs));
    await arrival(house, post);

    expect(house.cards(post.channel)).toHaveLength(1);
    expect(outcomes(house)).toHaveLength(1);
    expect(await orders(house)).toMatchObject({ charged: storyCredits });
  },
);

test("a card that could not be updated catches up", async () => {
  await using house = await openHouse();
  const { post, card } = await quoted(house);
  await estimated(house, await house.card(post, /\[ Approve ·/u));
  house.slack.faults.onCall("chat.update", { fault: "rate-limited", retryAfter: "5" });

  await house.slack.people.ana.clicks(card, "quote.approve");
  await house.failed("show-card");
  house.clock.skip(6000);
  await arrival(house, post);

  expect(await house.card(post, /✅ Done/u)).toBeDefined();
});

test("nothing is sent to the partner before the card names its key", async () => {
  await using house = await openHouse();
  const { post, card } = await quoted(house);
  await estimated(house, await house.card(post, /\[ Approve ·/u));
  house.slack.faults.onCall("chat.update", { fault: "500-before" }, 3);

  await house.slack.people.ana.clicks(card, "quote.approve");
  await house.failed("show-card");
  const before = await orders(house);
  house.clock.skip(5000);
  await arrival(house, post);

  expect(before.outcomes).toEqual([]);
  expect(house.replies(post)[0]?.metadata).toMatchObject({
    event_type: "translation_quote",
    event_payload: { key: [...(await orders(house)).keys][0] },
  });
});

test("when the channel is archived meanwhile, the requester hears the result directly", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;
  const { post, card } = await quoted(house);
  await estimated(house, await house.card(post, /\[ Approve ·/u));
  house.partner.change({ charsPerSecond: 1 });
  await house.slack.people.ana.clicks(card, "quote.approve");
  await house.card(post, /Translating…/u);

  house.slack.channels.archive(house.slack.translations);
  house.clock.skip(300_000);
  const told = await house.direct(robin, /French translation of “harbour.txt” is ready/u);
  await robin.clicks(told, "task.fresh_link");

  expect(await house.hears(robin, /Here is your link/u)).toBeDefined();
  expect(await orders(house)).toMatchObject({ charged: storyCredits });
});

test("a card that somebody deleted is posted anew, and the translation goes on", async () => {
  await using house = await openHouse();
  const { post, card } = await quoted(house);
  await estimated(house, await house.card(post, /\[ Approve ·/u));
  house.partner.change({ charsPerSecond: 1 });
  await house.slack.people.ana.clicks(card, "quote.approve");
  house.slack.state.messages.remove(await house.card(post, /Translating…/u));

  house.clock.skip(150_000);
  await house.card(post, /Translating…|✅ Done/u);
  house.clock.skip(300_000);
  await house.slack.until(() => outcomes(house)[0]);

  expect(house.cards(post.channel)).toHaveLength(2);
  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test("glossary files whose sharing was not answered are shared once", async () => {
  await using house = await openHouse();
  const { post, card } = await quoted(house, shortStory.repeat(30));
  house.slack.faults.onCall("files.completeUploadExternal", { fault: "lost-reply" }, 2);

  await extracts(house, house.slack.people.ana, card);
  await house.failed("say", 2);
  house.clock.skip(settleMs);
  await house.reply(post, /glossary of “harbour.txt” is ready/u);
  await house.slack.until(() => called(house, "files.info") > 0);
  await house.slack.deliveries.settled();

  const shares = house.slack.state.files
    .all()
    .filter(({ user }) => user === house.slack.app.botUserId)
    .map((file) => [file.name, file.shares.length]);
  expect(shares).toEqual([
    ["harbour.fr.glossary.csv", 1],
    ["harbour.fr.glossary.json", 1],
  ]);
});

function outcomes(house: House) {
  return house.slack.books
    .botPosts()
    .filter(({ metadata }) => metadata?.event_type === "translation_task");
}

function called(house: House, method: string): number {
  return house.slack.exchanges().filter(({ name }) => name === method).length;
}
