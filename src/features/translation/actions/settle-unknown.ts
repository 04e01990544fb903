import { NotFound, TaskTaken } from "../../../core/faults.ts";
import type { PartnerTask } from "../../../core/partner.ts";
import type { Ports } from "../../../core/ports.ts";
import { type Quote, findTask, manuscriptOf } from "../../../core/quote.ts";
import { reachAgain } from "../../../core/reaching.ts";
import { sameLanguage } from "../../../core/setup.ts";
import { type Task, charactersOf, partnerActions } from "../../../core/task.ts";
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

/** The partner has no task with the entered id, or it is for something else or of another run. */
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
    const way = task && (await lookUp(ports, { quote, task }, click.way));
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
  { quote, task }: { readonly quote: Quote; readonly task: Task },
  way: SettleClick["way"],
): Promise<WayOn | NotBelieved> {
  if (way.way !== "task-id") return way;
  try {
    const found = await partner.task(way.taskId);
    return isOther(quote, task, found)
      ? { status: "no-such-task" }
      : { ...way, word: found.status };
  } catch (error) {
    if (error instanceof NotFound) return { status: "no-such-task" };
    throw error;
  }
}

/**
 * True for a task that is certainly for something else. Not in the contract: how the partner counts
 * what it was sent, so a count that differs by less than a factor of two proves nothing.
 */
function isOther(quote: Quote, task: Task, found: PartnerTask): boolean {
  const { kind, target, price, approval } = task;
  const { action = partnerActions[kind], targetLang = target, createdAt = Infinity } = found;
  const whole = manuscriptOf(quote)?.characters ?? 0;
  const { characters = whole } = found;
  return (
    action !== partnerActions[kind] ||
    !sameLanguage(targetLang, target) ||
    2 * characters < charactersOf(task, whole) ||
    characters > 2 * Math.max(whole, price) ||
    createdAt < (approval?.at ?? 0) - clocksMs
  );
}

/** How far the partner's clock and ours may be apart. */
const clocksMs = 3_600_000;
