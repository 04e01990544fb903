export type Turn = {
  /** Turns go round over these. */
  readonly account: string;
  /** Light work goes before all other. */
  readonly isLight: boolean;
  readonly signal: AbortSignal;
};

/** Runs at most `atOnce` pieces of work at a time. Those that wait take turns by account. */
export function createConcurrencyLimit(atOnce: number) {
  let free = atOnce;
  const [light, heavy] = [createRound(), createRound()];
  return async <Result>(work: () => Promise<Result>, turn: Turn): Promise<Result> => {
    if (free > 0) free -= 1;
    else await (turn.isLight ? light : heavy).wait(turn.account);
    try {
      turn.signal.throwIfAborted();
      return await work();
    } finally {
      if (!light.wake() && !heavy.wake()) free += 1;
    }
  };
}

/** Those who wait, by account; the account whose turn it is stands first. */
function createRound() {
  const waiting = new Map<string, (() => void)[]>();
  return {
    wait: (account: string) =>
      new Promise<void>((resolve) => {
        const own = waiting.get(account);
        if (own === undefined) waiting.set(account, [resolve]);
        else own.push(resolve);
      }),
    /** Wakes the next one; returns false when nobody waits. */
    wake: (): boolean => {
      const [next] = waiting;
      if (next === undefined) return false;
      const [account, [resolve, ...others]] = next;
      waiting.delete(account);
      if (others.length > 0) waiting.set(account, others);
      resolve?.();
      return true;
    },
  };
}
