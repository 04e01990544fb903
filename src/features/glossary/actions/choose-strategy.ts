import {
  type Click,
  type DecideDeps,
  type Refusal,
  shapeOn,
} from "../../approval/actions/decide.ts";
import type { GlossaryChoice } from "../rules/book-terms.ts";
import { type StrategyOutcome, chooseStrategy } from "../rules/quote-terms.ts";

/** Says how the glossary meets what the partner finds, as long as no translation is approved. */
export async function chooseGlossary(
  ports: DecideDeps,
  click: Click & { readonly choice: GlossaryChoice },
): Promise<StrategyOutcome | Refusal> {
  return shapeOn<StrategyOutcome>(ports, click, (quote) => chooseStrategy(quote, click.choice));
}
