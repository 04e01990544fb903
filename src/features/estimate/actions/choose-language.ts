import type { Desk } from "../../../core/ports.ts";
import {
  type Click,
  type DecideDeps,
  type Refusal,
  decideOn,
} from "../../approval/actions/decide.ts";
import { type TargetOutcome, chooseTarget } from "../../approval/rules/decisions.ts";
import { mayShape } from "../../approval/rules/rights.ts";

/** Quotes the card anew for another language, as long as nothing is approved. */
export async function chooseLanguage(
  desk: DecideDeps & Pick<Desk, "rules">,
  click: Click & { readonly target: string },
): Promise<TargetOutcome | Refusal> {
  return decideOn<TargetOutcome>(desk, click, {
    may: (person, roles, quote) => mayShape(person, quote.requester, roles),
    decide: (quote) => chooseTarget(quote, { target: click.target, rules: desk.rules }),
  });
}
