import type { Logger } from "../../operator/log.ts";
import type { Books } from "./books.ts";
import { openRedisBooks as booksOn } from "./redis-books.ts";
import { connectRedis } from "./redis-client.ts";
import { openRedisQueue } from "./redis-queue.ts";
import { openRedisTexts } from "./redis-texts.ts";
import type { Seal } from "./seal.ts";
import type { Store } from "./store.ts";

type Parts = { readonly seal: Seal; readonly log: Logger };

/** Tasks and texts on a Redis that any number of processes share. */
export async function openRedisStore(url: string, { seal, log }: Parts): Promise<Store> {
  const client = await connectRedis(url, log);
  const books = booksOn(client, seal);
  return {
    books,
    texts: openRedisTexts(client, seal),
    openQueue: (options) => openRedisQueue(client, { ...options, log }),
    close: books.close,
  };
}

export async function openRedisBooks(url: string, { seal, log }: Parts): Promise<Books> {
  return booksOn(await connectRedis(url, log), seal);
}
