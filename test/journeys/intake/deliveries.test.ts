import { expect, test } from "vitest";

import { arrival, orders, quoted, shortStory, translated } from "../deeds.ts";
import { openGalley } from "../galley.ts";

const harbour = { name: "harbour.txt", content: shortStory };

test("an upload that Slack delivers four times gets one card", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  galley.slack.faults.onDelivery("message.file_share", { fault: "answer-lost" }, 3);

  const post = await robin.uploads("#translations", harbour);
  await galley.slack.deliveries.redeliver();
  await galley.slack.deliveries.redeliver();
  await ana.clicks(await galley.card(post, /\[ Approve ·/u), "quote.approve");
  await arrival(galley, post);

  expect(delivered(galley.slack, "message.file_share")).toBe(4);
  expect(galley.cards(post.channel)).toHaveLength(1);
  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: 261 });
});

test("a mention with a file, delivered twice as two kinds of event, gets one card", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  galley.slack.faults.onDelivery("message.file_share", { fault: "twice" });
  galley.slack.faults.onDelivery("app_mention", { fault: "twice" });

  const text = `<@${galley.slack.app.botUserId}> please`;
  const post = await robin.posts({ channel: "#translations", text, files: [harbour] });
  await galley.card(post, /\[ Approve ·/u);
  await galley.slack.deliveries.settled();

  expect(delivered(galley.slack, "message.file_share")).toBe(2);
  expect(delivered(galley.slack, "app_mention")).toBe(2);
  expect(galley.cards(post.channel)).toHaveLength(1);
});

test("an upload that arrives late is quoted when it does", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  galley.slack.faults.onDelivery("message.file_share", { fault: "late" });

  const post = await robin.uploads("#translations", harbour);
  await galley.slack.deliveries.redeliver();
  await galley.card(post, /\[ Approve ·/u);

  expect(galley.cards(post.channel)).toHaveLength(1);
});

test("two manuscripts in one post get a card each", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;

  const second = { name: "second.txt", content: "Another story altogether." };
  const post = await robin.uploads("#translations", harbour, second);
  await galley.slack.until(() => galley.cards(post.channel).length === 2);

  const titles = galley
    .cards(post.channel)
    .map(({ text }) => /(harbour|second) → French/u.exec(text)?.[0]);
  expect(new Set(titles)).toEqual(new Set(["harbour → French", "second → French"]));
});

test("Galley does not answer its own uploads and posts", async () => {
  await using galley = await openGalley();
  const { post, reply } = await translated(galley);

  await galley.slack.people.ana.clicks(reply, "task.post_file");
  await galley.reply(post, /The file is in the thread\./u);
  await galley.slack.deliveries.settled();

  expect(galley.cards(post.channel)).toHaveLength(1);
});

test("an edited message is no second manuscript", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const { post } = await quoted(galley);

  await robin.edits(post, "with a few words now");
  await galley.slack.deliveries.settled();

  expect(galley.cards(post.channel)).toHaveLength(1);
});

function delivered(slack: Awaited<ReturnType<typeof openGalley>>["slack"], name: string): number {
  return slack.deliveries.sent().filter((sent) => sent.name === name).length;
}
