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
  const waiting: { readonly id: string; readonly start: () => void }[] = [];
  const known = new Map<string, Promise<void>>();
  const running = new Set<string>();

  const pump = (): void => {
    while (running.size < atOnce) {
      const next = waiting.shift();
      if (next === undefined) return;
      running.add(next.id);
      next.start();
    }
  };
  const begin = async (id: string, started: Promise<void>): Promise<void> => {
    await started;
    await run(id, closing.signal);
    known.delete(id);
    running.delete(id);
    pump();
  };

  return {
    add: async (id) => {
      if (known.has(id)) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push({ id, start: resolve });
      known.set(id, begin(id, promise));
      pump();
    },
    close: async () => {
      closing.abort();
      waiting.length = 0;
      await Promise.all([...known].filter(([id]) => running.has(id)).map(([, done]) => done));
    },
  };
}
