import type { Desk } from "../../../core/ports.ts";
import type { Quote } from "../../../core/quote.ts";
import { haveTold, hear, newsOf } from "../rules/batch.ts";

/** Tells the quote that says the sum what this one counts. Told twice, it changes nothing. */
export async function tellSum(
  desk: Pick<Desk, "ledger" | "rules" | "wake">,
  quote: Quote,
): Promise<Quote> {
  const news = newsOf(quote, desk.rules);
  if (news === undefined) return quote;
  const { speaker, count } = news;
  // In this order: should it end in between, it is told again.
  await desk.ledger.change(speaker, (before) => hear(before, quote.id, count));
  desk.wake(speaker);
  return await desk.ledger.change(quote.id, (before) => haveTold(before, count));
}
