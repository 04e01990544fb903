import type { Watched } from "#domain/translation/polling.ts";

type Pick = <W extends Watched>(watched: readonly W[], now: number) => W | undefined;

type Run = Watched & { readonly endsAt: number; readonly tellsProgress: boolean };

/**
 * Simulates runs that arrive within ten minutes: one in five is short, and the others are novels.
 * The policy does not know their speeds, and half of them report progress. Four fifths of the
 * requests of a minute are for looks, evenly spread. The same seed gives the same world.
 */
export function simulate(world: {
  readonly runs: number;
  readonly perMinute: number;
  readonly seed: number;
  readonly pick: Pick;
}) {
  const waiting = arrivals(world.runs, randomFrom(world.seed));
  const gapMs = 60_000 / (world.perMinute * 0.8);
  const delays: number[] = [];
  const running = new Set<Run>();
  let [looks, longestSilenceMs] = [0, 0];
  for (let now = 0; now < longestMs && delays.length < world.runs; now += gapMs) {
    for (const run of waiting) if (run.since <= now && run.since > now - gapMs) running.add(run);
    const run = world.pick([...running], now);
    if (run === undefined) continue;
    looks += 1;
    longestSilenceMs = Math.max(longestSilenceMs, now - run.lookedAt);
    running.delete(run);
    if (now >= run.endsAt) delays.push(now - run.endsAt);
    else running.add({ ...run, lookedAt: now, progress: progressAt(run, now) });
  }
  const meanDelayMs = delays.reduce((sum, ms) => sum + ms, 0) / delays.length;
  return { meanDelayMs, looks, longestSilenceMs, unseen: world.runs - delays.length };
}

/** Picks by the usual design: each run at a fixed interval, the one that waits longest first. */
export function fixedInterval(ms: number): Pick {
  return (watched, now) =>
    watched
      .filter(({ lookedAt }) => now - lookedAt >= ms)
      .toSorted((one, other) => one.lookedAt - other.lookedAt)[0];
}

function arrivals(count: number, random: () => number): readonly Run[] {
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Array.from({ length: count }, (_, n) => {
    const since = random() * 600_000 + 1;
    const isShort = n % 5 === 0;
    const characters = isShort ? 2000 + random() * 8000 : 200_000 * Math.exp(normal());
    const charactersPerSecond = 150 * Math.exp(normal() * 0.5);
    const endsAt = since + (15 + characters / charactersPerSecond) * 1000;
    const tellsProgress = n % 2 === 0;
    return { since, lookedAt: since, characters, progress: undefined, endsAt, tellsProgress };
  });
}

function progressAt({ since, endsAt, tellsProgress }: Run, now: number): number | undefined {
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

const longestMs = 48 * 3_600_000;
