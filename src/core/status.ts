import { type Quote, paidTasks, hasTranslation, isOnOffer } from "./quote.ts";

/** What quotes can be found by: see the ledger. */
export type QuoteIndex =
  | "open"
  | "waiting"
  | "running"
  | "person"
  | "channel"
  | "thread"
  | "text"
  /** Of a file, while its card is open. */
  | "file"
  | "beginning"
  | "workspace"
  | "book"
  | "books"
  | "erasable";

/** Whether people are to decide on a quote, or the partner is working on it. */
export type QuoteStanding = "waiting" | "running";

export function standingsOf(quote: Quote): readonly QuoteStanding[] {
  const isRunning = paidTasks(quote).some(({ state }) =>
    ["approved", "sending", "running"].includes(state.status),
  );
  const isWaiting = isOnOffer(quote) && !hasTranslation(quote);
  return [...(isWaiting ? ["waiting" as const] : []), ...(isRunning ? ["running" as const] : [])];
}
