import type { Desk } from "../../../core/ports.ts";
import { type DeclineOutcome, decline } from "../rules/decisions.ts";
import { mayShape } from "../rules/rights.ts";
import { type Click, type DecideDeps, type Refusal, decideOn } from "./decide.ts";

/** Closes a quote for good; an approval that was not sent yet is taken back with it. */
export async function declineQuote(
  desk: DecideDeps & Pick<Desk, "now">,
  click: Click & { readonly note?: string | undefined },
): Promise<DeclineOutcome | Refusal> {
  return await decideOn<DeclineOutcome>(desk, click, {
    may: (person, roles, quote) => mayShape(person, quote.requester, roles),
    decide: (quote) => decline(quote, { by: click.person, at: desk.now(), note: click.note }),
  });
}
