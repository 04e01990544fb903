type BudgetDeps = {
  /** Monotonic clock in ms. */
  readonly now: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<unknown>;
  /** From 0 to 1. */
  readonly random: () => number;
  /** The limit before GET /usage has returned it. */
  readonly perMinute?: number;
};

export type Budget = ReturnType<typeof createBudget>;

/**
 * Divides the requests a minute of one API key between people and work. Contract, Limits. A turn is
 * rejected only with the reason of an aborted signal.
 */
export function createBudget({ now, sleep, random, perMinute = 10 }: BudgetDeps) {
  const pace = createPace(perMinute);
  const pause = createPause({ now, random });
  const queue = createQueue();
  const alarm = createAlarm(sleep);
  const deal = (): void => {
    alarm.stop();
    for (;;) {
      const waiting = queue.all();
      if (waiting.length === 0) return;
      const soonest = Math.min(...waiting.map(({ asker }) => pace.freeFrom(asker)));
      const wait = Math.max(pause.leftMs(), soonest - now());
      if (wait > 0) return void alarm.ring(wait, deal);
      const next = waiting.find(({ asker }) => pace.freeFrom(asker) <= now());
      if (next === undefined) continue;
      pace.spend(next.asker, now());
      queue.leave(next);
      next.go();
    }
  };
  return {
    /**
     * Resolves when a request may leave now: people within their share first, otherwise in the order
     * of calls.
     */
    turn: async (asker: Asker, signal?: AbortSignal): Promise<void> => {
      signal?.throwIfAborted();
      const mine = queue.join({ asker, signal, onLeave: deal });
      deal();
      await mine;
    },
    /** Returns for how long the asker's share is used up, in ms; 0 when it is not. */
    shareUsedMs: (asker: Asker): number => Math.max(0, pace.freeFrom(asker) - now()),
    setPerMinute: (perMinute: number): void => {
      pace.setPerMinute(perMinute);
      deal();
    },
    /** Stops people and work for `ms` from now; a longer pause that runs already is kept. */
    pauseFor: pause.extend,
    /** Returns how long the pause still lasts, in ms; 0 without a pause. */
    pausedMs: pause.leftMs,
    /**
     * Records a 429: pauses for the time that the partner named, longer when it is not the first in
     * a row.
     */
    refused: pause.refused,
    /** Records an answer, which ends the row of refusals. */
    answered: pause.answered,
  };
}

type Waiter = { readonly asker: Asker; readonly go: () => void };

type Joining = {
  readonly asker: Asker;
  readonly signal: AbortSignal | undefined;
  readonly onLeave: () => void;
};

/** People before work, each in the order of joining. */
function createQueue() {
  const waiting = { people: new Set<Waiter>(), work: new Set<Waiter>() };
  const leave = (waiter: Waiter): void => void waiting[kindOf(waiter.asker)].delete(waiter);
  /** Only the first of work, because all work leaves at the same pace. */
  const all = (): readonly Waiter[] => {
    const [work] = waiting.work;
    return [...waiting.people, ...(work === undefined ? [] : [work])];
  };
  const join = async ({ asker, signal, onLeave }: Joining): Promise<void> => {
    const { promise, resolve: go, reject } = Promise.withResolvers<void>();
    const waiter = { asker, go };
    const giveUp = (): void => {
      leave(waiter);
      reject(signal?.reason);
      onLeave();
    };
    waiting[kindOf(asker)].add(waiter);
    signal?.addEventListener("abort", giveUp, { once: true });
    await promise.finally(() => signal?.removeEventListener("abort", giveUp));
  };
  return { all, join, leave };
}

