import { PartnerFault } from "../domain/faults.ts";
import type { Usage } from "../domain/partner.ts";
import { paidTasks } from "../domain/quote.ts";
import { maySeeBalance } from "../domain/rights.ts";
import { hasEnded } from "../domain/task.ts";
import type { Desk } from "./deps.ts";
import { openQuotes } from "./open-quotes.ts";

export type UsageOutcome =
  | {
      readonly status: "usage";
      readonly usage: Usage;
      readonly promised: number;
      readonly running: number;
    }
  | { readonly status: "not-allowed" }
  | { readonly status: "partner-trouble"; readonly fault: string };

/** The partner account's balance and what running tasks are promised, for admins. */
export async function showUsage(
  desk: Pick<Desk, "ledger" | "people" | "partner">,
  asked: { readonly person: string; readonly workspace: string },
): Promise<UsageOutcome> {
  const [person, roles] = await Promise.all([desk.people.find(asked.person), desk.people.roles()]);
  if (person.workspace !== asked.workspace || !maySeeBalance(person, roles)) {
    return { status: "not-allowed" };
  }
  const running = await runningTasks(desk);
  try {
    const usage = await desk.partner.usage();
    const promised = running.reduce((sum, { price }) => sum + price, 0);
    return { status: "usage", usage, promised, running: running.length };
  } catch (error) {
    if (error instanceof PartnerFault) return { status: "partner-trouble", fault: error.name };
    throw error;
  }
}

/** Approved tasks whose charge is not known yet. */
async function runningTasks(desk: Pick<Desk, "ledger">) {
  const open = await openQuotes(desk);
  return open.flatMap(paidTasks).filter((task) => !hasEnded(task));
}
