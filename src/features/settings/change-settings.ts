import { withPolicy } from "#domain/approval/approving.ts";
import { approvalSeen } from "#domain/approval/reminding.ts";
import type { AppContext } from "#domain/context.ts";
import { NotRecordedError, UnclearWriteError } from "#domain/errors.ts";
import {
  type ChangeOutcome,
  auditWords,
  changeSettings as change,
  type Settings,
  type Wish,
} from "#domain/settings/settings.ts";
import { openQuotes } from "#features/shared/records.ts";
import { rightsOf } from "#features/shared/rights.ts";

/** Returns undefined to guests and strangers. Every full member may see them: they explain refusals. */
export async function showSettings(
  ctx: AppContext,
  id: string,
): Promise<{ readonly settings: Settings; readonly mayChange: boolean } | undefined> {
  const { isMember, isAdmin: mayChange } = await rightsOf(ctx.people, id);
  if (!isMember) return undefined;
  const settings = await ctx.settings.read(ctx.workspace);
  return { settings, mayChange };
}

/** @throws NotRecordedError: nothing happened. @throws UnclearWriteError: only the answer is missing. */
export async function changeSettings(
  ctx: AppContext,
  wish: Omit<Wish, "languages"> & { readonly person: string },
): Promise<ChangeOutcome | { readonly status: "not-allowed" }> {
  const { people, audit } = ctx;
  const { person: by, channel } = wish;
  try {
    if (!(await rightsOf(people, by)).isAdmin) {
      audit({ kind: "refused", by, why: "settings: not allowed" });
      return { status: "not-allowed" };
    }
    const { outcome } = await ctx.settings.decide(ctx.workspace, (before) => {
      const result = change(before, { ...wish, languages: ctx.setup.languages });
      return { record: result.settings, outcome: result.outcome };
    });
    if (outcome.status !== "changed") return outcome;
    for (const field of outcome.fields) {
      audit({ kind: "settings", by, why: auditWords(field, outcome, channel) });
    }
    return outcome;
  } catch (error) {
    throw error instanceof UnclearWriteError ? error : new NotRecordedError({ cause: error });
  }
}

/** Updates waiting cards to the current policy, for display: each click reads the policy again. */
export async function spreadPolicy(ctx: AppContext): Promise<void> {
  const settings = await ctx.settings.read(ctx.workspace);
  for (const { id, place, decision, reading } of await openQuotes(ctx.quoteStore)) {
    const isWaiting = decision.status === "open" && reading.status === "read";
    if (place.workspace !== ctx.workspace || !isWaiting) continue;
    await ctx.quoteStore.change(id, (before) => withPolicy(before, approvalSeen(settings, before)));
    ctx.wake(id);
  }
}
