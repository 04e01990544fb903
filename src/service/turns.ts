/** Runs at most `atOnce` pieces of work at a time; the others wait in their order. */
export function createConcurrencyLimit(atOnce: number) {
  let free = atOnce;
  const waiting: (() => void)[] = [];
  return async <Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
