import { z } from "zod";

import { type Book, bookSchema } from "#domain/book/book.ts";
import { type TextNames, textNamesSchema } from "#domain/claim.ts";
import type {
  About,
  FrozenGlossaries,
  HeldRecords,
  SmallRecord,
  SpendRecords,
} from "#domain/context.ts";
import { UnreadableRecordError } from "#domain/errors.ts";
import { type Inquiries, firstInquiries, inquiriesSchema } from "#domain/estimate/inquiries.ts";
import {
  type TermBase,
  decidersOf,
  emptyTermBase,
  erasedId,
  termBaseSchema,
  glossaryHash,
} from "#domain/glossary/glossary.ts";
import { bookKey, bookKeyOf } from "#domain/glossary/quote-terms.ts";
import { type Marker, type StoreOwner, markerSchema, storeOwnerSchema } from "#domain/recovery.ts";
import { type Settings, initialSettings, settingsSchema } from "#domain/settings/settings.ts";
import { type Account, accountSchema, newAccount, monthOf } from "#domain/spending/account.ts";
import { type Counted, countedSchema } from "#domain/spending/person-limits.ts";
import { type SpendRow, spendRowSchema } from "#domain/spending/spend.ts";
import { type Speeds, speedsSchema } from "#domain/translation/polling.ts";
import type { Clock } from "#lib/clock.ts";

import { createBookPairs, createTerms, unfinishedMerge } from "./book-pairs.ts";
import { createClaims } from "./claims.ts";
import { type RecordKind, createSmallRecords, recordNamed } from "./small-records.ts";
import { type CasStore, type IndexEntry, serialise } from "./store.ts";

const termsKind: RecordKind<TermBase> = {
  prefix: "terms",
  schema: termBaseSchema,
  initial: emptyTermBase,
  entriesOf: (base, home) => {
    const [book, people] = [bookKeyOf(home), [...decidersOf(base)]];
    const hasWords = Object.keys(base.terms).length > 0 || Object.keys(base.removed).length > 0;
    if (!hasWords && base.series === undefined) return [];
    return heldEntries({ people, books: book === undefined ? [] : [book] });
  },
};

const booksKind: RecordKind<Book | undefined> = {
  prefix: "book",
  schema: bookSchema,
  initial: undefined,
  entriesOf: ({ name, approvers: people = [], unmoved = [] }, id) => {
    const key = bookKeyOf(id);
    const books = [...(key === undefined ? [] : [key]), ...(name ? [bookKey(name)] : [])];
    const held = heldEntries({ people, books: [...new Set(books)] });
    return unmoved.length === 0 ? held : [...held, unfinishedMerge];
  },
};

const accountsKind: RecordKind<Account> = {
  prefix: "account",
  schema: accountSchema,
  initial: newAccount,
};

/** Opens all records beside the quotes. */
export function openSmallStores(store: CasStore) {
  const terms = createSmallRecords<TermBase>(store, termsKind);
  const books = createSmallRecords<Book | undefined>(store, booksKind);
  const accounts = createSmallRecords<Account>(store, accountsKind);
  return {
    /** Settings of each workspace, by its Slack id. */
    settings: createSmallRecords<Settings>(store, {
      prefix: "settings",
      schema: settingsSchema,
      initial: initialSettings,
    }),
    /**
     * Terms of each workspace, series and book, by a name that begins with the workspace's Slack
     * id.
     */
    terms: createTerms(terms),
    /** What people decided on books, by the book's id: see `termHome`. */
    books,
    /** Accounts at the partner, by the fingerprint of their API key. */
    accounts,
    bookPairs: createBookPairs(store, { books, terms, accounts }),
    /** What is known of inquiries at each account, by the fingerprint of its API key. */
    inquiries: createSmallRecords<Inquiries>(store, {
      prefix: "inquiries",
      schema: inquiriesSchema,
      initial: firstInquiries,
    }),
    /** The key of the run that each task of the partner belongs to, by the task's id. */
    runs: createSmallRecords<string | undefined>(store, {
      prefix: "task",
      schema: z.string(),
      initial: undefined,
    }),
    /** The partner's speed, learned from ended runs. */
    speeds: createSmallRecords<Speeds>(store, {
      prefix: "speeds",
      schema: speedsSchema,
      initial: {},
    }),
    /** Names of texts, stored when a text is read; they never change: see `textNamesKey`. */
    texts: createSmallRecords<TextNames | undefined>(store, {
      prefix: "text",
      schema: textNamesSchema,
      initial: undefined,
    }),
    /** The record that distinguishes an emptied store from one that was never used. */
    marker: singleRecord<Marker>(store, {
      prefix: "marker",
      schema: markerSchema,
      notesLoss: true,
    }),
    /** The workspace that the store belongs to. */
    owner: singleRecord<StoreOwner>(store, { prefix: "owner", schema: storeOwnerSchema }),
    /** Times (ms) when quotes were erased on request. */
    erased: createSmallRecords<number | undefined>(store, {
      prefix: "erased",
      schema: z.number(),
      initial: undefined,
    }),
    /** The counted items of each person, by their Slack id and the kind of item. */
    limits: createSmallRecords<Counted | undefined>(store, {
      prefix: "limit",
      schema: countedSchema,
      initial: undefined,
      entriesOf: (_, name) => heldEntries({ people: [name.slice(0, name.lastIndexOf("."))] }),
    }),
    claims: createClaims(store),
    spend: createSpend(store),
    glossaries: createGlossaries(store),
    held: createHeldRecords(store),
  };
}

