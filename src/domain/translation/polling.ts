import { z } from "zod";

import { type ReadonlyOf, stored } from "#domain/fields.ts";
import type { Action, PartnerTask } from "#domain/partner.ts";
import { isInFuture } from "#domain/settings/setup.ts";
import { type Task, type TaskState, partnerActions } from "#domain/task.ts";

import { lacksTerms, resultOf, stateOf } from "./sending.ts";

/** A running task as the polling policy reads it; times in ms, characters in code points. */
export type Watched = {
  readonly since: number;
  readonly lookedAt: number;
  readonly characters: number;
  readonly action?: Action | undefined;
  /** A fraction from 0 to 1, at the last look. */
  readonly progress: number | undefined;
};

export type PollSetup = {
  readonly pollMinMs: number;
  readonly pollMaxMs: number;
  /** Learned from earlier runs. */
  readonly speeds?: Speeds | undefined;
};

/**
 * Picks the task for the next request: the one whose result has probably waited longest unseen
 * ("expected unseen wait"), or one whose last look is too old. Contract, GET /tasks: 5 to 15 s
 * between polls, with back-off for long files.
 */
export function pickPoll<W extends Watched>(
  watched: readonly W[],
  now: number,
  setup: PollSetup,
): W | undefined {
  let best: { task: W; worth: number } | undefined;
  for (const task of watched) {
    const worth = worthOf(task, now, setup);
    if (worth > 0 && worth > (best?.worth ?? 0)) best = { task, worth };
  }
  return best?.task;
}

/** Returns the milliseconds that the run will probably still take. */
export function expectedMsLeft(task: Watched, now: number, speeds: Speeds = {}): number {
  const { mean, spread } = durationLaw(task, speeds);
  const elapsed = (now - task.since) / 1000;
  const total = Math.exp(mean + spread ** 2 / 2);
  return Math.max(total - elapsed, total * 0.05) * 1000;
}

function worthOf(task: Watched, now: number, setup: PollSetup): number {
  const silence = now - task.lookedAt;
  // A clock that was ahead has recorded this look, so its age is unknown.
  if (isInFuture(task.lookedAt, now)) return worthwhileSeconds;
  if (silence < setup.pollMinMs) return 0;
  const wait = expectedUnseenWait(task, now, setup.speeds ?? {});
  if (wait >= worthwhileSeconds) return wait;
  return silence >= setup.pollMaxMs ? worthwhileSeconds / 2 : 0;
}

/**
 * Returns for how many seconds a result has probably waited: half of the silence, times the chance
 * that the run ended in it. Its duration is taken as log-logistic, a law with a simple hazard.
 */
function expectedUnseenWait(task: Watched, now: number, speeds: Speeds): number {
  const { mean, spread } = durationLaw(task, speeds);
  const scale = (spread * Math.sqrt(3)) / Math.PI;
  const silence = (now - task.lookedAt) / 1000;
  const middle = Math.max((now + task.lookedAt) / 2 - task.since, 1) / 1000;
  const finishedShare = 1 / (1 + Math.exp((mean - Math.log(middle)) / scale));
  const hazard = finishedShare / (scale * middle);
  return (silence / 2) * Math.min(1, hazard * silence);
}

/** Returns mean and spread of ln(duration in s), from the text's size and the progress at the last look. */
function durationLaw(task: Watched, speeds: Speeds): { mean: number; spread: number } {
  const guess = durationBefore(task, speeds);
  const seconds = (task.lookedAt - task.since) / 1000;
  const progress = task.progress ?? 0;
  // A tiny progress is no evidence, and the logarithm of zero is no number.
  if (progress < 0.001 || progress >= 1 || seconds <= 0) return guess;
  const evidenceSpread = Math.max(0.02, 0.12 * Math.sqrt((1 - progress) / progress));
  const [a, b] = [1 / guess.spread ** 2, 1 / evidenceSpread ** 2];
  return {
    mean: (a * guess.mean + b * Math.log(seconds / progress)) / (a + b),
    spread: 1 / Math.sqrt(a + b),
  };
}

