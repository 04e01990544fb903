import { NotFound, TaskTaken } from "../../../core/faults.ts";
import type { Ports } from "../../../core/ports.ts";
import { findTask } from "../../../core/quote.ts";
import { reachAgain } from "../../../core/reaching.ts";
import { sameLanguage } from "../../../core/setup.ts";
import { type Task, partnerActions } from "../../../core/task.ts";
import {
  type Click,
  type DecideDeps,
  type Refusal,
  type Rights,
  underRights,
} from "../../approval/actions/decide.ts";
import { type SettleOutcome, type WayOn, settleUnknown } from "../rules/transitions.ts";

export type SettleClick = Click & {
  readonly key: string;
  readonly way:
    | { readonly way: "task-id"; readonly taskId: string }
    | Exclude<WayOn, { way: "task-id" }>;
};

/** The entered task id is unknown to the partner, is another task's, or belongs to another card. */
export type NotBelieved = { readonly status: "no-such-task" };

/**
 * Records an admin's decision about a run of unknown outcome, or one that could not be sent. A task
 * id is looked up at the partner first. Roles are read anew, because some decisions cost credits.
 *
 * @throws NotRecorded, also when the partner does not answer the look-up: nothing happened then.
 */
export async function settleUnknownTask(
  ports: DecideDeps & Pick<Ports, "now" | "partner">,
  click: SettleClick,
): Promise<SettleOutcome | NotBelieved | Refusal> {
  const { key, quoteId, person: by } = click;
  const rights = { may: ({ isAdmin }: Rights) => isAdmin, asOf: "now" } as const;
  return await underRights(ports, click, rights, async (quote) => {
    const task = findTask(quote, key);
    const way = task && (await lookUp(ports, task, click.way));
    if (way === undefined) return { status: "unknown-card" };
    if ("status" in way) return way;
    const outcome = await settle(ports, quoteId, { key, way, at: ports.now() });
    if (outcome.status === "settled")
      ports.audit({ what: "settled", quoteId, key, by, why: way.way });
    return outcome;
  });
}

async function settle(
  { ledger }: Pick<Ports, "ledger">,
  quoteId: string,
  found: Parameters<typeof settleUnknown>[1],
): Promise<SettleOutcome | NotBelieved> {
  try {
    return (await ledger.decide(quoteId, (before) => settleUnknown(reachAgain(before), found)))
      .outcome;
  } catch (error) {
    if (error instanceof TaskTaken) return { status: "no-such-task" };
    throw error;
  }
}

async function lookUp(
  { partner }: Pick<Ports, "partner">,
  task: Task,
  way: SettleClick["way"],
): Promise<WayOn | NotBelieved> {
  if (way.way !== "task-id") return way;
  try {
    const { status: word, action, targetLang } = await partner.task(way.taskId);
    const isOther =
      (action !== undefined && action !== partnerActions[task.kind]) ||
      (targetLang !== undefined && !sameLanguage(targetLang, task.target));
    return isOther ? { status: "no-such-task" } : { ...way, word };
  } catch (error) {
    if (error instanceof NotFound) return { status: "no-such-task" };
    throw error;
  }
}
