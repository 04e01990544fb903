import { setImmediate as letOthersRun } from "node:timers/promises";

import { RateLimitedError, SlackBusyError, UnreadableRecordError } from "#domain/errors.ts";
import { type Step, partnerRequests } from "#domain/steps.ts";
import type { PollSetup, Speeds } from "#domain/translation/polling.ts";

import {
  type Candidate,
  type InquiryCounts,
  chooseRequest,
  createInquiryCounts,
} from "./choose-request.ts";
import {
  type Entry,
  type Lane,
  asksAccount,
  heldUntil,
  hold,
  laneOf,
  newEntry,
  openSteps,
  release,
} from "./entries.ts";
import { type Turns, createFairOrder } from "./turns.ts";

export type AgendaDeps = {
  /** Returns the ids to start with: of all quotes with work left. */
  readonly openIds: () => Promise<readonly string[]>;
  readonly due: (quoteId: string) => Promise<readonly Step[]>;
  readonly advance: (quoteId: string, step: Step) => Promise<void>;
  /** Resolves when the budget yields a request to the partner; rejects when aborted. */
  readonly turn: (signal: AbortSignal) => Promise<void>;
  readonly setup: PollSetup;
  readonly speeds?: () => Speeds;
  readonly now: () => number;
  readonly sleep: Sleep;
  readonly onFault: (quoteId: string, step: Step, error: unknown) => void;
};

export type Scheduler = {
  readonly wake: (quoteId: string) => void;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly waiting: () => number;
  /** Returns when it last looked for work, on the wall clock; undefined before the start. */
  readonly turnedAt: () => number | undefined;
};

type LoopState = {
  turnedAt: number | undefined;
  readonly entries: Map<string, Entry>;
  /** Represents the partner account, which many quotes read: it is held for all of them. */
  readonly account: Entry;
  readonly running: Set<Promise<void>>;
  readonly stop: AbortController;
  readonly wakeUps: Readonly<Record<Lane, Signal>>;
  readonly underWay: Record<StepLane, number>;
  readonly inquiries: InquiryCounts;
  readonly turns: Turns;
};

type StepLane = "local" | "read" | "paid" | "inquiry" | "fetch" | "look";

/**
 * Decides when a quote is looked at again, never whether that is safe. It holds nothing that the ledger
 * does not know, so it can be lost at any moment.
 */
export function createScheduler(deps: AgendaDeps): Scheduler {
  const state: LoopState = {
    turnedAt: undefined,
    entries: new Map(),
    account: newEntry("account"),
    running: new Set(),
    stop: new AbortController(),
    wakeUps: { local: createWakeUp(deps.sleep), partner: createWakeUp(deps.sleep) },
    underWay: { local: 0, read: 0, paid: 0, inquiry: 0, fetch: 0, look: 0 },
    inquiries: createInquiryCounts(),
    turns: createFairOrder(),
  };
  const loops: Promise<void>[] = [];
  const wake = (id: string) => {
    if (state.stop.signal.aborted) return;
    const entry = state.entries.get(id) ?? newEntry(id);
    state.entries.set(id, entry);
    track(state, refresh(deps, state, entry));
  };
  return {
    wake,
    start: async () => {
      const open = await deps.openIds();
      loops.push(takeUp(open, wake), localLoop(deps, state), partnerLoop(deps, state));
    },
    stop: async () => {
      state.stop.abort();
      ring(state);
      await Promise.allSettled(loops);
      while (state.running.size > 0) await Promise.allSettled(state.running);
    },
    waiting: () => state.entries.size,
    turnedAt: () => state.turnedAt,
  };
}

/** Wakes a few at a time: clicks are acknowledged while a hundred thousand are taken up. */
async function takeUp(ids: readonly string[], wake: (id: string) => void): Promise<void> {
  for (const [n, id] of ids.entries()) {
    wake(id);
    if (n % takenUpAtOnce === takenUpAtOnce - 1) await letOthersRun();
  }
}

/** Reads the due steps of a quote, and again after each wake-up meanwhile. */
async function refresh(deps: AgendaDeps, state: LoopState, entry: Entry): Promise<void> {
  entry.woken = true;
  entry.reading ??= read(deps, state, entry);
  await entry.reading;
}

async function read(deps: AgendaDeps, state: LoopState, entry: Entry): Promise<void> {
  let failed = 0;
  while (entry.woken && !state.stop.signal.aborted) {
    entry.woken = false;
    try {
      entry.steps = await deps.due(entry.id);
    } catch (error) {
      // The store cannot be read just now. The step stays in the ledger and is read again a little
      // later.
      entry.woken = true;
      if (failed === 0) deps.onFault(entry.id, { kind: "read", at: 0 }, error);
      failed += 1;
      // A person has to look at an unreadable record: it is read again ever more rarely.
      const again = error instanceof UnreadableRecordError ? 1000 * 2 ** failed : 1000;
      await deps.sleep(Math.min(60_000, again), state.stop.signal);
    }
  }
  entry.reading = undefined;
  forget(state, entry);
  ring(state);
}

/** Waits until nothing of the entry is under way, or a wake-up would make a second one. */
function forget(state: LoopState, { id, steps, busy, reading }: Entry): void {
  if (steps.length === 0 && busy.length === 0 && reading === undefined) state.entries.delete(id);
}

async function localLoop(deps: AgendaDeps, state: LoopState): Promise<void> {
  while (!state.stop.signal.aborted) {
    state.turnedAt = deps.now();
    const now = deps.now();
    let next = now + longestWaitMs;
    const candidates: Candidate[] = [];
    for (const entry of state.entries.values()) {
      for (const step of openSteps(entry, "local", now)) {
        if (step.at <= now) candidates.push({ entry, step });
        else next = Math.min(next, step.at);
      }
    }
    for (const pick of state.turns.inTurn(candidates, (step) => hasRoom(state, step))) {
      take(deps, state, pick);
    }
    await state.wakeUps.local.wait(Math.max(1, next - deps.now()));
  }
}

