import { z } from "zod";

import { addToPost, postName, postSumsSchema } from "#domain/approval/approved-before.ts";
import type { Book } from "#domain/book/book.ts";
import {
  type ReadonlyOf,
  at,
  count as credits,
  digestOf,
  id,
  maybe,
  optional,
  stored,
} from "#domain/fields.ts";
import { termHome } from "#domain/glossary/quote-terms.ts";
import type { Quote } from "#domain/quote.ts";
import type { Settings } from "#domain/settings/settings.ts";
import { isInFuture } from "#domain/settings/setup.ts";
import type { Task, UsageSeen } from "#domain/task.ts";

/** Credits reserved for one approved task until its end is recorded. */
export type Reservation = ReadonlyOf<typeof reservation>;
const reservation = stored({
  key: id,
  quoteId: id,
  workspace: id,
  channel: id,
  price: credits,
  /** The time of approval, ms: the credits count in its month. */
  at,
  /** The post and its approver: see `postName`. */
  post: optional(z.string()),
  /** The book, as a digest of its id: the account outlives what is erased. */
  book: optional(z.string()),
  /** The run failed: the balance shows any charge, and a late result may still come. */
  freed: z.literal(true).optional(),
});

/**
 * One account at the partner, shared by all workspaces that work with its key. All amounts are
 * credits. It is changed only by compare-and-set, so two approvals never count on the same credits.
 */
export type Account = ReadonlyOf<typeof accountSchema>;
export const accountSchema = stored({
  version: z.literal(1),
  reading: maybe(stored({ balance: credits, used: credits, at, recorded: credits.optional() })),
  /** What the account had used in its period beside our runs at the first reading: see `noteReading`. */
  usedBefore: z.number().optional(),
  reservations: z.array(reservation),
  /** The cost of recorded tasks, by `spentIn` and `bookSums`; months that no cap needs are dropped. */
  spent: z.record(z.string(), credits),
  /** The sum of all recorded charges: separates Galley's own runs from other use of the key. */
  recorded: credits,
  /** Credits that Galley approved by itself, by day and month: see `countAuto`. */
  auto: z.record(z.string(), credits),
  /** What people approved of each post. */
  posts: optional(postSumsSchema),
  /** Workspaces whose admins were warned of a low balance that has not recovered since. */
  low: z.array(id),
});

export type NoFunds =
  | {
      readonly status: "short-of-credits";
      readonly balance: number;
      readonly readAt: number;
      readonly reserved: number;
      readonly needed: number;
    }
  | {
      readonly status: "over-month-cap";
      readonly cap: number;
      readonly spent: number;
      readonly reserved: number;
      readonly needed: number;
    }
  | { readonly status: "over-auto-cap" }
  /** More than is left of the book's budget, and the card did not say so. */
  | { readonly status: "over-book-budget"; readonly left: number };

export const newAccount: Account = {
  version: 1,
  reading: undefined,
  reservations: [],
  spent: {},
  recorded: 0,
  auto: {},
  low: [],
};

/**
 * Reserves the credits of an approval. A balance that could never be read refuses nothing: the
 * partner itself refuses runs that exceed it. Contract, POST /tasks rule 9.
 */
export function reserve(account: Account, request: Reservation, cap = Infinity): Account | NoFunds {
  const { reservations, reading } = account;
  if (reservations.some(({ key }) => key === request.key)) return account;
  const needed = request.price;
  if (reading !== undefined) {
    const { balance, at: readAt } = reading;
    const reserved = reservedCredits(account);
    if (needed > balance - reserved) {
      return { status: "short-of-credits", balance, readAt, reserved, needed };
    }
  }
  const { spent, reserved } = channelMonth(account, request);
  return spent + reserved + needed > cap
    ? { status: "over-month-cap", cap, spent, reserved, needed }
    : reserveAnyway(account, [request]);
}

