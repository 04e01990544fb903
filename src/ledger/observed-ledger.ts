import { UnclearWrite } from "../domain/faults.ts";
import type { Quote } from "../domain/quote/quote.ts";
import type { Ledger } from "./ledger.ts";

/**
 * The same ledger, telling of each change of a record once it is written: by compare-and-set it is told by
 * exactly one writer. A write of which the store did not say whether it stands is told of, too.
 *
 * @param onWritten must not throw: the change stands.
 */
export function observe(ledger: Ledger, onWritten: (before: Quote, after: Quote) => void): Ledger {
  return {
    ...ledger,
    change: async (id, next) => {
      // The function may run again when somebody else was first: the last run is what was written.
      const runs: (readonly [Quote, Quote])[] = [];
      const tell = () => {
        const last = runs.at(-1);
        if (last !== undefined && last[0] !== last[1]) onWritten(...last);
      };
      try {
        const quote = await ledger.change(id, (before) => {
          const after = next(before);
          runs.push([before, after]);
          return after;
        });
        tell();
        return quote;
      } catch (error) {
        if (error instanceof UnclearWrite) tell();
        throw error;
      }
    },
  };
}
