import { awaitsCoverage, freeSlice, isBoughtBefore } from "#domain/coverage.ts";
import { digestOf } from "#domain/fields.ts";
import { awaitsTerms } from "#domain/glossary/quote-terms.ts";
import { wordsLeftOut } from "#domain/manuscript.ts";
import { addNotice } from "#domain/notices.ts";
import {
  type Offer,
  blockedBy,
  missingCredits,
  offerOf,
  productOf,
  planFor,
  offerIdentity,
  partnerRate,
  mainProduct,
} from "#domain/offer.ts";
import {
  type ApprovalPolicy,
  type Decided,
  type Endorsement,
  type Product,
  type Quote,
  awaitsEarlierCard,
  isOnOffer,
  keyGround,
  manuscriptOf,
  paidTasks,
  withReserved,
} from "#domain/quote.ts";
import type { Policy } from "#domain/settings/settings.ts";
import type { Setup } from "#domain/settings/setup.ts";
import { type Slice, sameSlice, wholeOf } from "#domain/slice.ts";
import type { Account } from "#domain/spending/account.ts";
import { type Approval, type Task, isStanding, planTask, thePolicy } from "#domain/task.ts";

import { approvedBefore, approvedOfText } from "./approved-before.ts";

type ApproveClick = {
  readonly product: Product;
  readonly by: string;
  readonly at: number;
  readonly setup: Setup;
  readonly policy: ApprovalPolicy;
  readonly account: Pick<Account, "posts">;
  /** Credits of the other cards that the same click is about. */
  readonly beside?: number;
  /** Whether a person may still spend: otherwise their earlier approval does not count. */
  readonly mayStill: (person: string) => boolean;
};

export type ApproveOutcome =
  | { readonly status: "approved"; readonly task: Task }
  | { readonly status: "already-approved"; readonly task: Task }
  /** It is unknown whether an earlier run of the same exists, here or on another card. */
  | { readonly status: "unsettled"; readonly key: string }
  /** It is not on offer (any more), or some of it was approved already, with other chapters. */
  | { readonly status: "stale" }
  /** The first of two approvals, above this many credits: nothing starts before the second. */
  | { readonly status: "endorsed"; readonly above: number }
  | Exclude<Verdict, { status: "allowed" }>;

/** Adds at most one task per product, language and generation: a second click learns of it. */
export function approve(quote: Quote, click: ApproveClick): Decided<ApproveOutcome> {
  const { product, by, at, setup, policy, account, beside = 0, mayStill } = click;
  const offer = offerOrRefusal(quote, click);
  if ("status" in offer) return { quote, outcome: offer };
  const endorsed = endorsementOf(quote, product, setup);
  const isOwn = endorsed?.by === quote.request.by && policy.selfApproval === "refused";
  const first = endorsed !== undefined && mayStill(endorsed.by) && !isOwn ? endorsed : undefined;
  const price = offer.price + beside + approvedBefore(quote, { by, at }, account.posts);
  const verdict = judge(policy, { price, person: by, requester: quote.request.by, first });
  if (verdict.status === "second-needed" && first === undefined) {
    const outcome = { status: "endorsed", above: verdict.above } as const;
    return { quote: endorse(quote, click, offer), outcome };
  }
  if (verdict.status !== "allowed") return { quote, outcome: verdict };
  const isSecond = first !== undefined && first.by !== by;
  const two = isSecond ? { first: { by: first.by, at: first.at } } : {};
  const approved = approveOffer(quote, { product, offer, approval: { by, at, ...two } });
  return { ...approved, quote: withoutEndorsement(approved.quote, product) };
}

function offerOrRefusal(quote: Quote, click: ApproveClick): Offer | ApproveOutcome {
  const { product, at, setup } = click;
  const standing = earlier(quote, product).find(isStanding);
  if (standing !== undefined) {
    return standing.state.status === "unknown"
      ? { status: "unsettled", key: standing.key }
      : { status: "already-approved", task: standing };
  }
  const offer = offerOf(quote, product, setup);
  const isReady = isOnOffer(quote) && !awaitsEarlierCard(quote) && !hasLapsed(quote, at);
  if (!isReady || offer === undefined) return { status: "stale" };
  const run = blockedBy(quote, offer);
  if (run === undefined) return offer;
  return run.status === "unknown" ? { status: "unsettled", key: run.key } : { status: "stale" };
}

/** Once some chapters were approved, the rest stays on offer. */
function hasLapsed(quote: Quote, at: number): boolean {
  const isPart = (task: Task) =>
    task.kind === "translation" && task.target === quote.target && isStanding(task);
  return at >= quote.expiresAt && !paidTasks(quote).some(isPart);
}

