import { UnclearWrite } from "../core/faults.ts";
import type { Quote } from "../core/quote.ts";
import type { Ledger } from "./quotes.ts";

/**
 * Wraps the ledger and reports each written change of a record. Exactly one writer reports a
 * change, because writes are compare-and-set. An unclear write is reported too.
 *
 * @param onWritten must not throw: the change is already written.
 */
export function observe(ledger: Ledger, onWritten: (before: Quote, after: Quote) => void): Ledger {
  // A function runs again if somebody else wrote first: its last run is the written one.
  const telling = async <T>(write: (seen: (before: Quote, after: Quote) => void) => Promise<T>) => {
    let last: readonly [Quote, Quote] | undefined;
    const tell = () => {
      if (last !== undefined && last[0] !== last[1]) onWritten(...last);
    };
    try {
      const written = await write((before, after) => {
        last = [before, after];
      });
      tell();
      return written;
    } catch (error) {
      if (error instanceof UnclearWrite) tell();
      throw error;
    }
  };
  const decide: Ledger["decide"] = (id, next) =>
    telling((seen) =>
      ledger.decide(id, (before) => {
        const decided = next(before);
        seen(before, decided.quote);
        return decided;
      }),
    );
  return {
    ...ledger,
    change: async (id, next) => {
      const changed = await decide(id, (quote) => ({ quote: next(quote), outcome: undefined }));
      return changed.quote;
    },
    decide,
    spend: (id, decide) =>
      telling((seen) =>
        ledger.spend(id, (state) => {
          const spending = decide(state);
          seen(state.quote, spending.quote);
          return spending;
        }),
      ),
  };
}
