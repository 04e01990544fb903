import { Queue as BullQueue, Worker, createNodeRedisClient } from "bullmq";

import { sleep } from "../../clock.ts";
import { type Logger, sparing } from "../../operator/log.ts";
import { createRedisStore } from "../../store/redis-store.ts";
import { connectRedis, type RedisClient } from "../../store/redis.ts";
import { OldStore } from "../../store/store.ts";
import type { Queue, QueueOptions } from "../task-worker.ts";
import { createBooks } from "./books.ts";
import type { Seal } from "./seal.ts";

type Parts = { readonly seal: Seal; readonly log: Logger };

/** @throws OldStore */
export async function openRedis(url: string, { seal, log }: Parts) {
  const tick = () => performance.now();
  const onFault = sparing({ tick }, (err) => log.warn({ err }, "Redis is in trouble"));
  const redis = await connectRedis({ url, kind: "patient", tick, sleep, onFault });
  const { client } = redis;
  if ((await client.exists("service:balances")) === 1) {
    await redis.close();
    throw new OldStore("the Redis at SERVICE_STORE");
  }
  const books = createBooks(await createRedisStore(redis), seal);
  return {
    books,
    openQueue: (options: QueueOptions) => openQueue(client, { ...options, onFault }),
    close: books.close,
  };
}

type Options = QueueOptions & { readonly onFault: (error: unknown) => void };

const queueName = "service-tasks";
const goodbyeMs = 2_000;

/**
 * Hands each task to one of the processes, and to another when that one dies. Holding a task is a
 * hint, never a right: the books alone end a task, once.
 */
async function openQueue(client: RedisClient, options: Options): Promise<Queue> {
  const { atOnce, run, onFault } = options;
  const closing = new AbortController();
  const queue = new BullQueue(queueName, { connection: createNodeRedisClient(client) });
  queue.on("error", onFault);
  const worker = new Worker(
    queueName,
    async ({ id = "" }, _token, signal) => {
      await run(
        id,
        AbortSignal.any(signal === undefined ? [closing.signal] : [closing.signal, signal]),
      );
    },
    {
      connection: createNodeRedisClient(client),
      concurrency: atOnce,
      lockDuration: 5_000,
      stalledInterval: 2_000,
      // A task whose process died is taken over any number of times.
      maxStalledCount: 1_000_000,
    },
  );
  worker.on("error", onFault);
  worker.on("lockRenewalFailed", (ids) => {
    for (const id of ids) worker.cancelJob(id, "the task was handed to another process");
  });
  await worker.waitUntilReady();
  return {
    add: async (id) => {
      await queue.add("task", {}, { jobId: id, removeOnComplete: true, removeOnFail: true });
    },
    close: async () => {
      closing.abort();
      const goodbye = worker.close().then(() => queue.close());
      await Promise.race([goodbye.catch(onFault), sleep(goodbyeMs)]);
    },
  };
}
