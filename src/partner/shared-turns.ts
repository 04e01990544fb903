import { RateLimited } from "../core/faults.ts";
import type { Redis } from "../store/redis.ts";
import { longestClickMs } from "./access.ts";
import { type Asker, type Budget, kindOf, sharesOf } from "./budget.ts";

/** Permission for a request to leave, or the ms after which to try again. */
type Turn =
  | { readonly status: "yours" }
  | { readonly status: "later"; readonly ms: number }
  | { readonly status: "paused"; readonly ms: number };

/** The requests a minute of one API key, shared by all replicas. */
export type SharedTurns = ReturnType<typeof createSharedTurns>;

/**
 * Counts a sliding minute on Redis, by the server's own clock: work within its share, people
 * together and each of them within theirs. Contract, Limits: a breach gives 429.
 *
 * @param key names the API key without revealing it
 */
export function createSharedTurns(redis: Redis, key: string, minuteMs = 60_000) {
  const [turns, pause] = [`galley:turns:${key}`, `galley:pause:${key}`];
  return {
    take: async (asker: Asker, perMinute: number): Promise<Turn> => {
      const counts = countsFor(asker, perMinute);
      const given = {
        keys: [pause, turns, ...counts.map(({ name }) => `${turns}${name}`)],
        arguments: [String(minuteMs), ...counts.map(({ limit }) => String(limit))],
      };
      const answer = await redis.call((client) => client.eval(takeScript, given));
      return readTurn(answer);
    },
    /** Stops the key everywhere: a 429 applies to all. A longer pause that runs already is kept. */
    pauseFor: async (ms: number): Promise<void> => {
      const given = { keys: [pause], arguments: [String(Math.ceil(ms))] };
      await redis.call((client) => client.eval(pauseScript, given));
    },
  };
}

/** Returns the counts of a request; it may leave while none of their limits is reached. */
function countsFor(asker: Asker, perMinute: number) {
  const { all, work, people, person } = sharesOf(perMinute);
  if (asker === "work") return [{ name: "", limit: work }];
  const lane = [
    { name: "", limit: all },
    { name: ":people", limit: people },
  ];
  return asker === "people" ? lane : [...lane, { name: `:person:${asker.person}`, limit: person }];
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
  let limit = unknownPerMinute;
  return {
    ...budget,
    setPerMinute: (perMinute) => {
      limit = perMinute;
      budget.setPerMinute(perMinute);
    },
    turn: async (asker, signal) => {
      await budget.turn(asker, signal);
      for (;;) {
        const turn = await turns.take(asker, limit);
        if (turn.status === "yours") return;
        // Another replica met the 429. The next click here is refused without a request.
        if (turn.status === "paused") budget.pauseFor(turn.ms);
        if (turn.status === "paused" && kindOf(asker) === "people" && turn.ms > longestClickMs) {
          throw new RateLimited("the partner asked to wait", turn.ms);
        }
        await sleep(Math.min(turn.ms, 1000), signal);
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

function readTurn(answer: unknown): Turn {
  const [word, ms] = Array.isArray(answer) ? answer.map(Number) : [];
  if (word === turnWords.yours) return { status: "yours" };
  return { status: word === turnWords.paused ? "paused" : "later", ms: ms ?? 1000 };
}

const unknownPerMinute = 10;

const turnWords = { yours: 0, later: 1, paused: 2 };

/** No money depends on these keys, so they may expire; a forgotten pause costs a 429. */
const takeScript = `
  local pause = redis.call('PTTL', KEYS[1])
  if pause > 0 then return {${turnWords.paused}, pause} end
  local minute = tonumber(ARGV[1])
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local later = 0
  for n = 3, #KEYS do
    local limit = tonumber(ARGV[n - 1])
    redis.call('ZREMRANGEBYSCORE', KEYS[n], '-inf', now - minute - 1)
    local used = redis.call('ZCARD', KEYS[n])
    if used >= limit then
      local oldest = redis.call('ZRANGE', KEYS[n], used - limit, used - limit, 'WITHSCORES')
      later = math.max(later, 1, oldest[2] + minute + 1 - now)
    end
  end
  if later > 0 then return {${turnWords.later}, later} end
  local id = now .. '-' .. redis.call('INCR', KEYS[2] .. ':n')
  for n = 3, #KEYS do
    redis.call('ZADD', KEYS[n], now, id)
    redis.call('PEXPIRE', KEYS[n], minute + 1000)
  end
  return {${turnWords.yours}, 0}
`;

const pauseScript = `
  if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[1]) then
    redis.call('SET', KEYS[1], '1', 'PX', ARGV[1])
  end
`;
