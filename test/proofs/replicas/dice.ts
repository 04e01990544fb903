/** Returns dice that repeat their throws: the same seed gives the same ones (mulberry32). */
export function createDice(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    /** Returns a whole number from 0 to `below` - 1. */
    throw: (below: number): number => Math.floor(next() * below),
    shuffled: <T>(all: readonly T[]): readonly T[] =>
      all
        .map((one) => ({ one, at: next() }))
        .sort((a, b) => a.at - b.at)
        .map(({ one }) => one),
  };
}
