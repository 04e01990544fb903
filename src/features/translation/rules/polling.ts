import type { DeskRules } from "../../../core/desk-rules.ts";
import type { Action } from "../../../core/partner.ts";
import { isInFuture } from "../../../core/waits.ts";
import { type Speeds, durationBefore } from "./speeds.ts";

/** A running task as the polling policy sees it; times in ms, characters in code points. */
export type Watched = {
  readonly since: number;
  readonly lookedAt: number;
  readonly characters: number;
  readonly action?: Action | undefined;
  /** Fraction from 0 to 1 at the last look. */
  readonly progress: number | undefined;
};

export type PollRules = Pick<DeskRules, "pollMinMs" | "pollMaxMs"> & {
  /** Learned from earlier runs. */
  readonly speeds?: Speeds | undefined;
};

/**
 * The task that is worth the next request: the one whose result has probably waited longest unseen
 * ("expected unseen wait"), or one that nobody has looked at for too long. Contract, GET /tasks:
 * 5 to 15 s between polls, with back-off for long files.
 */
export function pickPoll<W extends Watched>(
  watched: readonly W[],
  now: number,
  rules: PollRules,
): W | undefined {
  let best: { task: W; worth: number } | undefined;
  for (const task of watched) {
    const worth = worthOf(task, now, rules);
    if (worth > 0 && worth > (best?.worth ?? 0)) best = { task, worth };
  }
  return best?.task;
}

/** Milliseconds that the run will probably still take. */
export function expectedMsLeft(task: Watched, now: number, speeds: Speeds = {}): number {
  const { mean, spread } = durationLaw(task, speeds);
  const elapsed = (now - task.since) / 1000;
  const total = Math.exp(mean + spread ** 2 / 2);
  return Math.max(total - elapsed, total * 0.05) * 1000;
}

function worthOf(task: Watched, now: number, rules: PollRules): number {
  const silence = now - task.lookedAt;
  // A clock that was ahead has noted this look: nobody knows how long ago it was.
  if (isInFuture(task.lookedAt, now)) return worthwhileSeconds;
  if (silence < rules.pollMinMs) return 0;
  const wait = expectedUnseenWait(task, now, rules.speeds ?? {});
  if (wait >= worthwhileSeconds) return wait;
  return silence >= rules.pollMaxMs ? worthwhileSeconds / 2 : 0;
}

/** E[(now - T)+ | not done at the last look], T log-normal, in seconds. */
function expectedUnseenWait(task: Watched, now: number, speeds: Speeds): number {
  const { mean, spread } = durationLaw(task, speeds);
  const before = Math.max((task.lookedAt - task.since) / 1000, 1e-3);
  const elapsed = Math.max((now - task.since) / 1000, before);
  const z = (seconds: number) => (Math.log(seconds) - mean) / spread;
  const [zBefore, zNow] = [z(before), z(elapsed)];
  const alive = upperTail(zBefore);
  // So far beyond any expectation that the law says nothing: half of the silence is the best guess.
  if (alive < 1e-9) return (elapsed - before) / 2;
  const done = alive - upperTail(zNow);
  const partial = upperTail(zBefore - spread) - upperTail(zNow - spread);
  return Math.max(0, (elapsed * done - Math.exp(mean + spread ** 2 / 2) * partial) / alive);
}

/** What is known of ln(duration in s): the size of the text, and the progress seen at the last look. */
function durationLaw(task: Watched, speeds: Speeds): { mean: number; spread: number } {
  const guess = durationBefore(task, speeds);
  const seen = (task.lookedAt - task.since) / 1000;
  const progress = task.progress ?? 0;
  // A hair's breadth of progress is no evidence, and its logarithm no number.
  if (progress < 0.001 || progress >= 1 || seen <= 0) return guess;
  const evidenceSpread = Math.max(0.02, 0.12 * Math.sqrt((1 - progress) / progress));
  const [a, b] = [1 / guess.spread ** 2, 1 / evidenceSpread ** 2];
  return {
    mean: (a * guess.mean + b * Math.log(seen / progress)) / (a + b),
    spread: 1 / Math.sqrt(a + b),
  };
}

/** Upper tail of the standard normal law (Abramowitz and Stegun 26.2.17, error below 1e-7). */
function upperTail(z: number): number {
  if (z < 0) return 1 - upperTail(-z);
  const t = 1 / (1 + 0.2316419 * z);
  const poly =
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return (Math.exp(-(z ** 2) / 2) / Math.sqrt(2 * Math.PI)) * poly;
}

const worthwhileSeconds = 0.05;