/** Lists records by whom or what they are about, so that erasing needs no quote to find them. */
function createHeldRecords(store: CasStore): HeldRecords {
  const keysOf = async (value: string): Promise<readonly string[]> => {
    const all: string[] = [];
    for (;;) {
      const keys = await store.list(heldIndex, value, { offset: all.length, limit: heldPage });
      all.push(...keys);
      if (keys.length < heldPage) return all;
    }
  };
  return {
    find: async (about) => {
      const keys = await keysOf(heldValue(about));
      const namesOf = (kind: string) =>
        keys.flatMap((key) => (key.startsWith(`${kind}:`) ? [key.slice(kind.length + 1)] : []));
      return {
        terms: namesOf("terms"),
        spend: namesOf(spendPrefix),
        glossary: namesOf("glossary"),
        limit: namesOf("limit"),
        book: namesOf("book"),
      };
    },
  };
}

/** @param content the people and the books (by their keys) that a record is about */
function heldEntries(content: {
  readonly people?: readonly string[];
  readonly books?: readonly string[];
}): readonly IndexEntry[] {
  const { people = [], books = [] } = content;
  const values = [
    everything,
    ...people.filter((one) => one !== erasedId).map((one) => `person/${one}`),
    ...books.map((book) => `book/${book}`),
  ];
  return values.map((value) => ({ index: heldIndex, value, order: 0 }));
}

function heldValue(about: About): string {
  if (about === "everything") return everything;
  return "person" in about ? `person/${about.person}` : `book/${bookKey(about.book)}`;
}

/** A store belongs to one workspace. */
const everything = "everything";
const heldIndex = "held";
const heldPage = 500;

/** Opens the record of when an event of Slack came, ms, noted once an hour. */
export function openLastEvent(store: CasStore): SmallRecord<number | undefined> {
  const kind = { prefix: "heard", schema: z.number(), initial: undefined };
  return recordNamed(createSmallRecords<number | undefined>(store, kind), "slack");
}

/**
 * Returns a function that records that an event of Slack came, once an hour: the doctor reads there
 * whether Slack's events arrive.
 */
export function createEventNote(
  lastEvent: SmallRecord<number | undefined>,
  { now, tick }: Pick<Clock, "now" | "tick">,
): () => void {
  let notedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (tick() - notedAt < hourMs) return;
    notedAt = tick();
    // After a failed note, the next one is an hour later.
    lastEvent.change(now).catch(() => undefined);
  };
}

const hourMs = 3_600_000;

/** Opens a record of which a store has one. */
function singleRecord<T>(store: CasStore, kind: Omit<RecordKind<T | undefined>, "initial">) {
  return recordNamed(
    createSmallRecords<T | undefined>(store, { ...kind, initial: undefined }),
    "store",
  );
}

export type DedupMarks = {
  /** Returns true to one caller among all replicas, and false to all others for `forMs`. */
  readonly first: (name: string, forMs: number) => Promise<boolean>;
  /** Returns true while the mark has not expired. */
  readonly has: (name: string) => Promise<boolean>;
};

