import { type Quote, hasTranslation, isOnOffer, paidTasks } from "./quote.ts";

/** The indexes that list quotes; `store/quotes.ts` has a row for each. */
export type QuoteIndex =
  /** Something is left to do: see `hasWorkLeft`. The decision on such a quote may be over. */
  | "open"
  | "waiting"
  | "running"
  | "person"
  | "channel"
  | "thread"
  /** By file, while the decision is open. */
  | "file"
  | "workspace"
  /** By the name that people gave. */
  | "book"
  /** By the book's id: see `termHome`. */
  | "book-id"
  | "books"
  | "erasable";

/** `waiting` for a decision by people, or `running` at the partner. */
export type QuoteStatus = "waiting" | "running";

export function statusesOf(quote: Quote): readonly QuoteStatus[] {
  const isRunning = paidTasks(quote).some(({ state }) =>
    ["approved", "sending", "running"].includes(state.status),
  );
  const isWaiting = isOnOffer(quote) && !hasTranslation(quote);
  return [...(isWaiting ? ["waiting" as const] : []), ...(isRunning ? ["running" as const] : [])];
}
