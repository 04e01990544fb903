import {
  type Click,
  type DecideDeps,
  type Refusal,
  shapeOn,
} from "../../approval/actions/decide.ts";
import type { GlossaryChoice } from "../rules/book-terms.ts";
import { type StrategyOutcome, chooseStrategy } from "../rules/quote-terms.ts";

/**
 * Saves how the supplied glossary is combined with extracted terms, until a translation is
 * approved.
 */
export async function chooseGlossary(
  ports: DecideDeps,
  click: Click & { readonly choice: GlossaryChoice },
): Promise<StrategyOutcome | Refusal> {
  return shapeOn<StrategyOutcome>(ports, click, (quote) => chooseStrategy(quote, click.choice));
}
