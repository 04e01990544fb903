import type { CasStore, IndexEntry } from "./store.ts";

/** For tests and trials: gone with the process. */
export function createMemoryStore(): CasStore {
  const records = new Map<string, string>();
  const indexes = new Map<string, Map<string, number>>();
  const entriesOf = ({ index, value }: Pick<IndexEntry, "index" | "value">) => {
    const name = `${index}\n${value}`;
    const entries = indexes.get(name) ?? new Map<string, number>();
    indexes.set(name, entries);
    return entries;
  };
  return {
    read: async (key) => records.get(key),
    swap: async ({ key, before, after, remove, add }) => {
      if (records.get(key) !== before) return false;
      records.set(key, after);
      for (const entry of remove) entriesOf(entry).delete(key);
      for (const entry of add) entriesOf(entry).set(key, entry.order);
      return true;
    },
    list: async (index, value, { offset, limit }) =>
      [...entriesOf({ index, value })]
        .sort(([, a], [, b]) => b - a)
        .slice(offset, offset + limit)
        .map(([key]) => key),
    ping: async () => {},
    close: async () => {},
  };
}
