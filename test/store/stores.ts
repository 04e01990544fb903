import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createMemoryStore } from "#store/open-store.ts";
import { createRedisStore } from "#store/redis-store.ts";
import { createSqliteStore } from "#store/sqlite-store.ts";
import { type CasStore, type Change, serialise } from "#store/store.ts";

import { canRunRedis, connectTo, startRedisServer } from "../redis-server.ts";

/** Creates a folder for one test, and removes it at the end. */
export async function aFolder() {
  const path = await mkdtemp(join(tmpdir(), "galley-ledger-"));
  return {
    path,
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
}

async function aMemoryStore() {
  const store = createMemoryStore();
  return { store, [Symbol.asyncDispose]: () => store.close() };
}

async function aSqliteStore() {
  const folder = await aFolder();
  const store = createSqliteStore(join(folder.path, "bot.sqlite"));
  const close = async () => {
    await store.close();
    await folder[Symbol.asyncDispose]();
  };
  return { store, [Symbol.asyncDispose]: close };
}

async function aRedisStore() {
  const server = await startRedisServer();
  const redis = await connectTo(server);
  const store = await createRedisStore(redis);
  const close = async () => {
    await store.close();
    await server[Symbol.asyncDispose]();
  };
  return { store, [Symbol.asyncDispose]: close };
}

export const stores = [
  ["memory", aMemoryStore],
  ["SQLite", aSqliteStore],
  ...(canRunRedis("the ledger on Redis") ? [["Redis", aRedisStore] as const] : []),
] as const;

export function aBrokenStore(): CasStore {
  const fail = async (): Promise<never> => {
    throw new Error("the store is down");
  };
  return {
    get: fail,
    set: fail,
    read: fail,
    commit: fail,
    deadlinesPassed: fail,
    find: fail,
    list: fail,
    ping: fail,
    hasAllCommits: fail,
    writable: fail,
    close: fail,
  };
}

/** Returns `store` with a list of every write to it. */
export function watched(store: CasStore) {
  const asked: Change[] = [];
  const commit: CasStore["commit"] = async (changes) => {
    asked.push(...changes);
    return await store.commit(changes);
  };
  const set: CasStore["set"] = async (key, value) => {
    asked.push({ key, before: undefined, after: serialise(value) });
    await store.set(key, value);
  };
  return { asked, store: { ...store, set, commit } };
}
