import { NotFound } from "../../../core/faults.ts";
import { sameLanguage } from "../../../core/languages.ts";
import { openQuotes } from "../../../core/ledger.ts";
import type { Ports } from "../../../core/ports.ts";
import { findTask } from "../../../core/quote.ts";
import { type Task, partnerActions } from "../../../core/task.ts";
import {
  type Click,
  type DecideDeps,
  type Refusal,
  decideOn,
  findQuote,
} from "../../approval/actions/decide.ts";
import { isAdmin, maySeeBalance } from "../../approval/actions/rights.ts";
import { type SettleOutcome, type WayOn, settleUnknown } from "../rules/settling.ts";

export type SettleClick = Click & {
  readonly key: string;
  readonly way:
    | { readonly way: "task-id"; readonly taskId: string }
    | Exclude<WayOn, { way: "task-id" }>;
};

/** The entered task id is unknown to the partner, is something else, or belongs to another card. */
export type NotBelieved = { readonly status: "no-such-task" };

/**
 * Records an admin's decision about an unknown outcome. A task id is looked up at the partner
 * first, and only for admins.
 *
 * @throws NotRecorded, and the partner's faults during the look-up: nothing happened then.
 */
export async function settleUnknownTask(
  ports: DecideDeps & Pick<Ports, "now" | "partner">,
  click: SettleClick,
): Promise<SettleOutcome | NotBelieved | Refusal> {
  const { key, quoteId, person: by } = click;
  const quote = await findQuote(ports, click);
  const task = quote && findTask(quote, key);
  if (quote === undefined || task === undefined) return { status: "unknown-card" };
  // The roles are read anew, because some decisions send a request that costs credits.
  if (!(await isAdmin(ports.people, by, "now"))) {
    ports.audit({ what: "refused", quoteId, by, why: "not allowed" });
    return { status: "not-allowed", quote };
  }
  const way = await checked(ports, task, click.way);
  if ("status" in way) return way;
  const outcome = await decideOn<SettleOutcome>(ports, click, {
    may: maySeeBalance,
    decide: (before) => settleUnknown(before, { key, way, at: ports.now() }),
  });
  if (outcome.status === "settled")
    ports.audit({ what: "settled", quoteId, key, by, why: way.way });
  return outcome;
}

async function checked(
  ports: Pick<Ports, "partner" | "ledger">,
  task: Task,
  way: SettleClick["way"],
): Promise<WayOn | NotBelieved> {
  if (way.way !== "task-id") return way;
  try {
    const { status: word, action, targetLang } = await ports.partner.task(way.taskId);
    const isOther =
      (action !== undefined && action !== partnerActions[task.kind]) ||
      (targetLang !== undefined && !sameLanguage(targetLang, task.target)) ||
      (await isTaken(ports, way.taskId));
    return isOther ? { status: "no-such-task" } : { ...way, word };
  } catch (error) {
    if (error instanceof NotFound) return { status: "no-such-task" };
    throw error;
  }
}

/** True for the task of another run, whose result belongs to that run's card. */
async function isTaken(ports: Pick<Ports, "ledger">, taskId: string): Promise<boolean> {
  const quotes = await openQuotes(ports);
  return quotes.some(({ tasks }) =>
    tasks.some(({ state }) => "taskId" in state && state.taskId === taskId),
  );
}