export function reservationFor(quote: Quote, { key, price, approval }: Task): Reservation {
  const { id: quoteId, place, request } = quote;
  const { workspace, channel } = place;
  const { by, at } = approval ?? request;
  const book = bookDigest(termHome(quote));
  return { key, quoteId, workspace, channel, price, at, post: postName(by, quote), book };
}

/** Releases the credits of these runs: none was or will be charged. */
export function release(account: Account, keys: ReadonlySet<string>): Account {
  const releases = account.reservations.filter(({ key }) => keys.has(key));
  if (releases.length === 0) return account;
  const reservations = account.reservations.filter(({ key }) => !keys.has(key));
  const posts = countPosts(account, releases, -1);
  return { ...account, reservations, posts };
}

/** Reserves credits that the account lacks, whatever the balance: they may be charged anyway. */
export function reserveAnyway(account: Account, wanted: readonly Reservation[]): Account {
  const missing = wanted.filter(({ key }) => !account.reservations.some((one) => one.key === key));
  if (missing.length === 0) return account;
  const reservations = [...account.reservations, ...missing];
  return { ...account, reservations, posts: countPosts(account, missing, 1) };
}

function countPosts({ posts = {} }: Account, moved: readonly Reservation[], sign: 1 | -1) {
  return moved.reduce(
    (sums, { post, price, at }) =>
      post === undefined ? sums : addToPost(sums, post, { credits: sign * price, at }),
    posts,
  );
}

/**
 * Counts an automatic approval; undefined beyond a cap on a person's day or the month. People stand in
 * the counts as a digest: the account outlives what is erased.
 */
export function countAuto(
  account: Account,
  approval: {
    readonly workspace: string;
    readonly person: string;
    readonly price: number;
    readonly at: number;
  },
  caps: { readonly perPersonDay: number; readonly perMonth: number },
): Account | undefined {
  const { workspace, person, price, at } = approval;
  const day = new Date(at).toISOString().slice(0, 10);
  const counts = [
    [`${day}/${workspace}/${digestOf([person])}`, caps.perPersonDay],
    [`${monthOf(at)}/${workspace}`, caps.perMonth],
  ] as const;
  if (counts.some(([name, cap]) => (account.auto[name] ?? 0) + price > cap)) return undefined;
  // Another replica may still be in last month, or this clock ahead. A day sorts after its month.
  const oldest = monthOf(at - dayMs);
  const recent = Object.entries(account.auto).filter(([name]) => name >= oldest);
  const counted = counts.map(([name]) => [name, (account.auto[name] ?? 0) + price] as const);
  return { ...account, auto: { ...Object.fromEntries(recent), ...Object.fromEntries(counted) } };
}

/** Not in the contract: whether GET /usage has deducted them already. */
export function reservedCredits({ reservations }: Account): number {
  return sum(reservations.filter(({ freed }) => freed === undefined));
}

/**
 * Keeps the newer of two readings, and none dated in the future. `at` is from before the request
 * was sent: the reading includes everything until then.
 */
export function noteReading(account: Account, reading: UsageSeen, now: number): Account {
  const { at } = account.reading ?? { at: 0 };
  const isNewer = at <= reading.at || isInFuture(at, now);
  if (!isNewer) return account;
  const { usedBefore, recorded, reading: last } = account;
  // A lower figure begins a period. It may count runs that were recorded since the last reading.
  const isFirst = usedBefore === undefined || last === undefined || reading.used < last.used;
  return {
    ...account,
    reading: { ...reading, recorded },
    usedBefore: isFirst ? reading.used - (last?.recorded ?? recorded) : usedBefore,
  };
}

/**
 * Returns the credits that the account has used beside all that was recorded and may yet be charged
 * for an approved run.
 */
export function unorderedCredits({ reading, usedBefore, recorded, reservations }: Account): number {
  if (reading === undefined || usedBefore === undefined) return 0;
  return Math.max(0, reading.used - usedBefore - recorded - sum(reservations));
}

