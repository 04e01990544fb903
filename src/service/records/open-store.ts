import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";

import type { Logger } from "../../operator/log.ts";
import { sleep } from "../../sleep.ts";
import { createMemoryStore } from "../../store/memory-store.ts";
import { createSqliteStore, StoreInUse } from "../../store/sqlite-store.ts";
import { OldStore } from "../../store/store.ts";
import { createQueue, type Queue, type QueueOptions } from "../queue.ts";
import { createBooks, type Books } from "./books.ts";
import type { Seal } from "./seal.ts";
import { openTexts, type Texts } from "./texts.ts";

type Parts = { readonly seal: Seal; readonly log: Logger };

/** Everything that the service keeps, and its queue of tasks. */
type Store = {
  readonly books: Books;
  readonly texts: Texts;
  readonly openQueue: (options: QueueOptions) => Promise<Queue>;
  readonly close: () => Promise<void>;
};

/**
 * Opens the store at `SERVICE_STORE`: a file for one process, or a Redis for several.
 *
 * @throws StoreInUse, OldStore
 */
export async function openStore(address: string, parts: Parts): Promise<Store> {
  if (isRedis(address)) return await openRedisStore(address, parts);
  const release = lockStore(address);
  const books = openLocalBooks(address, parts.seal);
  const texts = await openTexts({ store: address, seal: parts.seal, isKept: books.tasks.isKept });
  return {
    books,
    texts,
    openQueue: async (options) => createQueue(options),
    close: async () => {
      await books.close();
      release();
    },
  };
}

/** Opens the books alone, for the command line, even beside a running service. */
export async function openBooks(address: string, parts: Parts): Promise<Books> {
  return isRedis(address)
    ? (await openRedisBooks(address, parts)).books
    : openLocalBooks(address, parts.seal);
}

/** @param path without one, the books are lost with the process. */
export function openLocalBooks(path: string | undefined, seal: Seal): Books {
  return createBooks(
    path === undefined ? createMemoryStore() : createSqliteStore(path, "NORMAL"),
    seal,
  );
}

function isRedis(address: string): boolean {
  return /^rediss?:\/\//u.test(address);
}

/** Its packages load on demand: a service on one machine does not need them. */
async function openRedisStore(url: string, { seal, log }: Parts): Promise<Store> {
  const { openRedisQueue, openRedisTexts } = await import("./redis.ts");
  const { client, books } = await openRedisBooks(url, { seal, log });
  return {
    books,
    texts: openRedisTexts(client, seal),
    openQueue: (options) => openRedisQueue(client, { ...options, log }),
    close: books.close,
  };
}

async function openRedisBooks(url: string, { seal, log }: Parts) {
  const { connectRedis } = await import("../../store/redis.ts");
  const { createRedisStore } = await import("../../store/redis-store.ts");
  const onFault = (err: unknown) => log.warn({ err }, "Redis");
  const tick = () => performance.now();
  const redis = await connectRedis({ url, kind: "patient", tick, sleep, onFault });
  const { client } = redis;
  if ((await client.exists("service:balances")) === 1) {
    await redis.close();
    throw new OldStore("the Redis at SERVICE_STORE");
  }
  return { client, books: createBooks(await createRedisStore(redis), seal) };
}

/**
 * Locks a store for this process; returns a function that unlocks it. The system unlocks it when
 * the process dies. The store itself stays open to the command line, which makes keys meanwhile.
 *
 * @throws StoreInUse
 */
function lockStore(store: string): () => void {
  mkdirSync(dirname(store), { recursive: true, mode: 0o700 });
  const lock = new DatabaseSync(`${store}.lock`);
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch (cause) {
    lock.close();
    throw new StoreInUse(
      `the store ${store} is in use by another process; stop that one, or give each its own SERVICE_STORE`,
      { cause },
    );
  }
  return () => lock.close();
}
