import { expect, test } from "vitest";

import { arrival, extracts, orders, quoted, shortStory } from "./deeds.ts";
import { openHouse } from "./house.ts";

const harbour = { name: "harbour.txt", content: shortStory };

test("an upload that Slack delivers four times gets one card", async () => {
  await using house = await openHouse();
  const { robin, ana } = house.slack.people;
  house.slack.faults.onDelivery("message.file_share", { fault: "answer-lost" }, 3);

  const post = await robin.uploads("#translations", harbour);
  await house.slack.deliveries.redeliver();
  await house.slack.deliveries.redeliver();
  await ana.clicks(await house.card(post, /\[ Approve ·/u), "quote.approve");
  await arrival(house, post);

  expect(delivered(house.slack, "message.file_share")).toBe(4);
  expect(house.cards(post.channel)).toHaveLength(1);
  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: 261 });
});

test("a mention with a file, delivered twice as two kinds of event, gets one card", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;
  house.slack.faults.onDelivery("message.file_share", { fault: "twice" });
  house.slack.faults.onDelivery("app_mention", { fault: "twice" });

  const text = `<@${house.slack.app.botUserId}> please`;
  const post = await robin.posts({ channel: "#translations", text, files: [harbour] });
  await house.card(post, /\[ Approve ·/u);
  await house.slack.deliveries.settled();

  expect(delivered(house.slack, "message.file_share")).toBe(2);
  expect(delivered(house.slack, "app_mention")).toBe(2);
  expect(house.cards(post.channel)).toHaveLength(1);
});

test("an upload that arrives late is quoted when it does", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;
  house.slack.faults.onDelivery("message.file_share", { fault: "late" });

  const post = await robin.uploads("#translations", harbour);
  await house.slack.deliveries.redeliver();
  await house.card(post, /\[ Approve ·/u);

  expect(house.cards(post.channel)).toHaveLength(1);
});

test("two manuscripts in one post get a card each", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;

  const second = { name: "second.txt", content: "Another story altogether." };
  const post = await robin.uploads("#translations", harbour, second);
  await house.slack.until(() => house.cards(post.channel).length === 2);

  const titles = house
    .cards(post.channel)
    .map(({ text }) => /(harbour|second) → French/u.exec(text)?.[0]);
  expect(new Set(titles)).toEqual(new Set(["harbour → French", "second → French"]));
});

test("the desk does not answer its own uploads and posts", async () => {
  await using house = await openHouse();
  const { ana } = house.slack.people;
  const { post, card } = await quoted(house, shortStory.repeat(30));

  await extracts(house, ana, card);
  await house.slack.until(() => house.slack.books.botUploads().length === 2);
  await house.reply(post, /glossary/u);
  await house.slack.deliveries.settled();

  expect(house.cards(post.channel)).toHaveLength(1);
});

test("an edited message is no second manuscript", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;
  const { post } = await quoted(house);

  await robin.edits(post, "with a few words now");
  await house.slack.deliveries.settled();

  expect(house.cards(post.channel)).toHaveLength(1);
});

function delivered(slack: Awaited<ReturnType<typeof openHouse>>["slack"], name: string): number {
  return slack.deliveries.sent().filter((sent) => sent.name === name).length;
}
