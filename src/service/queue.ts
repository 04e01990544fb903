export type QueueOptions = {
  readonly atOnce: number;
  /** Never rejects. The signal tells it to end: the process closes, or another one has taken over. */
  readonly run: (id: string, signal: AbortSignal) => Promise<void>;
};

export type Queue = {
  /** Does nothing for a task that waits or runs already. */
  readonly add: (id: string) => Promise<void>;
  /** Starts nothing more, stops the running tasks and waits for them. */
  readonly close: () => Promise<void>;
};

/** Runs tasks in their order, `atOnce` at a time, and none twice at a time. */
export function createQueue({ atOnce, run }: QueueOptions): Queue {
  const closing = new AbortController();
  const waiting = new Set<string>();
  const running = new Map<string, Promise<void>>();
  const work = async (id: string): Promise<void> => {
    await run(id, closing.signal);
    running.delete(id);
    startNext();
  };
  const startNext = (): void => {
    const [next] = waiting;
    if (next === undefined || running.size === atOnce) return;
    waiting.delete(next);
    running.set(next, work(next));
  };
  return {
    add: async (id) => {
      if (running.has(id)) return;
      waiting.add(id);
      startNext();
    },
    close: async () => {
      closing.abort();
      waiting.clear();
      await Promise.all(running.values());
    },
  };
}
