/** One index entry of a record; entries of one (index, value) are read newest first by `order`. */
export type IndexEntry = {
  readonly index: string;
  readonly value: string;
  readonly order: number;
};

export type Swap = {
  readonly key: string;
  /** The raw string that must still stand there; undefined: the key must not exist yet. */
  readonly before: string | undefined;
  readonly after: string;
  readonly remove: readonly IndexEntry[];
  readonly add: readonly IndexEntry[];
};

export type Page = { readonly offset: number; readonly limit: number };

export type Wakes = { readonly keys: readonly string[]; readonly until: string };

/**
 * What the ledger asks of a store, beyond Keyv's own contract. Every method throws when the store cannot
 * answer: "not found" must never be another word for "did not work".
 */
export type CasStore = {
  readonly read: (key: string) => Promise<string | undefined>;
  /** Writes record and index entries together, if nobody was first. Answers whether it did. */
  readonly swap: (swap: Swap) => Promise<boolean>;
  readonly list: (index: string, value: string, page: Page) => Promise<readonly string[]>;
  /**
   * Keys written after `since`, by any replica, and how far that goes; without `since` only how far the
   * writing has come. Reading takes nothing away. Only where several replicas share the store.
   */
  readonly wakes?: (since: string | undefined) => Promise<Wakes>;
  readonly ping: () => Promise<void>;
  readonly close: () => Promise<void>;
};
