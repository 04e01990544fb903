import { type Quote, hasTranslation, paidTasks } from "#domain/quote.ts";

export function mayReopen(quote: Quote): boolean {
  return keptClosed(quote) === undefined;
}

/** Returns why an expired quote stays closed; undefined when it can be reopened. */
export function keptClosed(quote: Quote): "stale" | "closed" | "unsettled" | undefined {
  if (quote.decision.status !== "expired" || hasTranslation(quote)) return "stale";
  // Its names and terms were erased, so nothing is left to reopen.
  if (quote.erasedAt !== undefined) return "closed";
  const isUnsettled = paidTasks(quote).some(({ state }) => state.status === "unknown");
  return isUnsettled ? "unsettled" : undefined;
}
