import { type ApproveOutcome, type Decided, approve } from "../domain/decisions.ts";
import { type Product, offerTag } from "../domain/offer.ts";
import type { Quote } from "../domain/quote.ts";
import { maySpend } from "../domain/rights.ts";
import { type Click, type DecideDeps, type Refusal, decideOn } from "./decide.ts";
import type { Desk } from "./deps.ts";

export type ApproveClick = Click & {
  readonly product: Product;
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
  const { product, person: by, offer, quoteId } = click;
  const { rules } = desk;
  const outcome = await decideOn<ApproveOutcome | Stale>(desk, click, {
    may: maySpend,
    decide: (quote) => {
      const decided = approve(quote, { product, by, at: desk.now(), rules });
      const isStale = offer !== undefined && offer !== offerTag(quote, rules);
      return decided.outcome.status === "approved" && isStale ? stale(quote) : decided;
    },
  });
  if (outcome.status === "approved") {
    const { key, price: credits } = outcome.task;
    desk.audit({ what: "approved", quoteId, key, by, credits });
  }
  return outcome;
}

function stale(quote: Quote): Decided<Stale> {
  return { quote, outcome: { status: "stale" } };
}
