import { NotRecorded } from "../../../core/faults.ts";
import type { Desk } from "../../../core/ports.ts";
import {
  type Click,
  type DecideDeps,
  type Refusal,
  decideOn,
} from "../../approval/actions/decide.ts";
import { mayShape } from "../../approval/rules/rights.ts";
import { type ReopenOutcome, reopen } from "../rules/reopening.ts";

/** Asks for an expired quote again. Buys nothing by itself: the card is open once more, that is all. */
export async function askAgain(
  desk: DecideDeps & Pick<Desk, "now" | "rules" | "settings">,
  click: Click,
): Promise<ReopenOutcome | Refusal> {
  const { rules, now } = desk;
  const settings = await desk.settings.read(click.workspace).catch((error: unknown) => {
    throw new NotRecorded({ cause: error });
  });
  return await decideOn<ReopenOutcome>(desk, click, {
    may: (person, roles, quote) => mayShape(person, quote.requester, roles),
    decide: (quote) => reopen(quote, { by: click.person, at: now(), rules, settings }),
  });
}
