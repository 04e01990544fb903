import type { Logger } from "../../operator/log.ts";
import { createQueue } from "../queue.ts";
import type { Books } from "./books.ts";
import { lockStore } from "./lock.ts";
import type { Seal } from "./seal.ts";
import { openSqliteBooks } from "./sqlite-books.ts";
import type { Store } from "./store.ts";
import { openTexts } from "./texts.ts";

type Parts = { readonly seal: Seal; readonly log: Logger };

/**
 * Opens the store at `SERVICE_STORE`: a file for one process, or a Redis for several.
 *
 * @throws StoreInUse
 */
export async function openStore(address: string, { seal, log }: Parts): Promise<Store> {
  if (isRedis(address)) return (await redisStore()).openRedisStore(address, { seal, log });
  const release = lockStore(address);
  const books = openSqliteBooks({ path: address, seal });
  const texts = await openTexts({ store: address, seal, isKept: books.tasks.isKept });
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
export async function openBooks(address: string, { seal, log }: Parts): Promise<Books> {
  if (isRedis(address)) return (await redisStore()).openRedisBooks(address, { seal, log });
  return openSqliteBooks({ path: address, seal });
}

function isRedis(address: string): boolean {
  return /^rediss?:\/\//u.test(address);
}

/** Loads on demand: a service on one machine does not need it. */
function redisStore() {
  return import("./redis-store.ts");
}
