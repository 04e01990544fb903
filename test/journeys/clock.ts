import { setTimeout as delay } from "node:timers/promises";

export type JumpClock = ReturnType<typeof createJumpClock>;

/**
 * Creates the machine's clock with a `skip` for waits that a journey is not about. A skip wakes
 * every sleeper whose time has come. Times in ms.
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
    /** The clock of Galley's own machine. When it is set back, Slack and the partner disagree with it. */
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
    /** Puts the clock of Galley's own machine ahead of the others. */
    runAhead: (ms: number): void => {
      behind -= ms;
    },
    skip: (ms: number): void => {
      ahead += ms;
      for (const alarm of sleepers) alarm.abort();
    },
  };
}
