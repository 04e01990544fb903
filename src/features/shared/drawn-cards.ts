import { cardTask } from "#domain/estimate/card-digest.ts";
import type { Quote } from "#domain/quote.ts";

/**
 * Remembers the run that each card names which this process has drawn, as long as the connection to
 * the store is the same.
 */
export function createDrawnCards(connections: () => number) {
  const marks = new Map<string, string>();
  const markOf = (key: string | undefined) => `${connections()} ${key}`;
  return {
    note: (quote: Quote): void => {
      // The oldest stands first; what is forgotten is read again.
      const [oldest] = marks.keys();
      if (marks.size >= drawnAtMost && oldest !== undefined) marks.delete(oldest);
      marks.delete(quote.id);
      marks.set(quote.id, markOf(cardTask(quote)?.key));
    },
    names: (quoteId: string, key: string | undefined): boolean =>
      marks.get(quoteId) === markOf(key),
  };
}

const drawnAtMost = 10_000;
