import { createMemoryStore } from "./memory-store.ts";
import { createSqliteStore } from "./sqlite-store.ts";
import type { CasStore } from "./store.ts";

/** Where the ledger is kept, as `STORE_URL` names it. */
export type StoreAddress =
  | { readonly kind: "sqlite"; readonly path: string }
  | { readonly kind: "redis"; readonly url: string }
  | { readonly kind: "memory" };

/** @throws StoreInUse, and what keeps the store from being opened. */
export async function openStore(address: StoreAddress): Promise<CasStore> {
  switch (address.kind) {
    case "memory":
      return createMemoryStore();
    case "sqlite":
      return createSqliteStore(address.path);
    case "redis":
      throw new Error("STORE_URL: Redis is not built yet");
  }
}
