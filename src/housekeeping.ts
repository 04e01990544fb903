import type { Agenda } from "./agenda/agenda.ts";
import { withRounds } from "./agenda/rounds.ts";
import type { Logger } from "./operator/log.ts";
import type { Desk } from "./usecases/deps.ts";
import { eraseClosed } from "./usecases/quote/erase-closed.ts";

type Deps = {
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly log: Logger;
};

/** The desk loop, which also takes the words out of what was closed long ago. */
export function withErasing(
  agenda: Agenda,
  desk: Pick<Desk, "ledger" | "now">,
  { sleep, log }: Deps,
): Agenda {
  return withRounds(agenda, {
    round: () => eraseClosed(desk),
    sleep,
    onFault: (err) => log.warn({ err }, "old quotes could not be cleared of names"),
  });
}