/** DedupMarks of things that must not be repeated for some time; each holds its end, ms. */
export function createDedupStore(store: CasStore) {
  const records = createSmallRecords<number | undefined>(store, {
    prefix: markPrefix,
    schema: z.number(),
    initial: undefined,
    isBrief: true,
    entriesOf: (until) => [{ index: markPrefix, value: "all", order: -until }],
  });
  return {
    at: (now: () => number): DedupMarks => ({
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
        const keys = await store.list(markPrefix, "all", { offset: 0, limit: marksPage });
        const names = keys.map((key) => key.slice(`${markPrefix}:`.length));
        const standing = await Promise.all(names.map((name) => records.read(name)));
        const over = names.filter((_, n) => (standing[n] ?? 0) <= now);
        for (const name of over) {
          await records.change(name, (until = 0) => (until <= now ? undefined : until));
        }
        if (over.length < marksPage) return;
      }
    },
  };
}

/** The prefix of the records, and the name of their index. */
const markPrefix = "once";
const marksPage = 200;

/**
 * Opens the rows of spending: one small record for each run that cost something, named by the
 * task's key, so that repeated writes count once. They are indexed by workspace and month, to sum a
 * month without quotes.
 */
function createSpend(store: CasStore): SpendRecords {
  const rows = createSmallRecords<SpendRow | undefined>(store, {
    prefix: spendPrefix,
    schema: spendRowSchema,
    initial: undefined,
    entriesOf: (row) => [
      {
        index: spendPrefix,
        value: monthKey(row.workspace, monthOf(row.approvedAt)),
        order: row.approvedAt,
      },
      ...heldByRow(row),
    ],
  });
  return {
    put: async (row) => void (await rows.change(row.key, () => row)),
    read: rows.read,
    month: async (workspace, month) => {
      const byKey = new Map<string, SpendRow>();
      const value = monthKey(workspace, month);
      // Pages overlap, because rows that are written meanwhile move the others down.
      for (let offset = 0; ; offset += spendPage - overlap) {
        const keys = await store.list(spendPrefix, value, { offset, limit: spendPage });
        const names = keys.map((key) => key.slice(`${spendPrefix}:`.length));
        for (const row of await Promise.all(names.map(rows.read))) {
          if (row !== undefined) byKey.set(row.key, row);
        }
        if (keys.length < spendPage) return [...byKey.values()];
      }
    },
  };
}

function heldByRow({ person, approver, book }: SpendRow): readonly IndexEntry[] {
  const people = new Set([person, approver].filter((one) => one !== erasedId));
  if (people.size === 0 && book === undefined) return [];
  return heldEntries({
    people: [...people],
    books: book === undefined ? [] : [bookKey(book)],
  });
}

function monthKey(workspace: string, month: string): string {
  return `${workspace}/${month}`;
}

/** The prefix of the records, and the name of their index. */
const spendPrefix = "spend";
const spendPage = 500;
const overlap = 100;

/**
 * Opens the glossaries as they are sent, each under its own hash: none is ever changed.
 *
 * @throws as the store does, and UnreadableRecordError for a glossary that does not match its hash.
 */
function createGlossaries(store: CasStore): FrozenGlossaries {
  const keyOf = (hash: string) => `glossary:${hash}`;
  const find = async (hash: string) => {
    const value = await store.get(keyOf(hash));
    if (value === undefined) return undefined;
    const glossary = Object.fromEntries(entries.parse(value));
    if (glossaryHash(glossary) !== hash)
      throw new UnreadableRecordError(`glossary ${hash} is another`);
    return glossary;
  };
  return {
    keep: async (glossary) => {
      const hash = glossaryHash(glossary);
      const after = serialise(Object.entries(glossary));
      if ((await find(hash)) === undefined) {
        // Whoever writes it first writes the same value.
        await store.commit([{ key: keyOf(hash), before: undefined, after, add: heldEntries({}) }]);
      }
      return hash;
    },
    find,
    erase: async (hash) => {
      const key = keyOf(hash);
      const before = await store.read(key);
      await store.commit([{ key, before, after: undefined, remove: heldEntries({}) }]);
    },
  };
}

// Pairs, because schemas drop a key named __proto__ from an object.
const entries = z.array(z.tuple([z.string(), z.string()]));
