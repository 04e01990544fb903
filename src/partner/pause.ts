type PauseDeps = {
  readonly now: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
};

const UNNAMED_PAUSE_MS = 30_000;

/** How long nothing may leave after 429s. A wait that the partner named is never shortened. */
export function createPause({ now, random }: PauseDeps) {
  let until = Number.NEGATIVE_INFINITY;
  let refusals = 0;
  const isOn = (): boolean => now() < until;
  const extend = (ms: number): void => {
    until = Math.max(until, now() + ms);
  };
  return {
    leftMs: () => Math.max(0, until - now()),
    extend,
    refused: (retryAfterMs = UNNAMED_PAUSE_MS): void => {
      // Requests that left together are refused together: that is one refusal.
      refusals += isOn() ? 0 : 1;
      extend(retryAfterMs + random() * backoffMs(refusals));
    },
    answered: (): void => {
      refusals = isOn() ? refusals : 0;
    },
  };
}

/** Contract, Errors, 429: first the time that was named, then exponential backoff. */
function backoffMs(refusals: number): number {
  return refusals < 2 ? 0 : Math.min(1000 * 2 ** refusals, 5 * 60_000);
}
