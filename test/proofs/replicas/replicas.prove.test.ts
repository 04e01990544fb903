import { text as readText } from "node:stream/consumers";

import { describe, expect, test, vi } from "vitest";

import { request } from "#lib/http.ts";
import type { Message } from "#sandbox/slack/model.ts";

import { spawnBot } from "../../journeys/child.ts";
import {
  approved,
  arrival,
  orders,
  quoted,
  storyCredits,
  estimated,
} from "../../journeys/deeds.ts";
import { tale } from "../../journeys/long-texts.ts";
import { patience } from "../../patience.ts";
import { canRunRedis, startRedisServer } from "../../redis-server.ts";
import { type ReplicaGalley, openReplicas } from "./galley.ts";

const chargedOnce = { outcomes: ["created"], charged: storyCredits };

describe.runIf(canRunRedis("several replicas of Galley"))("several replicas of Galley", () => {
  test("act on a click wherever it comes in, and go on when one is closed in the middle", async () => {
    await using galley = await openReplicas({ replicas: 2, partner: { charsPerSecond: 200 } });
    const owner = await galley.owner();
    const other = galley.all.find((replica) => replica !== owner);

    // Before that nobody can know whether the store was emptied, and nothing is sold.
    await untilReady(galley.all);
    galley.sendTo(other);
    const { post } = await approved(galley);
    await galley.card(post, /Translating…/u);
    const code = await owner.ends("SIGTERM");
    await arrival(galley, post);

    expect(code).toBe(0);
    expect(await orders(galley)).toMatchObject(chargedOnce);
    expect(galley.replies(post)).toHaveLength(2);
  });

  test("take a signed request once, whichever of them it is sent to again", async () => {
    await using galley = await openReplicas({ replicas: 2 });
    const [one, other] = galley.all;
    const { ana, robin } = galley.slack.people;
    await untilReady(galley.all);
    galley.sendTo(one);
    const { post } = await approved(galley);
    const result = await arrival(galley, post);
    await robin.clicks(result, "task.fresh_link");
    await galley.hears(robin, /your link/u);
    const click = galley.slack.deliveries.sent().findLast(({ name }) => name === "block_actions");

    const url = other?.url ?? "";
    const receipt = click && (await galley.slack.deliveries.replay({ ...click, url }));
    galley.sendTo(other);
    await ana.clicks(result, "task.fresh_link");
    await galley.hears(ana, /your link/u);

    expect(click?.body).toContain("task.fresh_link");
    expect(receipt).toMatchObject({ status: "acknowledged" });
    const links = galley.slack.records.ephemerals().filter(({ text }) => /your link/u.test(text));
    expect(links.map(({ user }) => user)).toEqual([robin.id, ana.id]);
  });

  test("tell the one who clicks while Redis hangs or is gone that nothing happened, and it did not", async () => {
    await using galley = await openReplicas({ replicas: 1 });
    galley.sendTo();
    const { ana } = galley.slack.people;
    const { post, card } = await quoted(galley);
    await estimated(galley, await galley.card(post, /\[ Approve ·/u));
    const told = () =>
      galley.slack.records
        .ephemerals()
        .filter(({ text }) => text.includes("couldn’t record your click")).length;

    galley.redis.stop();
    const { receipt: hung } = await ana.clicks(card, "quote.approve");
    await galley.slack.until(() => told() === 1);
    galley.redis.continue();
    await galley.redis.kill();
    const { receipt: gone } = await ana.clicks(card, "quote.approve");
    await galley.slack.until(() => told() === 2);
    const before = await orders(galley);
    await galley.redis.restart();
    await clicksUntilRecorded(galley, card);
    await arrival(galley, post);

    expect([hung, gone]).toMatchObject([{ status: "acknowledged" }, { status: "acknowledged" }]);
    expect(before).toMatchObject({ outcomes: [], charged: 0 });
    expect(await orders(galley)).toMatchObject(chargedOnce);
  });

  test("let one of two approvals have the last credits, though each came to another of them", async () => {
    const partner = { balance: 400, charsPerSecond: 1 };
    await using galley = await openReplicas({ replicas: 2, partner });
    const { ana, ada, robin } = galley.slack.people;
    const [one, other] = galley.all;
    galley.sendTo();
    const { card: first } = await quoted(galley);
    const content = tale(1).slice(0, storyCredits);
    const post = await robin.uploads("#translations", { name: "second.txt", content });
    const second = await galley.card(post, /\[ Approve ·/u);

    galley.sendTo(one);
    const click = ana.clicks(first, "quote.approve");
    galley.sendTo(other);
    await Promise.all([click, ada.clicks(second, "quote.approve")]);
    const refused = await galley.slack.until(() =>
      galley.slack.records.ephemerals().find(({ text }) => text.includes("has only")),
    );
    await vi.waitFor(async () => expect((await orders(galley)).keys.size).toBe(1), patience);

    expect(refused.text).toContain("the balance has only 139 credits left");
    const heard = galley.all.map(
      (replica) => /"kind":"(approved|refused)"/u.exec(replica.stdout())?.[1],
    );
    expect(new Set(heard)).toEqual(new Set(["approved", "refused"]));
  });

  test("together keep to the partner's limit, however many people ask at once", async () => {
    await using galley = await openReplicas({ replicas: 3, partner: { rpm: 40 } });
    const { ada } = galley.slack.people;
    const rate = async () => (await galley.partner.records()).rates[0];
    const ask = (text: string, command = "/translate") => {
      galley.sendTo();
      return ada.commands(command, text);
    };

    // Each replica by itself would let 24 of them through: two thirds of 36, 90 % of the limit.
    await Promise.all(Array.from({ length: 60 }, () => ask("", "/translate-usage")));
    await vi.waitFor(async () => expect((await rate())?.lastMinute).toBe(24), patience);
    const { length: words } = galley.slack.records.ephemerals();
    await Promise.all(["status", "status", "status"].map((text) => ask(text)));
    await galley.slack.until(() => galley.slack.records.ephemerals().length >= words + 3);

    expect(await rate()).toMatchObject({ lastMinute: 24, refused: 0 });
  });

  test("are ready, the one that has the worker and the one that stands in line for it", async () => {
    await using galley = await openReplicas({ replicas: 2 });
    await galley.owner();

    expect(await untilReady(galley.all)).toEqual(["ready\n", "ready\n"]);
  });

  test("close in time while Redis is gone", async () => {
    await using galley = await openReplicas({ replicas: 1 });
    const [replica] = galley.all;
    await galley.redis.kill();

    expect(await replica?.ends("SIGTERM")).toBe(0);
    expect(replica?.stdout()).toContain("Galley is closed");
  });

  test("do not open on a Redis that would lose what is paid for, and say what to set", async () => {
    await using redis = await startRedisServer({
      appendonly: "no",
      "maxmemory-policy": "allkeys-lru",
    });
    const bot = spawnBot({ ...settings, STORE_URL: redis.url });

    expect(await bot.ends()).toBe(1);
    expect(bot.stderr()).toMatch(
      /^Galley could not start: .*`appendonly yes`.*`maxmemory-policy noeviction`/u,
    );
    expect(bot.stderr().trim().split("\n")).toHaveLength(1);
  });

  test("do not open without Redis", async () => {
    const bot = spawnBot({ ...settings, STORE_URL: "redis://127.0.0.1:1" });

    expect(await bot.ends()).toBe(1);
    expect(bot.stderr()).toBe(
      "Galley could not start: Redis cannot be reached at 127.0.0.1:1 (Error: connect ECONNREFUSED 127.0.0.1:1)\n",
    );
  });
});

/** Clicks like a person who is told that nothing happened, until a click counts. */
async function clicksUntilRecorded(galley: ReplicaGalley, card: Message): Promise<void> {
  await vi.waitFor(async () => {
    await galley.slack.people.ana.clicks(card, "quote.approve", { screen: "stale" });
    const now = galley.slack.state.messages.find(card.channel, card.ts);
    expect(now && galley.drawn(now)).not.toContain("[ Approve ·");
  }, patience);
}

/** The settings of a bot that never gets as far as Slack or the partner. */
const settings = {
  SLACK_BOT_TOKEN: "xoxb-test",
  SLACK_SIGNING_SECRET: "test",
  PARTNER_BASE_URL: "http://127.0.0.1:1/api/b2b/v1",
  PARTNER_API_KEY: "test",
  ADMINS: "U1",
};

async function untilReady(replicas: readonly { readonly url: string }[]) {
  return await vi.waitFor(async () => {
    const pages = await Promise.all(
      replicas.map(async ({ url }) => {
        const { body } = await request(url.replace("/slack/events", "/readyz"));
        return await readText(body);
      }),
    );
    expect(new Set(pages)).toEqual(new Set(["ready\n"]));
    return pages;
  }, patience);
}
