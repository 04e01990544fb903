import { UnreadableRecord } from "../../domain/faults.ts";
import { type Commitment, adopt, isStale, release } from "../../domain/money/account.ts";
import { type Quote, findTask, paidTasks } from "../../domain/quote/quote.ts";
import { type Task, isLive } from "../../domain/task/task.ts";
import type { Desk } from "../deps.ts";

type Deps = Pick<Desk, "ledger" | "account" | "now">;

/**
 * Makes the account's books agree with the quotes. Credits that were set aside for what was refused, or for
 * an approval that no quote holds because its process died in between, are let go. Runs that never passed
 * the gate (found on their cards after the ledger was lost) get theirs set aside, as far as they are on
 * `quotes`.
 */
export async function reconcile(desk: Deps, quotes: readonly Quote[] = []): Promise<void> {
  const { commitments } = await desk.account.read();
  const gone = new Set<string>();
  for (const commitment of commitments) {
    if (await isOver(desk, commitment)) gone.add(commitment.key);
  }
  const missing = quotes.flatMap(wantedBy);
  await desk.account.change((account) => adopt(release(account, gone), missing));
}

async function isOver({ ledger, now }: Deps, commitment: Commitment): Promise<boolean> {
  try {
    const quote = await ledger.find(commitment.quoteId);
    const task = quote === undefined ? undefined : findTask(quote, commitment.key);
    // An approval of just now may not have reached its quote yet.
    return task === undefined ? isStale(commitment, now()) : !needsCredits(task);
  } catch (error) {
    // A record that nobody can read must not keep the desk from all the others: its credits stay.
    if (error instanceof UnreadableRecord) return false;
    throw error;
  }
}

/** Credits of everything on a quote that may still be charged. */
function wantedBy(quote: Quote): readonly Commitment[] {
  const { id: quoteId, receivedAt } = quote;
  const { workspace, channel } = quote.place;
  return paidTasks(quote)
    .filter((task) => isLive(task) && task.booked === undefined)
    .map(({ key, price, approval }) => {
      const at = approval?.at ?? receivedAt;
      return { key, quoteId, workspace, channel, price, at };
    });
}

/** Booked as failed, it may still come back: what it has then is needed only for its month. */
function needsCredits(task: Task): boolean {
  return isLive(task) && (task.booked === undefined || task.booked.as === "failed");
}
