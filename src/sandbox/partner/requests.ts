export type LoggedRequest = {
  readonly at: number;
  readonly keyPrefix: string;
  readonly method: string;
  readonly path: string;
  readonly idempotencyKey: string | undefined;
  /** The HTTP status that left, or 0 when the connection was cut. */
  readonly status: number;
  readonly fault: string | undefined;
};

const keptFor = 10 * 60_000;

/** The requests of the last ten minutes, oldest first. */
export function createRequestLog(now: () => number) {
  let entries: LoggedRequest[] = [];
  const listeners = new Set<(entry: LoggedRequest) => void>();
  return {
    add: (given: Omit<LoggedRequest, "at">) => {
      const entry = { at: now(), ...given };
      entries.push(entry);
      for (const listener of listeners) listener(entry);
      if (entries.length % 1_000 === 0) entries = entries.filter(({ at }) => at > now() - keptFor);
    },
    /** Calls `listener` for every answered request; returns a function that removes it. */
    onAdd: (listener: (entry: LoggedRequest) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    recent: (): readonly LoggedRequest[] => entries.filter(({ at }) => at > now() - keptFor),
  };
}
