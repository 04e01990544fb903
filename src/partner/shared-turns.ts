import { RateLimited } from "../core/faults.ts";
import type { Redis } from "../store/redis.ts";
import { longestClickMs } from "./access.ts";
import type { Budget, Lane } from "./budget.ts";

/** Whether a request may leave now, and in how many ms to ask again. */
type Turn =
  | { readonly status: "yours" }
  | { readonly status: "later"; readonly ms: number }
  | { readonly status: "paused"; readonly ms: number };

/** The requests a minute of one API key, dealt out over all replicas. */
export type SharedTurns = {
  readonly take: (lane: Lane, perMinute: number) => Promise<Turn>;
  /** Stops the key everywhere: a 429 was meant for all. A longer pause that runs already stands. */
  readonly pauseFor: (ms: number) => Promise<void>;
};

/**
 * A sliding minute on Redis, by the server's own clock. People may use all but a tenth of the limit, work
 * leaves a fifth. Contract, Limits: a breach gives 429.
 *
 * @param key names the API key without telling it
 */
export function createSharedTurns(redis: Redis, key: string, minuteMs = 60_000): SharedTurns {
  const keys = [`galley:turns:${key}`, `galley:pause:${key}`];
  return {
    take: async (lane, perMinute) => {
      const share = lane === "people" ? 0.9 : 0.8;
      const limit = Math.max(1, Math.floor(perMinute * share));
      const given = { keys, arguments: [String(limit), String(minuteMs)] };
      const answer = await redis.call((client) => client.eval(takeScript, given));
      return readTurn(answer);
    },
    pauseFor: async (ms) => {
      const given = { keys, arguments: [String(Math.ceil(ms))] };
      await redis.call((client) => client.eval(pauseScript, given));
    },
  };
}

/** A budget whose turns are shared with the other replicas. @throws when Redis cannot be asked. */
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
    turn: async (lane, signal) => {
      await budget.turn(lane, signal);
      for (;;) {
        const turn = await turns.take(lane, limit);
        if (turn.status === "yours") return;
        // Another replica met the 429. The next person who clicks here is told so without asking.
        if (turn.status === "paused") budget.pauseFor(turn.ms);
        if (turn.status === "paused" && lane === "people" && turn.ms > longestClickMs) {
          throw new RateLimited("the partner asked to wait", turn.ms);
        }
        await sleep(Math.min(turn.ms, 1000), signal);
        signal?.throwIfAborted();
      }
    },
    refused: (retryAfterMs) => {
      budget.refused(retryAfterMs);
      // When Redis is gone the other replicas hear their own 429.
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

/** Nothing that money depends on has a time to live; a pause that was forgotten costs a 429. */
const takeScript = `
  local pause = redis.call('PTTL', KEYS[2])
  if pause > 0 then return {${turnWords.paused}, pause} end
  local limit = tonumber(ARGV[1])
  local minute = tonumber(ARGV[2])
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - minute - 1)
  local used = redis.call('ZCARD', KEYS[1])
  if used >= limit then
    local oldest = redis.call('ZRANGE', KEYS[1], used - limit, used - limit, 'WITHSCORES')
    return {${turnWords.later}, math.max(1, oldest[2] + minute + 1 - now)}
  end
  redis.call('ZADD', KEYS[1], now, now .. '-' .. redis.call('INCR', KEYS[1] .. ':n'))
  redis.call('PEXPIRE', KEYS[1], minute + 1000)
  return {${turnWords.yours}, 0}
`;

const pauseScript = `
  if redis.call('PTTL', KEYS[2]) < tonumber(ARGV[1]) then
    redis.call('SET', KEYS[2], '1', 'PX', ARGV[1])
  end
`;
