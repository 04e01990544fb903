import { hasEnded, isLive } from "../task/task.ts";
import type { Begun } from "./continuation.ts";
import type { DoneBefore } from "./done-before.ts";
import {
  type Quote,
  hasTranslation,
  hasTwin,
  isOnOffer,
  manuscriptOf,
  translationOf,
  twinOf,
} from "./quote.ts";

/** What was found when somebody looked for an earlier card of the same text and language. */
export type Twin = {
  /** The language and the text that were looked for. */
  readonly target: string;
  readonly textSha256: string;
  readonly first: FirstCard | undefined;
  /** Who wants it offered all the same. */
  readonly waivedBy: string | undefined;
  /** What came back of it on other cards; undefined: to be looked for. */
  readonly done?: readonly DoneBefore[] | undefined;
  /** The upload that this text continues. */
  readonly begun?: Begun | undefined;
};

export type FirstCard = {
  readonly quoteId: string;
  /** Where people can look at it, if Slack says. */
  readonly link: string | undefined;
};

export type WaiveOutcome = { readonly status: "offered" | "nothing-to-waive" };

/** The text may be under way already, and nobody has looked for that before it is bought. */
export function awaitsTwin(quote: Quote): boolean {
  const isOpen = manuscriptOf(quote) !== undefined && quote.decision.status === "open";
  return isOpen && !hasTranslation(quote) && twinOf(quote)?.done === undefined;
}

/** The same may be bought on another card by now, and nobody has said that it shall be bought here as well. */
export function mayHaveTwin(quote: Quote): boolean {
  return awaitsTwin(quote) && twinOf(quote)?.waivedBy === undefined;
}

/**
 * Of the quotes with the same text, newest first, the oldest that still counts: one that was bought, or that
 * came before this one.
 */
export function firstOf(quote: Quote, sameText: readonly Quote[], now: number): Quote | undefined {
  return sameText.findLast(
    (other) =>
      other.place.workspace === quote.place.workspace &&
      other.target === quote.target &&
      manuscriptOf(other)?.textSha256 === manuscriptOf(quote)?.textSha256 &&
      other.id !== quote.id &&
      (isComing(other) || (isBefore(other, quote) && isOffered(other, now))),
  );
}

/** Somebody wants the same offered again, knowingly; the first may have come back meanwhile. */
export function waiveTwin(
  quote: Quote,
  by: string,
): { readonly quote: Quote; readonly outcome: WaiveOutcome } {
  const twin = twinOf(quote);
  return twin === undefined || !hasTwin(quote)
    ? { quote, outcome: { status: "nothing-to-waive" } }
    : {
        quote: { ...quote, twin: { ...twin, waivedBy: by, done: undefined } },
        outcome: { status: "offered" },
      };
}

/** Of two that were handed in at the same moment one is the first, for both of them the same. */
export function isBefore(one: Quote, other: Quote): boolean {
  return one.receivedAt === other.receivedAt
    ? one.id < other.id
    : one.receivedAt < other.receivedAt;
}

/** Its translation is on its way. */
function isComing(quote: Quote): boolean {
  const translation = translationOf(quote);
  if (translation === undefined) return false;
  return !hasEnded(translation) || translation.state.status === "unknown";
}

/** It can still be approved. */
function isOffered(quote: Quote, now: number): boolean {
  const translation = translationOf(quote);
  if (translation !== undefined && isLive(translation)) return false;
  return isOnOffer(quote) ? now < quote.expiresAt : quote.decision.status === "open";
}
