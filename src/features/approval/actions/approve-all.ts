import { coverageFor } from "../../../core/coverage.ts";
import { mainProduct, offerOf, offerTag } from "../../../core/offer.ts";
import type { Product, Quote } from "../../../core/quote.ts";
import { pricedParts, totalFace } from "../../intake/rules/batch.ts";
import { type ApproveClickOutcome, type ApproveDeps, approveQuote } from "./approve-quote.ts";
import { type Click, findQuote } from "./decide.ts";

/** The outcome for one card of a batch; `look` is a card that a person has to read before approving it. */
export type OneOfAll = {
  readonly quote: Quote;
  readonly product: Product;
  readonly outcome: ApproveClickOutcome | { readonly status: "look" };
};

export type AllOutcome =
  | { readonly status: "unknown-card" | "stale" }
  | { readonly status: "decided"; readonly cards: readonly OneOfAll[] };

/**
 * Approves each card of a batch that is still open, under its own rights, policy and balance, at the
 * price that the batch's message named. Only the card itself names earlier translations of its text, so
 * such a card needs a click of its own.
 *
 * @param click its `face` names the total that the person saw.
 *
 * @throws like `approveQuote`; cards approved before that stay approved.
 */
export async function approveAll(
  ports: ApproveDeps,
  { face, ...click }: Click & { readonly face: string },
): Promise<AllOutcome> {
  const first = await findQuote(ports, click);
  if (first?.request.batch?.total === undefined) return { status: "unknown-card" };
  if (totalFace(first) !== face) return { status: "stale" };
  const cards: OneOfAll[] = [];
  for (const { quoteId, credits } of pricedParts(first)) {
    const quote = await ports.ledger.find(quoteId);
    if (quote !== undefined) cards.push(await approveOne(ports, click, { quote, credits }));
  }
  return { status: "decided", cards };
}

async function approveOne(
  ports: ApproveDeps,
  { person }: Click,
  { quote, credits }: { readonly quote: Quote; readonly credits: number },
): Promise<OneOfAll> {
  const { rules } = ports;
  const product = mainProduct(quote);
  const offer = offerOf(quote, product, rules);
  const known = coverageFor(quote)?.known ?? [];
  const isNew = offer?.exists.length === 0 && offer.slice === undefined && known.length === 0;
  if (offer?.price !== credits || !isNew) return { quote, product, outcome: { status: "look" } };
  const { id: quoteId, place } = quote;
  const click = { person, quoteId, channel: place.channel };
  const tag = offerTag(quote, rules);
  return { quote, product, outcome: await approveQuote(ports, { ...click, product, offer: tag }) };
}
