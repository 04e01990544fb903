/** Time, from `main.ts` or from a test. */
export type Clock = {
  /** Wall clock, ms. */
  readonly now: () => number;
  /** Monotonic clock, ms. */
  readonly tick: () => number;
  /** Resolves after the time, or at once when the signal is aborted. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
};

/**
 * Resolves after `ms`, or at once when the signal is aborted. Node's own abortable timer creates
 * two errors with their stacks each time; every click sets a timer and cancels it.
 */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((wake) => {
    const over = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", over);
      wake();
    };
    const timer = setTimeout(over, ms);
    if (signal?.aborted === true) over();
    else signal?.addEventListener("abort", over);
  });
}
