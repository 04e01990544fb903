type Clocks = {
  /** Wall clock, ms. */
  readonly now: () => number;
  /** Monotonic clock, ms. */
  readonly tick: () => number;
};

/**
 * The wall clock, but one that counts on when it is set back: else whatever was noted just before would lie
 * in the future, and be waited for as long. What puts it forward (a sleep of the machine) is believed.
 */
export function createSteadyClock({ now, tick }: Clocks): () => number {
  let last = { wall: now(), tick: tick() };
  let ahead = 0;
  return () => {
    const next = { wall: now(), tick: tick() };
    if (next.wall < last.wall) ahead += last.wall - next.wall + next.tick - last.tick;
    last = next;
    return next.wall + ahead;
  };
}
