import { setImmediate as letOthersRun } from "node:timers/promises";

import type { z } from "zod";

import { createSmallRecords, isUnreadableRecord } from "#store/small-records.ts";
import type { CasStore, IndexEntry } from "#store/store.ts";

import { UnreadableValueError } from "./seal.ts";

type Kind<T> = {
  readonly schema: z.ZodType<T>;
  readonly stored?: (record: T) => unknown;
  readonly entriesOf?: (record: T) => readonly IndexEntry[];
};

/** A removal of what happened before a time, epoch ms; it ends early when the signal aborts. */
export type Sweep = { readonly before: number; readonly signal?: AbortSignal | undefined };

/** A record left the index, stays in it, or is too young, as are all that follow. */
type Visited = "removed" | "kept" | "young";

/** Opens the records of one kind, and lists of them by their index entries. */
export function openKind<T extends object>(store: CasStore, kind: string, options: Kind<T>) {
  const prefix = nameOf(kind);
  const records = createSmallRecords<T | undefined>(store, {
    prefix,
    initial: undefined,
    entriesOf: () => [entryOf(kind, 0)],
    ...options,
  });
  const names = async ({ index = kind, value = "all", offset = 0, limit = everything } = {}) => {
    const keys = await store.list(nameOf(index), value, { offset, limit });
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
    /**
     * Visits the records of an index in its order, to the first one that is too young. SQLite answers
     * within one turn of the event loop, so other work runs between two records.
     *
     * @throws the first UnreadableRecordError or UnreadableValueError after all other records were
     *   visited; every other error at once
     */
    sweep: async (
      { index = kind, signal }: { index?: string; signal?: AbortSignal | undefined },
      visit: (record: T, name: string) => Promise<Visited>,
    ): Promise<void> => {
      const visitNamed = async (name: string): Promise<Visited> => {
        const record = await records.read(name);
        // Without a record, another process removed it meanwhile.
        return record === undefined ? "removed" : visit(record, name);
      };
      const unreadable: Error[] = [];
      for (let [kept, isMore] = [0, true]; isMore;) {
        const batch = await names({ index, offset: kept, limit: visitedAtOnce });
        for (const name of batch) {
          await letOthersRun();
          if (signal?.aborted === true) return;
          const visited = await visitNamed(name).catch((error: unknown) => {
            if (!isUnreadable(error)) throw error;
            unreadable.push(error);
            return "kept" as const;
          });
          if (visited === "kept") kept += 1;
          isMore = visited !== "young";
          if (!isMore) break;
        }
        isMore &&= batch.length === visitedAtOnce;
      }
      if (unreadable[0] !== undefined) throw unreadable[0];
    },
  };
}

const visitedAtOnce = 500;

function isUnreadable(error: unknown): error is Error {
  return error instanceof UnreadableValueError || isUnreadableRecord(error);
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
