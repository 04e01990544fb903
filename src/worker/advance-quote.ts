import type { AppContext } from "#domain/context.ts";
import type { Quote } from "#domain/quote.ts";
import { type Step, isDue, stepName, stepsOf } from "#domain/steps.ts";
import { withoutTrouble } from "#domain/trouble.ts";
import { withInquiryDecisions } from "#features/estimate/send-inquiry.ts";
import { steps as rows } from "#features/index.ts";
import type { TakeStep } from "#features/shared/feature.ts";

export async function dueSteps(ctx: AppContext, quoteId: string): Promise<readonly Step[]> {
  const quote = await ctx.quoteStore.find(quoteId);
  if (quote === undefined) return [];
  const steps = stepsOf(quote, ctx.setup);
  const { trouble } = quote;
  if (trouble === undefined || steps.some((step) => stepName(step) === trouble.step)) {
    return owned(quote, await withInquiryDecisions(ctx, quote, steps));
  }
  const now = await ctx.quoteStore.change(quoteId, (before) =>
    withoutTrouble(before, trouble.step),
  );
  return owned(now, await withInquiryDecisions(ctx, now, stepsOf(now, ctx.setup)));
}

function owned({ request, place }: Quote, steps: readonly Step[]): readonly Step[] {
  const owner = { person: request.by, channel: place.channel };
  return steps.map((step) => ({ ...step, owner }));
}

/**
 * Takes one step of a quote, if it is still due. The same step may run any number of times: it is
 * checked against the record again when it is written.
 *
 * @throws the error that prevented the step; the record stays as it was, or holds what was tried.
 */
export async function advanceQuote(ctx: AppContext, quoteId: string, step: Step): Promise<void> {
  const quote = await ctx.quoteStore.find(quoteId);
  if (quote === undefined) return;
  const steps = await withInquiryDecisions(ctx, quote, stepsOf(quote, ctx.setup));
  const isStillDue = steps.some(
    (other) => stepName(other) === stepName(step) && isDue(other, ctx.now()),
  );
  if (!isStillDue) return;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a row is given its own kind of step alone
  const take = rows[step.kind] as TakeStep<Step["kind"]>;
  const { trouble } = await take(ctx, quote, step);
  if (trouble?.step !== stepName(step)) return;
  await ctx.quoteStore.change(quoteId, (before) => withoutTrouble(before, trouble.step));
}
