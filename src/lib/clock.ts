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

type Memory = {
  readonly now: () => number;
  readonly ms: number;
  readonly nowMs?: () => number;
};

/**
 * Returns a memory in which an answer lives for `ms`. Simultaneous callers share one question, and
 * failures are forgotten. `asOf` "now" asks again, unless a question is under way or the answer is
 * younger than `nowMs`. `forget` drops an answer, and one that is under way is not kept.
 *
 * @param now monotonic clock, ms.
 */
export function remember<T>({ now, ms, nowMs = () => 0 }: Memory) {
  const entries = new Map<string, { at: number; answer: Promise<T>; isPending: boolean }>();
  const recall = (
    name: string,
    ask: () => Promise<T>,
    asOf: "now" | "lately" = "lately",
  ): Promise<T> => {
    for (const [old, { at }] of entries) {
      if (now() - at < ms) break;
      entries.delete(old);
    }
    const hit = entries.get(name);
    const longest = asOf === "now" ? nowMs() : ms;
    if (hit !== undefined && (hit.isPending || now() - hit.at < longest)) return hit.answer;
    const fresh = { at: now(), answer: ask(), isPending: true };
    // The oldest stands first.
    entries.delete(name);
    entries.set(name, fresh);
    const failed = (): void => {
      if (entries.get(name) !== fresh) return;
      entries.delete(name);
      if (hit !== undefined) entries.set(name, hit);
    };
    const settled = (): void => void (fresh.isPending = false);
    fresh.answer.then(settled, failed);
    return fresh.answer;
  };
  return Object.assign(recall, { forget: (name: string): void => void entries.delete(name) });
}

type Patience<Late> = {
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly ms: number;
  readonly late: () => Late;
};

/** Returns the answer, or what `late` returns after `ms`: it does not wait for a late answer. */
export async function withTimeout<Answer, Late>(
  answer: Promise<Answer>,
  { sleep, ms, late }: Patience<Late>,
): Promise<Answer | Late> {
  const over = new AbortController();
  const tooLate = async (): Promise<Late> => {
    await sleep(ms, over.signal);
    return late();
  };
  try {
    return await Promise.race([answer, tooLate()]);
  } finally {
    // With a reason of its own Node makes no error with a stack.
    over.abort("over");
  }
}
