/**
 * A clock that stands still until `pass`. Sleepers wake in the order of their times, or when their
 * signal is aborted.
 */
export function handClock() {
  let time = 0;
  const sleepers = new Set<{ readonly due: number; readonly wake: () => void }>();
  const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((wake) => {
      if (signal?.aborted === true) return wake();
      const sleeper = { due: time + ms, wake };
      sleepers.add(sleeper);
      signal?.addEventListener("abort", () => {
        sleepers.delete(sleeper);
        wake();
      });
    });
  const pass = async (ms: number): Promise<void> => {
    const end = time + ms;
    await settle();
    for (let next = earliest(); next !== undefined && next.due <= end; next = earliest()) {
      time = next.due;
      sleepers.delete(next);
      next.wake();
      await settle();
    }
    time = end;
  };
  const earliest = () => [...sleepers].sort((one, other) => one.due - other.due)[0];
  return { now: () => time, tick: () => time, sleep, pass, sleepers: () => sleepers.size };
}

function settle(): Promise<void> {
  return new Promise((settled) => {
    setImmediate(settled);
  });
}
