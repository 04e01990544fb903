import { expect, test } from "vitest";

import { searchCards } from "#features/recovery/handlers.ts";
import type { CardThread } from "#features/recovery/restore-records.ts";

import { aSlack } from "../../slack/world.ts";

const day = 86_400_000;
const run = { key: "k1", first_sent_at: 1 };

test("cards that name a run are found with the files of their thread, and nothing else is", async () => {
  await using talk = await aWorkspace();
  const { robin } = talk.slack.people;
  const post = await robin.uploads("#translations", { name: "h.txt", content: "A tale." });
  await robin.posts({ channel: "#translations", text: "Nobody answers this." });
  const ts = await talk.says(post, { quote_id: "q1", ...run });
  await talk.says(post, { quote_id: "q2" });
  await talk.says(post, { quote_id: "q3", ...run }, "translation_task");

  const [thread, ...others] = await talk.search();

  expect(others).toEqual([]);
  expect(thread).toMatchObject({
    channel: post.channel,
    cards: [{ quoteId: "q1", ts, runs: [{ key: run.key, approvedAt: run.first_sent_at }] }],
    files: [{ name: "h.txt", person: robin.id, ts: post.ts, thread: post.ts }],
  });
});

test("all pages of a conversation and of a thread are read", async () => {
  await using talk = await aWorkspace();
  const { robin } = talk.slack.people;
  const first = await robin.posts({ channel: "#translations", text: "The first." });
  for (let n = 0; n < 210; n += 1) {
    await robin.posts({ channel: "#translations", text: `Chatter ${n}`, thread: first });
  }
  const ts = await talk.says(first, { quote_id: "q1", ...run });
  for (let n = 0; n < 210; n += 1) {
    await robin.posts({ channel: "#translations", text: `Chatter ${n}` });
  }

  expect((await talk.search()).flatMap(({ cards }) => cards)).toMatchObject([
    { quoteId: "q1", ts },
  ]);
});

test("a card of more than 90 days ago is not found", async () => {
  await using talk = await aWorkspace();
  const post = await talk.slack.people.robin.posts({ channel: "#translations", text: "Please." });
  await talk.says(post, { quote_id: "q1", ...run });

  expect(await talk.search(Date.now() + 91 * day)).toEqual([]);
});

test("a 429 is waited for as long as Slack says", async () => {
  await using talk = await aWorkspace();
  const post = await talk.slack.people.robin.posts({ channel: "#translations", text: "Please." });
  await talk.says(post, { quote_id: "q1", ...run });
  const busy = { fault: "rate-limited", retryAfter: "7" } as const;
  talk.slack.faults.onCall("conversations.replies", busy, 1);

  expect(await talk.search()).toHaveLength(1);
  expect(talk.naps).toEqual([7000]);
});

test("a conversation that is closed to the bot is passed over", async () => {
  await using talk = await aWorkspace();
  const closed = { fault: "refused", error: "channel_not_found" } as const;
  talk.slack.faults.onCall("conversations.history", closed, 100);

  expect(await talk.search()).toEqual([]);
});

test("what Slack does not answer is no answer", async () => {
  await using talk = await aWorkspace();
  talk.slack.faults.onCall("users.conversations", { fault: "500-before" }, 3);

  await expect(talk.search()).rejects.toThrow("500");
});

test("a search that is given up asks nothing more", async () => {
  await using talk = await aWorkspace();

  await expect(talk.search(Date.now(), AbortSignal.abort())).rejects.toThrow("aborted");
  expect(talk.slack.exchanges().map(({ name }) => name)).not.toContain("users.conversations");
});

async function aWorkspace() {
  const world = await aSlack();
  const { slack, clients } = world;
  const naps: number[] = [];
  const search = async (now = Date.now(), signal = new AbortController().signal) => {
    const deps = {
      client: clients.steady,
      botUserId: slack.app.botUserId,
      accepts: () => true,
      now: () => now,
      sleep: async (ms: number) => void naps.push(ms),
    };
    const found: CardThread[] = [];
    for await (const thread of searchCards(deps, signal)) {
      if (thread.cards.length > 0) found.push(thread);
    }
    return found;
  };
  return {
    ...world,
    naps,
    search,
    says: async (
      post: { readonly channel: string; readonly ts: string },
      event_payload: Record<string, string | number>,
      event_type = "translation_quote",
    ) => {
      const where = { channel: post.channel, thread_ts: post.ts };
      const metadata = { event_type, event_payload };
      const { ts } = await clients.once.chat.postMessage({ ...where, text: "Card", metadata });
      return ts;
    },
  };
}
