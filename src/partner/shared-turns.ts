import type { Redis } from "../redis.ts";
import type { Budget } from "./budget.ts";
import type { Lane } from "./pace.ts";

/** The requests a minute of one API key, dealt out over all replicas. */
export type SharedTurns = {
  /** Takes a turn, or answers how long to wait for one, in ms. */
  readonly take: (lane: Lane, perMinute: number) => Promise<number>;
  /** Stops the key everywhere: a 429 was meant for all. */
  readonly pauseFor: (ms: number) => Promise<void>;
};

/**
 * A sliding minute on Redis, by the server's own clock. People may use all but a tenth of the limit, work
 * leaves a fifth. Contract, Limits: a breach gives 429.
 */
export function createSharedTurns(redis: Redis, key: string): SharedTurns {
  const keys = [`galley:turns:${key}`, `galley:pause:${key}`];
  return {
    take: async (lane, perMinute) => {
      const share = lane === "people" ? 0.9 : 0.8;
      const limit = Math.max(1, Math.floor(perMinute * share));
      const wait = await redis.call((client) =>
        client.eval(takeScript, { keys, arguments: [String(limit)] }),
      );
      return Number(wait);
    },
    pauseFor: async (ms) => {
      await redis.call((client) =>
        client.set(`galley:pause:${key}`, "1", {
          expiration: { type: "PX", value: Math.ceil(ms) },
        }),
      );
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
        const wait = await turns.take(lane, limit);
        if (wait <= 0) return;
        await sleep(Math.min(wait, 1000), signal);
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

const unknownPerMinute = 10;

/** Nothing that money depends on has a time to live; a pause that was forgotten costs a 429. */
const takeScript = `
  local pause = redis.call('PTTL', KEYS[2])
  if pause > 0 then return pause end
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  redis.call('ZREMRANGEBYSCORE', KEYS[1], 0, now - 60000)
  local used = redis.call('ZCARD', KEYS[1])
  if used >= tonumber(ARGV[1]) then
    local oldest = redis.call('ZRANGE', KEYS[1], used - tonumber(ARGV[1]), used - tonumber(ARGV[1]), 'WITHSCORES')
    return math.max(1, oldest[2] + 60001 - now)
  end
  redis.call('ZADD', KEYS[1], now, now .. '-' .. time[2] .. '-' .. redis.call('INCR', KEYS[1] .. ':n'))
  redis.call('PEXPIRE', KEYS[1], 61000)
  return 0
`;
