import type { Watched } from "../../src/domain/translation/polling.ts";

export type Run = Watched & {
  readonly endsAt: number;
  readonly isShort: boolean;
  readonly tellsProgress: boolean;
  lookedAt: number;
  progress: number | undefined;
  looks: number;
};

/**
 * Makes runs that begin within ten minutes: one in five short (2,000 to 10,000 characters), the
 * others novels (log-normal, median 200,000), at speeds that no policy knows; one in fifty stalls.
 * Half of them report progress. The same seed makes the same runs.
 */
export function someRuns(count: number, seed: number): Run[] {
  const random = randomFrom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const worldSpeed = 150 * Math.exp(normal() * 0.3);
  const runs = Array.from({ length: count }, (_, n): Run => {
    const since = random() * 600_000 + 1;
    const isShort = n % 5 === 0;
    const characters = isShort ? 2000 + random() * 8000 : 200_000 * Math.exp(normal());
    const stall = n % 50 === 7 ? 5 : 1;
    const seconds = 15 + (stall * characters) / (worldSpeed * Math.exp(normal() * 0.5));
    const endsAt = since + seconds * 1000;
    const tellsProgress = n % 2 === 0;
    const seen = { lookedAt: since, progress: undefined, looks: 0 };
    const action = "translation" as const;
    return { action, since, characters, endsAt, isShort, tellsProgress, ...seen };
  });
  return runs.sort((a, b) => a.since - b.since);
}

/** Returns the progress that a look at this moment shows: 0 to 1, cut to whole percents. */
export function progressAt({ since, endsAt, tellsProgress }: Run, now: number) {
  return tellsProgress ? Math.floor((100 * (now - since)) / (endsAt - since)) / 100 : undefined;
}

/** Mulberry32: small, even enough, and the same everywhere. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
