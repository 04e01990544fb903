import { bookName } from "#domain/book/book.ts";
import { shownTitle } from "#domain/book/manuscript-name.ts";
import type { AppContext, StoreContext } from "#domain/context.ts";
import { retryConversation } from "#domain/direct-message-fallback.ts";
import { termHome } from "#domain/glossary/quote-terms.ts";
import { asksForDecision, isInTargetLanguage } from "#domain/offer.ts";
import { statusesOf } from "#domain/quote-lists.ts";
import type { Quote } from "#domain/quote.ts";
import { monthOf, reservedCredits } from "#domain/spending/account.ts";
import type { SpendRow } from "#domain/spending/spend.ts";
import type { UsageSeen } from "#domain/task.ts";
import { rightsOf } from "#features/shared/rights.ts";
import { freshAccount } from "#features/spending/update-account.ts";

/** All lists are newest first, and may have more than a page shows. */
export type Home = {
  readonly mayAsk: boolean;
  readonly mine: readonly Quote[];
  /** The quotes that the person may decide on; undefined for people who may not spend. */
  readonly waiting: readonly Quote[] | undefined;
  /** True when more than these wait. */
  readonly isWaitingCut: boolean;
  /** The running quotes of everybody for people who may spend, else the person's own. */
  readonly running: readonly Quote[];
  /** The books that people named, and those with several manuscripts; newest first. */
  readonly books: readonly ListedBook[];
  /** For admins. */
  readonly money: Money | undefined;
  /** True when the person gets a direct message for each request; undefined for people who may not spend. */
  readonly isNotified: boolean | undefined;
};

export type ListedBook = { readonly id: string; readonly name: string };

export type Money = {
  /** As it was read last; undefined when it was never read. */
  readonly reading: UsageSeen | undefined;
  readonly reserved: number;
  readonly month: string;
  readonly rows: readonly SpendRow[];
};

/** Each list is a page of an index: it takes as long with thousands of quotes as with ten. */
export async function showHome(
  ctx: AppContext,
  { person: id }: { readonly person: string },
): Promise<Home> {
  const { isMember, isAdmin, maySpend } = await rightsOf(ctx.people, id);
  const list = (index: "waiting" | "running" | "books", limit: number) =>
    ctx.quoteStore.list(index, ctx.workspace, { offset: 0, limit });
  const [mine, waiting, running, named, settings] = await Promise.all([
    showStatus(ctx, { person: id }),
    maySpend ? list("waiting", mostWaiting + 1) : undefined,
    maySpend ? list("running", mostListed) : undefined,
    maySpend ? list("books", booksLookedAt) : undefined,
    ctx.settings.read(ctx.workspace),
  ]);
  return {
    mayAsk: isMember,
    mine,
    waiting: waiting && byBook(waiting.slice(0, mostWaiting).filter(isDecidable)),
    isWaitingCut: (waiting?.length ?? 0) > mostWaiting,
    running: running ?? mine.filter((quote) => statusesOf(quote).includes("running")),
    // Only people who may spend see the books of others.
    books: booksOf([...(named ?? []), ...mine]),
    money: isAdmin ? await moneyOf(ctx) : undefined,
    isNotified: maySpend ? settings.notify?.includes(id) === true : undefined,
  };
}

/**
 * Puts the requests of a book together. What somebody needs first comes first, then what expires
 * first.
 */
function byBook(quotes: readonly Quote[]): readonly Quote[] {
  const sorted = quotes.toSorted(
    (one, other) => dueAt(one) - dueAt(other) || one.expiresAt - other.expiresAt,
  );
  return [...Map.groupBy(sorted, termHome).values()].flat();
}

/** The day that somebody named, in ms; without one after all others. */
function dueAt({ request }: Quote): number {
  const day = Date.parse(request.details?.dueOn ?? "");
  return Number.isNaN(day) ? Number.MAX_SAFE_INTEGER : day;
}

async function moneyOf(ctx: AppContext): Promise<Money> {
  const { workspace } = ctx;
  const account = await freshAccount(ctx, 60_000);
  const month = monthOf(ctx.now());
  const rows = await ctx.spend.month(workspace, month);
  return { reading: account.reading, reserved: reservedCredits(account), month, rows };
}

function booksOf(quotes: readonly Quote[]): readonly ListedBook[] {
  const byId = Map.groupBy(quotes, termHome);
  return [...byId].slice(0, booksListed).flatMap(([id, [newest, ...others]]) => {
    if (newest === undefined) return [];
    const isSerial = others.some(({ file }) => file.id !== newest.file.id);
    return newest.book !== undefined || isSerial ? [{ id, name: bookName(newest) }] : [];
  });
}

/** False for a free translation, which anybody takes, and for a text in the card's own language. */
function isDecidable(quote: Quote): boolean {
  return asksForDecision(quote) && !isInTargetLanguage(quote);
}

/** More than a page shows: it says so then. */
const mostListed = 20;
const mostWaiting = 100;
const booksListed = 100;
const booksLookedAt = 300;

/**
 * Returns the newest manuscripts of a person, or those with `search` in the name of manuscript or
 * book. A person who asks can be reached again: undeliverable cards and replies are tried once more.
 */
export async function showStatus(
  { workspace, quoteStore, wake }: StoreContext,
  { person, search = "" }: { readonly person: string; readonly search?: string | undefined },
): Promise<readonly Quote[]> {
  const limit = search === "" ? page : searched;
  const all = await quoteStore.list("person", `${workspace}/${person}`, { offset: 0, limit });
  const isMatch = (quote: Quote) =>
    `${quote.file.name}\n${shownTitle(quote)}\n${bookName(quote)}`
      .toLowerCase()
      .includes(search.toLowerCase());
  const quotes = all.filter(isMatch).slice(0, page);
  const undeliverable = quotes.filter(({ card }) => card.status === "undeliverable");
  for (const { id } of undeliverable) {
    await quoteStore.change(id, retryConversation);
    wake(id);
  }
  return quotes;
}

const page = 100;
/** Somebody waits for the answer: older manuscripts are found in their channel. */
const searched = 1000;
