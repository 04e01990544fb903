import { expect, test } from "vitest";

import {
  arrival,
  estimated,
  orders,
  quoted,
  running,
  shortStory,
  storyCredits,
  translated,
} from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";

const harbour = { name: "harbour.txt", content: shortStory };
const settleMs = 31_000;

test.for(["lost-reply", "500-after"] as const)(
  "a card whose post ends in “%s” is found again, not posted twice",
  async (fault, { expect }) => {
    await using galley = await openGalley();
    const { robin, ana } = galley.slack.people;
    galley.slack.faults.onCall("chat.postMessage", { fault });

    const post = await robin.uploads("#translations", harbour);
    await galley.failed("show-card");
    galley.clock.skip(settleMs);
    await ana.clicks(await galley.card(post, /\[ Approve ·/u), "quote.approve");
    await arrival(galley, post);

    expect(galley.cards(post.channel)).toHaveLength(1);
  },
);

test.for(["lost-reply", "500-after"] as const)(
  "a result whose post ends in “%s” is said once",
  async (fault, { expect }) => {
    await using galley = await openGalley();
    const { post, card } = await quoted(galley);
    galley.slack.faults.onCall("chat.postMessage", { fault });

    await galley.slack.people.ana.clicks(card, "quote.approve");
    await galley.failed("say");
    galley.clock.skip(settleMs);
    await galley.slack.until(() => called(galley, "conversations.replies") > 0);
    await galley.slack.deliveries.settled();

    expect(await arrival(galley, post)).toBeDefined();
    expect(outcomes(galley)).toHaveLength(1);
  },
);

test("a result whose post got lost on the way is said after all", async () => {
  await using galley = await openGalley();
  const { post, card } = await quoted(galley);
  galley.slack.faults.onCall("chat.postMessage", { fault: "500-before" });

  await galley.slack.people.ana.clicks(card, "quote.approve");
  await galley.failed("say");
  galley.clock.skip(settleMs);
  await arrival(galley, post);

  expect(outcomes(galley)).toHaveLength(1);
});

test.for([
  ["7 seconds", "7", 8000],
  ["no time", undefined, 31_000],
] as const)(
  "when Slack asks to wait, naming %s, card and result come later, once each",
  async ([, retryAfter, ms], { expect }) => {
    await using galley = await openGalley();
    const { robin, ana } = galley.slack.people;
    const limited = { fault: "rate-limited", retryAfter } as const;
    galley.slack.faults.onCall("chat.postMessage", limited);

    const post = await robin.uploads("#translations", harbour);
    await galley.failed("show-card");
    galley.clock.skip(Math.max(ms, settleMs));
    const card = await galley.card(post, /\[ Approve ·/u);
    galley.slack.faults.onCall("chat.postMessage", limited);
    await ana.clicks(card, "quote.approve");
    await galley.failed("say");
    galley.clock.skip(Math.max(ms, settleMs));
    await arrival(galley, post);

    expect(galley.cards(post.channel)).toHaveLength(1);
    expect(outcomes(galley)).toHaveLength(1);
    expect(await orders(galley)).toMatchObject({ charged: storyCredits });
  },
);

test("a card that could not be updated catches up", async () => {
  await using galley = await openGalley();
  const { post, card } = await quoted(galley);
  await estimated(galley, await galley.card(post, /\[ Approve ·/u));
  galley.slack.faults.onCall("chat.update", { fault: "rate-limited", retryAfter: "5" });

  await galley.slack.people.ana.clicks(card, "quote.approve");
  await galley.failed("show-card");
  galley.clock.skip(6000);
  await arrival(galley, post);

  expect(await galley.card(post, /✅ Done/u)).toBeDefined();
});

test("nothing is sent to the partner before the card names its key", async () => {
  await using galley = await openGalley();
  const { post, card } = await quoted(galley);
  await estimated(galley, await galley.card(post, /\[ Approve ·/u));
  galley.slack.faults.onCall("chat.update", { fault: "500-before" }, 3);

  await galley.slack.people.ana.clicks(card, "quote.approve");
  await galley.failed("show-card");
  const before = await orders(galley);
  galley.clock.skip(5000);
  await arrival(galley, post);

  expect(before.outcomes).toEqual([]);
  expect(galley.replies(post)[0]?.metadata).toMatchObject({
    event_type: "translation_quote",
    event_payload: { key: [...(await orders(galley)).keys][0] },
  });
});

test("when the channel is archived meanwhile, the requester hears the result directly", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  await running(galley);

  galley.slack.channels.archive(galley.slack.translations);
  galley.clock.skip(300_000);
  const told = await galley.direct(robin, /French translation of “harbour” is ready/u);
  await robin.clicks(told, "task.fresh_link");

  expect(await galley.hears(robin, /Here is your link/u)).toBeDefined();
  expect(await orders(galley)).toMatchObject({ charged: storyCredits });
});

test("a card that somebody deleted is posted anew, and the translation goes on", async () => {
  await using galley = await openGalley();
  const { post, card } = await running(galley);
  galley.slack.state.messages.remove(card);

  galley.clock.skip(150_000);
  await galley.card(post, /Translating…|✅ Done/u);
  galley.clock.skip(300_000);
  await galley.slack.until(() => outcomes(galley)[0]);

  expect(galley.cards(post.channel)).toHaveLength(2);
  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test("a file whose sharing was not answered is shared once", async () => {
  await using galley = await openGalley();
  const { post, reply } = await translated(galley);
  galley.slack.faults.onCall("files.completeUploadExternal", { fault: "lost-reply" });

  await galley.slack.people.ana.clicks(reply, "task.post_file");
  await galley.failed("post-file");
  galley.clock.skip(settleMs);
  await galley.reply(post, /The file is in the thread\./u);
  await galley.slack.deliveries.settled();

  const shares = galley.slack.state.files
    .all()
    .filter(({ user }) => user === galley.slack.app.botUserId)
    .map((file) => [file.name, file.shares.length]);
  expect(shares).toEqual([["harbour.fr.txt", 1]]);
});

function outcomes(galley: Galley) {
  return galley.slack.records
    .botPosts()
    .filter(({ metadata }) => metadata?.event_type === "translation_task");
}

function called(galley: Galley, method: string): number {
  return galley.slack.exchanges().filter(({ name }) => name === method).length;
}
