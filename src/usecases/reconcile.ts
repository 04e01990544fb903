import { type Commitment, adopt, release, staleCommitments } from "../domain/account.ts";
import { type Quote, findTask, paidTasks } from "../domain/quote.ts";
import { type Task, isLive } from "../domain/task.ts";
import type { Desk } from "./deps.ts";

type Deps = Pick<Desk, "ledger" | "account" | "now">;

/**
 * Makes the account's books agree with the quotes. Credits that were set aside for an approval which no
 * quote holds are let go: its process died in between. Runs that never passed the gate (found on their
 * cards after the ledger was lost) get theirs set aside, as far as they are on `quotes`.
 */
export async function reconcile(desk: Deps, quotes: readonly Quote[] = []): Promise<void> {
  const { commitments } = await desk.account.read();
  const gone = new Set<string>();
  for (const { key, quoteId } of staleCommitments(commitments, desk.now())) {
    const quote = await desk.ledger.find(quoteId);
    const task = quote === undefined ? undefined : findTask(quote, key);
    if (task === undefined || !needsCredits(task)) gone.add(key);
  }
  const missing = quotes.flatMap(wantedBy);
  await desk.account.change((account) => adopt(release(account, gone), missing));
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
