type Options<Item> = {
  readonly atOnce: number;
  /** Never rejects. */
  readonly run: (item: Item) => Promise<void>;
};

/** Runs items in their order, so many at once, and none twice at a time. */
export function createQueue<Item extends { readonly id: string }>({ atOnce, run }: Options<Item>) {
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
  const begin = async (item: Item, started: Promise<void>): Promise<void> => {
    await started;
    await run(item);
    known.delete(item.id);
    running.delete(item.id);
    pump();
  };

  return {
    /** Resolves when the item's run is over. */
    add: (item: Item): Promise<void> => {
      const before = known.get(item.id);
      if (before !== undefined) return before;
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push({ id: item.id, start: resolve });
      const done = begin(item, promise);
      known.set(item.id, done);
      pump();
      return done;
    },
    /** Begins nothing more and waits for what runs. */
    close: async (): Promise<void> => {
      waiting.length = 0;
      await Promise.all([...known].filter(([id]) => running.has(id)).map(([, done]) => done));
    },
  };
}
