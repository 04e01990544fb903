export type Pace = (channel: string) => Promise<void>;

/** Lets one post a second into each channel. Slack, rate limits: about one message a second a channel. */
export function createPace(deps: {
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}): Pace {
  const free = new Map<string, number>();
  return async (channel) => {
    const now = deps.now();
    for (const [name, at] of free) if (at <= now) free.delete(name);
    const at = Math.max(now, free.get(channel) ?? 0);
    free.set(channel, at + 1000);
    if (at > now) await deps.sleep(at - now);
  };
}
