import type { Agenda } from "./agenda.ts";
import type { Dealer } from "./dealer.ts";

type Deps = {
  /** Deals the desk loop out; `work` runs while it is ours. */
  readonly deal: (work: (signal: AbortSignal) => Promise<void>) => Dealer;
  readonly newAgenda: () => Agenda;
  /** Quotes that any replica has written since the last call. */
  readonly wakes: () => Promise<readonly string[]>;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly onFault: (error: unknown) => void;
};

/**
 * An agenda that works only while the desk loop is dealt to this replica, and hears of what the others
 * record. Each time it begins anew from the ledger.
 */
export function createDealtAgenda({ deal, newAgenda, wakes, sleep, onFault }: Deps): Agenda {
  let current: Agenda | undefined;
  const ending = new Set<Promise<void>>();
  const listen = async (agenda: Agenda, signal: AbortSignal) => {
    while (!signal.aborted) {
      try {
        for (const id of await wakes()) agenda.wake(id);
      } catch (error) {
        onFault(error);
      }
      await sleep(listenMs, signal);
    }
  };
  const end = (agenda: Agenda) => {
    const stopped = agenda.stop();
    ending.add(stopped);
    void stopped.finally(() => ending.delete(stopped));
  };
  const dealer = deal(async (signal) => {
    const agenda = newAgenda();
    try {
      await agenda.start();
      current = agenda;
      await listen(agenda, signal);
    } finally {
      // Not waited for: the next owner may begin while our last steps end. The ledger keeps them apart.
      current = undefined;
      end(agenda);
    }
  });
  return {
    wake: (id) => current?.wake(id),
    start: dealer.start,
    stop: async () => {
      await dealer.stop();
      await Promise.allSettled(ending);
    },
    waiting: () => current?.waiting() ?? 0,
  };
}

const listenMs = 200;