/** Adds the task of an approval. The caller has checked what is on offer. */
export function approveOffer(
  quote: Quote,
  order: { readonly product: Product; readonly offer: Offer; readonly approval: Approval },
): Decided<ApproveOutcome> {
  const { product, offer, approval } = order;
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined) return { quote, outcome: { status: "stale" } };
  const task = planTask(keyGround(quote, manuscript), {
    ...planFor(product, offer),
    target: quote.target,
    price: offer.price,
    approval,
    generation: earlier(quote, product, offer.slice).length,
  });
  // Chapters that somebody chose stay chosen until a translation of them is approved.
  const part = task.kind === "translation" ? undefined : quote.part;
  const balance = withReserved(quote.balance, offer.price);
  return {
    quote: { ...quote, part, balance, tasks: [...quote.tasks, task] },
    outcome: { status: "approved", task },
  };
}

export function withoutAutoApproval(quote: Quote): Quote {
  const { approval } = quote;
  if (approval?.policy === undefined) return quote;
  const policy = { ...approval.policy, autoApprovalUpTo: undefined };
  return { ...quote, approval: { ...approval, policy } };
}

/**
 * Returns earlier approvals of the same product and language, and of the same chapters, oldest first:
 * their number is the generation.
 */
function earlier(quote: Quote, product: Product, slice?: Slice): readonly Task[] {
  return paidTasks(quote).filter(
    (task) =>
      productOf(task) === product &&
      task.target === quote.target &&
      (product !== "part" || sameSlice(task.slice, slice)),
  );
}

/** Returns the first approval of the current offer; one for another price or language is void. */
export function endorsementOf(
  quote: Quote,
  product: Product,
  setup: Setup,
): Endorsement | undefined {
  const offer = offerOf(quote, product, setup);
  const name = offer && nameOf(quote, product, offer);
  return quote.approval?.endorsements?.find((one) => one.offer === name);
}

export function withEndorsements(quote: Quote, endorsements?: readonly Endorsement[]): Quote {
  return quote.approval === undefined && endorsements === undefined
    ? quote
    : { ...quote, approval: { ...quote.approval, endorsements } };
}

function withoutEndorsement(quote: Quote, product: Product): Quote {
  const others = quote.approval?.endorsements?.filter((one) => one.product !== product);
  return withEndorsements(quote, others);
}

function endorse(quote: Quote, { product, by, at }: ApproveClick, offer: Offer): Quote {
  const name = nameOf(quote, product, offer);
  const others = withoutEndorsement(quote, product).approval?.endorsements ?? [];
  const one: Endorsement = { product, offer: name, price: offer.price, by, at };
  const endorsed = withEndorsements(quote, [...others, one]);
  return addNotice(endorsed, { kind: "endorsed", offer: name, by });
}

/** Another price, language or slice has another name. */
function nameOf({ target }: Quote, product: Product, offer: Offer): string {
  return digestOf([product, target, offerIdentity(offer)]);
}

/** `policy` is the current one, not the one recorded on the quote. */
type AutoApproval = Pick<ApproveClick, "at" | "setup" | "policy" | "account"> & {
  /** `member` when the requester is a full member of the workspace. */
  readonly requester: "member" | "stranger";
};

/**
 * Returns the translation that Galley may approve by itself: the whole, or the new chapters when an
 * earlier upload was translated. It is on offer, requested, and was never approved before. The encoding
 * was not guessed, and little was left out; the partner named language, price and balance; the price is within the limit that
 * was set when the manuscript was read.
 */
export function autoOffer(quote: Quote, setup: Setup): Offer | undefined {
  const limit = quote.approval?.policy?.autoApprovalUpTo;
  if (limit === undefined || !isOnOffer(quote) || awaitsEarlierCard(quote)) return undefined;
  if (awaitsCoverage(quote) || awaitsTerms(quote)) return undefined;
  // A guessed encoding, or what was left out, may be wrong: a person has to look at the text first.
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined || manuscript.otherEncodings !== undefined) return undefined;
  if (wordsLeftOut(manuscript)?.isDoubtful === true) return undefined;
  // Nor may the text be in the target language, or another price than ours be asked for it.
  const isUnsure = quote.language === undefined || partnerRate(quote) !== undefined;
  if (quote.balance === undefined || isUnsure) return undefined;
  const { first = "translation" } = quote.request.details ?? {};
  if (quote.part !== undefined || first !== "translation") return undefined;
  if (paidTasks(quote).some(({ kind }) => kind === "translation")) return undefined;
  const offer = offerOf(quote, mainProduct(quote), setup);
  if (offer === undefined || offer.exists.length > 0 || offer.price > limit) return undefined;
  // People decide on text of which more than next to nothing was bought before.
  if (isBoughtBefore(quote, offer.slice ?? wholeOf(manuscript))) return undefined;
  // People decide when the balance covers only some of the new chapters.
  return offer.slice === undefined || sameSlice(offer.slice, freeSlice(quote)) ? offer : undefined;
}

