import type { Exchange } from "./model.ts";
import type { Changes } from "./state/changes.ts";

export type Exchanges = ReturnType<typeof createExchanges>;

/** The log of all requests between bot and Slack, in the order in which they were answered. */
export function createExchanges(deps: { now: () => number; changes: Pick<Changes, "announce"> }) {
  const all: Exchange[] = [];
  return {
    all: (): readonly Exchange[] => all,
    record(given: Omit<Exchange, "seq" | "at">): void {
      const exchange = { ...given, seq: all.length + 1, at: deps.now() };
      all.push(exchange);
      deps.changes.announce({ kind: "exchange", exchange });
    },
  };
}
