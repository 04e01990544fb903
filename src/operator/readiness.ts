type Deps = {
  /** Monotonic clock, ms. */
  readonly tick: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
};

/**
 * Returns the troubles with a thing that Galley depends on, one sentence each; none when all is
 * well.
 */
export type Check = () => Promise<readonly string[]> | readonly string[];

/**
 * Runs all checks at once, by the names of their subjects. Their answers are cached for a moment,
 * so that probes cost little. A check that hangs is reported in time.
 */
export function createReadiness(checks: Readonly<Record<string, Check>>, deps: Deps) {
  const askAll = async (): Promise<readonly string[]> => {
    const asked = Object.entries(checks).map(([name, check]) => inTime(name, check, deps));
    return (await Promise.all(asked)).flat();
  };
  let last: { readonly at: number; readonly answer: Promise<readonly string[]> } | undefined;
  return (): Promise<readonly string[]> => {
    const at = deps.tick();
    if (last === undefined || at - last.at >= freshMs) last = { at, answer: askAll() };
    return last.answer;
  };
}

async function inTime(name: string, check: Check, { sleep }: Deps): Promise<readonly string[]> {
  const done = new AbortController();
  const tooLate = async () => {
    await sleep(longestMs, done.signal);
    return [`${name} did not answer in time.`];
  };
  try {
    return await Promise.race([check(), tooLate()]);
  } catch (error) {
    return [`${name} failed: ${error instanceof Error ? error.message : String(error)}.`];
  } finally {
    done.abort();
  }
}

const freshMs = 2000;
/** Shorter than the patience of a probe, which is often three seconds. */
const longestMs = 2500;
