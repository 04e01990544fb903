import { createClient } from "redis";

import type { Logger } from "../../operator/log.ts";

export type RedisClient = Awaited<ReturnType<typeof connectRedis>>;

export async function connectRedis(url: string, log: Logger) {
  let isUp = false;
  const client = createClient({
    url,
    pingInterval: 1_000,
    socket: {
      connectTimeout: 5_000,
      // Requests wait while Redis is away. At the start there is nothing to wait for.
      reconnectStrategy: (tries) =>
        isUp ? Math.min(50 * 2 ** tries, 1_000) : new Error("Redis cannot be reached"),
    },
  });
  client.on("error", (err: unknown) => log.warn({ err }, "Redis"));
  await client.connect();
  isUp = true;
  return client;
}
