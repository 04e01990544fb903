import { type ApproveOutcome, type Decided, approve, approveInquiry } from "../domain/decisions.ts";
import type { Inquiry } from "../domain/inquiries.ts";
import { offerTag } from "../domain/offer-tag.ts";
import type { Product } from "../domain/offer.ts";
import type { Quote } from "../domain/quote.ts";
import { maySpend } from "../domain/rights.ts";
import { type Click, type DecideDeps, type Refusal, decideOn } from "./decide.ts";
import type { Desk } from "./deps.ts";

export type ApproveClick = Click & {
  readonly product: Product | Inquiry;
  /** What the card offered when it was clicked; undefined when the click does not say. */
  readonly offer: string | undefined;
};

/** The card changed (language or price) between its last look and the click: nothing is bought. */
export type Stale = { readonly status: "stale" };

/** Records who lets the desk spend on what, at most once. */
export async function approveQuote(
  desk: DecideDeps & Pick<Desk, "rules" | "now">,
  click: ApproveClick,
): Promise<ApproveOutcome | Stale | Refusal> {
  const { product, person: by, offer } = click;
  const { rules } = desk;
  const outcome = await decideOn<ApproveOutcome | Stale>(desk, click, {
    may: maySpend,
    decide: (quote) => {
      const terms = { by, at: desk.now(), rules };
      const decided =
        product === "language" || product === "estimate"
          ? approveInquiry(quote, { inquiry: product, ...terms })
          : approve(quote, { product, ...terms });
      const isStale = offer !== undefined && offer !== offerTag(quote, rules);
      return decided.outcome.status === "approved" && isStale ? stale(quote) : decided;
    },
  });
  auditRefusal(desk, click, outcome);
  return outcome;
}

/** Of an approval the written record tells; every other click that wanted to spend leaves a line as well. */
function auditRefusal(
  desk: Pick<Desk, "audit">,
  { quoteId, person: by }: ApproveClick,
  outcome: ApproveOutcome | Stale | Refusal,
): void {
  switch (outcome.status) {
    case "approved":
    // It was told of where it was refused.
    case "not-allowed":
      return undefined;
    case "already-approved":
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
    case "stale":
    case "unknown-card":
      return desk.audit({ what: "refused", quoteId, by, why: outcome.status });
  }
}

function stale(quote: Quote): Decided<Stale> {
  return { quote, outcome: { status: "stale" } };
}
