import type { AppContext } from "#domain/context.ts";
import { retryConversation } from "#domain/direct-message-fallback.ts";
import { NotFoundError, TaskTakenError } from "#domain/errors.ts";
import type { PartnerTask } from "#domain/partner.ts";
import { type Quote, findTask, manuscriptOf } from "#domain/quote.ts";
import { sameLanguage } from "#domain/settings/setup.ts";
import { type Attempt, type Task, charactersOf, partnerActions } from "#domain/task.ts";
import {
  type SettleOutcome,
  type Resolution,
  settleUnknown,
} from "#domain/translation/transitions.ts";
import { type Click, type Refusal, type Rights, withPermission } from "#features/shared/rights.ts";

export type SettleClick = Click & {
  readonly key: string;
  readonly resolution:
    | { readonly kind: "task-id"; readonly taskId: string }
    | Exclude<Resolution, { kind: "task-id" }>;
};

/** The partner has no task with the entered id, or it is for something else or of another run. */
export type NotBelieved = { readonly status: "no-such-task" };

/**
 * Records an admin's decision about a run of unknown outcome, or one that could not be sent. A task
 * id is looked up at the partner first. Roles are read anew, because some decisions cost credits.
 *
 * @throws NotRecordedError, also when the partner does not answer the look-up: nothing happened then.
 */
export async function settleUnknownTask(
  ctx: AppContext,
  click: SettleClick,
): Promise<SettleOutcome | NotBelieved | Refusal> {
  const { key, quoteId, person: by } = click;
  const rights = { may: ({ isAdmin }: Rights) => isAdmin, asOf: "now" } as const;
  return await withPermission(ctx, click, rights, async (quote) => {
    const task = findTask(quote, key);
    const resolution = task && (await lookUp(ctx, { quote, task }, click.resolution));
    if (resolution === undefined) return { status: "unknown-card" };
    if ("status" in resolution) return resolution;
    const settle = (before: Quote) =>
      settleUnknown(retryConversation(before), { key, resolution, at: ctx.now() });
    const { outcome } = await ctx.quoteStore.decide(quoteId, settle).catch(asNotBelieved);
    if (outcome.status === "settled")
      ctx.audit({ kind: "settled", quoteId, key, by, why: resolution.kind });
    return outcome;
  });
}

function asNotBelieved(error: unknown): { readonly outcome: NotBelieved } {
  if (error instanceof TaskTakenError) return { outcome: { status: "no-such-task" } };
  throw error;
}

async function lookUp(
  { partner }: AppContext,
  { quote, task }: { readonly quote: Quote; readonly task: Task },
  resolution: SettleClick["resolution"],
): Promise<Resolution | NotBelieved> {
  if (resolution.kind !== "task-id") return resolution;
  try {
    const partnerTask = await partner.task(resolution.taskId);
    return isOther(quote, task, partnerTask)
      ? { status: "no-such-task" }
      : { ...resolution, word: partnerTask.status };
  } catch (error) {
    if (error instanceof NotFoundError) return { status: "no-such-task" };
    throw error;
  }
}

/**
 * True for a task that is certainly for something else. Not in the contract: how the partner counts
 * what it was sent, so a count that differs by less than a factor of two proves nothing.
 */
function isOther(quote: Quote, task: Task, partnerTask: PartnerTask): boolean {
  const { kind, target, price, attempts, sent } = task;
  const { action = partnerActions[kind], targetLang = target, createdAt = Infinity } = partnerTask;
  const whole = manuscriptOf(quote)?.characters ?? 0;
  // A task that was not counted yet may say 0.
  const characters = partnerTask.characters || whole;
  // The attempts before an admin had it sent again are no longer known.
  const isWhole = attempts.length > 0 && sent?.reopenedAt === undefined;
  return (
    action !== partnerActions[kind] ||
    !sameLanguage(targetLang, target) ||
    2 * characters < charactersOf(task.slice, whole) ||
    characters > 2 * Math.max(whole, price) ||
    (isWhole && attempts.every((attempt) => isLongBefore(createdAt, attempt)))
  );
}

/** By the partner's clock, as far as it told its time. */
function isLongBefore(at: number, { startedAt, aheadMs = Infinity }: Attempt): boolean {
  return at < startedAt - aheadMs - dayMs;
}

/** Some take their local time for UTC. */
const dayMs = 24 * 3_600_000;
