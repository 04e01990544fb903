import { approvedSince } from "../../../core/coverage.ts";
import { addNotice } from "../../../core/notices.ts";
import {
  type Offer,
  blockedBy,
  needsLanguage,
  offerOf,
  productOf,
  requestFor,
} from "../../../core/offer.ts";
import {
  awaitsCard,
  type Decided,
  type Quote,
  changeTask,
  findTask,
  hasTranslation,
  isOnOffer,
  keyGround,
  manuscriptOf,
  paidTasks,
  type Product,
  withPromised,
} from "../../../core/quote.ts";
import type { Rules } from "../../../core/rules.ts";
import { type Slice, sameSlice } from "../../../core/slice.ts";
import { type Approval, type Task, isLive, isStanding, planTask } from "../../../core/task.ts";
import { withInquiries } from "../../estimate/rules/inquiries.ts";
import { requestDetailsOf } from "../../intake/rules/request-details.ts";
import { hasNotLeft } from "../../translation/rules/sending.ts";
import {
  type Wanted,
  endorse,
  firstApproval,
  withEndorsements,
  withoutEndorsement,
} from "./endorsements.ts";
import { type Verdict, judge, policyMs } from "./policy.ts";

export type ApproveOutcome =
  | { readonly status: "approved"; readonly task: Task }
  | { readonly status: "already-approved"; readonly task: Task }
  /** It is unknown whether an earlier run of the same exists, here or on another card. */
  | { readonly status: "unsettled"; readonly key: string }
  | { readonly status: "expired" }
  | { readonly status: "declined"; readonly by: string }
  | { readonly status: "language-needed" }
  | { readonly status: "not-ready" }
  /** Some of it was approved already, with other chapters. */
  | { readonly status: "overlaps"; readonly task: Task }
  /** The first of two approvals, above this many credits: nothing starts before the second. */
  | { readonly status: "endorsed"; readonly above: number }
  | Exclude<Verdict, { status: "allowed" }>;

export type DeclineOutcome =
  | { readonly status: "declined" }
  | { readonly status: "already-declined"; readonly by: string }
  | { readonly status: "sent" }
  | { readonly status: "expired" };

export type TargetOutcome =
  | { readonly status: "changed" }
  | { readonly status: "same" }
  | { readonly status: "not-offered" }
  /** Something was approved for it. */
  | { readonly status: "language-stays" }
  | { readonly status: "closed" };

export type NoteOutcome = { readonly status: "noted" } | { readonly status: "closed" };

export type UndoOutcome = { readonly status: "undone" } | { readonly status: "sent" };

/** Adds at most one task per product, language and generation: a second click learns of it. */
export function approve(quote: Quote, click: Wanted): Decided<ApproveOutcome> {
  const { product, by, at, policy } = click;
  const offer = onOffer(quote, click);
  if ("status" in offer) return { quote, outcome: offer };
  const first = firstApproval(quote, click);
  const verdict = judge(policy, {
    price: offer.price,
    before: approvedSince(quote, at - policyMs),
    person: by,
    requester: quote.request.by,
    first,
  });
  switch (verdict.status) {
    case "allowed": {
      const isSecond = first !== undefined && first.by !== by;
      const two = isSecond ? { first: { by: first.by, at: first.at } } : {};
      const approved = approveOffer(quote, { product, offer, approval: { by, at, ...two } });
      return { ...approved, quote: withoutEndorsement(approved.quote, product) };
    }
    case "second-needed":
      return first === undefined
        ? { quote: endorse(quote, click), outcome: { status: "endorsed", above: verdict.above } }
        : { quote, outcome: verdict };
    case "own-quote":
    case "over-cap":
      return { quote, outcome: verdict };
  }
}

/** Returns the offer that can be approved now, or the reason why none can. */
function onOffer(quote: Quote, click: Wanted): Offer | ApproveOutcome {
  const { product, at, rules } = click;
  const standing = product === "part" ? undefined : earlier(quote, product).find(isStanding);
  if (standing !== undefined) return refusalFor(standing);
  const { decision } = quote;
  if (decision.status === "declined") return { status: "declined", by: decision.by };
  if (decision.status === "expired" || hasLapsed(quote, at)) return { status: "expired" };
  if (needsLanguage(quote)) return { status: "language-needed" };
  const offer = offerOf(quote, product, rules);
  const isReady = isOnOffer(quote) && !awaitsCard(quote);
  if (!isReady || offer === undefined) return { status: "not-ready" };
  const run = blockedBy(quote, offer);
  if (run === undefined) return offer;
  const task = run.status === "unknown" ? undefined : findTask(quote, run.key);
  return task === undefined ? { status: "unsettled", key: run.key } : { status: "overlaps", task };
}

/** Once some chapters were approved, the rest stays on offer. */
function hasLapsed(quote: Quote, at: number): boolean {
  return at >= quote.expiresAt && !paidTasks(quote).some((task) => isPartOf(quote, task));
}

function isPartOf({ target }: Quote, task: Task): boolean {
  return task.kind === "translation" && task.target === target && isStanding(task);
}

type Purchase = {
  readonly product: Product;
  readonly offer: Offer;
  readonly approval: Approval;
};

