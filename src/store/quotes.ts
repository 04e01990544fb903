import type { QuoteStore } from "#domain/context.ts";
import { erasableFrom } from "#domain/erasure.ts";
import { NotRecordedError, UnclearWriteError, UnreadableRecordError } from "#domain/errors.ts";
import { termHome } from "#domain/glossary/quote-terms.ts";
import { type QuoteIndex, type QuoteStatus, statusesOf } from "#domain/quote-lists.ts";
import { type Decided, type Quote, manuscriptOf, quoteSchema } from "#domain/quote.ts";
import type { Account, Spending, PurchaseState } from "#domain/spending/account.ts";
import { faultLine } from "#lib/fault-line.ts";

import { type SideWrites, createSideWrites } from "./claims.ts";
import type { StoredRecord } from "./small-records.ts";
import { openSmallStores } from "./small-stores.ts";
import {
  type CasStore,
  type Change,
  type IndexEntry,
  swap,
  deserialise,
  serialise,
} from "./store.ts";

export type WatchedQuoteStore = QuoteStore & {
  /**
   * Returns ids of the quotes that any replica has written after `since`, and the position reached;
   * without `since` only the current position.
   */
  readonly writtenSince: (
    since: string | undefined,
  ) => Promise<{ readonly ids: readonly string[]; readonly until: string | undefined }>;
  /**
   * Calls the watcher with each written change of a record, which must not throw. Exactly one writer
   * reports a change, because writes are compare-and-set. An unclear write is reported too.
   */
  readonly watch: (watcher: Watcher) => void;
  readonly ping: CasStore["ping"];
  readonly close: CasStore["close"];
};

type Watcher = (before: Quote, after: Quote) => void;

export class QuoteMissingError extends Error {
  override readonly name = "QuoteMissingError";
}

type Options = {
  /**
   * Receives an unreadable record that a list left out, once; `find` throws it, and it is never
   * overwritten.
   */
  readonly onUnreadable?: (quoteId: string, error: UnreadableRecordError) => void;
  /** A fingerprint of the partner's API key: the account that runs are charged to. */
  readonly apiKeyFingerprint?: string | undefined;
};

/** @param hasWorkLeft chooses the quotes of the index `open`, which alone are read at start. */
export function createQuoteStore(
  store: CasStore,
  hasWorkLeft: (quote: Quote) => boolean,
  { onUnreadable = () => undefined, apiKeyFingerprint = "" }: Options = {},
): WatchedQuoteStore {
  const deps = openDeps(store, hasWorkLeft, apiKeyFingerprint);
  const { read } = deps;
  const find = async (id: string) => {
    const raw = await store.read(recordKey(id));
    return raw === undefined ? undefined : read(id, raw);
  };
  const reports = new Set<string>();
  /** Skips an unreadable record, which must not stop Galley's other work. */
  const leaveOut =
    (id: string) =>
    (error: unknown): undefined => {
      if (!(error instanceof UnreadableRecordError)) throw error;
      // Every list meets it again.
      if (!reports.has(id)) onUnreadable(id, error);
      reports.add(id);
    };
  return {
    find,
    add: async (quote) => {
      const key = recordKey(quote.id);
      const after = printQuote(quote);
      const add = entriesOf(quote, hasWorkLeft(quote));
      if (await store.commit([{ key, before: undefined, after, add }]))
        return { quote, isNew: true };
      const current = await find(quote.id);
      if (current === undefined) throw new QuoteMissingError(`no quote ${quote.id}`);
      return { quote: current, isNew: false };
    },
    change: async (id, next) => {
      const withNext = (quote: Quote) => ({ quote: next(quote), outcome: undefined });
      return (await decide(deps, id, withNext)).quote;
    },
    decide: (id, next) => decide(deps, id, next),
    spend: (id, decide) => watched(deps, (watch) => spend({ ...deps, seen: watch }, id, decide)),
    erase: (id, may) => erase(deps, id, may),
    findByNames: async (workspace, names) => {
      const values = names.map((name) => `${workspace}/${name}`);
      const lists = await store.find("names" satisfies StoredIndex, values, listedPerName);
      const keys = new Set([...lists.values()].flat());
      return [...keys].map((key) => key.slice(prefix.length));
    },
    list: async (index, value, page) => {
      const keys = await store.list(index, value, page);
      const ids = keys.map((key) => key.slice(prefix.length));
      const quotes = await Promise.all(ids.map((id) => find(id).catch(leaveOut(id))));
      return quotes.filter((quote) => quote !== undefined);
    },
    writtenSince: async (since) => {
      const { keys, until } = (await store.writtenSince?.(since)) ?? { keys: [], until: since };
      const quotes = keys.filter((key) => key.startsWith(prefix));
      return { ids: quotes.map((key) => key.slice(prefix.length)), until };
    },
    watch: (watcher) => void deps.watchers.push(watcher),
    ping: store.ping,
    close: store.close,
  };
}

