import {
  type ApproveOutcome,
  type Decided,
  approve,
  approveInquiry,
} from "../../domain/approval/decisions.ts";
import type { Buyable } from "../../domain/approval/endorsements.ts";
import { decidesFor, hasRight, maySpend, standsFor } from "../../domain/approval/rights.ts";
import { NotRecorded } from "../../domain/faults.ts";
import type { NoFunds } from "../../domain/money/account.ts";
import { offerTag } from "../../domain/quote/offer-tag.ts";
import type { Range } from "../../domain/quote/parts.ts";
import type { Quote } from "../../domain/quote/quote.ts";
import type { Desk } from "../deps.ts";
import { type Frozen, freezeTerms, outdatedBy } from "../glossary/look-up-terms.ts";
import type { FundsDeps } from "../money/set-aside.ts";
import { changedBy, findBegun } from "../quote/find-begun.ts";
import { type Click, type DecideDeps, type Refusal, findQuote, spendOn } from "./decide.ts";

export type ApproveClick = Click & {
  readonly product: Buyable;
  /** The chapters that the button named; for a part only. */
  readonly part?: Range | undefined;
  /** What the card offered when it was clicked; undefined when the click does not say. */
  readonly offer: string | undefined;
  /** What they say to it, in their own words. */
  readonly note?: string | undefined;
};

/** The card changed (language, price or glossary) between its last look and the click: nothing is bought. */
export type Stale = { readonly status: "stale" };

/**
 * Sets the credits aside and records who lets the desk spend on what, at most once, and only as the policy
 * of this moment lets them.
 *
 * @throws NotRecorded when the policy, the store or Slack's word on the person cannot be had.
 */
export async function approveQuote(
  desk: DecideDeps & FundsDeps & Pick<Desk, "rules" | "terms" | "glossaries" | "thread">,
  click: ApproveClick,
): Promise<ApproveOutcome | NoFunds | Stale | Refusal> {
  const { product, part, person: by, offer, note } = click;
  const { rules } = desk;
  const policy = await policyOf(desk, click);
  const renewed = await renewing(desk, click);
  const outcome = await spendOn<ApproveOutcome | Stale>(desk, click, {
    may: maySpend,
    decide: (quote, roles) => {
      const terms = {
        by,
        at: desk.now(),
        for: decidesFor(by, roles),
        rules,
        policy,
        mayStill: (id: string) => hasRight(id, roles),
        standsFor: (id: string) => standsFor(id, roles),
        note,
      };
      const decided =
        product === "language" || product === "estimate"
          ? approveInquiry(quote, { product, ...terms })
          : approve(quote, { product, part, ...terms });
      const isMoot = decided.quote !== quote || decided.outcome.status === "not-ready";
      if (!isMoot) return decided;
      const outdated = renewed(quote);
      if (outdated !== undefined) return stale(outdated);
      const isStale = offer !== undefined && offer !== offerTag(quote, rules);
      return isStale ? stale(quote) : decided;
    },
  });
  auditRefusal(desk, click, outcome);
  return outcome;
}

/**
 * Looks what a translation would go with, and what an earlier card deals with by now; a glossary run, and
 * what is asked for the price, go without. Says of a quote how it is to be shown where its card shows less.
 */
async function renewing(
  desk: DecideDeps & Pick<Desk, "terms" | "glossaries" | "thread">,
  click: ApproveClick,
): Promise<(quote: Quote) => Quote | undefined> {
  if (!["translation", "part", "preview"].includes(click.product)) return () => undefined;
  const notRecorded = (cause: unknown): never => {
    throw new NotRecorded({ cause });
  };
  const quote = await findQuote(desk, click).catch(notRecorded);
  if (quote === undefined) return (one) => outdatedBy(one, nothingFrozen);
  const frozen = await freezeTerms(desk, quote);
  const begun = await findBegun(desk, quote).catch(notRecorded);
  return (one) => outdatedBy(one, frozen) ?? changedBy(one, begun);
}

const nothingFrozen: Frozen = { target: "", hash: undefined };

/** A policy that cannot be read allows nothing. */
async function policyOf({ settings }: Pick<Desk, "settings">, { workspace }: ApproveClick) {
  try {
    return (await settings.read(workspace)).policy;
  } catch (cause) {
    throw new NotRecorded({ cause });
  }
}

/** Of an approval the written record tells; every other click that wanted to spend leaves a line as well. */
function auditRefusal(
  desk: Pick<Desk, "audit">,
  { quoteId, person: by }: ApproveClick,
  outcome: ApproveOutcome | NoFunds | Stale | Refusal,
): void {
  switch (outcome.status) {
    case "approved":
    case "endorsed":
    // It was told of where it was refused.
    case "not-allowed":
      return undefined;
    case "already-approved":
    case "overlaps":
    case "unsettled": {
      const { key } = outcome.task;
      return desk.audit({
        what: "already-approved",
        quoteId,
        key,
        by,
        why: outcome.task.state.status,
      });
    }
    case "expired":
    case "declined":
    case "language-needed":
    case "not-ready":
    case "short-of-credits":
    case "over-month-cap":
    case "stale":
    case "unknown-card":
    case "second-needed":
    case "own-quote":
      return desk.audit({ what: "refused", quoteId, by, why: outcome.status });
    case "over-cap": {
      const { price: credits, cap } = outcome;
      return desk.audit({ what: "refused", quoteId, by, credits, why: `over-cap ${cap}` });
    }
  }
}

function stale(quote: Quote): Decided<Stale> {
  return { quote, outcome: { status: "stale" } };
}
