import { NotRecorded } from "../../../core/faults.ts";
import type { Ports } from "../../../core/ports.ts";
import {
  type Click,
  type DecideDeps,
  type Refusal,
  shapeOn,
} from "../../approval/actions/decide.ts";
import { peopleToNotify } from "../../approval/actions/notify-me.ts";
import { type ReopenOutcome, reopen } from "../rules/reopening.ts";

/** Reopens the card of an expired quote. Approves nothing. */
export async function askAgain(
  ports: DecideDeps & Pick<Ports, "now" | "rules" | "settings">,
  click: Click,
): Promise<ReopenOutcome | Refusal> {
  const { rules, now } = ports;
  const settings = await ports.settings.read(ports.workspace).catch((error: unknown) => {
    throw new NotRecorded({ cause: error });
  });
  const called = await peopleToNotify(ports, settings, click.person);
  return await shapeOn<ReopenOutcome>(ports, click, (quote) =>
    reopen(quote, { by: click.person, at: now(), rules, settings, called }),
  );
}
