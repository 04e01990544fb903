import type { Clock } from "#lib/clock.ts";

import type { Redis } from "./redis.ts";
import { createSqliteStore } from "./sqlite-store.ts";
import { type CasStore, createStore } from "./store.ts";

/** The store that `STORE_URL` names. */
export type StoreAddress =
  | { readonly kind: "sqlite"; readonly path: string }
  | { readonly kind: "redis"; readonly url: string }
  | { readonly kind: "memory" };

/**
 * Connects to the Redis that the address names; returns undefined for another kind of store.
 *
 * @throws RedisUnavailableError
 */
export async function connectStore(
  address: StoreAddress,
  deps: Pick<Clock, "tick" | "sleep"> & { readonly onFault: (error: unknown) => void },
): Promise<Redis | undefined> {
  if (address.kind !== "redis") return undefined;
  // Loaded only if used, like the store below.
  const { connectRedis } = await import("./redis.ts");
  return await connectRedis({ ...deps, url: address.url });
}

/**
 * @param redis the connection, for an address of a Redis
 * @throws StoreInUseError, UnsafeRedisError, and any other failure to open the store.
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

/** Creates a store for tests and trials: its records are lost with the process. */
export function createMemoryStore(): CasStore {
  const records = new Map<string, string>();
  const indexes = new Map<string, Map<string, number>>();
  const entriesOf = (index: string, value: string) => {
    const name = `${index}\n${value}`;
    const entries = indexes.get(name) ?? new Map<string, number>();
    indexes.set(name, entries);
    return entries;
  };
  const newest = (index: string, value: string) =>
    [...entriesOf(index, value)].sort(([, a], [, b]) => b - a).map(([key]) => key);
  return createStore({
    get: async (key) => records.get(key),
    set: async (key, text) => void records.set(key, text),
    delete: async (key) => records.delete(key),
    clear: async () => {
      records.clear();
      indexes.clear();
    },
    commit: async (changes) => {
      if (!changes.every(({ key, before }) => records.get(key) === before)) return false;
      for (const { key, after, remove = [], add = [] } of changes) {
        if (after === undefined) records.delete(key);
        else records.set(key, after);
        for (const entry of remove) entriesOf(entry.index, entry.value).delete(key);
        for (const entry of add) entriesOf(entry.index, entry.value).set(key, entry.order);
      }
      return true;
    },
    deadlinesPassed: async () => {},
    list: async (index, value, { offset, limit }) =>
      newest(index, value).slice(offset, offset + limit),
    find: async (index, values, limit) => {
      const lists = values.map((value) => [value, newest(index, value).slice(0, limit)] as const);
      return new Map(lists.filter(([, keys]) => keys.length > 0));
    },
    ping: async () => {},
    hasAllCommits: async () => true,
    writable: async () => [],
    close: async () => {},
  });
}
