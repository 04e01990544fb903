export type LoggedRequest = {
  readonly at: number;
  readonly key: string;
  readonly method: string;
  readonly path: string;
  /** The HTTP status that left, or 0 when the connection was cut. */
  readonly status: number;
};

const keptFor = 10 * 60_000;

/** The requests of the last ten minutes, oldest first. */
export function createRequestLog({ now }: { readonly now: () => number }) {
  let entries: LoggedRequest[] = [];
  return {
    add: (entry: Omit<LoggedRequest, "at">) => {
      entries.push({ at: now(), ...entry });
      if (entries.length % 1_000 === 0) entries = entries.filter(({ at }) => at > now() - keptFor);
    },
    recent: (): LoggedRequest[] => entries.filter(({ at }) => at > now() - keptFor),
  };
}
