import type { Keyv } from "keyv";

import { UnreadableRecord } from "../domain/faults.ts";
import { erasableFrom } from "../domain/quote/erasing.ts";
import { type Quote, manuscriptOf } from "../domain/quote/quote.ts";
import { type QuoteIndex, standingsOf } from "../domain/quote/standing.ts";
import { createKeyv } from "./keyv.ts";
import { parseQuote, printQuote } from "./records.ts";
import type { CasStore, IndexEntry, Page } from "./store.ts";

export type Ledger = {
  /** May miss. @throws when the store cannot answer, or holds something unreadable. */
  readonly find: (id: string) => Promise<Quote | undefined>;
  /** Writes the quote unless its id is taken; answers the one that stands. */
  readonly add: (quote: Quote) => Promise<{ quote: Quote; isNew: boolean }>;
  /**
   * Applies a pure function to the record and stores the outcome if nobody was first; else reads again
   * and applies it anew. A function that answers the same object changes nothing.
   *
   * @throws QuoteMissing, and whatever keeps the store from answering.
   */
  readonly change: (id: string, next: (quote: Quote) => Quote) => Promise<Quote>;
  /** Newest first. */
  readonly list: (index: QuoteIndex, value: string, page: Page) => Promise<readonly Quote[]>;
  /**
   * Ids of the quotes that any replica has written after `since`, and how far that goes; without `since`
   * only how far the writing has come.
   */
  readonly wakes: (
    since: string | undefined,
  ) => Promise<{ readonly ids: readonly string[]; readonly until: string | undefined }>;
  readonly ping: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export class QuoteMissing extends Error {
  override readonly name = "QuoteMissing";
}

/**
 * @param isOpen says whether something is still due for a quote: only those are read at start.
 * @param onUnreadable hears of a record that a list left out; alone it is refused, and never overwritten.
 */
export function createLedger(
  store: CasStore,
  isOpen: (quote: Quote) => boolean,
  onUnreadable: (error: UnreadableRecord) => void = () => undefined,
): Ledger {
  const records = createKeyv(store);
  const find = async (id: string) => {
    const raw = await records.get(recordKey(id));
    return raw === undefined ? undefined : parseQuote(raw);
  };
  /** One record that cannot be read must not keep the desk from all the others. */
  const leaveOut = (error: unknown): undefined => {
    if (!(error instanceof UnreadableRecord)) throw error;
    onUnreadable(error);
  };
  return {
    find,
    add: async (quote) => {
      if (await add(store, quote, isOpen(quote))) return { quote, isNew: true };
      const standing = await find(quote.id);
      if (standing === undefined) throw new QuoteMissing(`no quote ${quote.id}`);
      return { quote: standing, isNew: false };
    },
    change: (id, next) => change({ store, records, isOpen }, id, next),
    list: async (index, value, page) => {
      const keys = await store.list(index, value, page);
      const quotes = await Promise.all(
        keys.map((key) => find(key.slice(prefix.length)).catch(leaveOut)),
      );
      return quotes.filter((quote) => quote !== undefined);
    },
    wakes: async (since) => {
      const { keys, until } = (await store.wakes?.(since)) ?? { keys: [], until: since };
      const quotes = keys.filter((key) => key.startsWith(prefix));
      return { ids: quotes.map((key) => key.slice(prefix.length)), until };
    },
    ping: store.ping,
    close: store.close,
  };
}

async function add(store: CasStore, quote: Quote, open: boolean): Promise<boolean> {
  const key = recordKey(quote.id);
  const swap = { key, before: undefined, after: printQuote(quote), remove: [] };
  return await store.swap({ ...swap, add: indexOf(quote, open) });
}

type Books = {
  readonly store: CasStore;
  readonly records: Keyv<string>;
  readonly isOpen: (quote: Quote) => boolean;
};

async function change(
  { store, records, isOpen }: Books,
  id: string,
  next: (quote: Quote) => Quote,
): Promise<Quote> {
  for (;;) {
    const before = await records.get(recordKey(id));
    if (before === undefined) throw new QuoteMissing(`no quote ${id}`);
    const old = parseQuote(before);
    const quote = next(old);
    const after = printQuote(quote);
    if (after === before) return quote;
    const add = indexOf(quote, isOpen(quote));
    // "Open" depends on rules that may change between versions: whatever may stand there is removed.
    const remove = indexOf(old, true).filter((entry) => !add.some((kept) => isSame(kept, entry)));
    if (await store.swap({ key: recordKey(id), before, after, remove, add })) return quote;
  }
}

/** Where a record can be found again; written together with it. */
function indexOf(quote: Quote, open: boolean): readonly IndexEntry[] {
  const { place, requester, book, receivedAt: order } = quote;
  const text = manuscriptOf(quote)?.textSha256;
  const beginning = manuscriptOf(quote)?.marks?.[0];
  const erasable = erasableFrom(quote);
  return [
    ...(open ? [{ index: "open", value: "all", order }] : []),
    // What has waited longest comes first.
    ...(erasable === undefined ? [] : [{ index: "erasable", value: "all", order: -erasable }]),
    { index: "person", value: `${place.workspace}/${requester}`, order },
    { index: "channel", value: `${place.workspace}/${place.channel}`, order },
    ...threadsOf(quote).map((value) => ({ index: "thread", value, order })),
    ...(text === undefined ? [] : [{ index: "text", value: text, order }]),
    ...(beginning === undefined
      ? []
      : [{ index: "beginning", value: `${place.workspace}/${beginning}`, order }]),
    ...(book === undefined
      ? []
      : [
          { index: "book", value: `${place.workspace}/${book}`, order },
          { index: "books", value: place.workspace, order },
        ]),
    ...standingsOf(quote).map((index) => ({ index, value: place.workspace, order })),
  ];
}

/** Under the post that brought the manuscript, or under the card where that begins the thread. */
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
