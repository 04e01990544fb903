import { PartnerFault } from "../../../core/faults.ts";
import { mainProduct, offerOf } from "../../../core/offer.ts";
import { openQuotes } from "../../../core/open-quotes.ts";
import type { Usage } from "../../../core/partner.ts";
import type { Ports } from "../../../core/ports.ts";
import { type Quote, findTask, hasTranslation, isOnOffer, paidTasks } from "../../../core/quote.ts";
import { type Click, findQuote } from "../../approval/actions/decide.ts";
import { isPresent } from "../../approval/actions/may-have-result.ts";
import { maySeeBalance } from "../../approval/rules/rights.ts";
import { type Account, monthOf, promisedCredits } from "../rules/account.ts";
import { type Receipt, type SpendRow, receiptOf } from "../rules/spend.ts";
import { type ReadDeps, readUsage } from "./read-account.ts";
import { reconcile } from "./record-charge.ts";

type UsageDeps = ReadDeps & Pick<Ports, "workspace" | "ledger" | "people" | "spend" | "rules">;

export type Asked = { readonly person: string };

/** Credits, and for how many runs or cards. */
export type Heap = { readonly credits: number; readonly count: number };

/** Where the credits of the partner account are. */
export type Funds = {
  /** For tasks that run at the partner. */
  readonly reserved: Heap;
  /** For approvals that the partner has not taken yet, or of which nobody knows whether it has. */
  readonly promised: Heap;
  /** What the cards that wait for a decision would take; nobody has approved that. */
  readonly waiting: Heap;
  /** Credits of the balance that no approval counts on; below 0 when they count on more than there is. */
  readonly left: number;
};

export type Spending = { readonly month: string; readonly rows: readonly SpendRow[] };

export type NotAllowed = { readonly status: "not-allowed" };

export type UsageOutcome =
  | {
      readonly status: "usage";
      readonly usage: Usage;
      readonly funds: Funds;
      readonly spending: Spending;
    }
  | NotAllowed
  | { readonly status: "partner-trouble"; readonly fault: string };

/** The partner account: what is in it, what is promised of it, and where this month's credits went. For admins. */
export async function showUsage(ports: UsageDeps, asked: Asked): Promise<UsageOutcome> {
  if (!(await mayLook(ports, asked))) return { status: "not-allowed" };
  try {
    const usage = await readUsage(ports, ports.workspace);
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

/** What the workspace spent in a month (`2026-11`), or in this one; asks the partner nothing. For admins. */
export async function showSpending(
  ports: Pick<UsageDeps, "workspace" | "people" | "spend" | "now">,
  asked: Asked & { readonly month?: string | undefined },
): Promise<({ readonly status: "spending" } & Spending) | NotAllowed> {
  if (!(await mayLook(ports, asked))) return { status: "not-allowed" };
  return { status: "spending", ...(await spending(ports, asked)) };
}

async function spending(
  { workspace, spend, now }: Pick<UsageDeps, "workspace" | "spend" | "now">,
  { month = monthOf(now()) }: { readonly month?: string | undefined } = {},
): Promise<Spending> {
  return { month, rows: await spend.month(workspace, month) };
}

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

export type ReceiptOutcome =
  | { readonly status: "receipt"; readonly receipt: Receipt }
  | { readonly status: "unknown-card" }
  | { readonly status: "not-allowed" }
  | { readonly status: "not-finished" };

/** What a finished run cost and why, for members of the conversation; the account's figures for admins alone. */
export async function showReceipt(
  ports: Pick<Ports, "workspace" | "ledger" | "people">,
  click: Click & { readonly key: string },
): Promise<ReceiptOutcome> {
  const quote = await findQuote(ports, click);
  if (quote === undefined) return { status: "unknown-card" };
  if (!(await isPresent(ports, click))) return { status: "not-allowed" };
  const { people } = ports;
  const [person, roles] = await Promise.all([people.find(click.person), people.roles()]);
  const task = findTask(quote, click.key);
  if (task?.state.status !== "completed") return { status: "not-finished" };
  const receipt = receiptOf(quote, task);
  return {
    status: "receipt",
    receipt: maySeeBalance(person, roles) ? receipt : { ...receipt, account: undefined },
  };
}
