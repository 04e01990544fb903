import { setTimeout as delay } from "node:timers/promises";

import { describe, expect, test, vi } from "vitest";

import { createQuoteStore } from "#store/quotes.ts";
import { createRedisStore } from "#store/redis-store.ts";
import type { Redis } from "#store/redis.ts";

import { aPostedQuote, aQuote } from "../builders.ts";
import { patience } from "../patience.ts";
import { canRunRedis, connectTo, startRedisServer } from "../redis-server.ts";

const suite = "the ledger on a Redis that fails";
const newRecord = { key: "quote:1", before: undefined, after: "{}" };

describe.runIf(canRunRedis(suite))("a ledger on Redis", () => {
  test("keeps what was answered when Redis is killed, and goes on when it is back", async () => {
    await using server = await startRedisServer();
    await using replica = await aReplica(server);
    await replica.quoteStore.add(aQuote());
    const connections = replica.redis.connections();

    await server.kill();
    await expect(replica.quoteStore.find(aQuote().id)).rejects.toThrow(
      /cannot be reached|closed/iu,
    );
    await expect(replica.quoteStore.add(aPostedQuote({ id: "q2" }))).rejects.toThrow(
      /cannot be reached|closed/iu,
    );
    await server.restart();
    await replica.isBack();

    expect(await replica.quoteStore.find(aQuote().id)).toEqual(aQuote());
    expect(await replica.quoteStore.list("open", "all", { offset: 0, limit: 9 })).toEqual([
      aQuote(),
    ]);
    expect((await replica.quoteStore.add(aPostedQuote({ id: "q2" }))).isNew).toBe(true);
    // Whoever compares what it has done with the store sees that it may be another one.
    expect(replica.redis.connections()).toBeGreaterThan(connections);
  });

  test("has everything that was answered when Redis is killed in the middle of writing", async () => {
    await using server = await startRedisServer();
    await using replica = await aReplica(server);
    const answered: string[] = [];
    const writes = async (writer: number): Promise<void> => {
      for (let n = 0; ; n += 1) {
        const key = `quote:${writer}-${n}`;
        if (await replica.store.commit([{ ...newRecord, key }])) answered.push(key);
      }
    };

    const writers = Promise.allSettled([1, 2, 3, 4].map(writes));
    await vi.waitFor(() => expect(answered.length).toBeGreaterThan(200), patience);
    await server.kill();
    await writers;
    await server.restart();
    await replica.isBack();

    const kept = await Promise.all(answered.map((key) => replica.store.read(key)));
    expect(new Set(kept)).toEqual(new Set(["{}"]));
  });

  test("that lacks what it acknowledged writes nothing until the loss is noted", async () => {
    await using server = await startRedisServer();
    await using replica = await aReplica(server);
    const direct = await connectTo(server);
    const { store } = replica;
    await store.commit([newRecord]);
    await store.commit([{ ...newRecord, key: "quote:2" }]);
    const stream = "galley::written";
    const [newest] = await direct.call((client) =>
      client.xRevRange(stream, "+", "-", { COUNT: 1 }),
    );
    const seen = [await store.hasAllCommits()];
    await direct.call((client) => client.xDel(stream, newest?.id ?? ""));
    // Another replica may write before this one looks.
    await using other = await aReplica(server);
    await other.store.commit([{ ...newRecord, key: "quote:3" }]);

    seen.push(await store.hasAllCommits());
    await expect(store.commit([{ ...newRecord, key: "quote:4" }])).rejects.toThrow("lacks records");
    await store.commit([{ ...newRecord, key: "marker:store", notesLoss: true }]);
    seen.push(await store.hasAllCommits());

    expect(seen).toEqual([true, false, true]);
    expect(await store.read("quote:4")).toBeUndefined();
    expect(await store.commit([{ ...newRecord, key: "quote:4" }])).toBe(true);
    await direct.close();
  });

  test("whose oldest writes were trimmed lacks nothing", async () => {
    await using server = await startRedisServer();
    await using replica = await aReplica(server);
    const direct = await connectTo(server);
    await replica.store.commit([newRecord]);
    await direct.call((client) => client.xAdd("galley::written", "*", { key: "quote:2" }));
    await direct.call((client) => client.xTrim("galley::written", "MAXLEN", 1));

    expect(await replica.store.hasAllCommits()).toBe(true);
    await direct.close();
  });

  test("is not empty, but unreadable, while Redis reads its file", async () => {
    await using server = await startRedisServer();
    await using replica = await aReplica(server);
    await replica.quoteStore.add(aPostedQuote({ id: "q1" }));
    await replica.redis.call((client) => client.eval(ballast));
    await server.kill();

    const ready = server.restartSlowly();
    const seen = await until(ready, () => replica.quoteStore.find("q1"));
    await replica.isBack();

    expect(seen).toContainEqual(expect.stringContaining("LOADING"));
    expect(seen).not.toContain(undefined);
    expect(await replica.quoteStore.find("q1")).toEqual(aPostedQuote({ id: "q1" }));
  });

  test("fails in time when Redis hangs, each call by itself, and goes on after it", async () => {
    await using server = await startRedisServer();
    await using replica = await aReplica(server);
    await replica.quoteStore.add(aQuote());

    server.stop();
    const calls = Array.from({ length: 30 }, () => replica.quoteStore.find(aQuote().id));
    // In sequence they would take more than twice as long.
    const ended = await Promise.race([Promise.allSettled(calls), delay(15_000, "too late")]);
    const again = await Promise.allSettled([
      replica.quoteStore.ping(),
      replica.quoteStore.find("q1"),
    ]);
    server.continue();
    await replica.isBack();

    expect([ended].flat().map(statusOf)).toEqual(Array(30).fill("rejected"));
    expect(again.map(statusOf)).toEqual(["rejected", "rejected"]);
    expect(await replica.quoteStore.find(aQuote().id)).toEqual(aQuote());
  });

  test("writes nothing once the one who asked was told that it failed", async () => {
    await using server = await startRedisServer();
    await using replica = await aReplica(server);

    server.stop();
    await expect(replica.store.commit([newRecord])).rejects.toMatchObject({
      name: "UnclearWriteError",
    });
    server.continue();
    await replica.isBack();

    expect(await replica.store.read(newRecord.key)).toBeUndefined();
  });

  test("waits until nothing that was asked can be written any more, and not before", async () => {
    await using server = await startRedisServer();
    await using replica = await aReplica(server);
    await replica.store.deadlinesPassed();

    server.stop();
    const write = replica.store.commit([newRecord]);
    await expect(write).rejects.toMatchObject({ name: "UnclearWriteError" });
    await expect(replica.store.deadlinesPassed()).rejects.toMatchObject({
      name: "RedisUnavailableError",
    });
    server.continue();
    await replica.isBack();
    const deadline = replica.redis.deadline();
    await replica.store.commit([{ ...newRecord, key: "quote:2" }]);
    await replica.store.deadlinesPassed();

    const [seconds, micros] = await replica.redis.client.time();
    expect(Number(seconds) * 1000 + Number(micros) / 1000).toBeGreaterThan(deadline);
    expect(await replica.store.read(newRecord.key)).toBeUndefined();
  });

  test("does not come back after its end", async () => {
    await using server = await startRedisServer();
    const redis = await connectTo(server);
    const store = await createRedisStore(redis);
    await store.close();

    await expect(store.get("quote:1")).rejects.toThrow(/closed/iu);

    expect(redis.client.isOpen).toBe(false);
  });

  test("says that a write is unclear when only the answer is lost", async () => {
    await using server = await startRedisServer();
    await using replica = await aReplica(server);
    void replica.redis
      .call((client) => client.sendCommand(["CLIENT", "REPLY", "OFF"]))
      .catch(() => undefined);

    const swaps = [1, 2, 3].map((n) => replica.store.commit([{ ...newRecord, key: `quote:${n}` }]));
    const errors = await Promise.allSettled(swaps);
    await replica.isBack();

    const unclear = { reason: { name: "UnclearWriteError" } };
    expect(errors).toMatchObject([unclear, unclear, unclear]);
    expect(await replica.store.read("quote:1")).toBe("{}");
  });

  test("goes on writing when the clocks of the two machines have drifted apart", async () => {
    await using server = await startRedisServer();
    let drift = 0;
    await using replica = await aReplica(server, () => performance.now() + drift);

    for (const ms of [-60_000, 60_000]) {
      drift += ms;
      await vi.waitFor(async () => {
        const { key } = newRecord;
        const before = await replica.store.read(key);
        const swap = { ...newRecord, before, after: `"${drift}"` };
        expect(await replica.store.commit([swap])).toBe(true);
      }, patience);
    }
  });

  test("has written nothing when it says that a write came too late", async () => {
    await using server = await startRedisServer();
    await using replica = await aReplica(server);
    const store = await createRedisStore({ ...replica.redis, deadline: () => 1 });

    await expect(store.commit([newRecord])).rejects.toMatchObject({
      name: "RedisUnavailableError",
    });

    expect(await replica.store.read(newRecord.key)).toBeUndefined();
  });

  test("keeps its names in every version: a later one finds what an earlier one wrote", async () => {
    await using server = await startRedisServer();
    await using replica = await aReplica(server);
    await replica.quoteStore.add(aPostedQuote({ id: "q1" }));

    const names = await replica.redis.call((client) => client.keys("*"));

    expect(names.toSorted()).toEqual([
      "galley::index:book-id:T1/channel/C0BOOKS/5fea9cfa5048afc6",
      "galley::index:channel:T1/C0BOOKS",
      "galley::index:file:T1/F1",
      "galley::index:open:all",
      "galley::index:person:T1/U0MAIA",
      `galley::index:thread:T1/C0BOOKS/${aPostedQuote().place.thread}`,
      "galley::index:workspace:T1",
      "galley::quote:q1",
      "galley::written",
    ]);
  });

  test("is not told of what was written before it began to listen", async () => {
    await using server = await startRedisServer();
    await using replica = await aReplica(server);
    const empty = await replica.quoteStore.writtenSince(undefined);
    await replica.quoteStore.add(aPostedQuote({ id: "q1" }));

    const { until } = await replica.quoteStore.writtenSince(undefined);

    expect(await replica.quoteStore.writtenSince(until)).toEqual({ ids: [], until });
    expect((await replica.quoteStore.writtenSince(empty.until)).ids).toEqual(["q1"]);
  });

  test("is told of what any replica has written, each reader at its own pace", async () => {
    await using server = await startRedisServer();
    await using one = await aReplica(server);
    await using other = await aReplica(server);
    const start = await one.quoteStore.writtenSince(undefined);
    await one.quoteStore.add(aPostedQuote({ id: "q1" }));
    await other.quoteStore.add(aPostedQuote({ id: "q2" }));
    await other.quoteStore.change("q1", (quote) => ({ ...quote, expiresAt: 7 }));

    const heard = await one.quoteStore.writtenSince(start.until);
    const later = await one.quoteStore.writtenSince(heard.until);
    const elsewhere = await other.quoteStore.writtenSince(start.until);

    expect(heard.ids).toEqual(["q1", "q2"]);
    expect(later).toEqual({ ids: [], until: heard.until });
    expect(elsewhere).toEqual(heard);
  });
});