export function approveAutomatically(
  quote: Quote,
  { at, setup, policy, account, requester }: AutoApproval,
): Decided<ApproveOutcome | { readonly status: "left-to-people" | "not-due" }> {
  const offer = autoOffer(quote, setup);
  const { autoApprovalUpTo: upTo } = policy;
  if (offer === undefined || at >= quote.expiresAt) {
    return { quote, outcome: { status: "not-due" } };
  }
  const by = thePolicy;
  const price = offer.price + approvedBefore(quote, { by, at }, account.posts);
  const purchase = { price, person: by, requester: quote.request.by, first: undefined };
  const isWithin = upTo !== undefined && price <= upTo && requester === "member";
  if (!isWithin || judge(policy, purchase).status !== "allowed") {
    return { quote: withoutAutoApproval(quote), outcome: { status: "left-to-people" } };
  }
  const approval = { by, at, upTo };
  return approveOffer(quote, { product: mainProduct(quote), offer, approval });
}

/** Applies another policy, which may stop Galley from approving by itself but never starts it. */
export function withPolicy(quote: Quote, approval: Quote["approval"]): Quote {
  const { policy: before, endorsements } = quote.approval ?? {};
  const autoApprovalUpTo = before?.autoApprovalUpTo;
  const policy = approval?.policy && { ...approval.policy, autoApprovalUpTo };
  return { ...quote, approval: { ...approval, policy, endorsements } };
}

type PolicyQuestion = {
  /** Credits, with what was approved before: see `approvedBefore`. */
  readonly price: number;
  readonly person: string;
  readonly requester: string;
  /** The first approval of this very offer, when one was not enough. */
  readonly first: { readonly by: string } | undefined;
};

/** The policy's verdict; `above` and `cap` are credits. */
export type Verdict =
  | { readonly status: "allowed" }
  | { readonly status: "second-needed"; readonly above: number }
  | { readonly status: "own-quote" }
  /** `price` includes what was approved before. */
  | { readonly status: "over-cap"; readonly price: number; readonly cap: number };

export function judge(
  policy: ApprovalPolicy,
  { price, person, requester, first }: PolicyQuestion,
): Verdict {
  const { capPerApproval: cap, secondApprovalAbove: above } = policy;
  if (cap !== undefined && price > cap) return { status: "over-cap", price, cap };
  if (policy.selfApproval === "refused" && person === requester) return { status: "own-quote" };
  const isSoleBuyer = first === undefined || first.by === person;
  return above !== undefined && price > above && isSoleBuyer
    ? { status: "second-needed", above }
    : { status: "allowed" };
}

/**
 * Says why a person's click on *Approve* cannot start the card's main offer, as far as the card knows;
 * undefined when it can, or counts as the first of two approvals.
 */
export function refusedTo(
  quote: Quote,
  person: string,
  setup: Setup,
): Exclude<Verdict["status"], "allowed"> | "short-of-credits" | undefined {
  const product = mainProduct(quote);
  const offer = offerOf(quote, product, setup);
  if (offer === undefined) return undefined;
  if (missingCredits(quote, offer.price) > 0) return "short-of-credits";
  const { policy } = quote.approval ?? {};
  if (policy === undefined) return undefined;
  const first = endorsementOf(quote, product, setup);
  const price = offer.price + approvedOfText(quote, quote.request.at);
  const { status } = judge(policy, { price, person, requester: quote.request.by, first });
  const isFirst = status === "second-needed" && first === undefined;
  return status === "allowed" || isFirst ? undefined : status;
}

/** Returns the part of the policy that an open card needs; undefined when it sets no rule. */
export function policySeen({ policy }: { readonly policy: Policy }): ApprovalPolicy | undefined {
  const { selfApproval, secondApprovalAbove, capPerApproval } = policy;
  const caps = [policy.autoApprovalPerPersonDay, policy.autoApprovalPerMonth];
  // Without both caps Galley approves nothing by itself.
  const autoApprovalUpTo = caps.includes(undefined) ? undefined : policy.autoApprovalUpTo;
  const limits = { secondApprovalAbove, capPerApproval, autoApprovalUpTo };
  const isSet = Object.values(limits).some((limit) => limit !== undefined);
  return isSet || selfApproval === "refused" ? { selfApproval, ...limits } : undefined;
}
