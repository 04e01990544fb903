import {
  type Click,
  type DecideDeps,
  type Refusal,
  decideOn,
} from "../../approval/actions/decide.ts";
import { mayShape } from "../../approval/rules/rights.ts";
import type { GlossaryChoice } from "../rules/book-terms.ts";
import { type StrategyOutcome, chooseStrategy } from "../rules/quote-terms.ts";

/** Says how the glossary meets what the partner finds, as long as no translation is approved. */
export async function chooseGlossary(
  ports: DecideDeps,
  click: Click & { readonly choice: GlossaryChoice },
): Promise<StrategyOutcome | Refusal> {
  return decideOn<StrategyOutcome>(ports, click, {
    may: (person, roles, quote) => mayShape(person, quote.requester, roles),
    decide: (quote) => chooseStrategy(quote, click.choice),
  });
}
