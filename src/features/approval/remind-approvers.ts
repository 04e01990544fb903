import {
  awaitsReminder,
  dueWith,
  isNamed,
  nextReminder,
  remindFrom,
  reminderAt,
  suitableFrom,
} from "#domain/approval/reminding.ts";
import type { AppContext } from "#domain/context.ts";
import { addNotice } from "#domain/notices.ts";
import type { Quote } from "#domain/quote.ts";
import { approversAsked, rightsOf } from "#features/shared/rights.ts";

/**
 * Reminds the approvers of a quote under the current policy, the admins the second time, and the
 * approvers once more before a named day. Of the quotes that wait in one conversation the oldest reminds of all.
 */
export async function remind(ctx: AppContext, quote: Quote): Promise<Quote> {
  // Somebody may decide meanwhile.
  const note = (next: (before: Quote) => Quote) =>
    ctx.quoteStore.change(quote.id, (before) => (awaitsReminder(before) ? next(before) : before));
  const later = (remindAt: number | undefined) =>
    note((before) => ({ ...before, approval: { ...before.approval, remindAt } }));
  const { workspace, channel } = quote.place;
  const at = ctx.now();
  const { policy } = await ctx.settings.read(workspace);
  const dueAt = reminderAt(policy.remindAfterHours, quote);
  if (dueAt === undefined || dueAt > at) return await later(dueAt);
  const suits = suitableFrom(at, policy.quietHours, await utcOffsets(ctx, quote));
  const from = policy.quietHours === undefined ? remindFrom(quote, at, suits) : suits;
  if (from > at) return await later(from);
  const page = { offset: 0, limit: 100 };
  const neighbours = await ctx.quoteStore.list("channel", `${workspace}/${channel}`, page);
  const isTold = isNamed(quote, neighbours);
  const [oldest = quote, ...others] = dueWith(quote, neighbours, at);
  if (!isTold && oldest.id !== quote.id) {
    return await later(Math.max(at, oldest.approval?.remindAt ?? at) + timeoutMs);
  }
  const beside = isTold ? [] : others.slice(0, mentionedCardsLimit).map(({ id }) => id);
  const state = isTold ? ({ status: "said", ts: undefined } as const) : undefined;
  return await note((before) => {
    const next = nextReminder(before);
    if (next === undefined) return before;
    const result = addNotice(before, { kind: "reminder", ...next, at, beside }, state);
    return {
      ...result,
      approval: { ...result.approval, remindAt: reminderAt(policy.remindAfterHours, result) },
    };
  });
}

/** Returns the offsets of the people who are asked to approve; without any, every time suits. */
async function utcOffsets(ctx: AppContext, quote: Quote): Promise<readonly number[]> {
  const { people } = ctx;
  const [{ admins, approvers }, asked] = await Promise.all([
    people.roles(),
    approversAsked(ctx, quote),
  ]);
  const able = asked.length === 0 ? [...new Set([...approvers, ...admins])] : asked;
  const others = able.filter((id) => id !== quote.request.by);
  const offsets = others.slice(0, mostAsked).map(async (id) => {
    const person = await people.find(id).catch(() => undefined);
    return person?.utcOffsetMs ?? [];
  });
  return (await Promise.all(offsets)).flat();
}

export async function notifyMe(
  ctx: AppContext,
  { person: id, wants }: { readonly person: string; readonly wants: boolean },
): Promise<void> {
  if (!(await rightsOf(ctx.people, id)).maySpend) return;
  await ctx.settings.change(ctx.workspace, ({ notify = [], ...settings }) => {
    const others = notify.filter((one) => one !== id);
    return { ...settings, notify: wants ? [...others, id] : others };
  });
}

/** Each of them is a request to Slack. */
const mostAsked = 20;
const mentionedCardsLimit = 19;
/** How long a quote waits for the oldest one to have reminded of it. */
const timeoutMs = 30_000;
