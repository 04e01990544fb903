import type { Agenda } from "./loop.ts";
import type { Sleep } from "./wake-up.ts";

type Deps = {
  /** May be run by every replica at the same time. */
  readonly round: () => Promise<void>;
  readonly sleep: Sleep;
  readonly onFault: (error: unknown) => void;
};

/** The same agenda, which also goes its rounds: at the start, and then every hour. */
export function withRounds(agenda: Agenda, { round, sleep, onFault }: Deps): Agenda {
  const stop = new AbortController();
  let rounds: Promise<void> | undefined;
  const goRounds = async () => {
    while (!stop.signal.aborted) {
      await round().catch(onFault);
      await sleep(everyMs, stop.signal);
    }
  };
  return {
    ...agenda,
    start: async () => {
      await agenda.start();
      rounds = goRounds();
    },
    stop: async () => {
      stop.abort();
      await rounds;
      await agenda.stop();
    },
  };
}

const everyMs = 3_600_000;
