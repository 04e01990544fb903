type BudgetDeps = {
  /** Monotonic clock in ms. */
  readonly now: () => number;
  /** Resolves after the time, or at once when the signal is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<unknown>;
  /** From 0 to 1. */
  readonly random: () => number;
  /** The limit before GET /usage has returned it. */
  readonly perMinute?: number;
};

export type Budget = ReturnType<typeof createBudget>;

/** The longest wait for a click, in ms. */
export const longestClickMs = 5000;

/**
 * Divides the requests a minute of one API key between people and work. Contract, Limits. A turn is
 * rejected only with the reason of an aborted signal.
 */
export function createBudget({ now, sleep, random, perMinute = 10 }: BudgetDeps) {
  const pace = createPace(perMinute);
  const pause = createPause({ now, random });
  const waiting = { people: new Set<Waiter>(), work: new Set<Waiter>() };
  let alarm = new AbortController();
  const ring = async (ms: number): Promise<void> => {
    alarm = new AbortController();
    const { signal } = alarm;
    await sleep(Math.ceil(ms), signal);
    if (!signal.aborted) deal();
  };
  /** Only the first of work is asked for, because all work leaves at the same pace. */
  const next = () => {
    const [work] = waiting.work;
    return [...waiting.people, ...(work === undefined ? [] : [work])]
      .map((waiter) => ({ waiter, at: Math.max(now(), pace.freeFrom(waiter.asker)) }))
      .toSorted((one, other) => one.at - other.at)[0];
  };
  const deal = (): void => {
    alarm.abort();
    for (let first = next(); first !== undefined; first = next()) {
      const wait = Math.max(pause.pausedMs(), first.at - now());
      if (wait > 0) return void ring(wait);
      const { asker, go } = first.waiter;
      pace.spend(asker, now());
      waiting[kindOf(asker)].delete(first.waiter);
      go();
    }
  };
  return {
    /**
     * Resolves when a request may leave now: people within their share first, otherwise in the order
     * of calls.
     */
    turn: async (asker: Asker, signal?: AbortSignal): Promise<void> => {
      signal?.throwIfAborted();
      const { promise, resolve: go, reject } = Promise.withResolvers<void>();
      const waiter = { asker, go };
      const giveUp = (): void => {
        waiting[kindOf(asker)].delete(waiter);
        reject(signal?.reason);
        deal();
      };
      waiting[kindOf(asker)].add(waiter);
      signal?.addEventListener("abort", giveUp, { once: true });
      deal();
      await promise.finally(() => signal?.removeEventListener("abort", giveUp));
    },
    perMinute: pace.perMinute,
    setPerMinute: (perMinute: number): void => {
      pace.setPerMinute(perMinute);
      deal();
    },
    /** Returns for how long a pause or the used-up share of the asker lasts, in ms. */
    waitMs: (asker: Asker): number => Math.max(pause.pausedMs(), pace.freeFrom(asker) - now()),
    ...pause,
  };
}

type Waiter = { readonly asker: Asker; readonly go: () => void };

/** Work, people together, or one person by Slack id, who has a share of their own. */
export type Asker = "people" | "work" | { readonly person: string };

export function kindOf(asker: Asker): "people" | "work" {
  return typeof asker === "string" ? asker : "people";
}

/**
 * Returns what a request counts for, and how many may leave in each of these times (ms). All keep a
 * tenth below the partner's limit, since requests arrive less evenly than they leave. Work is spread
 * over its share, in small bursts, so that there is always room for people. People leave a third to
 * work, so that clicks hold up no send. One person leaves two thirds to all others.
 */
export function countsOf(asker: Asker, perMinute: number, minuteMs = MINUTE_MS) {
  const all = atLeastOne(perMinute * 0.9);
  const everybody = { name: "all", limit: all, ms: minuteMs };
  if (asker === "work") {
    const work = atLeastOne(Math.min(perMinute * 0.8, all - 1));
    const burst = atLeastOne(Math.min(10, (all - work) / 2));
    return [everybody, { name: "work", limit: burst, ms: (burst * minuteMs) / work }];
  }
  const people = { name: "people", limit: atLeastOne((all * 2) / 3), ms: minuteMs };
  if (asker === "people") return [everybody, people];
  const person = { name: `person:${asker.person}`, limit: atLeastOne(all / 3), ms: minuteMs };
  return [everybody, people, person];
}

const MINUTE_MS = 60_000;

function atLeastOne(count: number): number {
  return Math.max(1, Math.floor(count));
}

/** Tells when the next request may leave, by `countsOf`. Times are in ms. */
export function createPace(perMinute: number) {
  let limit = perMinute;
  let sent: readonly { readonly names: readonly string[]; readonly at: number }[] = [];
  const counts = (asker: Asker) => countsOf(asker, limit);
  return {
    perMinute: (): number => limit,
    setPerMinute: (perMinute: number): void => {
      limit = perMinute;
    },
    /** Returns the earliest time for the asker; it may be past. */
    freeFrom: (asker: Asker): number => {
      const times = counts(asker).map(({ name, limit: most, ms }) => {
        const last = sent.filter(({ names }) => names.includes(name)).at(-most);
        return last === undefined ? Number.NEGATIVE_INFINITY : last.at + ms;
      });
      return Math.max(...times);
    },
    spend: (asker: Asker, at: number): void => {
      const names = counts(asker).map(({ name }) => name);
      sent = [...sent.filter((one) => one.at > at - MINUTE_MS), { names, at }];
    },
  };
}

/** Tracks the pause after 429s. A wait that the partner named is never shortened. */
function createPause({ now, random }: Pick<BudgetDeps, "now" | "random">) {
  let until = Number.NEGATIVE_INFINITY;
  let refusals = 0;
  const pausedMs = (): number => Math.max(0, until - now());
  /** Stops people and work for `ms` from now; a longer pause that runs already is kept. */
  const pauseFor = (ms: number): void => {
    until = Math.max(until, now() + ms);
  };
  return {
    pausedMs,
    pauseFor,
    /** Records a 429. One that follows an earlier one pauses for longer than the partner named. */
    refused: (retryAfterMs = 30_000): void => {
      // Requests that left together are refused together: that is one refusal.
      refusals += pausedMs() > 0 ? 0 : 1;
      pauseFor(retryAfterMs + random() * backoffMs(refusals));
    },
    /** Records an answer, which ends the row of refusals. */
    answered: (): void => {
      refusals = pausedMs() > 0 ? refusals : 0;
    },
  };
}

/** Contract, Errors, 429: first the time that was named, then exponential backoff. */
function backoffMs(refusals: number): number {
  return refusals < 2 ? 0 : Math.min(1000 * 2 ** refusals, 5 * 60_000);
}
