import { setTimeout as delay } from "node:timers/promises";

/**
 * The bot's clock runs this many times faster than the machine's, which keeps the waits short.
 */
export const factor = 10;

/**
 * Returns a clock for the bot and the worlds around it. Processes with the same `base` (ms since
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
