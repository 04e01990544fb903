import { UnreadableRecord } from "../../../core/faults.ts";
import type { Desk } from "../../../core/ports.ts";
import { type Quote, findTask, paidTasks } from "../../../core/quote.ts";
import { type Task, isLive } from "../../../core/task.ts";
import { type Commitment, adopt, commitmentFor, release } from "../rules/account.ts";

type Deps = Pick<Desk, "ledger" | "account">;

/**
 * Holds the account against the quotes, as far as they are on `quotes`: reserved credits that no run needs
 * are let go, and runs that need some get them. A purchase writes both at once, so this mends only what was
 * lost or put back by hand.
 */
export async function reconcile(desk: Deps, quotes: readonly Quote[]): Promise<void> {
  const { commitments } = await desk.account.read();
  const gone = new Set<string>();
  for (const commitment of commitments) {
    if (await isOver(desk, commitment)) gone.add(commitment.key);
  }
  const missing = quotes.flatMap(wantedBy);
  await desk.account.change((account) => adopt(release(account, gone), missing));
}

async function isOver({ ledger }: Deps, commitment: Commitment): Promise<boolean> {
  try {
    const quote = await ledger.find(commitment.quoteId);
    const task = quote && findTask(quote, commitment.key);
    return task === undefined || !needsCredits(task);
  } catch (error) {
    // A record that nobody can read must not keep the desk from all the others: its credits stay.
    if (error instanceof UnreadableRecord) return false;
    throw error;
  }
}

/** Credits of everything on a quote that may still be charged. */
function wantedBy(quote: Quote): readonly Commitment[] {
  return paidTasks(quote)
    .filter((task) => isLive(task) && task.booked === undefined)
    .map((task) => commitmentFor(quote, task));
}

/** Booked as failed, it may still come back: what it has then is needed only for its month. */
function needsCredits(task: Task): boolean {
  return isLive(task) && (task.booked === undefined || task.booked.as === "failed");
}
