import { createMemoryStore } from "./memory-store.ts";
import type { Redis } from "./redis.ts";
import { createSqliteStore } from "./sqlite-store.ts";
import type { CasStore } from "./store.ts";

/** Where the ledger is kept, as `STORE_URL` names it. */
export type StoreAddress =
  | { readonly kind: "sqlite"; readonly path: string }
  | { readonly kind: "redis"; readonly url: string }
  | { readonly kind: "memory" };

/**
 * @param redis the connection, where the address names a Redis
 * @throws StoreInUse, UnsafeRedis, and what keeps the store from being opened.
 */
export async function openStore(address: StoreAddress, redis?: Redis): Promise<CasStore> {
  switch (address.kind) {
    case "memory":
      return createMemoryStore();
    case "sqlite":
      return createSqliteStore(address.path);
    case "redis": {
      if (redis === undefined) throw new Error("Redis is not connected");
      // Read only where it is used: its packages are a third of what there is to load.
      const { createRedisStore } = await import("./redis-store.ts");
      return await createRedisStore(redis);
    }
  }
}
