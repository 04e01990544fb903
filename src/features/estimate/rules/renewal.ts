import type { DeskRules } from "../../../core/desk-rules.ts";
import type { ChosenEncoding } from "../../../core/manuscript.ts";
import { offerOf } from "../../../core/offer.ts";
import { type Quote, paidTasks, hasTranslation } from "../../../core/quote.ts";
import type { Decided } from "../../approval/rules/decisions.ts";

/** What people chose on a card. */
export type Chosen = Pick<Quote, "part" | "strategy"> & {
  readonly encoding?: ChosenEncoding | undefined;
};

export type RenewOutcome =
  | { readonly status: "renewed" }
  | { readonly status: "renewed-before"; readonly by: string }
  | { readonly status: "not-expired" }
  /** Its names and terms were erased: there is nothing to ask again with. */
  | { readonly status: "erased" }
  /** Whether something that was bought on it was charged is not known: first that is settled. */
  | { readonly status: "unsettled" };

/** Somebody asks for an expired quote again: noted once, whoever else clicks at the same moment. */
export function renew(
  quote: Quote,
  { by, at }: { readonly by: string; readonly at: number },
): Decided<RenewOutcome> {
  const { decision, renewal, erasedAt } = quote;
  const no = (outcome: RenewOutcome) => ({ quote, outcome });
  if (renewal !== undefined) return no({ status: "renewed-before", by: renewal.by });
  if (decision.status !== "expired" || hasTranslation(quote)) return no({ status: "not-expired" });
  if (erasedAt !== undefined) return no({ status: "erased" });
  if (isUnsettled(quote)) return no({ status: "unsettled" });
  return {
    quote: { ...quote, renewal: { by, at, successor: undefined } },
    outcome: { status: "renewed" },
  };
}

/** Nobody asked for it again yet, and somebody may. */
export function mayRenew(quote: Quote): boolean {
  return renew(quote, { by: "", at: 0 }).outcome.status === "renewed";
}

function isUnsettled(quote: Quote): boolean {
  return paidTasks(quote).some(({ state }) => state.status === "unknown");
}

/** It was asked for again, and the next round has no quote yet. */
export function awaitsSuccessor({ renewal }: Quote): boolean {
  return renewal !== undefined && renewal.successor === undefined;
}

/** What the next round says of this one; without a price where it never had one. */
export function earlierOf(
  quote: Quote,
  rules: Pick<DeskRules, "previewChars">,
): NonNullable<Quote["earlier"]> {
  const price = offerOf(quote, "translation", rules)?.price;
  return { quoteId: quote.id, price, at: quote.receivedAt };
}

/**
 * What the next round takes over as people chose it: the chapters, how the glossary is used, and what the
 * file is to be read as. A first of two approvals and “offer it all the same” counted for that offer only.
 */
export function chosenOn({ part, strategy, reading }: Quote): Chosen {
  const encoding = reading.status === "read" ? reading.chosen : undefined;
  return { part, strategy, encoding };
}

/** The thread of the next round: the old card's own, where a form brought the manuscript. */
export function threadOf({ place, card, voice }: Quote): string | undefined {
  const isHere = card.status === "posted" && voice === "thread";
  return place.thread ?? (isHere ? card.ts : undefined);
}

/** A quote of another round that can still bring, or has brought, a translation. */
export function isStanding(quote: Quote): boolean {
  const isOpen = quote.decision.status === "open" && quote.reading.status !== "refused";
  return isOpen || hasTranslation(quote);
}
