import { randomUUID } from "node:crypto";
import { pipeline } from "node:stream/promises";

import { Queue as BullQueue, Worker, createNodeRedisClient } from "bullmq";
import { RESP_TYPES } from "redis";

import { sleep } from "../../clock.ts";
import type { Logger } from "../../operator/log.ts";
import { createRedisStore } from "../../store/redis-store.ts";
import { connectRedis, type RedisClient } from "../../store/redis.ts";
import { OldStore } from "../../store/store.ts";
import type { Queue, QueueOptions } from "../task-worker.ts";
import { createBooks } from "./books.ts";
import type { Seal } from "./seal.ts";
import type { Texts } from "./texts.ts";

type Parts = { readonly seal: Seal; readonly log: Logger };

/** @throws OldStore */
export async function openRedis(url: string, { seal, log }: Parts) {
  const onFault = (err: unknown) => log.warn({ err }, "Redis");
  const tick = () => performance.now();
  const redis = await connectRedis({ url, kind: "patient", tick, sleep, onFault });
  const { client } = redis;
  if ((await client.exists("service:balances")) === 1) {
    await redis.close();
    throw new OldStore("the Redis at SERVICE_STORE");
  }
  const books = createBooks(await createRedisStore(redis), seal);
  return {
    books,
    texts: openTexts(client, seal),
    openQueue: (options: QueueOptions) => openQueue(client, { ...options, log }),
    close: books.close,
  };
}

/** Texts that no task finishes or takes expire. A text in work may need days. */
const workSeconds = 30 * 86_400;

/** Texts as lists of sealed frames. A text appears only when it is complete. */
function openTexts(client: RedisClient, seal: Seal): Texts {
  const binary = client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer });
  const nameOf = (taskId: string, kind: string) => `service:text:${taskId}:${kind}`;
  const pushTo = (name: string) => async (frames: AsyncIterable<Buffer>) => {
    let isThere = false;
    for await (const frame of frames) {
      const length = await (isThere ? client.rPushX(name, frame) : client.rPush(name, frame));
      if (length === 0) throw new Error(`${name} was taken away`);
      if (!isThere) await client.expire(name, workSeconds);
      isThere = true;
    }
  };
  const remove = async (name: string) => void (await client.del(name));
  const frames = async function* (name: string) {
    for (let at = 0; ; at += 1) {
      const frame = await binary.lIndex(name, at);
      if (frame === null) return;
      yield frame;
    }
  };
  return {
    write: async (taskId, kind, bytes) => {
      const name = nameOf(taskId, kind);
      const part = nameOf(taskId, `part:${randomUUID()}`);
      const writing = nameOf(taskId, "writing");
      // The previous writer is dead or has lost the task: it can write no more.
      const before = await client.set(writing, part, { GET: true, EX: workSeconds });
      if (before !== null) await remove(before);
      try {
        await pipeline(seal.stream(`${taskId} ${kind}`, bytes), pushTo(part));
      } catch (error) {
        await remove(part);
        throw error;
      }
      const moving = client.multi().rename(part, name).del(writing);
      await (kind === "output" ? moving.persist(name) : moving).exec();
    },
    read: (taskId, kind) => seal.openStream(`${taskId} ${kind}`, frames(nameOf(taskId, kind))),
    discard: (taskId, kind) => remove(nameOf(taskId, kind)),
  };
}

type Options = QueueOptions & { readonly log: Logger };

const queueName = "service-tasks";
const goodbyeMs = 2_000;

/**
 * Hands each task to one of the processes, and to another when that one dies. Holding a task is a
 * hint, never a right: the books alone end a task, once.
 */
async function openQueue(client: RedisClient, options: Options): Promise<Queue> {
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
