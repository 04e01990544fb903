import {
  type ApproveOutcome,
  approve,
  withoutAutoApproval,
  approveAutomatically,
} from "#domain/approval/approving.ts";
import type { ExistingRun } from "#domain/claim.ts";
import type { People, AppContext } from "#domain/context.ts";
import { isBoughtBefore } from "#domain/coverage.ts";
import { retryConversation } from "#domain/direct-message-fallback.ts";
import { NotFoundError, SlackRefusedError } from "#domain/errors.ts";
import { pricedParts, batchDigest } from "#domain/intake/batch.ts";
import { wordsLeftOut } from "#domain/manuscript.ts";
import { isLost, mainProduct, offerOf, offerTag } from "#domain/offer.ts";
import {
  type Decided,
  type Endorsement,
  type Product,
  type Quote,
  findTask,
  manuscriptOf,
} from "#domain/quote.ts";
import { wholeOf } from "#domain/slice.ts";
import { thePolicy } from "#domain/task.ts";
import { freezeTerms, outdatedBy } from "#features/glossary/update-book-terms.ts";
import { ifReadable } from "#features/shared/records.ts";
import {
  type Click,
  type Refusal,
  type Rights,
  findQuote,
  rightsOf,
  withPermission,
  canSubmit,
} from "#features/shared/rights.ts";
import { type NotBought, purchase } from "#features/spending/purchase.ts";
import { timeoutMs } from "#features/spending/update-account.ts";
import { pollTask } from "#features/translation/run-task.ts";
import { withTimeout } from "#lib/clock.ts";

export type ApproveClick = Click & {
  readonly product: Product;
  /** The tag of the offer on the clicked card; a click without one is refused. */
  readonly offer: string | undefined;
  /** Credits of the other cards that the click is about. */
  readonly beside?: number;
};

/** Nothing is approved: the partner did not answer about a failed run. */
type NotLooked = { readonly status: "not-looked" };

export type ApproveClickOutcome = ApproveOutcome | NotBought | NotLooked | Refusal;

/** Approves at most once, and only as the current policy allows. @throws NotRecordedError */
export async function approveQuote(
  ctx: AppContext,
  click: ApproveClick,
): Promise<ApproveClickOutcome> {
  const permission = { may: ({ maySpend }: Rights) => maySpend, asOf: "now" } as const;
  const outcome = await withPermission(ctx, click, permission, (quote) =>
    approveSeen(ctx, click, quote),
  );
  auditRefusal(ctx, click, outcome);
  return outcome;
}

async function approveSeen(
  ctx: AppContext,
  { product, person: by, offer, beside = 0 }: ApproveClick,
  quoteSeen: Quote,
): Promise<ApproveOutcome | NotBought | NotLooked> {
  const { setup } = ctx;
  const loss = await lookForLost(ctx, quoteSeen, product);
  if (loss === "no-answer") return { status: "not-looked" };
  const frozen = await freezeTerms(ctx, quoteSeen);
  const absent = await noApprovers(ctx.people, quoteSeen.approval?.endorsements ?? []);
  return await purchase<ApproveOutcome>(ctx, quoteSeen.id, (before, under) => {
    const quote = retryConversation(before);
    const mayStill = (id: string) => !absent.has(id);
    const at = ctx.now();
    const result = approve(quote, { ...under, product, by, at, setup, beside, mayStill });
    // A refusal that changes nothing holds for an outdated card as well; all else needs its offer.
    if (result.quote === quote && result.outcome.status !== "stale") return result;
    // Has the coverage read again.
    if (loss === "came-back") return stale({ ...quote, coverage: undefined });
    const outdated = outdatedBy(quote, frozen);
    if (outdated !== undefined) return stale(outdated);
    return offer === offerTag(quote, setup) ? result : stale(quote);
  });
}

/** Returns who of the first approvers may no longer spend. @throws when Slack cannot be reached. */
async function noApprovers(
  people: People,
  endorsements: readonly Endorsement[],
): Promise<ReadonlySet<string>> {
  const absences = endorsements.map(async ({ by }) => {
    const rights = await rightsOf(people, by, "now").catch((error: unknown) => {
      if (error instanceof SlackRefusedError) return undefined;
      throw error;
    });
    return rights?.maySpend === true ? [] : [by];
  });
  return new Set((await Promise.all(absences)).flat());
}

/** Looks for lost runs once more before they are approved again: the partner may have been wrong. */
async function lookForLost(
  ctx: AppContext,
  quote: Quote,
  product: Product,
): Promise<"as-known" | "came-back" | "no-answer"> {
  const { exists = [] } = offerOf(quote, product, ctx.setup) ?? {};
  const looks = exists.filter(({ status }) => isLost(status)).map((run) => isBack(ctx, run));
  try {
    const late = () => undefined;
    const back = await withTimeout(Promise.all(looks), { ...ctx, ms: timeoutMs, late });
    if (back === undefined) return "no-answer";
    return back.includes(true) ? "came-back" : "as-known";
  } catch {
    return "no-answer";
  }
}