/** Runs one timer at a time: a new one replaces the last. */
function createAlarm(sleep: BudgetDeps["sleep"]) {
  let current = new AbortController();
  const stop = (): void => current.abort();
  const ring = async (ms: number, wake: () => void): Promise<void> => {
    stop();
    current = new AbortController();
    const { signal } = current;
    try {
      await sleep(Math.ceil(ms), signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    if (!signal.aborted) wake();
  };
  return { stop, ring };
}

export type AskerKind = "people" | "work";

/** Work, people together, or one person by Slack id, who has a share of their own. */
export type Asker = AskerKind | { readonly person: string };

export function kindOf(asker: Asker): AskerKind {
  return typeof asker === "string" ? asker : "people";
}

/**
 * Returns how many requests may leave in any minute under the partner's limit. `all` keeps a tenth
 * below the limit, since requests arrive less evenly than they leave. People leave a third of it to
 * work, so that clicks hold up no send. One person leaves two thirds to all others.
 */
export function sharesOf(perMinute: number) {
  const all = Math.max(1, Math.floor(perMinute * 0.9));
  const work = Math.max(1, Math.min(Math.floor(perMinute * 0.8), all - 1));
  const people = Math.max(1, Math.floor((all * 2) / 3));
  const person = Math.max(1, Math.floor(all / 3));
  return { all, work, people, person };
}

const MINUTE_MS = 60_000;

/**
 * Tells when the next request may leave, under a limit of requests a minute: see `sharesOf`. Work
 * is spread over its share, with a small burst, so that there is always room for people. Times are
 * in ms.
 */
export function createPace(perMinute: number) {
  let limits = limitsFor(perMinute);
  let workDue = Number.NEGATIVE_INFINITY;
  let lastWork = Number.NEGATIVE_INFINITY;
  let sent: readonly Sent[] = [];
  /**
   * Returns the time at which fewer than `limit` matching requests will have left in the last
   * minute.
   */
  const gate = (limit: number, fits: (one: Sent) => boolean): number =>
    (sent.filter(fits).at(-limit)?.at ?? Number.NEGATIVE_INFINITY) + MINUTE_MS;
  return {
    setPerMinute: (perMinute: number): void => {
      const next = limitsFor(perMinute);
      // Requests under the old limit are owed for at the new one: a guess at start must not hold up
      // work.
      const owed = Math.max(0, workDue - lastWork) * (next.workGapMs / limits.workGapMs);
      if (Number.isFinite(owed)) workDue = lastWork + owed;
      limits = next;
    },
    /** Returns the earliest time for the asker; it may be past. */
    freeFrom: (asker: Asker): number => {
      const all = gate(limits.all, () => true);
      if (asker === "work") return Math.max(all, workDue - (limits.burst - 1) * limits.workGapMs);
      const people = Math.max(
        all,
        gate(limits.people, (one) => kindOf(one.asker) === "people"),
      );
      if (asker === "people") return people;
      return Math.max(
        people,
        gate(limits.person, (one) => isOf(one, asker.person)),
      );
    },
    spend: (asker: Asker, at: number): void => {
      sent = [...sent.filter((one) => one.at > at - MINUTE_MS), { asker, at }];
      if (asker === "work") {
        workDue = Math.max(workDue, at) + limits.workGapMs;
        lastWork = at;
      }
    },
  };
}

type Sent = { readonly asker: Asker; readonly at: number };

function isOf({ asker }: Sent, person: string): boolean {
  return typeof asker !== "string" && asker.person === person;
}

function limitsFor(perMinute: number) {
  const shares = sharesOf(perMinute);
  const burst = Math.max(1, Math.min(10, Math.floor((shares.all - shares.work) / 2)));
  return { ...shares, burst, workGapMs: MINUTE_MS / shares.work };
}

const UNNAMED_PAUSE_MS = 30_000;

/** Tracks the pause after 429s. A wait that the partner named is never shortened. */
function createPause({ now, random }: Pick<BudgetDeps, "now" | "random">) {
  let until = Number.NEGATIVE_INFINITY;
  let refusals = 0;
  const isOn = (): boolean => now() < until;
  const extend = (ms: number): void => {
    until = Math.max(until, now() + ms);
  };
  return {
    leftMs: (): number => Math.max(0, until - now()),
    extend,
    refused: (retryAfterMs: number | undefined = UNNAMED_PAUSE_MS): void => {
      // Requests that left together are refused together: that is one refusal.
      refusals += isOn() ? 0 : 1;
      extend(retryAfterMs + random() * backoffMs(refusals));
    },
    answered: (): void => {
      refusals = isOn() ? refusals : 0;
    },
  };
}

/** Contract, Errors, 429: first the time that was named, then exponential backoff. */
function backoffMs(refusals: number): number {
  return refusals < 2 ? 0 : Math.min(1000 * 2 ** refusals, 5 * 60_000);
}
