import { text as readText } from "node:stream/consumers";

import { describe, expect, test, vi } from "vitest";

import { request } from "../../src/http.ts";
import type { Message } from "../../src/sandbox/slack/model.ts";
import { spawnBot } from "../journeys/child.ts";
import {
  approved,
  arrival,
  orders,
  quoted,
  shortStory,
  storyCredits,
  estimated,
} from "../journeys/deeds.ts";
import { patience } from "../patience.ts";
import { canRunRedis, startRedisServer } from "../redis-server.ts";
import { type ReplicaHouse, openReplicas } from "./house.ts";

const chargedOnce = { outcomes: ["created"], charged: storyCredits };

describe.runIf(canRunRedis("several replicas of Galley"))("several replicas of Galley", () => {
  test("act on a click wherever it comes in, and go on when one is closed in the middle", async () => {
    await using house = await openReplicas({ replicas: 2, partner: { charsPerSecond: 200 } });
    const owner = await house.owner();
    const other = house.all.find((replica) => replica !== owner);

    // Before that nobody can know whether the store was emptied, and nothing is sold.
    await untilReady(house.all);
    house.sendTo(other);
    const { post } = await approved(house);
    await house.card(post, /Translating…/u);
    const code = await owner.ends("SIGTERM");
    await arrival(house, post);

    expect(code).toBe(0);
    expect(await orders(house)).toMatchObject(chargedOnce);
    expect(house.replies(post)).toHaveLength(2);
  });

  test("take a signed request once, whichever of them it is sent to again", async () => {
    await using house = await openReplicas({ replicas: 2 });
    const [one, other] = house.all;
    const { ana, robin } = house.slack.people;
    await untilReady(house.all);
    house.sendTo(one);
    const { post } = await approved(house);
    const result = await arrival(house, post);
    await robin.clicks(result, "task.fresh_link");
    await house.hears(robin, /your link/u);
    const click = house.slack.deliveries.sent().findLast(({ name }) => name === "block_actions");

    const url = other?.url ?? "";
    const receipt = click && (await house.slack.deliveries.replay({ ...click, url }));
    house.sendTo(other);
    await ana.clicks(result, "task.fresh_link");
    await house.hears(ana, /your link/u);

    expect(click?.body).toContain("task.fresh_link");
    expect(receipt).toMatchObject({ status: "acknowledged" });
    const links = house.slack.books.ephemerals().filter(({ text }) => /your link/u.test(text));
    expect(links.map(({ user }) => user)).toEqual([robin.id, ana.id]);
  });

  test("tell the one who clicks while Redis hangs or is gone that nothing happened, and it did not", async () => {
    await using house = await openReplicas({ replicas: 1 });
    house.sendTo();
    const { ana } = house.slack.people;
    const { post, card } = await quoted(house);
    await estimated(house, await house.card(post, /\[ Approve ·/u));
    const told = () =>
      house.slack.books
        .ephemerals()
        .filter(({ text }) => text.includes("couldn’t record your click")).length;

    house.redis.stop();
    const { receipt: hung } = await ana.clicks(card, "quote.approve");
    await house.slack.until(() => told() === 1);
    house.redis.continue();
    await house.redis.kill();
    const { receipt: gone } = await ana.clicks(card, "quote.approve");
    await house.slack.until(() => told() === 2);
    const before = await orders(house);
    await house.redis.restart();
    await clicksUntilRecorded(house, card);
    await arrival(house, post);

    expect([hung, gone]).toMatchObject([{ status: "acknowledged" }, { status: "acknowledged" }]);
    expect(before).toMatchObject({ outcomes: [], charged: 0 });
    expect(await orders(house)).toMatchObject(chargedOnce);
  });

  test("let one of two approvals have the last credits, though each came to another of them", async () => {
    const partner = { balance: 400, charsPerSecond: 1 };
    await using house = await openReplicas({ replicas: 2, partner });
    const { ana, ada, robin } = house.slack.people;
    const [one, other] = house.all;
    house.sendTo();
    const { card: first } = await quoted(house);
    const content = shortStory.replaceAll("Ilse", "Elsa");
    const post = await robin.uploads("#translations", { name: "second.txt", content });
    const second = await house.card(post, /\[ Approve ·/u);

    house.sendTo(one);
    const click = ana.clicks(first, "quote.approve");
    house.sendTo(other);
    await Promise.all([click, ada.clicks(second, "quote.approve")]);
    const refused = await house.slack.until(() =>
      house.slack.books.ephemerals().find(({ text }) => text.includes("short")),
    );
    await vi.waitFor(async () => expect((await orders(house)).keys.size).toBe(1), patience);

    expect(refused.text).toContain("of which 261 credits are reserved for others");
    const heard = house.all.map((desk) => /"what":"(approved|refused)"/u.exec(desk.stdout())?.[1]);
    expect(new Set(heard)).toEqual(new Set(["approved", "refused"]));
  });

  test("together keep to the partner's limit, however many people ask at once", async () => {
    await using house = await openReplicas({ replicas: 3, partner: { rpm: 40 } });
    const { ada } = house.slack.people;
    const rate = async () => (await house.partner.books()).rates[0];
    const ask = (text: string, command = "/translate") => {
      house.sendTo();
      return ada.commands(command, text);
    };

    // Each replica by itself would let 24 of them through: two thirds of 36, 90 % of the limit.
    await Promise.all(Array.from({ length: 60 }, () => ask("", "/translate-usage")));
    await vi.waitFor(async () => expect((await rate())?.lastMinute).toBe(24), patience);
    const { length: words } = house.slack.books.ephemerals();
    await Promise.all(["status", "status", "status"].map((text) => ask(text)));
    await house.slack.until(() => house.slack.books.ephemerals().length >= words + 3);

    expect(await rate()).toMatchObject({ lastMinute: 24, refused: 0 });
  });

  test("are ready, the one that has the worker and the one that stands in line for it", async () => {
    await using house = await openReplicas({ replicas: 2 });
    await house.owner();

    expect(await untilReady(house.all)).toEqual(["ready\n", "ready\n"]);
  });

  test("find out together, once for each kind, whether inquiries cost credits", async () => {
    const partner = { estimateCost: "silently", detectionCost: "per-character" } as const;
    await using house = await openReplicas({ replicas: 2, partner });
    const { robin, ada } = house.slack.people;
    const owner = await house.owner();
    const other = house.all.find((replica) => replica !== owner);
    const story = (name: string) => ({ name, content: `${name}\n\n${shortStory}` });

    house.sendTo(owner);
    const first = robin.uploads("#translations", story("one.txt"));
    house.sendTo(other);
    const second = robin.uploads("#translations", story("two.txt"));
    await house.direct(ada, /Detecting a language cost 100 credits/u);
    await owner.ends("SIGKILL");
    await house.direct(ada, /An estimate by the partner cost 100 credits/u);
    for (const post of await Promise.all([first, second])) {
      await estimated(
        house,
        await house.card(post, /\[ Approve ·/u),
        /None; priced on our own count/u,
      );
    }

    const { tasks, accounts } = await house.partner.books();
    const inquired = tasks.map(({ action, characters }) => [action, characters]);
    expect(inquired).toEqual([
      ["preview_metadata", 100],
      ["token_estimate", 100],
    ]);
    expect(accounts[0]?.charged).toBe(200);
  });

  test("close in time while Redis is gone", async () => {
    await using house = await openReplicas({ replicas: 1 });
    const [desk] = house.all;
    await house.redis.kill();

    expect(await desk?.ends("SIGTERM")).toBe(0);
    expect(desk?.stdout()).toContain("Galley is closed");
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
    expect(bot.stderr()).toBe("Galley could not start: Redis cannot be reached at STORE_URL\n");
  });
});

/** Clicks like a person who is told that nothing happened, until a click counts. */
async function clicksUntilRecorded(house: ReplicaHouse, card: Message): Promise<void> {
  await vi.waitFor(async () => {
    await house.slack.people.ana.clicks(card, "quote.approve", { screen: "stale" });
    const now = house.slack.state.messages.find(card.channel, card.ts);
    expect(now && house.drawn(now)).not.toContain("[ Approve ·");
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
