import type { z } from "zod";

import type { SmallRecord, SmallRecords } from "#domain/context.ts";
import { UnreadableRecordError } from "#domain/errors.ts";
import { faultLine } from "#lib/fault-line.ts";

import {
  type CasStore,
  type Change,
  type IndexEntry,
  deserialise,
  serialise,
  swap,
} from "./store.ts";

/** Small records that another commit can compare or change as well. */
export type CasRecords<T> = SmallRecords<T> & {
  /** Returns the record as it is stored now. */
  readonly look: (name: string) => Promise<StoredRecord<T>>;
};

export type StoredRecord<T> = {
  readonly record: T;
  /** Returns the change that replaces the record; undefined deletes it. */
  readonly changeTo: (record: T) => Change;
};

export type RecordKind<T> = {
  /** The prefix of their keys, which no other kind has. */
  readonly prefix: string;
  /** A record that this schema refuses must not be overwritten: a person has to look at it. */
  readonly schema: z.ZodType<NonNullable<T>>;
  /** The value before the first write. */
  readonly initial: T;
  /** Returns the form in which a record is stored, which the schema reads. */
  readonly stored?: (record: NonNullable<T>) => unknown;
  /** See `Change`. */
  readonly notesLoss?: boolean;
  /** See `Change`. */
  readonly isBrief?: boolean;
  /** Returns the index entries of a record. */
  readonly entriesOf?: (record: NonNullable<T>, name: string) => readonly IndexEntry[];
};

/** Opens the records of one kind, each under a name. All throw as the store does. */
export function createSmallRecords<T>(store: CasStore, kind: RecordKind<T>): CasRecords<T> {
  const { prefix, schema, initial } = kind;
  const keyOf = (name: string) => `${prefix}:${name}`;
  const parse = (key: string, value: unknown) => {
    const { success, data, error } = schema.safeParse(value);
    if (success) return data;
    const why = `${key} cannot be read: ${faultLine(error)}`;
    throw new UnreadableRecordError(why);
  };
  const storedAs = (key: string, before: string | undefined): StoredRecord<T> => {
    const record = before === undefined ? initial : parse(key, deserialise(before));
    return { record, changeTo: (next) => changeOf(kind, { key, before, record, next }) };
  };
  const decide: CasRecords<T>["decide"] = (name, next) => {
    const key = keyOf(name);
    return swap(store, key, (before) => {
      const { record, changeTo } = storedAs(key, before);
      const result = next(record);
      return { ...changeTo(result.record), outcome: result };
    });
  };
  return {
    read: async (name) => {
      const value = await store.get(keyOf(name));
      return value === undefined ? initial : parse(keyOf(name), value);
    },
    change: async (name, next) => {
      const result = await decide(name, (record) => ({
        record: next(record),
        outcome: undefined,
      }));
      return result.record;
    },
    decide,
    look: async (name) => storedAs(keyOf(name), await store.read(keyOf(name))),
  };
}

export function isUnreadableRecord(error: unknown): error is UnreadableRecordError {
  return error instanceof UnreadableRecordError;
}

type RecordWrite<T> = {
  readonly key: string;
  readonly before: Change["before"];
  readonly record: T;
  readonly next: T;
};

function changeOf<T>(
  { prefix, entriesOf = () => [], stored = (one) => one, notesLoss, isBrief }: RecordKind<T>,
  { key, before, record, next }: RecordWrite<T>,
): Change {
  if (next === record) return { key, before, after: before };
  const entries = (one: T) =>
    one === undefined || one === null ? [] : entriesOf(one, key.slice(prefix.length + 1));
  return {
    key,
    before,
    after: next === undefined ? undefined : serialise(next === null ? next : stored(next)),
    remove: entries(record),
    add: entries(next),
    notesLoss,
    isBrief,
  };
}

/** Returns the one record with this name. */
export function recordNamed<T>(
  { read, change, decide, look }: CasRecords<T>,
  name: string,
): SmallRecord<T> & { readonly look: () => Promise<StoredRecord<T>> } {
  return {
    read: () => read(name),
    change: (next) => change(name, next),
    decide: (next) => decide(name, next),
    look: () => look(name),
  };
}
