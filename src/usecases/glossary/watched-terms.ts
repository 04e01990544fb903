import { concerns, forgetTerms } from "../../domain/glossary/quote-terms.ts";
import type { Desk, TermBook } from "../deps.ts";
import { openQuotes } from "../quote/open-quotes.ts";

type Deps = Pick<Desk, "ledger" | "wake"> & {
  /** The terms were changed, and the cards do not show it yet: a click on one finds out. */
  readonly onFault: (error: unknown) => void;
};

/** The same book; when terms change, the open cards that they concern are drawn anew. */
export function watchTerms(terms: TermBook, deps: Deps): TermBook {
  return {
    read: terms.read,
    change: async (home, next) => {
      const runs: boolean[] = [];
      const changed = await terms.change(home, (before) => {
        const after = next(before);
        runs.push(after !== before);
        return after;
      });
      if (runs.at(-1) === true) await redraw(deps, home).catch(deps.onFault);
      return changed;
    },
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
