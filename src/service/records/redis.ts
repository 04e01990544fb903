import { sleep } from "#lib/clock.ts";
import { type Logger, throttled } from "#operator/log.ts";
import type { QueueOptions } from "#service/task-worker.ts";
import { openJobs } from "#store/redis-jobs.ts";
import { createRedisStore } from "#store/redis-store.ts";
import { connectRedis } from "#store/redis.ts";
import { OldStoreError } from "#store/store.ts";

import { createRecords } from "./records.ts";
import type { Cipher } from "./seal.ts";

type Parts = { readonly seal: Cipher; readonly log: Logger };

/** @throws OldStoreError */
export async function openRedis(url: string, { seal, log }: Parts) {
  const tick = () => performance.now();
  const onFault = throttled({ tick }, (err) => log.warn({ err }, "Redis error"));
  const redis = await connectRedis({ url, kind: "patient", tick, sleep, onFault });
  const { client } = redis;
  if ((await client.exists("service:balances")) === 1) {
    await redis.close();
    throw new OldStoreError("the Redis at SERVICE_STORE");
  }
  const books = createRecords(await createRedisStore(redis), seal);
  return {
    books,
    openQueue: ({ atOnce, run: work }: QueueOptions) =>
      openJobs({ name: "service-tasks", client, atOnce, work, sleep, onFault }),
    close: books.close,
  };
}
