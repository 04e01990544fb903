import type { AppContext } from "#domain/context.ts";
import { mayAsk } from "#domain/estimate/inquiries.ts";
import { partnerRate } from "#domain/offer.ts";
import { type Quote, findTask } from "#domain/quote.ts";
import { cardItem } from "#domain/spending/person-limits.ts";
import type { Step } from "#domain/steps.ts";
import { hasEnded, isInquiry } from "#domain/task.ts";
import { moveTask } from "#domain/translation/transitions.ts";
import { countItems } from "#features/shared/records.ts";
import { tellUnordered } from "#features/shared/tell-unordered.ts";
import { sendTask } from "#features/translation/run-task.ts";

/**
 * Returns the steps, with each inquiry that may not be sent turned into a `weigh-inquiry` step. That
 * step is in the local lane and costs no request of the partner's budget.
 */
export async function withInquiryDecisions(
  ctx: AppContext,
  quote: Quote,
  steps: readonly Step[],
): Promise<readonly Step[]> {
  if (!steps.some(isInquirySend)) return steps;
  const isAllowed = await readRules(ctx, quote);
  return steps.map((step) =>
    isInquirySend(step) && !isAllowed(step.key)
      ? { kind: "weigh-inquiry", key: step.key, at: 0 }
      : step,
  );
}

function isInquirySend(step: Step): step is Extract<Step, { kind: "send" }> {
  return step.kind === "send" && !step.paid;
}

/**
 * Sends an inquiry. Beyond the requester's limit for the day our own count is the price. The account is
 * read before: what it shows may forbid the inquiry, which is then weighed again.
 */
export async function sendInquiry(ctx: AppContext, quote: Quote, key: string): Promise<Quote> {
  const { file, request, target } = quote;
  const ids = [cardItem(file.id, target)];
  const check = await countItems(ctx, { kind: "cards", person: request.by, ids });
  if (check.status !== "within-limit") return await leaveOut(ctx, quote, key);
  const isStillAllowed = async () => (await readRules(ctx, quote))(key);
  return await noteInquiry(ctx, await sendTask(ctx, quote, key, isStillAllowed), key);
}

export async function leaveOut(
  { quoteStore, now }: AppContext,
  { id }: Quote,
  key: string,
): Promise<Quote> {
  const state = { status: "rejected", at: now(), reason: "not-asked" } as const;
  return await quoteStore.change(id, (before) =>
    moveTask(before, key, (task) => (hasEnded(task) ? task : { ...task, state })),
  );
}

/** Acts on what an inquiry reports: a charge, or another rate than the contract's. */
export async function noteInquiry(ctx: AppContext, quote: Quote, key: string): Promise<Quote> {
  const task = findTask(quote, key);
  if (task === undefined || !isInquiry(task) || task.state.status !== "completed") return quote;
  const { charged = 0 } = task.state.result;
  if (charged > 0) await tellUnordered(ctx, charged);
  if (task.kind === "estimate") await compareRate(ctx, partnerRate(quote));
  return quote;
}

async function compareRate({ inquiries }: AppContext, rate: number | undefined): Promise<void> {
  if ((await inquiries.read()).rateTold === rate) return;
  if (rate !== undefined) inquiries.tell({ about: "rate", rate });
  await inquiries.change((before) => ({ ...before, rateTold: rate }));
}

async function readRules(
  { inquiries, settings }: AppContext,
  quote: Quote,
): Promise<(key: string) => boolean> {
  const record = await inquiries.read();
  const { policy } = await settings.read(quote.place.workspace);
  return (key) => {
    const task = findTask(quote, key);
    return task !== undefined && isInquiry(task) && mayAsk(record, task.kind, policy);
  };
}
