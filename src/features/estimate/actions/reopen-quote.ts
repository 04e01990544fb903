import { NotRecorded } from "../../../core/faults.ts";
import type { Ports } from "../../../core/ports.ts";
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
  ports: DecideDeps & Pick<Ports, "now" | "rules" | "settings">,
  click: Click,
): Promise<ReopenOutcome | Refusal> {
  const { rules, now } = ports;
  const settings = await ports.settings.read(ports.workspace).catch((error: unknown) => {
    throw new NotRecorded({ cause: error });
  });
  return await decideOn<ReopenOutcome>(ports, click, {
    may: (person, roles, quote) => mayShape(person, quote.requester, roles),
    decide: (quote) => reopen(quote, { by: click.person, at: now(), rules, settings }),
  });
}
