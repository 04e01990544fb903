import { createMemoryStore } from "./memory-store.ts";
import type { Redis } from "./redis.ts";
import { createSqliteStore } from "./sqlite-store.ts";
import type { CasStore } from "./store.ts";

/** The store that `STORE_URL` names. */
export type StoreAddress =
  | { readonly kind: "sqlite"; readonly path: string }
  | { readonly kind: "redis"; readonly url: string }
  | { readonly kind: "memory" };

/**
 * @param redis the connection, for an address of a Redis
 * @throws StoreInUse, UnsafeRedis, and any other failure to open the store.
 */
export async function openStore(address: StoreAddress, redis?: Redis): Promise<CasStore> {
  switch (address.kind) {
    case "memory":
      return createMemoryStore();
    case "sqlite":
      return createSqliteStore(address.path);
    case "redis": {
      if (redis === undefined) throw new Error("Redis is not connected");
      // Loaded only if used: its packages are a third of all code that Galley loads.
      const { createRedisStore } = await import("./redis-store.ts");
      return await createRedisStore(redis);
    }
  }
}
