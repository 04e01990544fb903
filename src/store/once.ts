import { type CasStore, deserialise, serialise, swap } from "./store.ts";

/**
 * Answers true to one asker, of whatever replica, and false to all others for some time (ms): for what
 * people should be told once.
 */
export function createOnce(store: CasStore, now: () => number) {
  return async (name: string, forMs: number): Promise<boolean> =>
    await swap(store, `once:${name}`, (before) => {
      // A clock that was ahead has silenced nobody for longer than that.
      const since = before === undefined ? Infinity : Math.abs(now() - Number(deserialise(before)));
      const isFirst = since >= forMs;
      return { after: isFirst ? serialise(now()) : before, outcome: isFirst };
    });
}