/**
 * True when a reading with another key is of this account: all credits that were there are used or
 * still there.
 */
export function isReadingOf({ reading }: Account, { balance, used }: UsageSeen): boolean {
  if (reading === undefined || reading.used === 0 || used < reading.used) return false;
  return balance + used === reading.balance + reading.used;
}

/** Each workspace has its own line. A balance that was never read is not low. */
export function watchBalance(
  account: Account,
  workspace: string,
  lowBalance: number | undefined,
): Account {
  const { reading, low } = account;
  const isLow = lowBalance !== undefined && reading !== undefined && reading.balance < lowBalance;
  if (isLow === low.includes(workspace)) return account;
  const others = low.filter((one) => one !== workspace);
  return { ...account, low: isLow ? [...others, workspace] : others };
}

export type LowBalance = {
  readonly balance: number;
  readonly reserved: number;
  readonly line: number;
};

type RecordedEnd = {
  readonly key: string;
  readonly credits: number;
  /** `doubtful`: the partner reported it as failed, and may still complete it. */
  readonly as: "final" | "doubtful";
  readonly now: number;
};

/** Records a charge that the balance includes: a reading after its end is known. Safe to repeat. */
export function recordEnd(account: Account, { key, credits, as, now }: RecordedEnd): Account {
  const reservation = account.reservations.find((one) => one.key === key);
  const isFreed = as === "doubtful" && reservation?.freed === true;
  if (reservation === undefined || isFreed) return account;
  const others = account.reservations.filter((one) => one !== reservation);
  if (as === "doubtful") {
    return { ...account, reservations: [...others, { ...reservation, freed: true }] };
  }
  const places = [spentIn(reservation), ...countedSums(account, reservation)];
  const sums = places.map((where) => [where, (account.spent[where] ?? 0) + credits] as const);
  const spent = { ...account.spent, ...Object.fromEntries(sums) };
  const oldest = monthOf(now - keptMs);
  return {
    ...account,
    reservations: others.filter(({ freed, at }) => freed !== true || monthOf(at) >= oldest),
    spent: Object.fromEntries(Object.entries(spent).filter(([where]) => where >= oldest)),
    recorded: account.recorded + credits,
  };
}

/** Returns the credits that a channel has spent and reserved in the month (UTC) of `at`. */
export function channelMonth(
  account: Account,
  of: Reservation,
): { readonly spent: number; readonly reserved: number } {
  const where = spentIn(of);
  const reserved = account.reservations.filter((one) => spentIn(one) === where);
  return { spent: account.spent[where] ?? 0, reserved: sum(reserved) };
}

/** Returns what the account knows a book by. */
export function bookDigest(bookId: string): string {
  return digestOf(bookId);
}

type BookSum = { readonly workspace: string; readonly book: string; readonly at: number };

/** The sums of a book with a budget: of all its runs, and of those approved in the month of `at`. */
function bookSums({ workspace, book, at }: BookSum) {
  return { book: `book/${workspace}/${book}`, month: `${monthOf(at)}/${workspace}/book/${book}` };
}

/** A book without a budget is not counted: its sums are made from its records once it has one. */
export function isBookCounted(
  { spent }: Account,
  { workspace, book }: Omit<BookSum, "at">,
): boolean {
  return spent[bookSums({ workspace, book, at: 0 }).book] !== undefined;
}

function countedSums(account: Account, { workspace, book, at }: Reservation): readonly string[] {
  if (book === undefined || !isBookCounted(account, { workspace, book })) return [];
  return Object.values(bookSums({ workspace, book, at }));
}

