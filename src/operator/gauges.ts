import { Gauge, type Registry } from "prom-client";

import type { Tally } from "../core/backlog.ts";
import type { Survey } from "./survey.ts";

export type Gauges = {
  /** What keeps the desk from working; none when it can. */
  readonly ready: () => Promise<readonly string[]>;
  /** What is wrong with the socket, in Socket Mode. */
  readonly socket?: (() => readonly string[]) | undefined;
  /** Quotes that the desk loop of this process has in hand. */
  readonly waiting: () => number;
  /** How the open quotes stand. Throws when the store cannot answer. */
  readonly survey: () => Promise<Survey>;
};

/** What is true now, read when somebody asks. Without the store's answer it is not a number, never 0. */
export function createGauges(registry: Registry, { waiting, survey, ...health }: Gauges) {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] });
  const readHealth = createHealth(gauge, health);
  const inHand = gauge("galley_agenda_quotes", "Quotes that this process has in hand");
  const whole = gauge("galley_survey_ok", "1 when the ledger was read whole for the numbers below");
  const known = {
    quotes: gauge("galley_quotes_open", "Quotes for which something is due or undecided"),
    sending: gauge("galley_tasks_sending", "Approved, not known to exist at the partner yet"),
    running: gauge("galley_tasks_running", "Paid tasks that run at the partner"),
    unknown: gauge("galley_tasks_unknown", "Tasks of which an admin has to say whether they exist"),
    stranded: gauge("galley_tasks_stranded", "Approved, with a card that can be put up nowhere"),
    unsaid: gauge("galley_deliveries_pending", "Things to be said that were not said yet"),
    oldestUnsaidMs: gauge("galley_deliveries_oldest_seconds", "Age of the oldest of them"),
    staleCards: gauge("galley_cards_stale", "Cards that do not show what the record says"),
  } satisfies Record<keyof Tally, Gauge>;
  const set = (tally: Tally): void => {
    known.quotes.set(tally.quotes);
    known.sending.set(tally.sending);
    known.running.set(tally.running);
    known.unknown.set(tally.unknown);
    known.stranded.set(tally.stranded);
    known.unsaid.set(tally.unsaid);
    known.oldestUnsaidMs.set(tally.oldestUnsaidMs / 1000);
    known.staleCards.set(tally.staleCards);
  };
  return {
    /** Never throws: what the process itself knows is told even while the store is gone. */
    read: async (): Promise<void> => {
      inHand.set(waiting());
      await readHealth();
      try {
        const { isWhole, ...tally } = await survey();
        set(tally);
        whole.set(isWhole ? 1 : 0);
      } catch {
        for (const one of Object.values(known)) one.set(Number.NaN);
        whole.set(0);
      }
    },
  };
}

function createHealth(
  gauge: (name: string, help: string) => Gauge,
  { ready, socket }: Pick<Gauges, "ready" | "socket">,
) {
  const isReady = gauge("galley_ready", "1 while /readyz answers 200");
  const connected = gauge("galley_slack_socket_connected", "1 while Socket Mode is connected");
  const whole = (reasons: readonly string[]) => (reasons.length === 0 ? 1 : 0);
  return async (): Promise<void> => {
    isReady.set(whole(await ready()));
    connected.set(socket === undefined ? Number.NaN : whole(socket()));
  };
}
