import { allDone } from "../../domain/quote/done-before.ts";
import { type Quote, manuscriptOf, twinOf } from "../../domain/quote/quote.ts";
import { type FirstCard, awaitsTwin, firstOf } from "../../domain/quote/twin.ts";
import { mayHaveResult } from "../approval/may-have-result.ts";
import type { Desk } from "../deps.ts";
import { findBegun } from "./find-begun.ts";

type Deps = Pick<Desk, "ledger" | "thread" | "people" | "rules" | "now">;

/**
 * Looks whether the same text is on offer, being translated, or translated into the same language already.
 * What was made where the requester is not a member is not spoken of.
 */
export async function lookForTwin(desk: Deps, quote: Quote): Promise<Quote> {
  const { target, requester } = quote;
  const textSha256 = manuscriptOf(quote)?.textSha256;
  if (textSha256 === undefined) return quote;
  const sameText = await desk.ledger.list("text", textSha256, { offset: 0, limit: 100 });
  // What somebody wants offered all the same is not looked for again.
  const known = twinOf(quote);
  const first = known === undefined ? await firstFound(desk, quote, sameText) : known.first;
  const seen = await visibleTo(desk, { quote, person: requester }, sameText);
  const done = allDone(quote, seen, desk.rules.keyPrint);
  // What can be had as a whole for nothing is not offered in parts.
  const begun = done.length === 0 ? await findBegun(desk, quote) : undefined;
  return await desk.ledger.change(quote.id, (before) => {
    const waivedBy = twinOf(before)?.waivedBy;
    const after = { ...before, twin: { target, textSha256, first, waivedBy, done, begun } };
    return awaitsTwin(before) && !awaitsTwin(after) ? after : before;
  });
}

async function firstFound(
  desk: Deps,
  quote: Quote,
  sameText: readonly Quote[],
): Promise<FirstCard | undefined> {
  const first = firstOf(quote, sameText, desk.now());
  return first && { quoteId: first.id, link: await desk.thread.linkTo(first) };
}

async function visibleTo(
  desk: Deps,
  { quote, person }: { readonly quote: Quote; readonly person: string },
  others: readonly Quote[],
): Promise<readonly Quote[]> {
  const done = others.filter((other) => allDone(quote, [other], desk.rules.keyPrint).length > 0);
  const may = await Promise.all(
    done.map((other) => mayHaveResult(desk, { person, of: other, askedOn: quote })),
  );
  return done.filter((_, index) => may[index] === true);
}
