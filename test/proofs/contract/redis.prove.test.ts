import { afterAll, beforeAll, describe } from "vitest";

import { canRunRedis, connectTo, startRedisServer, type RedisServer } from "../../redis-server.ts";
import { openServiceDesk, servers } from "./servers.ts";

/** Runs all tests of the contract once more, with the service's tasks and texts on Redis. */
describe.runIf(canRunRedis("the contract on Redis"))("With Redis", async () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedisServer();
  });
  afterAll(async () => {
    await redis[Symbol.asyncDispose]();
  });
  const open: (typeof servers)[number][1] = async (options) => {
    const { call, close } = await connectTo(redis);
    await call((client) => client.flushAll());
    await close();
    return openServiceDesk(options, redis.url);
  };
  const others = servers.splice(0, servers.length, ["the service on Redis", open]);
  await import("./accounts.test.ts");
  await import("./create-task.test.ts");
  await import("./errors.test.ts");
  await import("./flow.test.ts");
  await import("./idempotency.test.ts");
  await import("./pending.test.ts");
  servers.splice(0, 1, ...others);
});
