import { RateLimitedError } from "#domain/errors.ts";
import type { Clock } from "#lib/clock.ts";
import type { Redis } from "#store/redis.ts";

type BudgetDeps = {
  /** Monotonic clock in ms. */
  readonly now: () => number;
  readonly sleep: Clock["sleep"];
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
  const pause = createPause(now, random);
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
function countsOf(asker: Asker, perMinute: number, minuteMs = MINUTE_MS) {
  const all = atLeastOne(perMinute * 0.9);
  const everybody = { name: "all", limit: all, ms: minuteMs };
  if (asker === "work") {
    const work = atLeastOne(Math.min(perMinute * 0.8, all - 1));
    const burst = atLeastOne(Math.min(10, (all - work) / 3));
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
  let requests: readonly { readonly names: readonly string[]; readonly at: number }[] = [];
  const counts = (asker: Asker) => countsOf(asker, limit);
  return {
    perMinute: (): number => limit,
    setPerMinute: (perMinute: number): void => {
      limit = perMinute;
    },
    /** Returns the earliest time for the asker; it may be past. */
    freeFrom: (asker: Asker): number => {
      const times = counts(asker).map(({ name, limit: most, ms }) => {
        const last = requests.filter(({ names }) => names.includes(name)).at(-most);
        return last === undefined ? Number.NEGATIVE_INFINITY : last.at + ms;
      });
      return Math.max(...times);
    },
    spend: (asker: Asker, at: number): void => {
      const names = counts(asker).map(({ name }) => name);
      requests = [...requests.filter((one) => one.at > at - MINUTE_MS), { names, at }];
    },
  };
}

/** Tracks the pause after 429s. A wait that the partner named is never shortened. */
function createPause(now: () => number, random: () => number) {
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

/** The ms after which to try again; with 0 the request may leave now. */
type Turn = { readonly ms: number; readonly isPaused: boolean };

export type SharedTurns = ReturnType<typeof createSharedTurns>;

/**
 * Keeps the counts of `countsOf` on Redis, by the server's own clock. Contract, Limits: a breach gives
 * 429.
 *
 * @param key names the API key without revealing it
 */
export function createSharedTurns(redis: Redis, key: string, minuteMs?: number) {
  const [turns, pause] = [`galley:turns:${key}`, `galley:pause:${key}`];
  return {
    take: async (asker: Asker, perMinute: number): Promise<Turn> => {
      const counts = countsOf(asker, perMinute, minuteMs);
      const input = {
        keys: [pause, turns, ...counts.map(({ name }) => `${turns}:${name}`)],
        arguments: counts.flatMap(({ limit, ms }) => [String(limit), String(Math.ceil(ms))]),
      };
      const answer = await redis.call((client) => client.eval(takeScript, input));
      const [ms = 1000, isPaused] = Array.isArray(answer) ? answer.map(Number) : [];
      return { ms, isPaused: isPaused === 1 };
    },
    /** Stops the key everywhere: a 429 applies to all. A longer pause that runs already is kept. */
    pauseFor: async (ms: number): Promise<void> => {
      const input = { keys: [pause], arguments: [String(Math.ceil(ms))] };
      await redis.call((client) => client.eval(pauseScript, input));
    },
  };
}

/**
 * Returns a budget whose turns are shared with the other replicas. @throws when Redis cannot be
 * reached.
 */
export function shareBudget(budget: Budget, turns: SharedTurns, sleep: Clock["sleep"]): Budget {
  return {
    ...budget,
    turn: async (asker, signal) => {
      await budget.turn(asker, signal);
      for (;;) {
        const { ms, isPaused } = await turns.take(asker, budget.perMinute());
        if (ms === 0) return;
        // Another replica met the 429. The next click here is refused without a request.
        if (isPaused) budget.pauseFor(ms);
        if (isPaused && kindOf(asker) === "people" && ms > longestClickMs) {
          throw new RateLimitedError("the partner asked to wait", ms);
        }
        await sleep(Math.min(ms, 1000), signal);
        signal?.throwIfAborted();
      }
    },
    refused: (retryAfterMs) => {
      budget.refused(retryAfterMs);
      // When Redis is gone the other replicas meet their own 429.
      turns.pauseFor(budget.pausedMs()).catch(() => undefined);
    },
  };
}

/** No money depends on these keys, so they may expire; a forgotten pause costs a 429. */
const takeScript = `
  local pause = redis.call('PTTL', KEYS[1])
  if pause > 0 then return {pause, 1} end
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local later = 0
  for n = 3, #KEYS do
    local limit, ms = tonumber(ARGV[2 * n - 5]), tonumber(ARGV[2 * n - 4])
    redis.call('ZREMRANGEBYSCORE', KEYS[n], '-inf', now - ms - 1)
    local used = redis.call('ZCARD', KEYS[n])
    if used >= limit then
      local oldest = redis.call('ZRANGE', KEYS[n], used - limit, used - limit, 'WITHSCORES')
      later = math.max(later, 1, oldest[2] + ms + 1 - now)
    end
  end
  if later > 0 then return {later, 0} end
  local id = now .. '-' .. redis.call('INCR', KEYS[2] .. ':n')
  for n = 3, #KEYS do
    redis.call('ZADD', KEYS[n], now, id)
    redis.call('PEXPIRE', KEYS[n], ARGV[2 * n - 4] + 1000)
  end
  return {0, 0}
`;

const pauseScript = `
  if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[1]) then
    redis.call('SET', KEYS[1], '1', 'PX', ARGV[1])
  end
`;
