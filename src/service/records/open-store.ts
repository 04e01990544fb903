import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";

import type { Logger } from "#operator/log.ts";
import type { TakeRequest } from "#service/contract/endpoints.ts";
import type { Queue, QueueOptions } from "#service/task-worker.ts";
import { createMemoryStore } from "#store/open-store.ts";
import { createSqliteStore, StoreInUseError } from "#store/sqlite-store.ts";

import { createRecords, type ServiceRecords } from "./records.ts";
import type { Cipher } from "./seal.ts";

type Parts = { readonly seal: Cipher; readonly log: Logger };

type OpenStore = {
  readonly records: ServiceRecords;
  readonly close: () => Promise<void>;
  /** What several processes share, if they do. */
  readonly openQueue?: (options: QueueOptions) => Promise<Queue>;
  readonly takeRequest?: TakeRequest;
};

/**
 * Opens everything that the service keeps at `SERVICE_STORE`: a file for one process, or a Redis
 * for several.
 *
 * @throws StoreInUseError, OldStoreError
 */
export async function openStore(address: string, parts: Parts): Promise<OpenStore> {
  if (isRedis(address)) return openRedis(address, parts);
  const release = lockStore(address);
  const records = openLocalRecords(address, parts.seal);
  return { records, close: () => records.close().finally(release) };
}

/** Opens the records alone, for the command line, even beside a running service. */
export async function openServiceRecords(address: string, parts: Parts): Promise<ServiceRecords> {
  if (isRedis(address)) return (await openRedis(address, parts)).records;
  return openLocalRecords(address, parts.seal);
}

/** @param path without one, the records are lost with the process. */
export function openLocalRecords(path: string | undefined, seal: Cipher): ServiceRecords {
  const store = path === undefined ? createMemoryStore() : createSqliteStore(path, "NORMAL");
  return createRecords(store, seal);
}

function isRedis(address: string): boolean {
  return /^rediss?:\/\//u.test(address);
}

/** Its packages load on demand: a service on one machine does not need them. */
async function openRedis(url: string, parts: Parts) {
  const redis = await import("./redis.ts");
  return redis.openRedis(url, parts);
}

/**
 * Locks a store for this process; returns a function that unlocks it. The system unlocks it when
 * the process dies. The store itself stays open to the command line, which makes keys meanwhile.
 *
 * @throws StoreInUseError
 */
function lockStore(store: string): () => void {
  mkdirSync(dirname(store), { recursive: true, mode: 0o700 });
  // Its errors name the path, those of SQLite do not.
  closeSync(openSync(`${store}.lock`, "a", 0o600));
  const lock = new DatabaseSync(`${store}.lock`);
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch (cause) {
    lock.close();
    throw new StoreInUseError(
      `the store ${store} is in use by another process; stop that one, or give each its own SERVICE_STORE`,
      { cause },
    );
  }
  return () => lock.close();
}
