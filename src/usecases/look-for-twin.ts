import { type Quote, manuscriptOf } from "../domain/quote.ts";
import { awaitsTwin, firstOf } from "../domain/twin.ts";
import type { Desk } from "./deps.ts";

/** Looks whether the same text is on offer or being translated into the same language already. */
export async function lookForTwin(
  desk: Pick<Desk, "ledger" | "thread" | "now">,
  quote: Quote,
): Promise<Quote> {
  const textSha256 = manuscriptOf(quote)?.textSha256;
  if (textSha256 === undefined) return quote;
  const page = { offset: 0, limit: 100 };
  const first = firstOf(quote, await desk.ledger.list("text", textSha256, page), desk.now());
  const found = first && { quoteId: first.id, link: await desk.thread.linkTo(first) };
  const twin = { target: quote.target, textSha256, first: found, waivedBy: undefined };
  return await desk.ledger.change(quote.id, (before) => {
    const after = { ...before, twin };
    return awaitsTwin(before) && !awaitsTwin(after) ? after : before;
  });
}
