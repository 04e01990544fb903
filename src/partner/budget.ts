import { createPause } from "./access.ts";

type BudgetDeps = {
  /** Monotonic clock in ms. */
  readonly now: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<unknown>;
  /** From 0 to 1. */
  readonly random: () => number;
  /** The limit before GET /usage has named it. */
  readonly perMinute?: number;
};

export type Budget = {
  /** Resolves when a request may leave now: people first, else in the order of asking. */
  readonly turn: (lane: Lane, signal?: AbortSignal) => Promise<void>;
  readonly setPerMinute: (perMinute: number) => void;
  /** Stops both lanes for `ms` from now; a longer pause that runs already stands. */
  readonly pauseFor: (ms: number) => void;
  /** How long nothing may leave yet, in ms; 0 when nothing is paused. */
  readonly pausedMs: () => number;
  /** A 429 came: pauses for the time that the partner named, longer when it is not the first in a row. */
  readonly refused: (retryAfterMs: number | undefined) => void;
  /** An answer came: the row of refusals is over. */
  readonly answered: () => void;
};

/**
 * The requests a minute of one API key, dealt out to people and to work. Contract, Limits. A turn is
 * refused only with the reason of a signal that was aborted.
 */
export function createBudget({ now, sleep, random, perMinute = 10 }: BudgetDeps): Budget {
  const pace = createPace(perMinute);
  const pause = createPause({ now, random });
  const queue = createQueue();
  const alarm = createAlarm(sleep);
  const deal = (): void => {
    alarm.stop();
    for (let next = queue.first(); next !== undefined; next = queue.first()) {
      const wait = Math.max(pause.leftMs(), pace.freeFrom(next.lane) - now());
      if (wait > 0) {
        alarm.ring(wait, deal);
        return;
      }
      pace.spend(next.lane, now());
      queue.leave(next);
      next.go();
    }
  };
  return {
    turn: async (lane, signal) => {
      signal?.throwIfAborted();
      const mine = queue.join({ lane, signal, onLeave: deal });
      deal();
      await mine;
    },
    setPerMinute: (perMinute) => {
      pace.setPerMinute(perMinute);
      deal();
    },
    pauseFor: pause.extend,
    pausedMs: pause.leftMs,
    refused: pause.refused,
    answered: pause.answered,
  };
}

type Waiter = { readonly lane: Lane; readonly go: () => void };

type Joining = {
  readonly lane: Lane;
  readonly signal: AbortSignal | undefined;
  readonly onLeave: () => void;
};

/** People before work, each in the order of joining. */
function createQueue() {
  const waiting = { people: new Set<Waiter>(), work: new Set<Waiter>() };
  const leave = (waiter: Waiter): void => void waiting[waiter.lane].delete(waiter);
  const first = (): Waiter | undefined => {
    const [person] = waiting.people;
    const [work] = waiting.work;
    return person ?? work;
  };
  const join = async ({ lane, signal, onLeave }: Joining): Promise<void> => {
    const { promise, resolve: go, reject } = Promise.withResolvers<void>();
    const waiter = { lane, go };
    const giveUp = (): void => {
      leave(waiter);
      reject(signal?.reason);
      onLeave();
    };
    waiting[lane].add(waiter);
    signal?.addEventListener("abort", giveUp, { once: true });
    await promise.finally(() => signal?.removeEventListener("abort", giveUp));
  };
  return { first, join, leave };
}

/** One timer at a time: a new one takes the place of the last. */
function createAlarm(sleep: BudgetDeps["sleep"]) {
  let current = new AbortController();
  const stop = (): void => current.abort();
  const ring = (ms: number, wake: () => void): void => {
    stop();
    current = new AbortController();
    void wakeAfter(ms, wake, current.signal);
  };
  const wakeAfter = async (ms: number, wake: () => void, signal: AbortSignal): Promise<void> => {
    try {
      await sleep(Math.ceil(ms), signal);
    } catch (error) {
      if (!signal.aborted) {
        throw error;
      }
    }
    if (!signal.aborted) {
      wake();
    }
  };
  return { stop, ring };
}

export type Lane = "people" | "work";

const MINUTE_MS = 60_000;

/**
 * When the next request may leave, under a limit of requests a minute. All of them keep a tenth below
 * the limit in any 60 s, since requests arrive less evenly than they leave; work is spread over four
 * fifths of it, with a small burst, so that there is always room for people. Times are in ms.
 */
export function createPace(perMinute: number) {
  let limits = limitsFor(perMinute);
  let workDue = Number.NEGATIVE_INFINITY;
  let lastWork = Number.NEGATIVE_INFINITY;
  let sent: readonly number[] = [];
  return {
    setPerMinute: (perMinute: number): void => {
      const next = limitsFor(perMinute);
      // What left under the old limit is owed for at the new one: a guess at start must not hold up work.
      const owed = Math.max(0, workDue - lastWork) * (next.workGapMs / limits.workGapMs);
      if (Number.isFinite(owed)) workDue = lastWork + owed;
      limits = next;
    },
    /** The earliest time for `lane`; it may be past. */
    freeFrom: (lane: Lane): number => {
      const gate = (sent.at(-limits.all) ?? Number.NEGATIVE_INFINITY) + MINUTE_MS;
      const ahead = (limits.burst - 1) * limits.workGapMs;
      return lane === "people" ? gate : Math.max(gate, workDue - ahead);
    },
    spend: (lane: Lane, at: number): void => {
      sent = [...sent.filter((time) => time > at - MINUTE_MS), at];
      if (lane === "work") {
        workDue = Math.max(workDue, at) + limits.workGapMs;
        lastWork = at;
      }
    },
  };
}

function limitsFor(perMinute: number) {
  const all = Math.max(1, Math.floor(perMinute * 0.9));
  const work = Math.max(1, Math.min(Math.floor(perMinute * 0.8), all - 1));
  const burst = Math.max(1, Math.min(10, Math.floor((all - work) / 2)));
  return { all, burst, workGapMs: MINUTE_MS / work };
}
