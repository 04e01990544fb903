import { z } from "zod";

import { createSmallRecords } from "./small-records.ts";
import type { CasStore } from "./store.ts";

export type Marks = {
  /** Returns true to one caller among all replicas, and false to all others for `forMs`. */
  readonly first: (name: string, forMs: number) => Promise<boolean>;
  /** Returns true while the mark has not expired. */
  readonly has: (name: string) => Promise<boolean>;
};

/** Marks of things that must not be repeated for some time; each holds its end, ms. */
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
          // A mark that a fast clock dated further ahead does not count.
          const isFirst = until <= now() || until > now() + forMs;
          return { record: isFirst ? now() + forMs : until, outcome: isFirst };
        });
        return outcome;
      },
      has: async (name) => ((await records.read(name)) ?? 0) > now(),
    }),
    /** Deletes expired marks. */
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

/** For messages that should be posted once, by any one replica. */
export function createOnce(store: CasStore, now: () => number): Marks["first"] {
  return createMarks(store).at(now).first;
}

const prefix = "once";
const index = "once";
const pageSize = 200;
