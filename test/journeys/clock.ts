import { setTimeout as delay } from "node:timers/promises";

export type JumpClock = ReturnType<typeof createJumpClock>;

/**
 * The machine's clock, which can be put forward: a journey skips the waits that it is not about. Whoever
 * sleeps past the new time wakes at once. Times in ms.
 */
export function createJumpClock() {
  let ahead = 0;
  let behind = 0;
  const sleepers = new Set<AbortController>();
  const tick = () => performance.now() + ahead;
  const nap = async (ms: number, signal: AbortSignal | undefined) => {
    const alarm = new AbortController();
    sleepers.add(alarm);
    const woken = signal === undefined ? alarm.signal : AbortSignal.any([alarm.signal, signal]);
    await delay(Math.max(0, ms), undefined, { signal: woken }).catch(() => undefined);
    sleepers.delete(alarm);
  };
  return {
    now: () => Date.now() + ahead,
    /** The clock of the desk's own machine, which can be set back: then the worlds around it disagree. */
    wall: () => Date.now() + ahead - behind,
    tick,
    sleep: async (ms: number, signal?: AbortSignal): Promise<void> => {
      const due = tick() + ms;
      const isOver = () => signal?.aborted === true || tick() >= due;
      while (!isOver()) await nap(due - tick(), signal);
    },
    setBack: (ms: number): void => {
      behind += ms;
    },
    /** The desk's own machine alone is wrong by so much. */
    runAhead: (ms: number): void => {
      behind -= ms;
    },
    skip: (ms: number): void => {
      ahead += ms;
      for (const alarm of sleepers) alarm.abort();
    },
  };
}
