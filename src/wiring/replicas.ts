import type { Config } from "../config.ts";
import type { Logger } from "../operator/log.ts";
import { type Budget, createBudget, createSharedTurns, shareBudget } from "../partner/budget.ts";
import type { Clock } from "../sleep.ts";
import type { Ledger } from "../store/quotes.ts";
import type { Redis } from "../store/redis.ts";
import { createDealer, createDealtAgenda } from "../worker/dealt-worker.ts";
import type { Agenda } from "../worker/loop.ts";

type ReplicaDeps = Clock & { readonly random: () => number; readonly log: Logger };

/**
 * Returns the agenda. On one machine the worker simply runs; replicas that share a Redis have it
 * dealt to one of them.
 */
export function dealAgenda(
  config: Config,
  { now, sleep, log }: ReplicaDeps,
  parts: {
    redis: Redis | undefined;
    newAgenda: () => Agenda;
    wakes: Ledger["wakes"];
  },
): Agenda {
  const { redis, newAgenda, wakes } = parts;
  if (redis === undefined) return newAgenda();
  const onFault = (err: unknown) => log.warn({ err }, "dealing out the worker failed");
  const dealer = {
    connect: redis.connectPatient,
    key: config.rules.keyPrint ?? "",
    now,
    sleep,
    onFault,
  };
  return createDealtAgenda({
    deal: (work) => createDealer({ ...dealer, work: told(work, log) }),
    newAgenda,
    wakes,
    sleep,
    onFault,
  });
}

/** Logs which replica works. */
function told(work: (signal: AbortSignal) => Promise<void>, log: Logger): typeof work {
  return async (signal) => {
    log.info("the worker was dealt to this replica");
    await work(signal).finally(() => log.info("the worker was let go"));
  };
}

/** Creates the budget of requests for the key, shared by replicas that share a Redis. */
export function createSharedBudget(
  config: Config,
  deps: ReplicaDeps,
  redis: Redis | undefined,
): Budget {
  const budget = createBudget({ ...deps, now: deps.tick });
  return redis === undefined
    ? budget
    : shareBudget(budget, createSharedTurns(redis, config.rules.keyPrint ?? ""), deps.sleep);
}

/** Connects to Redis, if `STORE_URL` names one. @throws RedisUnavailable */
export async function connectStore(
  { store }: Config,
  deps: ReplicaDeps,
): Promise<Redis | undefined> {
  if (store.kind !== "redis") return undefined;
  const { connectRedis } = await import("../store/redis.ts");
  const onFault = (err: unknown) => deps.log.warn({ err }, "Redis is in trouble");
  return await connectRedis({ ...deps, url: store.url, onFault });
}
