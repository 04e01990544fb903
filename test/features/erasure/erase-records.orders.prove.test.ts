import { createClient } from "redis";
import { describe, expect, test } from "vitest";

import { createRedisStore } from "#store/redis-store.ts";

import { canRunRedis, connectTo, startRedisServer } from "../../redis-server.ts";
import { orders, tracesLeft } from "./orders.ts";

describe.runIf(canRunRedis("erasing in Redis"))("in Redis", () => {
  test.each(orders)("nothing of what was erased is left, in this order: %s", async (_, order) => {
    await using server = await startRedisServer();
    const redis = await connectTo(server);
    const store = await createRedisStore(redis);

    const { left } = await tracesLeft(store, order, () => everythingIn(server.url));
    await store.close();

    expect(left).toEqual([]);
  });
});

/** Returns all keys of a Redis with their values. */
async function everythingIn(url: string): Promise<string> {
  const client = await createClient({ url }).connect();
  const found: unknown[] = [];
  for (const key of await client.keys("*")) {
    const type = await client.type(key);
    found.push(key);
    if (type === "string") found.push(await client.get(key));
    else if (type === "zset") found.push(await client.zRange(key, 0, -1));
    else if (type === "stream") found.push(await client.xRange(key, "-", "+"));
    else throw new Error(`unknown type ${type} of ${key}`);
  }
  client.destroy();
  return JSON.stringify(found);
}
