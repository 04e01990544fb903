import { type Quote, hasTranslation, translationOf } from "../../../core/quote.ts";
import type { Task } from "../../../core/task.ts";
import type { Decided } from "../../approval/rules/decisions.ts";
import type { GlossaryChoice } from "./book-terms.ts";

export type StrategyOutcome =
  | { readonly status: "chosen" }
  | { readonly status: "already-approved"; readonly task: Task | undefined }
  | { readonly status: "closed" };

/** How the glossary goes with what is bought here from now on; settled once a translation was approved. */
export function chooseStrategy(quote: Quote, strategy: GlossaryChoice): Decided<StrategyOutcome> {
  if (hasTranslation(quote)) {
    return { quote, outcome: { status: "already-approved", task: translationOf(quote) } };
  }
  if (quote.decision.status !== "open") return { quote, outcome: { status: "closed" } };
  return { quote: { ...quote, strategy }, outcome: { status: "chosen" } };
}
