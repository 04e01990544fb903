import { describe, expect, test, vi } from "vitest";

import type { Message } from "#sandbox/slack/model.ts";
import { createQuoteStore } from "#store/quotes.ts";
import { createRedisStore } from "#store/redis-store.ts";

import { orders } from "../../journeys/deeds.ts";
import { patience } from "../../patience.ts";
import { canRunRedis, connectTo } from "../../redis-server.ts";
import { createDice } from "./dice.ts";
import { type ReplicaGalley, openReplicas } from "./galley.ts";

const seed = Number(process.env["REPLICAS_SEED"] ?? 7);

describe.runIf(canRunRedis("three replicas in a storm"))("three replicas in a storm", () => {
  test(`every approval is one task, charged once and said once (REPLICAS_SEED=${seed})`, async () => {
    await using galley = await openReplicas({ replicas: 3, partner: { charsPerSecond: 60 } });
    const dice = createDice(seed);
    const posts = await postsStories(galley);

    const storm = storms(galley, posts, dice.shuffled(["kill", "pause", "restart Redis"] as const));
    await vi.waitFor(async () => expect(await clickOn(galley, posts, dice)).toEqual([]), patience);
    await storm;
    await vi.waitFor(async () => expect(await openQuotes(galley)).toEqual([]), patience);
    await galley.slack.deliveries.settled();

    const { tasks, keys, charged, outcomes } = await orders(galley);
    expect({ tasks: tasks.length, keys: keys.size }).toEqual({ tasks: count, keys: count });
    expect(outcomes.filter((outcome) => outcome !== "replayed")).toHaveLength(count);
    expect(charged).toBe(stories.join("").length);
    expect(posts.map((post) => said(galley, post))).toEqual(posts.map(() => onceEach));
  });
});

/** Posts each story in a channel of its own, through the next replica in turn. */
async function postsStories(galley: ReplicaGalley): Promise<readonly Message[]> {
  const { slack } = galley;
  const members = [slack.people.robin.id, slack.people.ana.id, slack.app.botUserId];
  const posts: Message[] = [];
  for (const [number, content] of stories.entries()) {
    const name = `books-${number}`;
    slack.channels.add({ name, members });
    galley.sendTo();
    const file = { name: `story-${number}.txt`, content };
    posts.push(await slack.people.robin.uploads(`#${name}`, file));
  }
  return posts;
}

/**
 * Clicks on every card that can still be approved, in turn at each replica. Returns unfinished
 * posts.
 */
async function clickOn(
  galley: ReplicaGalley,
  posts: readonly Message[],
  dice: ReturnType<typeof createDice>,
): Promise<readonly string[]> {
  const { slack } = galley;
  galley.sendTo();
  await slack.deliveries.redeliver();
  const clicks = posts.map(async (post) => {
    const [card] = galley.replies(post);
    if (card === undefined || !galley.drawn(card).includes("[ Approve ·")) return;
    galley.sendTo();
    const person = dice.throw(2) === 0 ? slack.people.ana : slack.people.ada;
    await person.clicks(card, "quote.approve", { screen: "stale" });
  });
  await Promise.all(clicks);
  return posts.filter((post) => said(galley, post).replies === 0).map(({ ts }) => ts);
}

type Deed = "kill" | "pause" | "restart Redis";

/** Strikes three times, each time when more stories are approved. */
async function storms(galley: ReplicaGalley, posts: readonly Message[], deeds: readonly Deed[]) {
  for (const [number, deed] of deeds.entries()) {
    const isTime = () => posts.filter((post) => isApproved(galley, post)).length >= 6 * number + 1;
    await galley.slack.until(isTime, { what: `the time to ${deed}` });
    await strike(galley, deed);
  }
}

async function strike(galley: ReplicaGalley, deed: Deed): Promise<void> {
  const owner = await galley.owner();
  switch (deed) {
    case "kill":
      await owner.ends("SIGKILL");
      return void (await galley.owner());
    case "pause":
      owner.pause();
      await galley.owner();
      return owner.continue();
    case "restart Redis":
      await galley.redis.kill();
      return galley.redis.restart();
  }
}

function isApproved(galley: ReplicaGalley, post: Message): boolean {
  const [card] = galley.replies(post);
  return card !== undefined && !galley.drawn(card).includes("[ Approve ·");
}

/** Counts the bot's posts under this post. */
function said(galley: ReplicaGalley, { channel, ts }: Message) {
  const mine = galley.slack.records
    .botPosts()
    .filter((message) => message.channel === channel && message.threadTs === ts);
  const of = (kind: string) => mine.filter(({ metadata }) => metadata?.event_type === kind).length;
  return { cards: of("translation_quote"), replies: of("translation_task") };
}

async function openQuotes({ redis }: ReplicaGalley): Promise<readonly string[]> {
  const store = await createRedisStore(await connectTo(redis));
  const open = await createQuoteStore(store, () => true).list("open", "all", {
    offset: 0,
    limit: 99,
  });
  await store.close();
  return open.map(({ id }) => id);
}

const count = 24;
/** Stories that all differ, of 100 to 222 characters. */
const stories = Array.from(
  { length: count },
  (_, number) =>
    `Chapter ${number}\n\n${"The Lantern House stood dark. ".repeat(3 + (number % 5))}`,
);
const onceEach = { cards: 1, replies: 1 };
