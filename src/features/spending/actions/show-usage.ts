import { PartnerFault } from "../../../core/faults.ts";
import { mainProduct, offerOf } from "../../../core/offer.ts";
import { openQuotes } from "../../../core/open-quotes.ts";
import type { Usage } from "../../../core/partner.ts";
import type { Ports } from "../../../core/ports.ts";
import { type Quote, findTask, hasTranslation, isOnOffer, paidTasks } from "../../../core/quote.ts";
import { type Click, findQuote } from "../../approval/actions/decide.ts";
import { isPresent, maySeeBalance } from "../../approval/actions/rights.ts";
import { type Account, monthOf, promisedCredits } from "../rules/account.ts";
import { type Receipt, type SpendRow, receiptOf } from "../rules/spend.ts";
import { type ReadDeps, readAccount, reconcile } from "./account.ts";

type UsageDeps = ReadDeps & Pick<Ports, "workspace" | "ledger" | "people" | "spend" | "rules">;

type Asked = { readonly person: string };

/** A sum of credits, and the number of its runs or cards. */
export type Heap = { readonly credits: number; readonly count: number };

/** The use of the partner account's credits. */
export type Funds = {
  /** For tasks that run at the partner. */
  readonly reserved: Heap;
  /** For approvals that were not sent yet, or whose outcome is unknown. */
  readonly promised: Heap;
  /** The prices of waiting cards, which nobody has approved. */
  readonly waiting: Heap;
  /** The balance less all reserved credits; below 0 if more is reserved than there is. */
  readonly left: number;
};

export type Spending = { readonly month: string; readonly rows: readonly SpendRow[] };

export type UsageOutcome =
  | {
      readonly status: "usage";
      readonly usage: Usage;
      readonly funds: Funds;
      readonly spending: Spending;
    }
  | { readonly status: "not-allowed" }
  | { readonly status: "partner-trouble"; readonly fault: string };

/** Returns balance, reserved credits and this month's spending, for admins. */
export async function showUsage(ports: UsageDeps, asked: Asked): Promise<UsageOutcome> {
  if (!(await mayLook(ports, asked))) return { status: "not-allowed" };
  try {
    const { usage } = await readAccount(ports, ports.workspace);
    const quotes = await openQuotes(ports);
    await reconcile(ports, quotes);
    const account = await ports.account.read();
    const funds = fundsOf(usage.balanceCredits, { account, quotes, rules: ports.rules });
    return { status: "usage", usage, funds, spending: await spending(ports) };
  } catch (error) {
    if (error instanceof PartnerFault) return { status: "partner-trouble", fault: error.name };
    throw error;
  }
}

/** Returns a month's spending (`2026-11`; this month by default), for admins. */
export async function showSpending(
  ports: Pick<UsageDeps, "workspace" | "people" | "spend" | "now">,
  asked: Asked & { readonly month?: string | undefined },
): Promise<({ readonly status: "spending" } & Spending) | { readonly status: "not-allowed" }> {
  if (!(await mayLook(ports, asked))) return { status: "not-allowed" };
  return { status: "spending", ...(await spending(ports, asked.month)) };
}

async function spending(
  { workspace, spend, now }: Pick<UsageDeps, "workspace" | "spend" | "now">,
  month = monthOf(now()),
): Promise<Spending> {
  return { month, rows: await spend.month(workspace, month) };
}

/** True for admins. */
async function mayLook({ people }: Pick<Ports, "people">, asked: Asked): Promise<boolean> {
  const [person, roles] = await Promise.all([people.find(asked.person), people.roles()]);
  return maySeeBalance(person, roles);
}

function fundsOf(
  balance: number,
  { account, quotes, rules }: Pick<Ports, "rules"> & { account: Account; quotes: readonly Quote[] },
): Funds {
  const running = quotes
    .flatMap(paidTasks)
    .filter(({ state }) => state.status === "running")
    .map(({ price }) => price);
  const waiting = quotes
    .filter((quote) => isOnOffer(quote) && !hasTranslation(quote))
    .flatMap((quote) => offerOf(quote, mainProduct(quote), rules)?.price ?? []);
  const committed = promisedCredits(account);
  const counted = account.commitments.filter(({ freed }) => freed === undefined).length;
  const reserved = heap(running);
  return {
    reserved,
    promised: {
      credits: Math.max(0, committed - reserved.credits),
      count: Math.max(0, counted - reserved.count),
    },
    waiting: heap(waiting),
    left: balance - Math.max(committed, reserved.credits),
  };
}

function heap(prices: readonly number[]): Heap {
  return { credits: prices.reduce((sum, price) => sum + price, 0), count: prices.length };
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
    receipt: (await mayLook(ports, click)) ? receipt : { ...receipt, account: undefined },
  };
}
