import { type TargetOutcome, chooseTarget } from "../../domain/approval/decisions.ts";
import { mayShape } from "../../domain/approval/rights.ts";
import { type Click, type DecideDeps, type Refusal, decideOn } from "../approval/decide.ts";
import type { Desk } from "../deps.ts";

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
