export type Pace = (channel: string) => Promise<void>;

/**
 * Lets one post a second into each channel, after a few at once. Slack, rate limits: about one message a
 * second a channel, short bursts allowed.
 */
export function createPace(deps: {
  /** Monotonic, in ms: a wall clock that is set back would keep a channel silent for as long. */
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}): Pace {
  /** When each channel's posts so far are paid for, at one a second. */
  const paidUntil = new Map<string, number>();
  return async (channel) => {
    const now = deps.now();
    for (const [name, at] of paidUntil) if (at <= now) paidUntil.delete(name);
    const paid = Math.max(now, paidUntil.get(channel) ?? 0) + 1000;
    paidUntil.set(channel, paid);
    const wait = paid - now - burst * 1000;
    if (wait > 0) await deps.sleep(wait);
  };
}

const burst = 3;
