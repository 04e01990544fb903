import { type Begun, continued, mayShare } from "../../domain/quote/continuation.ts";
import { type Quote, begunOf, manuscriptOf, twinOf } from "../../domain/quote/quote.ts";
import { mayHaveResult } from "../approval/may-have-result.ts";
import type { Desk } from "../deps.ts";

type Deps = Pick<Desk, "ledger" | "thread" | "people">;

/**
 * The card that deals with the beginning of this text, as far as the requester may know of it; none for
 * a text that somebody wants offered all the same.
 */
export async function findBegun(desk: Deps, quote: Quote): Promise<Begun | undefined> {
  if (twinOf(quote)?.waivedBy !== undefined) return undefined;
  const others = await sharing(desk, quote);
  const isSeen = await Promise.all(others.map((other) => isVisible(desk, quote, other)));
  const seen = others.filter((_, index) => isSeen[index] === true);
  const found = continued(quote, seen);
  const card = seen.find(({ id }) => id === found?.quoteId);
  return found && card && { ...found, link: await desk.thread.linkTo(card) };
}

/** Other uploads with the same beginning, newest first. */
export async function sharing(
  { ledger }: Pick<Desk, "ledger">,
  quote: Quote,
): Promise<readonly Quote[]> {
  const beginning = manuscriptOf(quote)?.marks?.[0];
  if (beginning === undefined) return [];
  const value = `${quote.place.workspace}/${beginning}`;
  const alike = await ledger.list("beginning", value, { offset: 0, limit: lookedThrough });
  return alike.filter((other) => mayShare(quote, other));
}

async function isVisible(desk: Deps, quote: Quote, other: Quote): Promise<boolean> {
  const isKnown = other.id === begunOf(quote)?.quoteId;
  if (isKnown || other.place.channel === quote.place.channel) return true;
  return await mayHaveResult(desk, { person: quote.requester, of: other, askedOn: quote });
}

/**
 * The quote as it is to be shown, where another card has come to deal with more or less of its text since
 * it was looked for; undefined where the card shows it.
 */
export function changedBy(quote: Quote, begun: Begun | undefined): Quote | undefined {
  const twin = twinOf(quote);
  const known = begunOf(quote);
  // What was not looked for yet is going to be; what can be had for nothing is offered as a whole.
  if (twin?.done?.length !== 0) return undefined;
  const isShown = known?.quoteId === begun?.quoteId && known?.to === begun?.to;
  return isShown ? undefined : { ...quote, twin: { ...twin, begun } };
}

const lookedThrough = 20;
