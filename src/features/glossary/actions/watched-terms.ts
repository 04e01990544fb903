import { openQuotes } from "../../../core/open-quotes.ts";
import type { Desk } from "../../../core/ports.ts";
import { concerns, forgetTerms } from "../rules/quote-terms.ts";

type Deps = Pick<Desk, "ledger" | "wake"> & {
  /** The terms were changed, and the cards do not show it yet: a click on one finds out. */
  readonly onFault: (error: unknown) => void;
};

/** The same book; when terms change, the open cards that they concern are drawn anew. */
export function watchTerms(terms: Desk["terms"], deps: Deps): Desk["terms"] {
  const decide: Desk["terms"]["decide"] = async (home, next) => {
    const { outcome } = await terms.decide(home, (before) => {
      const decided = next(before);
      const { record } = decided;
      return { record, outcome: { decided, isChanged: record !== before } };
    });
    if (outcome.isChanged) await redraw(deps, home).catch(deps.onFault);
    return outcome.decided;
  };
  return {
    read: terms.read,
    change: async (home, next) => {
      const changed = await decide(home, (base) => ({ record: next(base), outcome: undefined }));
      return changed.record;
    },
    decide,
  };
}

async function redraw({ ledger, wake }: Deps, home: string): Promise<void> {
  const quotes = await openQuotes({ ledger });
  for (const quote of quotes) {
    if (!concerns(home, quote) || forgetTerms(quote) === quote) continue;
    await ledger.change(quote.id, forgetTerms);
    wake(quote.id);
  }
}
