import { type DeserializedData, Keyv } from "keyv";

import { UnreadableRecordError } from "#domain/errors.ts";

/** One index entry of a record; entries of one (index, value) are read newest first by `order`. */
export type IndexEntry = {
  readonly index: string;
  readonly value: string;
  readonly order: number;
};

/** One record of a commit. Equal texts in `before` and `after` only compare. */
export type Change = {
  readonly key: string;
  /** The text that must still be stored, from `read`; undefined if the key must not exist yet. */
  readonly before: string | undefined;
  /** The text to store, made by `serialise`; undefined deletes the record. */
  readonly after: string | undefined;
  readonly remove?: readonly IndexEntry[] | undefined;
  readonly add?: readonly IndexEntry[] | undefined;
  /** True for the record of a loss: its commit takes the store for what it now is. */
  readonly notesLoss?: boolean | undefined;
  /**
   * True for a mark that may be lost when the machine loses its power: a commit of nothing else does
   * not wait for the disk, and is not counted.
   */
  readonly isBrief?: boolean | undefined;
};

export type Page = { readonly offset: number; readonly limit: number };

export type Written = { readonly keys: readonly string[]; readonly until: string };

/** Methods that Keyv lacks. Each throws when the store cannot answer. */
type BesideKeyv = {
  /**
   * Writes all records and their index entries if each record still equals its `before`, else none.
   * Returns whether it did. It writes nothing after its deadline, which `deadlinesPassed` waits for.
   *
   * @throws UnclearWriteError when only the answer is missing.
   */
  readonly commit: (changes: readonly Change[]) => Promise<boolean>;
  /**
   * Resolves once no earlier commit can be written any more, at once in a store without deadlines.
   * After an UnclearWriteError a caller waits for it and then reads the record.
   */
  readonly deadlinesPassed: () => Promise<void>;
  readonly list: (index: string, value: string, page: Page) => Promise<readonly string[]>;
  /**
   * Returns the keys under each value, newest first, at most `limit` each; values without keys are
   * left out.
   */
  readonly find: (
    index: string,
    values: readonly string[],
    limit: number,
  ) => Promise<ReadonlyMap<string, readonly string[]>>;
  /**
   * Returns keys that any replica wrote after `since`, and the position reached; without `since`
   * only the current position. Reading removes nothing. Exists only if several replicas share the
   * store.
   */
  readonly writtenSince?: (since: string | undefined) => Promise<Written>;
  readonly ping: () => Promise<void>;
  /** False once the store lacks a commit that was acknowledged: it is an older copy of itself. */
  readonly hasAllCommits: () => Promise<boolean>;
  /**
   * Returns why the store cannot take and keep a record now, one sentence each; none after a real
   * write of a small record. The only method that does not throw when the store cannot answer.
   */
  readonly writable: () => Promise<readonly string[]>;
  /**
   * Removes erased and overwritten values from the disk. Exists only if they would stay there
   * otherwise.
   */
  readonly purge?: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** An adapter for the stored texts: Keyv's own contract, and the methods that it lacks. */
export type Adapter = BesideKeyv & {
  readonly get: (key: string) => Promise<string | undefined>;
  readonly set: (key: string, text: string) => Promise<void>;
  readonly delete: (key: string) => Promise<boolean>;
  readonly clear: () => Promise<void>;
};

/**
 * A store with compare-and-set: Keyv over one of the adapters. "Not found" never hides a failure.
 * Everything throws when the store cannot answer, and UnreadableRecordError for a text not of Keyv.
 */
export type CasStore = BesideKeyv & {
  /** Returns the value of a record, by Keyv's `get`. */
  readonly get: (key: string) => Promise<unknown>;
  /**
   * Keyv's `set`: the last one wins. It has no deadline, so a failed one may be applied later: use
   * it only where that is harmless.
   */
  readonly set: (key: string, value: unknown) => Promise<void>;
  /** Returns the stored text of a record, for `deserialise` and for the `before` of a commit. */
  readonly read: (key: string) => Promise<string | undefined>;
};

/** One namespace for all records: a bare Keyv with the same one finds them. */
export const namespace = "galley";

export function createStore(adapter: Adapter): CasStore {
  const keyv = new Keyv<unknown>({
    store: adapter,
    namespace,
    // Each adapter adds the namespace to its keys by itself.
    useKeyPrefix: false,
    serialize: JSON.stringify,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Keyv's type: nobody trusts the value
    deserialize: <Value>(text: string) => readEnvelope(text) as DeserializedData<Value>,
    throwOnErrors: true,
  });
  return {
    ...adapter,
    read: adapter.get,
    get: (key) => keyv.get(key),
    set: async (key, value) => void (await keyv.set(key, value)),
  };
}

/** Returns a value in Keyv's serialised form. */
export function serialise(value: unknown): string {
  return JSON.stringify({ value });
}

/** @throws UnreadableRecordError when the text is not in Keyv's form. */
export function deserialise(text: string): unknown {
  return readEnvelope(text).value;
}

function readEnvelope(text: string): { readonly value: unknown } {
  const content = parse(text);
  if (typeof content === "object" && content !== null && "value" in content) return content;
  throw new UnreadableRecordError("a record is not as Keyv writes it");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UnreadableRecordError("a record is not JSON", { cause: error });
  }
}

/** The new text of a record, with other changes; the same text as before writes nothing. */
type Swap<Outcome> = Pick<Change, "after" | "remove" | "add"> & {
  readonly beside?: readonly Change[];
  readonly outcome: Outcome;
};

/**
 * Applies a function to the text of a record and writes its result; if somebody wrote first, reads
 * and applies again. Returns the outcome of the last run.
 */
export async function swap<Outcome>(
  store: CasStore,
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

/**
 * Thrown at start if the store has records of an earlier version, whose runs this one would not
 * see.
 */
export class OldStoreError extends Error {
  override readonly name = "OldStoreError";

  constructor(where: string) {
    super(
      `${where} holds records of an earlier version, which this one cannot read: name an empty store, or let the earlier version run on`,
    );
  }
}
