import { Queue as BullQueue, Worker, createNodeRedisClient } from "bullmq";

import type { Logger } from "../../operator/log.ts";
import { sleep } from "../../sleep.ts";
import type { RedisClient } from "../../store/redis.ts";
import type { Queue, QueueOptions } from "../queue.ts";

type Options = QueueOptions & { readonly log: Logger };

const queueName = "service-tasks";
const goodbyeMs = 2_000;

/**
 * Hands each task to one of the processes, and to another when that one dies. Holding a task is a
 * hint, never a right: the books alone end a task, once.
 */
export async function openRedisQueue(client: RedisClient, options: Options): Promise<Queue> {
  const { atOnce, run, log } = options;
  const closing = new AbortController();
  const onFault = (err: unknown): void => log.warn({ err }, "the queue");
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