async function erase(
  { store, read }: QuoteStoreParts,
  id: string,
  may: (quote: Quote) => boolean,
): Promise<boolean> {
  const key = recordKey(id);
  for (;;) {
    const before = await store.read(key);
    if (before === undefined) return true;
    const quote = read(id, before);
    if (!may(quote)) return false;
    const change = { key, before, after: undefined, remove: entriesOf(quote, true) };
    if (await store.commit([change])) return true;
  }
}

type QuoteStoreParts = {
  readonly store: CasStore;
  readonly read: (id: string, raw: string) => Quote;
  readonly hasWorkLeft: (quote: Quote) => boolean;
  readonly watchers: Watcher[];
  readonly sideWrites: SideWrites;
  readonly account: () => Promise<StoredRecord<Account>>;
} & Pick<ReturnType<typeof openSmallStores>, "settings" | "claims" | "books">;

function openDeps(
  store: CasStore,
  hasWorkLeft: QuoteStoreParts["hasWorkLeft"],
  apiKeyFingerprint: string,
): QuoteStoreParts {
  const { accounts, books, claims, runs, settings, texts } = openSmallStores(store);
  const account = () => accounts.look(apiKeyFingerprint);
  const sideWrites = createSideWrites({ claims, texts, account, runOf: runs.look });
  const readQuote = createReader();
  return {
    store,
    read: readQuote,
    hasWorkLeft,
    watchers: [],
    sideWrites,
    account,
    settings,
    claims,
    books,
  };
}

/**
 * Parses each stored text once: a worker reads the same record many times between two writes. All
 * share the parsed record, which is frozen.
 */
function createReader(): QuoteStoreParts["read"] {
  const cache = new Map<string, { readonly raw: string; readonly quote: Quote }>();
  return (id, raw) => {
    const hit = cache.get(id);
    cache.delete(id);
    const quote = hit?.raw === raw ? hit.quote : frozen(parseQuote(raw));
    if (raw.length <= keptLength) cache.set(id, { raw, quote });
    const [oldest = id] = cache.keys();
    if (cache.size > keptRecords) cache.delete(oldest);
    return quote;
  };
}

function frozen<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  for (const member of Object.values(value)) frozen(member);
  return Object.freeze(value);
}

/** Some 20 MB at most. */
const keptRecords = 200;
const keptLength = 20_000;

async function decide<Outcome>(
  deps: QuoteStoreParts,
  id: string,
  next: (quote: Quote) => Decided<Outcome>,
): Promise<Decided<Outcome>> {
  return await watched(deps, (watcher) =>
    swap(deps.store, recordKey(id), async (raw) => {
      const old = readKnown(deps, id, raw);
      const result = next(old);
      watcher(old, result.quote);
      if (result.quote === old) return { after: raw, outcome: result };
      const { quote, changes: beside } = await deps.sideWrites(old, result.quote);
      return { ...rewritten(deps, old, quote), beside, outcome: { ...result, quote } };
    }),
  );
}

/** Tells the watchers what was written last: a function runs again if somebody else wrote first. */
async function watched<T>(
  { watchers }: QuoteStoreParts,
  write: (watcher: Watcher) => Promise<T>,
): Promise<T> {
  let last: readonly [Quote, Quote] | undefined;
  const tell = () => {
    if (last === undefined || last[0] === last[1]) return;
    for (const watcher of watchers) watcher(...last);
  };
  try {
    const result = await write((before, after) => {
      last = [before, after];
    });
    tell();
    return result;
  } catch (error) {
    if (error instanceof UnclearWriteError) tell();
    throw error;
  }
}

async function spend<Outcome>(
  deps: QuoteStoreParts & { readonly seen: Watcher },
  id: string,
  decide: (state: PurchaseState) => Spending<Outcome>,
): Promise<Outcome> {
  const key = recordKey(id);
  for (let attempt = 0; attempt < attemptLimit; attempt += 1) {
    const raw = await deps.store.read(key);
    const old = readKnown(deps, id, raw);
    const { workspace } = old.place;
    const [account, book, settings, version] = await Promise.all([
      deps.account(),
      deps.books.look(termHome(old)),
      deps.settings.look(workspace),
      deps.claims.lookAtVersion(workspace, old.target),
    ]);
    const state = {
      quote: old,
      account: account.record,
      book: book.record,
      settings: settings.record,
      version: version.record,
    };
    const result = decide(state);
    deps.seen(old, result.quote);
    if (printQuote(result.quote) === raw) return result.outcome;
    const purchase = { account: account.changeTo(result.account), version };
    const { quote, changes } = await deps.sideWrites(old, result.quote, purchase);
    const own = { key, before: raw, ...rewritten(deps, old, quote) };
    const same = [settings.changeTo(settings.record), book.changeTo(book.record)];
    if (await commitOrReadBack(deps, [own, ...same, ...changes])) return result.outcome;
  }
  // Others changed something at every attempt: nothing was written.
  throw new NotRecordedError({ cause: new Error(`quote ${id} changes all the time`) });
}

