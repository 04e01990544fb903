import type { AppContext } from "#domain/context.ts";
import { expire } from "#domain/estimate/card-changes.ts";
import type { Quote } from "#domain/quote.ts";
import { type Step, isDue, stepName, stepsOf } from "#domain/steps.ts";
import { giveUp } from "#domain/translation/sending.ts";
import { moveTask } from "#domain/translation/transitions.ts";
import { approveByPolicy } from "#features/approval/approve-quote.ts";
import { remind } from "#features/approval/remind-approvers.ts";
import { compareResult } from "#features/delivery/compare-result.ts";
import { postNotice, postNoticeWithText } from "#features/delivery/post-notice.ts";
import { lookAtCoverage } from "#features/estimate/read-coverage.ts";
import {
  advanceProbe,
  noteInquiry,
  probeEntry,
  probeSteps,
  decideInquiry,
  withInquiryDecisions,
  sendInquiry,
} from "#features/estimate/send-inquiry.ts";
import { showCard } from "#features/estimate/show-card.ts";
import { keepTerms, lookUpTerms } from "#features/glossary/update-book-terms.ts";
import { readManuscript } from "#features/intake/read-manuscript.ts";
import { tellBatchTotal } from "#features/intake/submit-manuscript.ts";
import { readBalance, readUsageAfter, recordCharge } from "#features/spending/update-account.ts";
import { measureSlice, pollTask, sendPaid } from "#features/translation/run-task.ts";

export async function dueSteps(ctx: AppContext, quoteId: string): Promise<readonly Step[]> {
  if (quoteId === probeEntry) return await probeSteps(ctx);
  const quote = await ctx.quoteStore.find(quoteId);
  return quote === undefined
    ? []
    : await withInquiryDecisions(ctx, quote, stepsOf(quote, ctx.setup));
}

/**
 * Takes one step of a quote, if it is still due. The same step may run any number of times: it is
 * checked against the record again when it is written.
 *
 * @throws the error that prevented the step; the record stays as it was, or holds what was tried.
 */
export async function advanceQuote(ctx: AppContext, quoteId: string, step: Step): Promise<void> {
  if (step.kind === "probe") return await advanceProbe(ctx);
  const quote = await ctx.quoteStore.find(quoteId);
  if (quote === undefined) return;
  const steps = await withInquiryDecisions(ctx, quote, stepsOf(quote, ctx.setup));
  const isStillDue = steps.some((due) => stepName(due) === stepName(step) && isDue(due, ctx.now()));
  if (!isStillDue) return;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a row is given its own kind of step alone
  const take = taking[step.kind] as Take<Step["kind"]>;
  await take(ctx, quote, step);
}

type Take<Do extends Step["kind"]> = (
  ctx: AppContext,
  quote: Quote,
  step: Step & { readonly kind: Do },
) => Promise<Quote>;

/** The function for each step of a quote; `domain/steps.ts` says when a step is due. */
const taking: { readonly [Do in Exclude<Step["kind"], "probe">]: Take<Do> } = {
  read: readManuscript,
  "look-at-coverage": lookAtCoverage,
  "show-card": showCard,
  say: (ctx, quote, { notice }) => postNotice(ctx, quote, notice),
  "post-file": (ctx, quote, { notice }) => postNotice(ctx, quote, notice),
  "say-with-text": (ctx, quote, { notice }) => postNoticeWithText(ctx, quote, notice),
  "tell-batch-total": tellBatchTotal,
  "look-at-terms": lookUpTerms,
  balance: readBalance,
  "stop-waiting": byTime((quote) =>
    quote.reading.status === "read"
      ? { ...quote, reading: { ...quote.reading, patienceOver: true } }
      : quote,
  ),
  "approve-by-policy": approveByPolicy,
  remind,
  expire: byTime(expire),
  measure: (ctx, quote, { key }) => measureSlice(ctx, quote, key),
  "weigh-inquiry": (ctx, quote, { key }) => decideInquiry(ctx, quote, key),
  send: async (ctx, quote, { key, paid }) => {
    const sent = await (paid ? sendPaid : sendInquiry)(ctx, quote, key);
    return await noteInquiry(ctx, sent, key);
  },
  "give-up": (ctx, quote, { key }) =>
    byTime((before, at) => moveTask(before, key, (task) => giveUp(task, at)))(ctx, quote),
  poll: async (ctx, quote, { key }) => await noteInquiry(ctx, await pollTask(ctx, quote, key), key),
  "read-usage-after": (ctx, quote, { key }) => readUsageAfter(ctx, quote, key),
  "record-charge": (ctx, quote, { key }) => recordCharge(ctx, quote, key),
  "keep-terms": (ctx, quote, { key }) => keepTerms(ctx, quote, key),
  compare: (ctx, quote, { key }) => compareResult(ctx, quote, key),
};

/** Makes a step of a change for which nothing has to be read or asked: its time has come. */
function byTime(change: (quote: Quote, at: number) => Quote) {
  return async ({ quoteStore, now }: AppContext, { id }: Quote): Promise<Quote> => {
    const at = now();
    return await quoteStore.change(id, (before) => change(before, at));
  };
}
