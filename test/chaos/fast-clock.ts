import { setTimeout as delay } from "node:timers/promises";

/** How much faster than the machine's clock the desk's runs: waits of its protocol pass in no time. */
export const factor = 10;

/**
 * The clock of the desk and of the worlds around it. Processes that are given the same `base` (ms since
 * 1970) agree on the time.
 */
export function createFastClock(base: number) {
  const now = () => Math.floor(base + (Date.now() - base) * factor);
  return {
    now,
    tick: () => performance.now() * factor,
    sleep: async (ms: number, signal?: AbortSignal): Promise<void> => {
      const options = signal === undefined ? {} : { signal };
      await delay(ms / factor, undefined, options).catch(() => undefined);
    },
  };
}
