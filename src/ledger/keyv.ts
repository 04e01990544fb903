import { Keyv } from "keyv";

import type { CasStore } from "./store.ts";

/**
 * The store as Keyv reads it. Keyv has no compare-and-set, so writing goes past it; and it hides a broken
 * store unless it is told to throw, which for us would read as "not yet paid".
 */
export function createKeyv(store: CasStore): Keyv<string> {
  return new Keyv<string>({
    store: readerOf(store),
    throwOnErrors: true,
    emitErrors: false,
    useKeyPrefix: false,
  });
}

function readerOf(store: CasStore) {
  const refuse = async (): Promise<never> => {
    throw new Error("a record is changed by compare-and-set alone");
  };
  return {
    opts: { throwOnErrors: true },
    // Not a string, so that Keyv hands the record on as it stands: the ledger parses it with its schema.
    get: async (key: string) => {
      const value = await store.read(key);
      return value === undefined ? undefined : { value };
    },
    set: refuse,
    delete: refuse,
    clear: refuse,
    on: () => undefined,
  };
}