const worthwhileSeconds = 0.05;

/** What a look needs beside the partner's answer. Times in ms. */
type Look = {
  readonly at: number;
  readonly characters: number;
  readonly speeds?: Speeds | undefined;
  /** True when the text of a completed run does not answer with the size that the partner named. */
  readonly lacksText?: boolean;
};

/** Only `completed` is success; an unknown word means "still running". Contract, States. */
export function taskFound(task: Task, partnerTask: PartnerTask, look: Look): Task {
  const { state } = task;
  if (!isWatched(state)) return task;
  return { ...task, state: nextState(task, dated(state, look.at), partnerTask, look) };
}

/** Moves a start that a fast clock dated in the future back to now. */
function dated<S extends WatchedState>(state: S, at: number): S {
  return state.status === "running"
    ? { ...state, since: Math.min(state.since, at) }
    : { ...state, at: Math.min(state.at, at) };
}

/** True once the result of a run that the partner calls completed has not been there for an hour. */
export function isResultLate(state: TaskState): boolean {
  return (
    state.status === "running" &&
    state.lackingSince !== undefined &&
    state.lookedAt - state.lackingSince >= hour
  );
}

/**
 * Returns the time of the next look at a run that failed, vanished or lacks its result, or that the
 * partner did not know at the last look. Undefined for never. A late look is not made up for. After a day each look
 * doubles the age of the run: a partner that was restored from a backup may know it again.
 */
export function doubtfulLookAt(state: WatchedState, pollMaxMs: number): number | undefined {
  if (state.status === "running" && state.missing > 0) {
    return state.lookedAt + ([pollMaxMs, ...missingWaitsMs][state.missing - 1] ?? pollMaxMs);
  }
  const at = state.status === "running" ? (state.lackingSince ?? state.since) : state.at;
  const { lookedAt = at } = state;
  const early = {
    running: [pollMaxMs, ...failedLooksMs],
    failed: failedLooksMs,
    vanished: [],
  }[state.status];
  const age = lookedAt - at;
  const later = lookedAt + (age < day ? hour : age);
  const next = early.map((ms) => at + ms).find((look) => look > lookedAt) ?? later;
  return next > at + lookedForMs ? undefined : next;
}

/**
 * Not in the contract: the answer for an unknown task. The partner is asked 5 times over half an
 * hour, then people are told. Galley keeps looking, because a partner in trouble may know nothing
 * for hours.
 */
export function taskNotFound(task: Task, at: number): Task {
  const { state } = task;
  if (!isWatched(state)) return task;
  if (state.status !== "running") return { ...task, state: { ...dated(state, at), lookedAt: at } };
  const missing = state.missing + 1;
  return missing >= missingLimit
    ? { ...task, state: { status: "vanished", taskId: state.taskId, at } }
    : { ...task, state: { ...dated(state, at), missing, lookedAt: at } };
}

/** True when a look at the task may change its state. */
export function isWatched(state: TaskState): state is WatchedState {
  return ["running", "failed", "vanished"].includes(state.status);
}

type WatchedState = Extract<TaskState, { status: "running" | "failed" | "vanished" }>;

