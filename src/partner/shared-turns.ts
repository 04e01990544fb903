import { RateLimited } from "../core/faults.ts";
import type { Redis } from "../store/redis.ts";
import { type Asker, type Budget, countsOf, kindOf, longestClickMs } from "./budget.ts";

/** The ms after which to try again; with 0 the request may leave now. */
type Turn = { readonly ms: number; readonly isPaused: boolean };

/** The requests a minute of one API key, shared by all replicas. */
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
      const given = {
        keys: [pause, turns, ...counts.map(({ name }) => `${turns}:${name}`)],
        arguments: counts.flatMap(({ limit, ms }) => [String(limit), String(Math.ceil(ms))]),
      };
      const answer = await redis.call((client) => client.eval(takeScript, given));
      const [ms = 1000, isPaused] = Array.isArray(answer) ? answer.map(Number) : [];
      return { ms, isPaused: isPaused === 1 };
    },
    /** Stops the key everywhere: a 429 applies to all. A longer pause that runs already is kept. */
    pauseFor: async (ms: number): Promise<void> => {
      const given = { keys: [pause], arguments: [String(Math.ceil(ms))] };
      await redis.call((client) => client.eval(pauseScript, given));
    },
  };
}

/**
 * Returns a budget whose turns are shared with the other replicas. @throws when Redis cannot be
 * reached.
 */
export function shareBudget(
  budget: Budget,
  turns: SharedTurns,
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>,
): Budget {
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
          throw new RateLimited("the partner asked to wait", ms);
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
