import { PartnerFault } from "../../../core/faults.ts";
import { openQuotes } from "../../../core/ledger.ts";
import { mainProduct, offerOf } from "../../../core/offer.ts";
import type { Usage } from "../../../core/partner.ts";
import type { Ports } from "../../../core/ports.ts";
import { findTask, hasTranslation, isOnOffer } from "../../../core/quote.ts";
import { type Click, findQuote, isAdmin, isPresent } from "../../approval/actions/decide.ts";
import { monthOf } from "../rules/account.ts";
import { type Receipt, type SpendRow, receiptOf } from "../rules/spend.ts";
import { type ReadDeps, readAccount, reconcile } from "./account.ts";

type UsageDeps = ReadDeps & Pick<Ports, "workspace" | "ledger" | "people" | "spend" | "rules">;

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

type UsageOutcome =
  | ({ readonly status: "usage" } & AccountUse)
  | { readonly status: "not-allowed" }
  | { readonly status: "partner-trouble"; readonly fault: string };

/** Returns balance, reserved credits and this month's spending, for admins. */
export async function showUsage(
  ports: UsageDeps,
  { person }: { readonly person: string },
): Promise<UsageOutcome> {
  if (!(await isAdmin(ports.people, person))) return { status: "not-allowed" };
  try {
    const { usage } = await readAccount(ports, ports.workspace);
    const quotes = await openQuotes(ports);
    await reconcile(ports, quotes);
    const { commitments } = await ports.account.read();
    const reserved = commitments.filter(({ freed }) => freed === undefined);
    const waiting = quotes
      .filter((quote) => isOnOffer(quote) && !hasTranslation(quote))
      .flatMap((quote) => offerOf(quote, mainProduct(quote), ports.rules) ?? []);
    const sums = { reserved: sumOf(reserved), waiting: sumOf(waiting) };
    return { status: "usage", usage, ...sums, spending: await spendingIn(ports) };
  } catch (error) {
    if (error instanceof PartnerFault) return { status: "partner-trouble", fault: error.name };
    throw error;
  }
}

function sumOf(prices: readonly { readonly price: number }[]): CreditSum {
  return { credits: prices.reduce((sum, { price }) => sum + price, 0), count: prices.length };
}

/** Returns a month's spending (`2026-11`; this month by default), for admins. */
export async function showSpending(
  ports: Pick<UsageDeps, "workspace" | "people" | "spend" | "now">,
  asked: { readonly person: string; readonly month?: string | undefined },
): Promise<({ readonly status: "spending" } & MonthSpending) | { readonly status: "not-allowed" }> {
  if (!(await isAdmin(ports.people, asked.person))) return { status: "not-allowed" };
  return { status: "spending", ...(await spendingIn(ports, asked.month)) };
}

async function spendingIn(
  { workspace, spend, now }: Pick<UsageDeps, "workspace" | "spend" | "now">,
  month = monthOf(now()),
): Promise<MonthSpending> {
  return { month, rows: await spend.month(workspace, month) };
}

type ReceiptOutcome =
  | { readonly status: "receipt"; readonly receipt: Receipt }
  | { readonly status: "unknown-card" | "not-allowed" | "not-finished" };

/** Returns the cost of a finished run. Only admins get the account's figures. */
export async function showReceipt(
  ports: Pick<Ports, "workspace" | "ledger" | "people">,
  click: Click & { readonly key: string },
): Promise<ReceiptOutcome> {
  const quote = await findQuote(ports, click);
  if (quote === undefined) return { status: "unknown-card" };
  if (!(await isPresent(ports, click))) return { status: "not-allowed" };
  const task = findTask(quote, click.key);
  if (task?.state.status !== "completed") return { status: "not-finished" };
  const receipt = receiptOf(quote, task);
  return {
    status: "receipt",
    receipt: (await isAdmin(ports.people, click.person))
      ? receipt
      : { ...receipt, account: undefined },
  };
}
