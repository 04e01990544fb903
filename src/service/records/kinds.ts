import type { z } from "zod";

import { createSmallRecords } from "#store/small-records.ts";
import type { CasStore, IndexEntry } from "#store/store.ts";

type Kind<T> = {
  readonly schema: z.ZodType<T>;
  readonly stored?: (record: T) => unknown;
  readonly entriesOf?: (record: T) => readonly IndexEntry[];
};

/** Opens the records of one kind, and lists of them by their index entries. */
export function openKind<T extends object>(store: CasStore, kind: string, options: Kind<T>) {
  const prefix = nameOf(kind);
  const records = createSmallRecords<T | undefined>(store, {
    prefix,
    initial: undefined,
    entriesOf: () => [entryOf(kind, 0)],
    ...options,
  });
  const names = async ({ index = kind, value = "all", limit = everything } = {}) => {
    const keys = await store.list(nameOf(index), value, { offset: 0, limit });
    return keys.map((key) => key.slice(prefix.length + 1));
  };
  return {
    ...records,
    names,
    list: async (listed: Parameters<typeof names>[0] = {}) => {
      const list = await Promise.all((await names(listed)).map((name) => records.read(name)));
      return list.filter((record) => record !== undefined);
    },
    remove: async (name: string) => void (await records.change(name, () => undefined)),
  };
}

/** A Redis may hold the records of other programs as well. */
export function nameOf(kind: string): string {
  return `service-${kind}`;
}

/** Lists begin with the smallest place. */
export function entryOf(index: string, place: number, value = "all"): IndexEntry {
  return { index: nameOf(index), value, order: -place };
}

const everything = 1_000_000;
