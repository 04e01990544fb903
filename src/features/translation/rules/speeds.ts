import type { Action } from "../../../core/partner.ts";

/**
 * What earlier runs of an action taught: mean and variance of the logarithm of how many times as long as
 * first guessed they took.
 */
export type Speed = { readonly runs: number; readonly mean: number; readonly variance: number };

export type Speeds = Readonly<Partial<Record<Action, Speed>>>;

export type Ended = {
  readonly action: Action;
  /** Code points. */
  readonly characters: number;
  /** From its start until its end was seen. */
  readonly ms: number;
};

export type LearnedSpeeds = {
  /** As far as this process knows. */
  readonly current: () => Speeds;
  readonly learn: (run: Ended) => Promise<void>;
  /** Reads what was learned before this process began. */
  readonly recall: () => Promise<void>;
};

/** The speeds after one more run; older ones fade, for a partner may become faster. */
export function learnSpeed(speeds: Speeds, { action, characters, ms }: Ended): Speeds {
  if (ms <= 0) return speeds;
  const { runs: before, mean: meanBefore, variance } = speeds[action] ?? firstGuess;
  const found = Math.log(ms / 1000) - guessOf(characters);
  const runs = Math.min(before + 1, runsRemembered);
  const mean = meanBefore + (found - meanBefore) / runs;
  const surprise = (found - meanBefore) * (found - mean);
  return { ...speeds, [action]: { runs, mean, variance: variance + (surprise - variance) / runs } };
}

/** What is known of ln(duration in s) before a run is looked at: its middle, and how far it may be off. */
export function durationBefore(
  { action, characters }: { readonly action?: Action | undefined; readonly characters: number },
  speeds: Speeds,
): { readonly mean: number; readonly spread: number } {
  const { mean, variance } = (action && speeds[action]) ?? firstGuess;
  return { mean: guessOf(characters) + mean, spread: Math.max(leastSpread, Math.sqrt(variance)) };
}

// Not in the contract: how long a run takes. A first guess, wide enough to be wrong by a factor of three,
// and worth as much as two runs.
const firstGuess: Speed = { runs: 2, mean: 0, variance: 1.44 };
const startSeconds = 15;
const charactersPerSecond = 150;
const leastSpread = 0.3;
const runsRemembered = 100;

function guessOf(characters: number): number {
  return Math.log(startSeconds + characters / charactersPerSecond);
}
