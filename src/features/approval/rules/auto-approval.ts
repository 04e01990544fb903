import { approvedSince, awaitsCoverage, coverageFor, freeSlice } from "../../../core/coverage.ts";
import { type Offer, estimatedCredits, mainProduct, offerOf } from "../../../core/offer.ts";
import {
  type Decided,
  type Quote,
  awaitsCard,
  paidTasks,
  isOnOffer,
  manuscriptOf,
} from "../../../core/quote.ts";
import type { Rules } from "../../../core/rules.ts";
import { sameSlice } from "../../../core/slice.ts";
import { thePolicy } from "../../../core/task.ts";
import { awaitsTerms } from "../../glossary/rules/quote-terms.ts";
import { type ApproveOutcome, approveOffer, leftToPeople } from "./decisions.ts";
import { type ApprovalPolicy, judge, policyMs } from "./policy.ts";

type Prices = Pick<Rules, "previewChars">;

/** The current policy does not allow it, or nothing is left to approve. */
export type NotAutomatic = { readonly status: "left-to-people" } | { readonly status: "not-due" };

type Terms = {
  readonly at: number;
  readonly rules: Prices;
  /** The current policy, not the one recorded on the quote. */
  readonly policy: ApprovalPolicy;
  /** `member` when the requester is a full member of the workspace. */
  readonly requester: "member" | "stranger";
};

/**
 * Returns the translation that Galley may approve by itself: the whole, or the new chapters when an
 * earlier upload was translated. It is on offer, requested, and was never approved before. The encoding
 * was not guessed; the partner named language, price and balance; the price is within the limit that
 * was set when the manuscript was read.
 */
export function autoOffer(quote: Quote, rules: Prices): Offer | undefined {
  const limit = quote.approval?.policy?.autoApprovalUpTo;
  if (limit === undefined || !isOnOffer(quote) || awaitsCard(quote)) return undefined;
  if (awaitsCoverage(quote) || awaitsTerms(quote)) return undefined;
  // People decide on text that may have been translated before, as a whole or by its paragraphs.
  const { known = [], variants = [] } = coverageFor(quote) ?? {};
  if (known.length > 0 || variants.length > 0) return undefined;
  // A guessed encoding may be wrong: a person has to look at the text first.
  if (manuscriptOf(quote)?.otherEncodings !== undefined) return undefined;
  const isKnown =
    quote.language !== undefined &&
    quote.balance !== undefined &&
    estimatedCredits(quote) !== undefined;
  const isWanted =
    quote.part === undefined && (quote.request.details?.first ?? "translation") === "translation";
  const isApproved = paidTasks(quote).some(({ kind }) => kind === "translation");
  const offer = offerOf(quote, mainProduct(quote), rules);
  // People decide when the balance covers only some of the new chapters.
  const isAll = offer?.slice === undefined || sameSlice(offer.slice, freeSlice(quote));
  if (!isKnown || !isWanted || isApproved || !isAll || offer === undefined) return undefined;
  return offer.exists.length === 0 && offer.price <= limit ? offer : undefined;
}

/** Approves what the current policy allows, once; leaves the rest to people for good. */
export function approveAutomatically(
  quote: Quote,
  { at, rules, policy, requester }: Terms,
): Decided<ApproveOutcome | NotAutomatic> {
  const offer = autoOffer(quote, rules);
  const { autoApprovalUpTo: upTo } = policy;
  if (offer === undefined || at >= quote.expiresAt) {
    return { quote, outcome: { status: "not-due" } };
  }
  const before = approvedSince(quote, at - policyMs);
  const asked = { price: offer.price, before, person: thePolicy, requester: quote.request.by };
  const isWithin = upTo !== undefined && offer.price + before <= upTo && requester === "member";
  return isWithin && judge(policy, { ...asked, first: undefined }).status === "allowed"
    ? approveOffer(quote, {
        product: mainProduct(quote),
        offer,
        approval: { by: thePolicy, at, upTo },
      })
    : { quote: leftToPeople(quote), outcome: { status: "left-to-people" } };
}

/** Applies another policy, which may stop Galley from approving by itself but never starts it. */
export function withPolicy(quote: Quote, seen: Quote["approval"]): Quote {
  const { policy: before, endorsements } = quote.approval ?? {};
  const autoApprovalUpTo = before?.autoApprovalUpTo;
  const policy = seen?.policy && { ...seen.policy, autoApprovalUpTo };
  return { ...quote, approval: { ...seen, policy, endorsements } };
}
