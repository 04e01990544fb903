import type { Scheduler } from "./loop.ts";

type LeaderSchedulerOptions = {
  /** Queues for the lease of the worker; `work` runs while this replica holds it. */
  readonly lease: (work: (signal: AbortSignal) => Promise<void>) => LeaseHolder;
  readonly newScheduler: () => Scheduler;
  /** Returns what any replica has written after `since`, and the position reached. */
  readonly writtenSince: (
    since: string | undefined,
  ) => Promise<{ ids: readonly string[]; until: string | undefined }>;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly onFault: (error: unknown) => void;
};

/**
 * Creates a scheduler that works only while this replica holds the lease, and that receives the
 * writes of the others. Each time it starts from the ledger again.
 */
export function createLeaderScheduler(deps: LeaderSchedulerOptions): Scheduler {
  let current: Scheduler | undefined;
  const ending = new Set<Promise<void>>();
  const end = (scheduler: Scheduler) => {
    current = undefined;
    const stopped = scheduler.stop();
    ending.add(stopped);
    void stopped.finally(() => ending.delete(stopped));
  };
  const election = deps.lease(async (signal) => {
    const scheduler = deps.newScheduler();
    try {
      // Read before the ledger: a write between the two wakes twice, not never.
      const { until } = await deps.writtenSince(undefined);
      await scheduler.start();
      current = scheduler;
      await listen(deps, { scheduler, since: until, signal });
    } finally {
      // Not waited for: the next holder may begin while our last steps end. The ledger keeps them apart.
      end(scheduler);
    }
  });
  return {
    wake: (id) => current?.wake(id),
    start: election.start,
    stop: async () => {
      await election.stop();
      await Promise.allSettled(ending);
    },
    waiting: () => current?.waiting() ?? 0,
    // Without the loop, a place in the queue for it is enough.
    turnedAt: () => (current === undefined ? election.offeredAt() : current.turnedAt()),
  };
}

/** Wakes the scheduler for every write of any replica. */
async function listen(
  { writtenSince, sleep, onFault }: LeaderSchedulerOptions,
  options: { scheduler: Scheduler; since: string | undefined; signal: AbortSignal },
): Promise<void> {
  const { scheduler, signal } = options;
  let { since } = options;
  while (!signal.aborted) {
    try {
      const { ids, until } = await writtenSince(since);
      for (const id of ids) scheduler.wake(id);
      since = until;
    } catch (error) {
      onFault(error);
    }
    await sleep(listenMs, signal);
  }
}

const listenMs = 200;

export type LeaseHolder = {
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  /** Returns when it last queued for the worker, on the wall clock. */
  readonly offeredAt: () => number | undefined;
};
