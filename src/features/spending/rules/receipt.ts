import { estimatedCredits } from "../../../core/offer.ts";
import { type Quote, manuscriptOf } from "../../../core/quote.ts";
import { type Task, type UsageSeen, charactersOf } from "../../../core/task.ts";

/** A finished run in numbers: what we counted, what was approved, and what the partner says of it. */
export type Receipt = {
  /** Code points that the run worked on. */
  readonly ownCount: number;
  /** The partner's estimate; of the whole text alone. */
  readonly estimated: number | undefined;
  readonly approved: number;
  /** Undefined when the partner did not say. */
  readonly charged: number | undefined;
  readonly account: AccountChange | undefined;
};

/** GET /usage before the first send and after the end. Credits. */
export type AccountChange = {
  readonly before: UsageSeen;
  readonly after: UsageSeen;
  /** What the account used in between. */
  readonly used: number;
  /** What other runs of this desk came to in between; undefined where that was not noted. */
  readonly otherRuns: number | undefined;
  /** `used` less this run and the others: above 0 somebody else used the account, below 0 it is not all in yet. */
  readonly unexplained: number;
};

export function receiptOf(quote: Quote, task: Task): Receipt {
  const { state, scope, part, price } = task;
  const isWhole = scope === undefined && part === undefined;
  return {
    ownCount: charactersOf(task, manuscriptOf(quote)?.characters ?? 0),
    estimated: isWhole ? estimatedCredits(quote) : undefined,
    approved: price,
    charged: state.status === "completed" ? state.result.charged : undefined,
    account: accountChange(task),
  };
}

function accountChange(task: Task): AccountChange | undefined {
  const { usageBefore: before, booked, state, price } = task;
  const after = booked?.after;
  if (before === undefined || after === undefined) return undefined;
  const used = usedBetween(before, after);
  const otherRuns =
    before.booked === undefined || after.booked === undefined
      ? undefined
      : after.booked - before.booked;
  const own = state.status === "completed" ? (state.result.charged ?? price) : 0;
  return { before, after, used, otherRuns, unexplained: used - own - (otherRuns ?? 0) };
}

/** A new period begins at 0: then the balance has to tell, which a top-up hides. */
function usedBetween(before: UsageSeen, after: UsageSeen): number {
  const used = after.used - before.used;
  return used >= 0 ? used : Math.max(0, before.balance - after.balance);
}
