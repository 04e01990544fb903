export type LateWatch = {
  /** `onLate` is called once the time is over, unless what is given back was called before. */
  readonly begin: (onLate: () => void) => () => void;
};

type Deps = {
  /** Monotonic clock, ms. */
  readonly tick: () => number;
  readonly sleep: (ms: number) => Promise<void>;
};

/**
 * Watches over what should be done within `limitMs`. One sleeper for all: a timer for each click that is
 * taken back again cost more than to check its signature.
 */
export function createLateWatch({ tick, sleep }: Deps, limitMs: number): LateWatch {
  /** In the order in which they began, which is that in which they are late. */
  const waiting = new Set<{ readonly due: number; readonly onLate: () => void }>();
  let isWatching = false;
  const watch = async (): Promise<void> => {
    for (let [next] = waiting; next !== undefined; [next] = waiting) {
      const rest = next.due - tick();
      if (rest > 0) await sleep(rest);
      else if (waiting.delete(next)) next.onLate();
    }
    isWatching = false;
  };
  return {
    begin: (onLate) => {
      const entry = { due: tick() + limitMs, onLate };
      waiting.add(entry);
      if (!isWatching) {
        isWatching = true;
        void watch();
      }
      return () => waiting.delete(entry);
    },
  };
}
