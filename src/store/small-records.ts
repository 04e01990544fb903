import type { z } from "zod";

import { type CasStore, type Change, deserialise, serialise, swap } from "./store.ts";

/** Records beside the quotes, one for each name: settings and the like. All throw as the store does. */
export type SmallRecords<T> = {
  readonly read: (name: string) => Promise<T>;
  /** Applies a pure function and stores the outcome if nobody was first; else reads and applies anew. */
  readonly change: (name: string, next: (record: T) => T) => Promise<T>;
  /** The same for a function that has something to tell beside the record. */
  readonly decide: <Outcome>(
    name: string,
    next: (record: T) => Decided<T, Outcome>,
  ) => Promise<Decided<T, Outcome>>;
  /** The record as it stands, and the change that writes another in its place. */
  readonly look: (name: string) => Promise<Standing<T>>;
};

export type Standing<T> = { readonly record: T; readonly become: (record: T) => Change };

type Decided<T, Outcome> = { readonly record: T; readonly outcome: Outcome };

type Kind<T> = {
  /** Sets these records apart from all others in the store. */
  readonly prefix: string;
  /** What it refuses must not be overwritten: a person has to look at it. */
  readonly schema: z.ZodType<T>;
  /** What holds while nothing was written. */
  readonly initial: T;
};

export function createSmallRecords<T>(
  store: CasStore,
  { prefix, schema, initial }: Kind<T>,
): SmallRecords<T> {
  const keyOf = (name: string) => `${prefix}:${name}`;
  const recordOf = (before: string | undefined): T =>
    before === undefined ? initial : schema.parse(deserialise(before));
  const decide: SmallRecords<T>["decide"] = (name, next) =>
    swap(store, keyOf(name), (before) => {
      const record = recordOf(before);
      const decided = next(record);
      const after = decided.record === record ? before : serialise(decided.record);
      return { after, outcome: decided };
    });
  return {
    read: async (name) => {
      const value = await store.get(keyOf(name));
      return value === undefined ? initial : schema.parse(value);
    },
    change: async (name, next) => {
      const changed = await decide(name, (record) => ({
        record: next(record),
        outcome: undefined,
      }));
      return changed.record;
    },
    decide,
    look: async (name) => {
      const key = keyOf(name);
      const before = await store.read(key);
      const record = recordOf(before);
      const become = (next: T): Change => ({
        key,
        before,
        after: next === record ? before : serialise(next),
      });
      return { record, become };
    },
  };
}
