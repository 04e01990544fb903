import { type DeserializedData, Keyv } from "keyv";

import { UnreadableRecord } from "../core/faults.ts";

/** One index entry of a record; entries of one (index, value) are read newest first by `order`. */
export type IndexEntry = {
  readonly index: string;
  readonly value: string;
  readonly order: number;
};

/** One record of a commit. The same text before and after only compares. */
export type Change = {
  readonly key: string;
  /** The text that must still stand there, as `read` gave it; undefined: the key must not exist yet. */
  readonly before: string | undefined;
  /** The text that stands there afterwards, made by `serialise`; undefined: nothing. */
  readonly after: string | undefined;
  readonly remove?: readonly IndexEntry[] | undefined;
  readonly add?: readonly IndexEntry[] | undefined;
};

export type Page = { readonly offset: number; readonly limit: number };

export type Wakes = { readonly keys: readonly string[]; readonly until: string };

/** What Keyv lacks. Every method throws when the store cannot answer. */
type BesideKeyv = {
  /**
   * Writes all records and their index entries, or none: only if each record still stands as its change says.
   * Answers whether it did. Nothing of it is written after its deadline, which `settled` waits for.
   *
   * @throws UnclearWrite when only the answer is missing.
   */
  readonly commit: (changes: readonly Change[]) => Promise<boolean>;
  /**
   * Resolves once nothing that was committed until now can be written any more. After an UnclearWrite a
   * caller waits for it and then reads what stands. At once where there are no deadlines.
   */
  readonly settled: () => Promise<void>;
  readonly list: (index: string, value: string, page: Page) => Promise<readonly string[]>;
  /** The keys under each of many values, newest first, at most `limit` each; a value without any is left out. */
  readonly find: (
    index: string,
    values: readonly string[],
    limit: number,
  ) => Promise<ReadonlyMap<string, readonly string[]>>;
  /**
   * Keys written after `since`, by any replica, and how far that goes; without `since` only how far the
   * writing has come. Reading takes nothing away. Only where several replicas share the store.
   */
  readonly wakes?: (since: string | undefined) => Promise<Wakes>;
  readonly ping: () => Promise<void>;
  /**
   * What keeps the store from taking and keeping a record now, one sentence each; none when a small record
   * was really written. The one method that does not throw when the store cannot answer.
   */
  readonly writable: () => Promise<readonly string[]>;
  /** Takes what was erased or written over off the disk. Only where it would lie there still. */
  readonly scrub?: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Where the texts lie: Keyv's own contract for an adapter, and what it lacks. */
export type Adapter = BesideKeyv & {
  readonly get: (key: string) => Promise<string | undefined>;
  readonly set: (key: string, text: string) => Promise<void>;
  readonly delete: (key: string) => Promise<boolean>;
  readonly clear: () => Promise<void>;
};

/**
 * Keyv over one of the adapters. "Not found" is never another word for "did not work": everything throws
 * when the store cannot answer, and UnreadableRecord for a text that Keyv did not write.
 */
export type CasStore = BesideKeyv & {
  /** The value of a record, by Keyv's `get`. */
  readonly get: (key: string) => Promise<unknown>;
  /**
   * Keyv's `set`: the last one wins. It has no deadline: one that failed may be applied later, so it is only
   * for what may be.
   */
  readonly set: (key: string, value: unknown) => Promise<void>;
  /** The text of a record as it lies there, for `deserialise` and for the `before` of a commit. */
  readonly read: (key: string) => Promise<string | undefined>;
};

/** One namespace for all records: a bare Keyv with the same one finds them. */
export const namespace = "galley";

export function createStore(adapter: Adapter): CasStore {
  const keyv = new Keyv<unknown>({
    store: adapter,
    namespace,
    // Each adapter puts the namespace before its keys by itself.
    useKeyPrefix: false,
    serialize: JSON.stringify,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Keyv's type: nobody trusts the value
    deserialize: <Value>(text: string) => readEnvelope(text) as DeserializedData<Value>,
    throwOnErrors: true,
  });
  const { commit, settled, list, find, wakes, ping, writable, scrub, close } = adapter;
  return {
    get: (key) => keyv.get(key),
    set: async (key, value) => void (await keyv.set(key, value)),
    read: adapter.get,
    commit,
    settled,
    list,
    find,
    ping,
    writable,
    close,
    ...(wakes && { wakes }),
    ...(scrub && { scrub }),
  };
}

/** A value as Keyv would write it. */
export function serialise(value: unknown): string {
  return JSON.stringify({ value });
}

/** @throws UnreadableRecord when the text is not as Keyv writes it. */
export function deserialise(text: string): unknown {
  return readEnvelope(text).value;
}

function readEnvelope(text: string): { readonly value: unknown } {
  const found = parse(text);
  if (typeof found === "object" && found !== null && "value" in found) return found;
  throw new UnreadableRecord("a record is not as Keyv writes it");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UnreadableRecord("a record is not JSON", { cause: error });
  }
}

/** What becomes of a record, and of others with it; the same text as before writes nothing. */
type Swap<Outcome> = Pick<Change, "after" | "remove" | "add"> & {
  readonly beside?: readonly Change[];
  readonly outcome: Outcome;
};

/**
 * Applies a function to the text of a record and writes what it answers if nobody was first; else reads
 * again and applies it anew. Answers the outcome of the run that counted.
 */
export async function swap<Outcome>(
  store: Pick<CasStore, "read" | "commit">,
  key: string,
  next: (before: string | undefined) => Swap<Outcome> | Promise<Swap<Outcome>>,
): Promise<Outcome> {
  for (;;) {
    const before = await store.read(key);
    const { outcome, beside = [], ...change } = await next(before);
    if (change.after === before) return outcome;
    if (await store.commit([{ key, before, ...change }, ...beside])) return outcome;
  }
}

/** Thrown at start when records of an earlier version lie in the store: this one would not see their runs. */
export class OldStore extends Error {
  override readonly name = "OldStore";

  constructor(where: string) {
    super(
      `${where} holds records of an earlier version, which this one cannot read: name an empty store in STORE_URL, or let the earlier version run on`,
    );
  }
}
