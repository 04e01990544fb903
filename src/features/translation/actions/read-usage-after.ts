import { Unauthorized } from "../../../core/faults.ts";
import type { Desk } from "../../../core/ports.ts";
import { type Quote, changeTask, findTask } from "../../../core/quote.ts";
import { type Task, type UsageSeen, isPaid } from "../../../core/task.ts";
import { type ReadDeps, readAccount } from "../../spending/actions/read-account.ts";

type Deps = ReadDeps & Pick<Desk, "ledger">;

/**
 * Notes what the partner account holds just before a paid task is first sent: the one thing to compare
 * with when its outcome stays unknown. Contract, Not shown: no endpoint lists the tasks of a key.
 */
export async function noteUsageBefore(desk: Deps, quote: Quote, key: string): Promise<Quote> {
  const task = findTask(quote, key);
  if (task === undefined || !isPaid(task) || task.usageBefore !== undefined) return quote;
  try {
    const usageBefore = await readAccount(desk, quote.place.workspace);
    return await desk.ledger.change(quote.id, (before) =>
      changeTask(before, key, (now) =>
        now.usageBefore === undefined && now.attempts.length === 0 ? { ...now, usageBefore } : now,
      ),
    );
  } catch (error) {
    // A refused key is told by the send itself, which then costs nothing.
    if (error instanceof Unauthorized) return quote;
    throw error;
  }
}

/** Notes what the account holds after the outcome has become unknown, for the admins' card. */
export async function reckon(desk: Deps, quote: Quote, key: string): Promise<Quote> {
  const usageAfter = await readAccount(desk, quote.place.workspace);
  return await desk.ledger.change(quote.id, (before) =>
    changeTask(before, key, (task) => withUsageAfter(task, usageAfter)),
  );
}

function withUsageAfter(task: Task, usageAfter: UsageSeen): Task {
  return task.state.status === "unknown" ? { ...task, state: { ...task.state, usageAfter } } : task;
}