/** Adds the task of an approval. The caller has checked what is on offer. */
export function approveOffer(
  quote: Quote,
  { product, offer, approval }: Purchase,
): Decided<ApproveOutcome> {
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined) return { quote, outcome: { status: "not-ready" } };
  const task = planTask(keyGround(quote, manuscript), {
    ...requestFor(product, offer),
    target: quote.target,
    price: offer.price,
    approval,
    generation: earlier(quote, product, offer.slice).length,
  });
  // Chapters that somebody chose stay chosen until a translation of them is approved.
  const chosen = task.kind === "translation" ? undefined : quote.part;
  const balance = withPromised(quote.balance, offer.price);
  return {
    quote: { ...quote, part: chosen, balance, tasks: [...quote.tasks, task] },
    outcome: { status: "approved", task },
  };
}

type Declining = {
  readonly by: string;
  readonly at: number;
  readonly note?: string | undefined;
};

/** Closes the quote. Takes an approval back with it, unless its run may have been sent. */
export function decline(quote: Quote, { by, at, note }: Declining): Decided<DeclineOutcome> {
  const { decision } = quote;
  if (decision.status === "declined") {
    return { quote, outcome: { status: "already-declined", by: decision.by } };
  }
  if (decision.status === "expired") return { quote, outcome: { status: "expired" } };
  const isSent = paidTasks(quote).some(
    (task) => productOf(task) === "translation" && isStanding(task) && !hasNotLeft(task),
  );
  if (isSent) return { quote, outcome: { status: "sent" } };
  const cancelled = paidTasks(quote)
    .filter(hasNotLeft)
    .reduce((left, task) => changeTask(left, task.key, cancel(at)), quote);
  const declined: Quote = {
    ...withEndorsements(cancelled),
    decision: { status: "declined", by, at, note },
  };
  return { quote: addNotice(declined, { kind: "declined" }), outcome: { status: "declined" } };
}

/** Turns off approval by Galley itself: a person decides. */
export function leftToPeople(quote: Quote): Quote {
  const { approval } = quote;
  if (approval?.policy === undefined) return quote;
  const policy = { ...approval.policy, autoApprovalUpTo: undefined };
  return { ...quote, approval: { ...approval, policy } };
}

/** Takes back an approval of which nothing was sent. It is on offer again, and Galley leaves it to people. */
export function undo(
  quote: Quote,
  { key, at }: { readonly key: string; readonly at: number },
): Decided<UndoOutcome> {
  const task = findTask(quote, key);
  if (task === undefined || !hasNotLeft(task)) return { quote, outcome: { status: "sent" } };
  const undone = leftToPeople(changeTask(quote, key, cancel(at)));
  const balance = withPromised(quote.balance, -task.price);
  return { quote: { ...undone, balance }, outcome: { status: "undone" } };
}

export function noteRequest(quote: Quote, note: string | undefined): Decided<NoteOutcome> {
  if (quote.decision.status !== "open") return { quote, outcome: { status: "closed" } };
  const { first, dueOn } = quote.request.details ?? {};
  const details = requestDetailsOf({ first, dueOn, note });
  return {
    quote: { ...quote, request: { ...quote.request, details } },
    outcome: { status: "noted" },
  };
}

type Choice = {
  readonly target: string;
  readonly rules: Pick<Rules, "languages">;
};

/** Quotes the manuscript for another language; possible only while nothing is approved. */
export function chooseTarget(quote: Quote, { target, rules }: Choice): Decided<TargetOutcome> {
  if (paidTasks(quote).some(isLive)) return { quote, outcome: { status: "language-stays" } };
  if (quote.decision.status !== "open") return { quote, outcome: { status: "closed" } };
  if (!rules.languages.some(({ code }) => code === target)) {
    return { quote, outcome: { status: "not-offered" } };
  }
  if (target === quote.target) return { quote, outcome: { status: "same" } };
  const tasks = quote.tasks.filter((task) => task.kind !== "estimate" || task.attempts.length > 0);
  const chosen = withInquiries({ ...withEndorsements(quote), target, tasks });
  return { quote: chosen, outcome: { status: "changed" } };
}

/** Expires a quote that nobody approved in time. Card and thread say so, and it never counts as a decline. */
export function expire(quote: Quote, at: number): Quote {
  const isLapsed =
    quote.decision.status === "open" && !hasTranslation(quote) && at >= quote.expiresAt;
  if (!isLapsed) return quote;
  return addNotice({ ...quote, decision: { status: "expired", at } }, { kind: "expired" });
}

/** Earlier approvals of the same product and language, oldest first: their number is the generation. */
function earlier(quote: Quote, product: Product, slice?: Slice): readonly Task[] {
  return paidTasks(quote).filter(
    (task) =>
      productOf(task) === product &&
      task.target === quote.target &&
      (product !== "part" || sameSlice(task.slice, slice)),
  );
}

function refusalFor(task: Task): ApproveOutcome {
  return task.state.status === "unknown"
    ? { status: "unsettled", key: task.key }
    : { status: "already-approved", task };
}

function cancel(at: number) {
  return (task: Task): Task => ({
    ...task,
    state: { status: "rejected", at, reason: "cancelled" },
  });
}