function nextState(
  task: Task,
  state: WatchedState,
  partnerTask: PartnerTask,
  look: Look,
): TaskState {
  const { taskId } = state;
  const since = state.status === "running" ? state.since : state.at;
  const { at } = look;
  const lacks = look.lacksText === true || lacksTerms(task, partnerTask);
  if (partnerTask.outcome === "completed" && !lacks) {
    return { status: "completed", taskId, since, endedAt: at, result: resultOf(partnerTask) };
  }
  if (partnerTask.outcome === "failed") {
    return state.status === "failed"
      ? { ...state, lookedAt: at }
      : { status: "failed", taskId, at, word: partnerTask.status, lookedAt: at };
  }
  const isLacking = partnerTask.outcome === "completed";
  if (state.status !== "running") {
    return isLacking
      ? { ...state, lookedAt: at }
      : stateOf({ ...partnerTask, outcome: "pending" }, at);
  }
  const progress = partnerTask.progress ?? state.progress;
  const action = partnerActions[task.kind];
  const watched = { action, since, lookedAt: at, progress, characters: look.characters };
  return {
    ...state,
    lookedAt: at,
    word: partnerTask.status,
    progress,
    msLeft: expectedMsLeft(watched, at, look.speeds),
    overdueSince: state.overdueSince ?? (at - since > overdueMs ? at : undefined),
    lackingSince: isLacking ? Math.min(state.lackingSince ?? at, at) : undefined,
    missing: 0,
  };
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** From the second miss on. The look after the first is a usual one: it may have been a slip. */
const missingWaitsMs = [5 * minute, 10 * minute, 15 * minute];
const missingLimit = 5;
/** Since the failure; hourly after them. The partner's word may be wrong, mostly for a short time. */
const failedLooksMs = [minute, 5 * minute, 15 * minute, hour];
/** As long as the names of a closed quote are kept. */
const lookedForMs = 90 * day;
const overdueMs = day;

/** Mean and variance of ln(duration / first guess) over earlier runs of an action. */
export type Speed = ReadonlyOf<typeof speed>;
const speed = stored({
  runs: z.number().positive(),
  mean: z.number(),
  variance: z.number().nonnegative(),
});

export type Speeds = ReadonlyOf<typeof speedsSchema>;
export const speedsSchema = stored({
  translation: speed.exactOptional(),
  preview_translation: speed.exactOptional(),
  token_estimate: speed.exactOptional(),
  glossary_extraction: speed.exactOptional(),
  preview_metadata: speed.exactOptional(),
});

export type Ended = {
  readonly action: Action;
  readonly characters: number;
  /** The time from its start until its end was seen. */
  readonly ms: number;
};

export type LearnedSpeeds = {
  readonly current: () => Speeds;
  readonly learn: (run: Ended) => Promise<void>;
  /** Reads the speeds learned before this process began. */
  readonly recall: () => Promise<void>;
};

/** Returns the speeds after one more run; older runs fade, because a partner may become faster. */
export function learnSpeed(speeds: Speeds, { action, characters, ms }: Ended): Speeds {
  if (ms <= 0) return speeds;
  const { runs: before, mean: meanBefore, variance } = speeds[action] ?? firstGuess;
  const deviation = Math.log(ms / 1000) - guessOf(characters);
  const runs = Math.min(before + 1, runsRemembered);
  const mean = meanBefore + (deviation - meanBefore) / runs;
  const surprise = (deviation - meanBefore) * (deviation - mean);
  return { ...speeds, [action]: { runs, mean, variance: variance + (surprise - variance) / runs } };
}

/** Returns the mean and spread of ln(duration in s) before the first look at a run. */
export function durationBefore(
  { action, characters }: { readonly action?: Action | undefined; readonly characters: number },
  speeds: Speeds,
): { readonly mean: number; readonly spread: number } {
  const { mean, variance } = (action && speeds[action]) ?? firstGuess;
  return { mean: guessOf(characters) + mean, spread: Math.max(leastSpread, Math.sqrt(variance)) };
}

/**
 * Returns how long translations take, as a multiple of the first guess; undefined until one has ended. The
 * guess itself counts as some runs, and is left out.
 */
export function learnedPace({ translation = firstGuess }: Speeds): number | undefined {
  const { runs, mean } = translation;
  if (runs <= firstGuess.runs) return undefined;
  const ended = runs < runsRemembered ? runs - firstGuess.runs : runs;
  return Number(Math.exp((mean * runs) / ended).toPrecision(3));
}

/** Returns the milliseconds that a translation takes at a learned pace. */
export function usualMs(characters: number, pace: number): number {
  return pace * Math.exp(guessOf(characters)) * 1000;
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