/** Commits, and reads back a write whose answer was lost, once it can no longer be applied. */
async function commitOrReadBack(
  { store }: QuoteStoreParts,
  changes: readonly Change[],
): Promise<boolean> {
  try {
    return await store.commit(changes);
  } catch (error) {
    const [own] = changes;
    if (!(error instanceof UnclearWriteError) || own === undefined) throw error;
    const lookAgain = store.deadlinesPassed().then(() => store.read(own.key));
    // No other writer writes the same text: it has a new task with its approval.
    const stands = await lookAgain.catch(() => {
      throw error;
    });
    if (stands === own.after) return true;
    if (stands === own.before) return false;
    throw error;
  }
}

function readKnown({ read }: QuoteStoreParts, id: string, raw: string | undefined): Quote {
  if (raw === undefined) throw new QuoteMissingError(`no quote ${id}`);
  return read(id, raw);
}

function rewritten({ hasWorkLeft }: QuoteStoreParts, old: Quote, quote: Quote) {
  const add = entriesOf(quote, hasWorkLeft(quote));
  // What work is left depends on the setup, which may have changed: all entries are removed.
  const remove = entriesOf(old, true).filter((entry) => !add.some((other) => isSame(other, entry)));
  return { after: printQuote(quote), remove, add };
}

type Listed = { readonly value: string; readonly order: number };

/** `names`: open quotes by the indexed names of their text. */
type StoredIndex = QuoteIndex | "names";

/** Where each index lists a quote. An index without a row does not compile. */
const indexes: {
  readonly [Index in StoredIndex]: (quote: Quote, hasWork: boolean) => readonly Listed[];
} = {
  open: (quote, hasWork) => (hasWork ? listed(quote, "all") : []),
  erasable: (quote) => {
    const from = erasableFrom(quote);
    // The longest closed quote comes first.
    return from === undefined ? [] : [{ value: "all", order: -from }];
  },
  workspace: (quote) => listed(quote, quote.place.workspace),
  person: (quote) => listed(quote, `${quote.place.workspace}/${quote.request.by}`),
  channel: (quote) => listed(quote, `${quote.place.workspace}/${quote.place.channel}`),
  thread: (quote) => listed(quote, ...threadsOf(quote)),
  file: (quote) =>
    isUndecided(quote) ? listed(quote, `${quote.place.workspace}/${quote.file.id}`) : [],
  names: (quote, hasWork) => {
    const names = hasWork && isUndecided(quote) ? manuscriptOf(quote)?.indexedNames : undefined;
    return listed(quote, ...(names ?? []).map((name) => `${quote.place.workspace}/${name}`));
  },
  book: (quote) =>
    quote.book === undefined ? [] : listed(quote, `${quote.place.workspace}/${quote.book}`),
  "book-id": (quote) => listed(quote, termHome(quote)),
  books: (quote) => (quote.book === undefined ? [] : listed(quote, quote.place.workspace)),
  waiting: (quote) => (isIn(quote, "waiting") ? listed(quote, quote.place.workspace) : []),
  running: (quote) => (isIn(quote, "running") ? listed(quote, quote.place.workspace) : []),
};

function listed({ request }: Quote, ...values: readonly string[]): readonly Listed[] {
  return values.map((value) => ({ value, order: request.at }));
}

function isUndecided({ decision }: Quote): boolean {
  return decision.status === "open";
}

function isIn(quote: Quote, status: QuoteStatus): boolean {
  return statusesOf(quote).includes(status);
}

function entriesOf(quote: Quote, hasWork: boolean): readonly IndexEntry[] {
  return Object.entries(indexes).flatMap(([index, list]) =>
    list(quote, hasWork).map((entry) => ({ index, ...entry })),
  );
}

/** Returns the thread under the manuscript's message, or under a card that starts the thread. */
function threadsOf({ place, card }: Quote): readonly string[] {
  const thread = place.thread ?? (card.status === "posted" ? card.ts : undefined);
  return thread === undefined ? [] : [`${place.workspace}/${place.channel}/${thread}`];
}

function isSame(one: IndexEntry, other: IndexEntry): boolean {
  return one.index === other.index && one.value === other.value;
}

const prefix = "quote:";

function recordKey(id: string): string {
  return `${prefix}${id}`;
}

const attemptLimit = 8;
const listedPerName = 50;

/**
 * Parses a quote in Keyv's serialised form.
 *
 * @throws UnreadableRecordError when the stored value is not a quote of a known version.
 */
export function parseQuote(text: string): Quote {
  const result = quoteSchema.safeParse(deserialise(text));
  if (!result.success) {
    throw new UnreadableRecordError(faultLine(result.error));
  }
  return result.data;
}

export function printQuote(quote: Quote): string {
  return serialise(quote);
}
