import { z } from "zod";

import { createSmallRecords } from "./small-records.ts";
import type { CasStore } from "./store.ts";

export type Marks = {
  /** True to one asker, of whatever replica, and false to all others for some time (ms). */
  readonly first: (name: string, forMs: number) => Promise<boolean>;
  /** Whether it was claimed within its time. */
  readonly has: (name: string) => Promise<boolean>;
};

/** What was done, or said, and is not to be again for some time: each mark holds when it ends, ms. */
export function createMarks(store: CasStore) {
  const records = createSmallRecords<number | undefined>(store, {
    prefix,
    schema: z.number(),
    initial: undefined,
    entriesOf: (until) => [{ index, value: "all", order: -until }],
  });
  return {
    at: (now: () => number): Marks => ({
      first: async (name, forMs) => {
        const { outcome } = await records.decide(name, (until = 0) => {
          // A clock that was ahead has silenced nobody for longer than that.
          const isFirst = until <= now() || until > now() + forMs;
          return { record: isFirst ? now() + forMs : until, outcome: isFirst };
        });
        return outcome;
      },
      has: async (name) => ((await records.read(name)) ?? 0) > now(),
    }),
    /** Takes away those that have ended. */
    sweep: async (now: number): Promise<void> => {
      for (;;) {
        const keys = await store.list(index, "all", { offset: 0, limit: pageSize });
        const names = keys.map((key) => key.slice(`${prefix}:`.length));
        const standing = await Promise.all(names.map((name) => records.read(name)));
        const over = names.filter((_, n) => (standing[n] ?? 0) <= now);
        for (const name of over) {
          await records.change(name, (until = 0) => (until <= now ? undefined : until));
        }
        if (over.length < pageSize) return;
      }
    },
  };
}

/** For what people should be told once, by whichever replica. */
export function createOnce(store: CasStore, now: () => number): Marks["first"] {
  return createMarks(store).at(now).first;
}

const prefix = "once";
const index = "once";
const pageSize = 200;
