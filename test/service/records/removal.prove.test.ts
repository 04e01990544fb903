import { afterAll, beforeAll, describe } from "vitest";

import { createRedisStore } from "#store/redis-store.ts";

import { canRunRedis, connectTo, startRedisServer, type RedisServer } from "../../redis-server.ts";
import { testRemovals } from "./removals.ts";

describe.runIf(canRunRedis("removals from Redis"))("Removals from Redis", () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedisServer();
  });
  afterAll(async () => {
    await redis[Symbol.asyncDispose]();
  });
  testRemovals(async () => {
    const connected = await connectTo(redis);
    await connected.call((client) => client.flushAll());
    return createRedisStore(connected);
  });
});
