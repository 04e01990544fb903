import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { StoreInUse } from "../../store/sqlite-store.ts";

/**
 * Locks a store for this process; returns a function that unlocks it. The system unlocks it when
 * the process dies. The store itself stays open to the command line, which makes keys meanwhile.
 *
 * @throws StoreInUse
 */
export function lockStore(store: string): () => void {
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
