import { bookName } from "#domain/book/book.ts";
import { budgetOf, chargesOf, warn } from "#domain/book/budget.ts";
import type { AppContext } from "#domain/context.ts";
import { termHome } from "#domain/glossary/quote-terms.ts";
import type { BookBudget, Quote } from "#domain/quote.ts";
import { bookDigest, withBookCounted, withBookNamed } from "#domain/spending/account.ts";

/** Tells of what a purchase left of a budget: see `tellBudget`. */
export async function budgetChanged(ctx: AppContext, quoteId: string): Promise<void> {
  const quote = await ctx.quoteStore.find(quoteId);
  if (quote === undefined) return;
  const { budget } = (await ctx.books.read(termHome(quote))) ?? {};
  if (budget !== undefined || quote.balance?.book !== undefined) await tellBudget(ctx, quote);
}

/** Warns admins once at each line, and shows what is left on the open cards of the quote's book. */
export async function tellBudget(ctx: AppContext, quote: Quote): Promise<void> {
  const id = termHome(quote);
  const book = await ctx.books.read(id);
  const at = ctx.now();
  const budget = budgetOf(book, await ctx.account.read(), { quote, at });
  if (budget !== undefined) {
    const { outcome: percent } = await ctx.books.decide(id, (now) => warn(now, budget, at));
    if (percent !== undefined) {
      ctx.warnOfBudget({ name: book?.name ?? bookName(quote), percent, ...budget });
    }
  }
  const page = { offset: 0, limit: cardsShown };
  await showBudget(ctx, await ctx.quoteStore.list("book-id", id, page), budget);
}

/** Older cards find out at the click. */
const cardsShown = 100;

/** Writes what is left of the budget to the cards that still offer something. */
async function showBudget(
  { quoteStore, wake }: AppContext,
  quotes: readonly Quote[],
  budget: BookBudget | undefined,
): Promise<void> {
  for (const { id, decision } of quotes) {
    if (decision.status !== "open") continue;
    await quoteStore.change(id, (before) => withBudget(before, budget));
    wake(id);
  }
}

export function withBudget(quote: Quote, budget: BookBudget | undefined): Quote {
  const { balance } = quote;
  if (balance === undefined || JSON.stringify(balance.book) === JSON.stringify(budget))
    return quote;
  const { book: _, ...rest } = balance;
  return { ...quote, balance: { ...rest, ...(budget && { book: budget }) } };
}

/** Reserves the credits of these quotes for their book: they were moved to it. */
export async function reserveForBook(
  { account }: AppContext,
  id: string,
  quotes: readonly Quote[],
): Promise<void> {
  const keys = new Set(chargesOf(quotes).map(({ key }) => key));
  await account.change((before) => withBookNamed(before, bookDigest(id), keys));
}

/**
 * Makes the sums of a book from its quotes. A run that ends meanwhile would be missing or count twice, so
 * it is done again then.
 *
 * @param quotesOf reads all quotes of the book.
 */
export async function countBook(
  ctx: AppContext,
  id: string,
  quotesOf: () => Promise<readonly Quote[]>,
): Promise<void> {
  for (;;) {
    const before = await ctx.account.read();
    const charges = chargesOf(await quotesOf());
    const of = { workspace: ctx.workspace, book: bookDigest(id), at: ctx.now() };
    const { outcome: isDone } = await ctx.account.decide((account) => {
      const keys = new Set(account.reservations.map(({ key }) => key));
      const isSame = before.reservations.every(({ key }) => keys.has(key));
      return isSame && account.recorded === before.recorded
        ? { record: withBookCounted(account, of, charges), outcome: true }
        : { record: account, outcome: false };
    });
    if (isDone) return;
  }
}
