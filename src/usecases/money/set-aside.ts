import type { Decided } from "../../domain/approval/decisions.ts";
import {
  type CommitOutcome,
  type Commitment,
  type NoFunds,
  adopt,
  commit,
  release,
} from "../../domain/money/account.ts";
import { type Quote, findTask, paidTasks } from "../../domain/quote/quote.ts";
import { type Task, isLive } from "../../domain/task/task.ts";
import type { Desk } from "../deps.ts";
import { type ReadDeps, freshAccount } from "./read-account.ts";
import { reconcile } from "./reconcile.ts";

export type FundsDeps = ReadDeps & Pick<Desk, "ledger" | "sleep">;

/** The quote was changed by others all the while: nothing was recorded. */
export class Unsteady extends Error {
  override readonly name = "Unsteady";
}

/**
 * The one gate for everything that spends, whoever decides it. `decide` is pure, and each paid task that it
 * adds needs credits. The order:
 *
 * 1. `decide` is tried on the quote as it stands: which tasks would be added, at what price?
 * 2. Their credits are set aside in the account's books, by compare-and-set, if balance and monthly cap
 *    leave room beside all that is set aside already.
 * 3. The decision is recorded on the quote, by its own compare-and-set, if it adds just those tasks.
 * 4. What was set aside and is on no quote is let go again.
 *
 * A crash between 2 and 3, and books that cannot be written in 4, leave credits set aside that no quote asks
 * for: `reconcile` lets them go. Nothing is sent before 3.
 *
 * @throws what keeps a store from answering: nothing was recorded then, or it is an UnclearWrite.
 */
export async function recordSpending<Outcome>(
  desk: FundsDeps,
  quoteId: string,
  decide: (quote: Quote) => Decided<Outcome>,
): Promise<Outcome | NoFunds> {
  for (let attempt = 0; attempt < attemptLimit; attempt += 1) {
    const quote = await desk.ledger.find(quoteId);
    if (quote === undefined) throw new Unsteady(`no quote ${quoteId}`);
    const wished = wishes(quote, decide(quote).quote, desk.now());
    const funds = await setAside(desk, quote, wished);
    if (funds.status !== "committed") return funds;
    const recorded = await record(desk, { quoteId, wished, decide });
    if (recorded !== "moved") return recorded.outcome;
  }
  throw new Unsteady(`quote ${quoteId} changes all the time`);
}

type Wished = readonly Commitment[];

/** The credits that the tasks need which a decision adds. */
function wishes(before: Quote, after: Quote, at: number): Wished {
  const { workspace, channel } = before.place;
  return newTasks(before, after).map(({ key, price }) => ({
    key,
    quoteId: before.id,
    workspace,
    channel,
    price,
    at,
  }));
}

async function setAside(desk: FundsDeps, quote: Quote, wished: Wished): Promise<CommitOutcome> {
  if (wished.length === 0) return { status: "committed" };
  const { workspace } = quote.place;
  await freshAccount(desk, { workspace, freshMs });
  const outcome = await tryCommit(desk, quote, wished);
  if (outcome.status === "committed") return outcome;
  // Nobody is refused for a balance of before a top-up, nor for what a crash left behind.
  await freshAccount(desk, { workspace, freshMs: 0 });
  await reconcile(desk);
  const final = await tryCommit(desk, quote, wished);
  if (final.status === "short-of-credits") await showBalance(desk, quote, final);
  return final;
}

async function tryCommit(desk: FundsDeps, quote: Quote, wished: Wished): Promise<CommitOutcome> {
  const { policy } = await desk.settings.read(quote.place.workspace);
  // The function below may run again when somebody else was first: the last run is what was written.
  const runs: CommitOutcome[] = [];
  await desk.account.change((before) => {
    const { account, outcome } = commit(before, wished, policy.capPerChannelMonth);
    runs.push(outcome);
    return account;
  });
  const [outcome] = runs.slice(-1);
  if (outcome === undefined) throw new Unsteady("nothing was set aside");
  return outcome;
}

type Recording<Outcome> = {
  readonly quoteId: string;
  readonly wished: Wished;
  readonly decide: (quote: Quote) => Decided<Outcome>;
};

async function record<Outcome>(
  desk: FundsDeps,
  { quoteId, wished, decide }: Recording<Outcome>,
): Promise<{ readonly outcome: Outcome } | "moved"> {
  const runs: ({ readonly outcome: Outcome } | "moved")[] = [];
  const since = desk.now();
  const after = await desk.ledger.change(quoteId, (before) => {
    const decided = decide(before);
    const isLate = wished.length > 0 && desk.now() - since > recordWithinMs;
    const isCovered = newTasks(before, decided.quote).every((task) => covers(wished, task));
    runs.push(isCovered && !isLate ? { outcome: decided.outcome } : "moved");
    return isCovered && !isLate ? decided.quote : before;
  });
  // What was decided stands, whatever becomes of the books: a crash here would leave no more to mend.
  await settle(desk, after, wished).catch(() => undefined);
  return runs.at(-1) ?? "moved";
}

/** On the quote: it stays, or comes back if somebody who was refused let it go. Not on it: it goes. */
async function settle(desk: FundsDeps, quote: Quote, wished: Wished): Promise<void> {
  if (wished.length === 0) return;
  const isBacked = ({ key }: Commitment) => {
    const task = findTask(quote, key);
    return task !== undefined && isLive(task) && task.booked === undefined;
  };
  const backed = wished.filter(isBacked);
  const gone = new Set(wished.filter((one) => !backed.includes(one)).map(({ key }) => key));
  await desk.account.change((account) => adopt(release(account, gone), backed));
}

function newTasks(before: Quote, after: Quote): readonly Task[] {
  return paidTasks(after).filter(({ key }) => findTask(before, key) === undefined);
}

function covers(wished: Wished, { key, price }: Task): boolean {
  return wished.some((one) => one.key === key && one.price >= price);
}

/** The card says what the refusal says. */
async function showBalance(
  desk: FundsDeps,
  { id }: Quote,
  { balance: credits, promised, readAt: at }: Extract<NoFunds, { status: "short-of-credits" }>,
): Promise<void> {
  await desk.ledger.change(id, (before) => ({ ...before, balance: { credits, promised, at } }));
}

const freshMs = 30_000;
const attemptLimit = 5;
/** Well before `reconcile` takes it for the trace of a crash. */
const recordWithinMs = 60_000;