describe.runIf(canRunRedis(suite))("a Redis that Galley cannot trust is refused:", () => {
  test.each([
    [
      "one that forgets on a restart",
      { appendonly: "no" },
      /append-only file: set `appendonly yes`/u,
    ],
    [
      "one that drops what it has no room for",
      { "maxmemory-policy": "allkeys-lru" },
      /`maxmemory-policy noeviction`/u,
    ],
    ["a cluster", { "cluster-enabled": "yes" }, /a cluster.*name a single Redis/u],
  ])("%s", async (_, settings, words) => {
    await using server = await startRedisServer(settings);
    const redis = await connectTo(server);

    const opened = createRedisStore(redis);

    await expect(opened).rejects.toThrow(words);
    await expect(opened).rejects.toMatchObject({ name: "UnsafeRedisError" });
    await redis.close();
  });

  test("one that holds records of an earlier version, until it is empty", async () => {
    await using server = await startRedisServer();
    const redis = await connectTo(server);
    await redis.call((client) => client.set("galley:quote:q1", "{}"));

    const opened = createRedisStore(redis);
    await expect(opened).rejects.toThrow(
      "the Redis at STORE_URL holds records of an earlier version",
    );
    await expect(opened).rejects.toMatchObject({ name: "OldStoreError" });

    await redis.call((client) => client.flushDb());
    await (await createRedisStore(redis)).close();
  });

  test("one that is full writes nothing, and says so", async () => {
    await using server = await startRedisServer();
    await using replica = await aReplica(server);
    await replica.redis.call((client) => client.configSet("maxmemory", "1"));

    await expect(replica.store.commit([newRecord])).rejects.toThrow("OOM");

    expect(await replica.store.read(newRecord.key)).toBeUndefined();
  });
});

/** Redis answers LOADING only after each thousand records that it has loaded. */
const ballast = "for n = 1, 3000 do redis.call('SET', 'ballast:' .. n, 'x') end";

async function aReplica(server: { readonly url: string }, tick?: () => number) {
  const redis: Redis = await connectTo(server, tick);
  const store = await createRedisStore(redis);
  const quoteStore = createQuoteStore(store, () => true);
  /** Resolves when Redis answers again. */
  const isBack = () => vi.waitFor(() => store.ping(), patience);
  return { redis, store, quoteStore, isBack, [Symbol.asyncDispose]: () => store.close() };
}

/** Returns each result or error of `ask`, until `over` resolves. */
async function until(
  over: Promise<void>,
  ask: () => Promise<unknown>,
): Promise<readonly unknown[]> {
  const seen: unknown[] = [];
  const look = async (): Promise<void> => {
    seen.push(await ask().catch(String));
    const isOver = await Promise.race([over.then(() => true), delay(5, false)]);
    if (!isOver) await look();
  };
  await look();
  return seen;
}

function statusOf(call: unknown): unknown {
  return typeof call === "object" && call !== null && "status" in call ? call.status : call;
}
