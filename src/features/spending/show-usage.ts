import { referenceOn } from "#domain/book/book.ts";
import type { AppContext } from "#domain/context.ts";
import { PartnerError } from "#domain/errors.ts";
import { termHome } from "#domain/glossary/quote-terms.ts";
import { mainProduct, offerOf } from "#domain/offer.ts";
import type { Usage } from "#domain/partner.ts";
import { type Quote, hasTranslation, isOnOffer } from "#domain/quote.ts";
import { monthOf } from "#domain/spending/account.ts";
import { type Receipt, type SpendRow, receiptOf } from "#domain/spending/spend.ts";
import type { Task } from "#domain/task.ts";
import { rightsOf } from "#features/shared/rights.ts";

import { readAccount, reconcileOpen } from "./update-account.ts";

/** A sum of credits, and the number of its approvals or cards. */
export type CreditSum = { readonly credits: number; readonly count: number };

export type MonthSpending = { readonly month: string; readonly rows: readonly SpendRow[] };

/** The use of the partner account's credits. */
export type AccountUse = {
  readonly usage: Usage;
  /** For approved runs that have not ended, or whose charge may not be in the balance yet. */
  readonly reserved: CreditSum;
  /** The prices of waiting cards, which nobody has approved. */
  readonly waiting: CreditSum;
  readonly spending: MonthSpending;
};

/** Returns balance, reserved credits and this month's spending, for admins. */
export async function showUsage(ctx: AppContext, { person }: { readonly person: string }) {
  if (!(await rightsOf(ctx.people, person)).isAdmin) return { status: "not-allowed" } as const;
  try {
    const { usage } = await readAccount(ctx);
    const quotes = await reconcileOpen(ctx);
    const { reservations } = await ctx.account.read();
    const reserved = reservations.filter(({ freed }) => freed === undefined);
    const waiting = quotes
      .filter((quote) => isOnOffer(quote) && !hasTranslation(quote))
      .flatMap((quote) => offerOf(quote, mainProduct(quote), ctx.setup) ?? []);
    const sums = { reserved: sumOf(reserved), waiting: sumOf(waiting) };
    const use: AccountUse = { usage, ...sums, spending: await spendingIn(ctx) };
    return { status: "usage", ...use } as const;
  } catch (error) {
    if (error instanceof PartnerError) {
      return { status: "partner-trouble", fault: error.name } as const;
    }
    throw error;
  }
}

function sumOf(prices: readonly { readonly price: number }[]): CreditSum {
  return { credits: prices.reduce((sum, { price }) => sum + price, 0), count: prices.length };
}

/** Returns a month's spending (`2026-11`; this month by default); undefined to all but admins. */
export async function showSpending(
  ctx: AppContext,
  { person, month }: { readonly person: string; readonly month: string | undefined },
): Promise<MonthSpending | undefined> {
  const { isAdmin } = await rightsOf(ctx.people, person);
  return isAdmin ? await spendingIn(ctx, month) : undefined;
}

async function spendingIn(
  { workspace, spend, now }: AppContext,
  month = monthOf(now()),
): Promise<MonthSpending> {
  return { month, rows: await spend.month(workspace, month) };
}

/** Returns the cost of a finished run. Only admins get the account's figures. */
export async function showReceipt(
  { people, books }: AppContext,
  { quote, task }: { readonly quote: Quote; readonly task: Task },
  person: string,
): Promise<Receipt> {
  const reference = referenceOn(quote, await books.read(termHome(quote)));
  const receipt = { ...receiptOf(quote, task), reference };
  const { isAdmin } = await rightsOf(people, person);
  return isAdmin ? receipt : { ...receipt, account: undefined };
}
