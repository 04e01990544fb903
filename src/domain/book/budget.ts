import { termHome } from "#domain/glossary/quote-terms.ts";
import { type BookBudget, type Quote, paidTasks } from "#domain/quote.ts";
import {
  type Account,
  type BookCharge,
  bookDigest,
  bookSpending,
  monthOf,
} from "#domain/spending/account.ts";
import { costOf, isLive } from "#domain/task.ts";

import type { Book } from "./book.ts";

/** Returns what is left of the budget of a quote's book; undefined for a book without one. */
export function budgetOf(
  book: Book | undefined,
  account: Account,
  { quote, at }: { readonly quote: Quote; readonly at: number },
): BookBudget | undefined {
  if (book?.budget === undefined) return undefined;
  const { credits: budget, per } = book.budget;
  const { workspace } = quote.place;
  const of = { workspace, book: bookDigest(termHome(quote)), at, per };
  return { budget, per, left: budget - bookSpending(account, of) };
}

/** A warning: so many percent of a book's budget are spent or reserved. */
export type BudgetSpent = BookBudget & { readonly name: string; readonly percent: number };

/** Admins are warned once when so many percent of a budget are spent or reserved. */
const warnedAt = [50, 90, 100] as const;

/**
 * Notes a warning in the book's record, and returns its percentage; undefined if none is due. A budget
 * that was changed, and each month, begins anew.
 */
export function warn(
  book: Book | undefined,
  { budget, per, left }: BookBudget,
  at: number,
): { readonly record: Book | undefined; readonly outcome: number | undefined } {
  const spent = budget - left;
  const percent = warnedAt.findLast((line) => 100 * spent >= line * budget && spent > 0);
  const of = `${budget}/${per === "month" ? monthOf(at) : per}`;
  const before = book?.warned?.of === of ? book.warned.percent : 0;
  if (book === undefined || percent === undefined || percent <= before) {
    return { record: book, outcome: undefined };
  }
  return { record: { ...book, warned: { of, percent } }, outcome: percent };
}

/** Returns what the runs of a book cost, or may cost. */
export function chargesOf(quotes: readonly Quote[]): readonly BookCharge[] {
  return quotes.flatMap((quote) =>
    paidTasks(quote)
      .filter(isLive)
      .map((task) => ({
        key: task.key,
        credits: costOf(task),
        at: task.approval?.at ?? quote.request.at,
      })),
  );
}
