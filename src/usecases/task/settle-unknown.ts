import { maySeeBalance } from "../../domain/approval/rights.ts";
import { NotFound } from "../../domain/faults.ts";
import { findTask } from "../../domain/quote/quote.ts";
import { type SettleOutcome, type WayOn, settleUnknown } from "../../domain/task/settling.ts";
import {
  type Click,
  type DecideDeps,
  type Refusal,
  decideOn,
  findQuote,
} from "../approval/decide.ts";
import type { Desk } from "../deps.ts";

export type SettleClick = Click & {
  readonly key: string;
  readonly way:
    | { readonly way: "task-id"; readonly taskId: string }
    | Exclude<WayOn, { way: "task-id" }>;
};

/** The partner does not know the task id that was entered: nothing was recorded. */
export type NoSuchTask = { readonly status: "no-such-task" };

/**
 * An admin says how an unknown outcome goes on. A task id is looked up at the partner before it is believed.
 *
 * @throws NotRecorded, and the partner's faults while it looks the task up: nothing happened then.
 */
export async function settleUnknownTask(
  desk: DecideDeps & Pick<Desk, "now" | "partner">,
  click: SettleClick,
): Promise<SettleOutcome | NoSuchTask | Refusal> {
  const quote = await findQuote(desk, click);
  if (quote === undefined || findTask(quote, click.key) === undefined) {
    return { status: "unknown-card" };
  }
  const way = await checked(desk, click.way);
  if (way === undefined) return { status: "no-such-task" };
  const { key, quoteId, person: by } = click;
  const outcome = await decideOn<SettleOutcome>(desk, click, {
    may: maySeeBalance,
    decide: (before) => settleUnknown(before, { key, way, at: desk.now() }),
  });
  if (outcome.status === "settled") desk.audit({ what: "settled", quoteId, key, by, why: way.way });
  return outcome;
}

async function checked(
  { partner }: Pick<Desk, "partner">,
  way: SettleClick["way"],
): Promise<WayOn | undefined> {
  if (way.way !== "task-id") return way;
  try {
    const { status: word } = await partner.task(way.taskId);
    return { ...way, word };
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}
