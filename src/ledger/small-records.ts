import type { CasStore } from "./store.ts";

/** Records beside the quotes, one for each name: settings and the like. Both throw as the store does. */
export type SmallRecords<T> = {
  readonly read: (name: string) => Promise<T>;
  /** Applies a pure function and stores the outcome if nobody was first; else reads and applies anew. */
  readonly change: (name: string, next: (record: T) => T) => Promise<T>;
};

type Kind<T> = {
  /** Sets these records apart from all others in the store. */
  readonly prefix: string;
  /** @throws what must not be overwritten: a person has to look at it. */
  readonly parse: (value: unknown) => T;
  /** What holds while nothing was written. */
  readonly initial: T;
};

export function createSmallRecords<T>(
  store: CasStore,
  { prefix, parse, initial }: Kind<T>,
): SmallRecords<T> {
  const look = async (name: string) => {
    const raw = await store.read(`${prefix}:${name}`);
    return { raw, record: raw === undefined ? initial : parse(JSON.parse(raw)) };
  };
  return {
    read: async (name) => (await look(name)).record,
    change: async (name, next) => {
      for (;;) {
        const { raw: before, record } = await look(name);
        const changed = next(record);
        if (changed === record) return record;
        const after = JSON.stringify(changed);
        const key = `${prefix}:${name}`;
        if (await store.swap({ key, before, after, remove: [], add: [] })) return changed;
      }
    },
  };
}