/** True for a run that goes on, or has a result. @throws when the partner does not answer. */
async function isBack(ctx: AppContext, { quoteId, key, status }: ExistingRun): Promise<boolean> {
  const other = await ctx.quoteStore.find(quoteId);
  const state = other && findTask(await pollTask(ctx, other, key), key)?.state;
  switch (state?.status) {
    case undefined:
    case "failed":
    case "vanished":
    case "rejected":
      return false;
    case "completed":
      // The partner did not have the result when somebody requested it.
      return status === "failed" || (await isStillThere(ctx, state.taskId));
    case "approved":
    case "sending":
    case "running":
    case "unknown":
      return true;
  }
}

async function isStillThere({ partner }: AppContext, taskId: string): Promise<boolean> {
  try {
    await partner.download(taskId);
    return true;
  } catch (error) {
    if (error instanceof NotFoundError) return false;
    throw error;
  }
}

function auditRefusal(
  { audit }: AppContext,
  { quoteId, person: by }: ApproveClick,
  outcome: ApproveClickOutcome,
): void {
  const { status } = outcome;
  // An approval is audited by the record itself, missing rights where they are checked.
  if (status === "approved" || status === "endorsed" || status === "not-allowed") return;
  if ("task" in outcome) {
    const { key, state } = outcome.task;
    audit({ kind: "already-approved", quoteId, key, by, why: state.status });
  } else if (status === "over-cap") {
    const { price: credits, cap } = outcome;
    audit({ kind: "refused", quoteId, by, credits, why: `over-cap ${cap}` });
  } else {
    audit({ kind: "refused", quoteId, by, why: status });
  }
}

function stale(quote: Quote): Decided<ApproveOutcome> {
  return { quote, outcome: { status: "stale" } };
}

/** The outcome for one card of a batch; `look` is a card that a person has to read before approving it. */
export type OneOfAll = {
  readonly quote: Quote;
  readonly outcome: ApproveClickOutcome | { readonly status: "look" };
};

/**
 * Approves each card of a batch that is still open, under its own rights and balance, at the price and
 * in the language that the batch's message named: `face` is the total that the person saw. The policy
 * measures all of them by their sum. Only the card itself names earlier translations of its text, and asks
 * about what was left out, so such a card needs a click of its own. Undefined for an unknown batch, none for another total.
 *
 * @throws like `approveQuote`; cards approved before that stay approved.
 */
export async function approveAll(
  ctx: AppContext,
  { face, ...click }: Click & { readonly face: string },
): Promise<readonly OneOfAll[] | undefined> {
  const first = await findQuote(ctx, click);
  if (first?.request.batch?.total === undefined) return undefined;
  if (batchDigest(first) !== face) return [];
  const parts = pricedParts(first);
  // Those that this click has approved are in the account.
  let beside = parts.reduce((sum, { credits }) => sum + credits, 0);
  const cards: OneOfAll[] = [];
  for (const part of parts) {
    const quote = await ifReadable(ctx.quoteStore.find(part.quoteId));
    if (quote === undefined) continue;
    const others = beside - part.credits;
    const one = await approveOne(ctx, { ...click, beside: others }, { quote, seen: part });
    if (one.outcome.status === "approved") beside = others;
    cards.push(one);
  }
  return cards;
}

async function approveOne(
  ctx: AppContext,
  { person, beside }: Click & { readonly beside: number },
  { quote, seen }: { readonly quote: Quote; readonly seen: ReturnType<typeof pricedParts>[number] },
): Promise<OneOfAll> {
  const { setup } = ctx;
  const product = mainProduct(quote);
  const offer = offerOf(quote, product, setup);
  const manuscript = manuscriptOf(quote);
  const isNew =
    manuscript !== undefined &&
    offer !== undefined &&
    offer.slice === undefined &&
    offer.exists.length === 0 &&
    wordsLeftOut(manuscript)?.isDoubtful !== true &&
    !isBoughtBefore(quote, wholeOf(manuscript));
  const isAsSeen = offer?.price === seen.credits && quote.target === seen.target;
  if (!isAsSeen || !isNew) return { quote, outcome: { status: "look" } };
  const { id: quoteId, place } = quote;
  const click = { person, quoteId, channel: place.channel, beside };
  const tag = offerTag(quote, setup);
  return { quote, outcome: await approveQuote(ctx, { ...click, product, offer: tag }) };
}

/**
 * Approves a translation without a click, if the current policy allows it and the credits can be
 * reserved; otherwise leaves it to people. @throws when something cannot be read: nothing happened then.
 */
export async function approveByPolicy(ctx: AppContext, quote: Quote): Promise<Quote> {
  const requester = (await canSubmit(ctx, quote.request.by, "now")) ? "member" : "stranger";
  const { setup } = ctx;
  const frozen = await freezeTerms(ctx, quote);
  const outcome = await purchase(ctx, quote.id, (before, under) => {
    const outdated = outdatedBy(before, frozen);
    return outdated === undefined
      ? approveAutomatically(before, { ...under, at: ctx.now(), setup, requester })
      : { quote: outdated, outcome: { status: "not-due" } as const };
  });
  if (outcome.status === "approved" || outcome.status === "not-due") return quote;
  ctx.audit({ kind: "refused", quoteId: quote.id, by: thePolicy, why: outcome.status });
  return await ctx.quoteStore.change(quote.id, withoutAutoApproval);
}
