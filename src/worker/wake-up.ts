export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

/** Lets one loop wait for a time or for a ring, whichever comes first; rings are never lost. */
export type Bell = {
  readonly ring: () => void;
  readonly wait: (ms: number) => Promise<void>;
};

/** @param sleep resolves after the time, or at once when the signal is aborted. */
export function createBell(sleep: Sleep): Bell {
  let rung = new AbortController();
  return {
    ring: () => rung.abort(),
    wait: async (ms) => {
      await sleep(ms, rung.signal);
      if (rung.signal.aborted) rung = new AbortController();
    },
  };
}