/** Adds the sums and the reservations of a book to those of the book that it was merged into. */
export function withBooksJoined(
  account: Account,
  { workspace, from, into }: Readonly<Record<"workspace" | "from" | "into", string>>,
): Account {
  const isOf = (one: Reservation) => one.workspace === workspace && one.book === from;
  const reservations = account.reservations.map((one) =>
    isOf(one) ? { ...one, book: into } : one,
  );
  const [own, others] = [new Map<string, number>(), new Map<string, number>()];
  for (const [where, credits] of Object.entries(account.spent)) {
    const prefix = [`book/${workspace}/`, `/${workspace}/book/`].find((one) =>
      where.endsWith(`${one}${from}`),
    );
    if (prefix === undefined) others.set(where, credits);
    else own.set(`${where.slice(0, -from.length)}${into}`, credits);
  }
  for (const [where, credits] of own) others.set(where, (others.get(where) ?? 0) + credits);
  return { ...account, reservations, spent: Object.fromEntries(others) };
}

/** Returns the credits that a book has spent and reserved, in all or in the month (UTC) of `at`. */
export function bookSpending(
  { spent, reservations }: Account,
  of: BookSum & { readonly per: "book" | "month" },
): number {
  const isCounted = (one: Reservation) =>
    one.workspace === of.workspace &&
    one.book === of.book &&
    (of.per === "book" || monthOf(one.at) === monthOf(of.at));
  return (spent[bookSums(of)[of.per]] ?? 0) + sum(reservations.filter(isCounted));
}

/** A run of a book that is recorded, or reserved still. */
export type BookCharge = { readonly key: string; readonly credits: number; readonly at: number };

/** Names a book in the reservations of these runs: it has got their manuscripts. */
export function withBookNamed(account: Account, book: string, keys: ReadonlySet<string>): Account {
  const reservations = account.reservations.map((one) =>
    keys.has(one.key) ? { ...one, book } : one,
  );
  return { ...account, reservations };
}

/**
 * Makes the sums of a book from its runs, and names it in their reservations: it has got a budget, or
 * other manuscripts. `at` is now.
 */
export function withBookCounted(
  account: Account,
  { workspace, book, at }: BookSum,
  charges: readonly BookCharge[],
): Account {
  const named = withBookNamed(account, book, new Set(charges.map(({ key }) => key)));
  const reserved = new Set(named.reservations.map(({ key }) => key));
  const recorded = charges.filter(({ key }) => !reserved.has(key));
  const oldest = monthOf(at - keptMs);
  const sums = new Map([[bookSums({ workspace, book, at }).book, 0]]);
  for (const { credits, at } of recorded) {
    const { book: all, month } = bookSums({ workspace, book, at });
    for (const where of [all, month]) sums.set(where, (sums.get(where) ?? 0) + credits);
  }
  const recent = [...sums].filter(([where]) => where >= oldest);
  // Months of which it has no run any more.
  const others = Object.entries(account.spent).filter(
    ([where]) => !where.endsWith(`/${workspace}/book/${book}`),
  );
  return { ...named, spent: Object.fromEntries([...others, ...recent]) };
}

export function monthOf(at: number): string {
  return new Date(at).toISOString().slice(0, 7);
}

function spentIn({ at, workspace, channel }: Reservation) {
  return `${monthOf(at)}/${workspace}/${channel}`;
}

function sum(reservations: readonly Reservation[]): number {
  return reservations.reduce((total, { price }) => total + price, 0);
}

const dayMs = 24 * 60 * 60_000;

/** A run that was approved last month may still be recorded; a cap counts this month alone. */
const keptMs = 62 * 24 * 60 * 60_000;

/** The state that a purchase is decided on, read at one moment. */
export type PurchaseState = {
  readonly quote: Quote;
  readonly account: Account;
  readonly settings: Settings;
  readonly book: Book | undefined;
  /** The version of the claims for the quote's language: see `Coverage`. */
  readonly version: number;
};

/** Written together, or not at all. */
export type Spending<Outcome> = {
  readonly quote: Quote;
  readonly account: Account;
  readonly outcome: Outcome;
};