function hasRoom({ underWay }: LoopState, step: Step): boolean {
  return kindOf(step) === "read" ? underWay.read < readsAtOnce : underWay.local < localAtOnce;
}

async function partnerLoop(deps: AgendaDeps, state: LoopState): Promise<void> {
  const choose = () => {
    const now = deps.now();
    return chooseRequest(state.entries.values(), {
      now,
      underWay: state.underWay,
      inquiries: state.inquiries,
      setup: { ...deps.setup, speeds: deps.speeds?.() },
      accountFrom: heldUntil(state.account, aReading, now),
    });
  };
  const { signal } = state.stop;
  while (!signal.aborted) {
    if (choose() === undefined) {
      await state.wakeUps.partner.wait(msToNextLook(deps, state));
      continue;
    }
    try {
      await deps.turn(signal);
    } catch {
      // Galley is closing; or the budget is shared and cannot be reached just now.
      await deps.sleep(1000, signal);
      continue;
    }
    // Chosen again after the wait: by now another step may be worth the request more.
    const pick = choose();
    if (pick !== undefined && !signal.aborted) take(deps, state, pick);
  }
}

function msToNextLook({ now, setup }: AgendaDeps, { entries }: LoopState): number {
  const again = Math.min(longestPartnerWaitMs, setup.pollMaxMs);
  let wait = longestPartnerWaitMs;
  for (const entry of entries.values()) {
    for (const { at } of openSteps(entry, "partner", now())) {
      wait = Math.min(wait, at > now() ? at - now() : again);
    }
  }
  return Math.max(1, wait);
}

function take(deps: AgendaDeps, state: LoopState, { entry, step }: Candidate): void {
  entry.busy = [...entry.busy, laneOf(step)];
  state.underWay[kindOf(step)] += 1;
  const requester = step.kind === "send" ? step.requester : undefined;
  if (requester !== undefined) state.inquiries.begin(requester, deps.now());
  const run = async () => {
    try {
      await deps.advance(entry.id, step);
      release(entry, step);
      if (asksAccount(step)) release(state.account, aReading);
    } catch (error) {
      const isTurn = error instanceof SlackBusyError && error.isTurn;
      if (!isTurn) deps.onFault(entry.id, step, error);
      hold(entry, step, deps.now(), namedWait(error));
      if (asksAccount(step)) hold(state.account, aReading, deps.now(), namedWait(error));
    }
    // The lane stays busy until the due steps are read again: no step is taken from an old list.
    await refresh(deps, state, entry);
    entry.busy = entry.busy.filter((lane) => lane !== laneOf(step));
    state.underWay[kindOf(step)] -= 1;
    if (requester !== undefined) state.inquiries.end(requester);
    forget(state, entry);
    ring(state);
  };
  track(state, run());
}

function track(state: LoopState, work: Promise<void>): void {
  state.running.add(work);
  void work.finally(() => state.running.delete(work));
}

function ring({ wakeUps }: LoopState): void {
  wakeUps.local.ring();
  wakeUps.partner.ring();
}

function kindOf(step: Step): StepLane {
  if (step.kind === "read" || step.kind === "measure") return "read";
  if (laneOf(step) === "local") return "local";
  if (partnerRequests[step.kind] === "fetch") return "fetch";
  if (step.kind !== "send") return "look";
  return step.paid ? "paid" : "inquiry";
}

/** The partner's pause already stops the whole key; Slack's is for this step. */
function namedWait(error: unknown): number | undefined {
  if (error instanceof SlackBusyError) return error.retryAfterMs;
  return error instanceof RateLimitedError ? 0 : undefined;
}

const aReading: Step = { kind: "balance", at: 0 };
const takenUpAtOnce = 50;
const localAtOnce = 8;
/** Each reading takes its part of every turn of the event loop, and ten novels would take all. */
const readsAtOnce = 4;
/** Well below the time after which the readiness check takes the loop for stopped. */
const longestWaitMs = 20_000;
/** The polling policy is asked this often while nothing rings: time alone changes its choice. */
const longestPartnerWaitMs = 1000;

export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

/** Lets one loop wait for a time or for a ring, whichever comes first; rings are never lost. */
export type Signal = {
  readonly ring: () => void;
  readonly wait: (ms: number) => Promise<void>;
};

/** @param sleep resolves after the time, or at once when the signal is aborted. */
export function createWakeUp(sleep: Sleep): Signal {
  let rung = new AbortController();
  return {
    // With a reason of its own Node makes no error with a stack for each ring.
    ring: () => rung.abort("rung"),
    wait: async (ms) => {
      await sleep(ms, rung.signal);
      if (rung.signal.aborted) rung = new AbortController();
    },
  };
}

type HourlyDeps = {
  /** May be run by every replica at the same time. */
  readonly work: () => Promise<void>;
  readonly sleep: Sleep;
  readonly onFault: (error: unknown) => void;
};

/** The same agenda, with other work done at its start and then every hour. */
export function withHourly(scheduler: Scheduler, { work, sleep, onFault }: HourlyDeps): Scheduler {
  const stop = new AbortController();
  let running: Promise<void> | undefined;
  const runHourly = async () => {
    while (!stop.signal.aborted) {
      await work().catch(onFault);
      await sleep(everyMs, stop.signal);
    }
  };
  return {
    ...scheduler,
    start: async () => {
      await scheduler.start();
      running = runHourly();
    },
    stop: async () => {
      stop.abort();
      await running;
      await scheduler.stop();
    },
  };
}

const everyMs = 3_600_000;
