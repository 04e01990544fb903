import type * as BullMq from "bullmq";
import type { Queue, Worker } from "bullmq";

import type { RedisClient } from "../store/redis.ts";
import type { Agenda } from "./loop.ts";

type Written = { readonly ids: readonly string[]; readonly until: string | undefined };

type Deps = {
  /** Deals the worker out; `work` runs while it is ours. */
  readonly deal: (work: (signal: AbortSignal) => Promise<void>) => Dealer;
  readonly newAgenda: () => Agenda;
  /** Returns what any replica has written after `since`, and the position reached. */
  readonly writtenSince: (since: string | undefined) => Promise<Written>;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly onFault: (error: unknown) => void;
};

/**
 * Creates an agenda that works only while the worker is dealt to this replica, and that receives
 * the writes of the others. Each time it starts from the ledger again.
 */
export function createDealtAgenda(deps: Deps): Agenda {
  let current: Agenda | undefined;
  const ending = new Set<Promise<void>>();
  const end = (agenda: Agenda) => {
    current = undefined;
    const stopped = agenda.stop();
    ending.add(stopped);
    void stopped.finally(() => ending.delete(stopped));
  };
  const dealer = deps.deal(async (signal) => {
    const agenda = deps.newAgenda();
    try {
      // Read before the ledger: a write between the two wakes twice, not never.
      const { until } = await deps.writtenSince(undefined);
      await agenda.start();
      current = agenda;
      await listen(deps, { agenda, since: until, signal });
    } finally {
      // Not waited for: the next owner may begin while our last steps end. The ledger keeps them apart.
      end(agenda);
    }
  });
  return {
    wake: (id) => current?.wake(id),
    start: dealer.start,
    stop: async () => {
      await dealer.stop();
      await Promise.allSettled(ending);
    },
    waiting: () => current?.waiting() ?? 0,
    // Without the loop, a place in the queue for it is enough.
    turnedAt: () => (current === undefined ? dealer.offeredAt() : current.turnedAt()),
  };
}

/** Wakes the agenda for every write of any replica. */
async function listen(
  { writtenSince, sleep, onFault }: Deps,
  given: { agenda: Agenda; since: string | undefined; signal: AbortSignal },
): Promise<void> {
  const { agenda, signal } = given;
  let { since } = given;
  while (!signal.aborted) {
    try {
      const { ids, until } = await writtenSince(since);
      for (const id of ids) agenda.wake(id);
      since = until;
    } catch (error) {
      onFault(error);
    }
    await sleep(listenMs, signal);
  }
}

const listenMs = 200;

export type Dealer = {
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  /** Returns when it last queued for the worker, on the wall clock. */
  readonly offeredAt: () => number | undefined;
};

type DealerDeps = {
  readonly now: () => number;
  /** A connected client of its own: BullMQ waits on the server with it. */
  readonly connect: () => Promise<RedisClient>;
  /** Identifies the API key without revealing it: there is one loop for each. */
  readonly key: string;
  /** Works until the signal is aborted: the lock is lost, or this replica closes. */
  readonly work: (signal: AbortSignal) => Promise<void>;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly onFault: (error: unknown) => void;
};

/**
 * Deals the worker of an API key to one replica at a time: one job, taken over when its replica dies.
 * Owning it is a hint, never a right: the ledger alone decides whether a step is safe.
 */
export function createDealer(deps: DealerDeps): Dealer {
  const closing = new AbortController();
  let close = async () => {};
  let offeredAt: number | undefined;
  return {
    offeredAt: () => offeredAt,
    start: async () => {
      // Loaded on demand: Galley on one machine deals nothing out.
      const bullmq = await import("bullmq");
      const client = await deps.connect();
      const connection = bullmq.createNodeRedisClient(client);
      const queue = new bullmq.Queue(queueName(deps), { connection });
      queue.on("error", deps.onFault);
      const worker = createWorker(deps, { bullmq, client, closing: closing.signal });
      await worker.waitUntilReady();
      const offer = async () => {
        await addJob(queue);
        if (worker.isRunning()) offeredAt = deps.now();
      };
      const run = () => worker.run();
      const loops = [run, offer].map((work) => keepOn(work, deps, closing.signal));
      const handOn = async () => {
        await worker.close();
        await Promise.allSettled(loops);
        // Handed on at once, instead of at the next offer of another replica.
        await addJob(queue);
        await queue.close();
      };
      close = async () => {
        // While Redis is away all of this waits for it; the other replicas then take over by
        // themselves.
        await Promise.race([handOn().catch(deps.onFault), deps.sleep(goodbyeMs)]);
        if (client.isOpen) client.destroy();
      };
    },
    stop: async () => {
      closing.abort();
      await close();
    },
  };
}

type Parts = {
  readonly bullmq: typeof BullMq;
  readonly client: RedisClient;
  readonly closing: AbortSignal;
};

function createWorker(deps: DealerDeps, { bullmq, client, closing }: Parts): Worker {
  const worker = new bullmq.Worker(
    queueName(deps),
    async (_job, _token, signal) => {
      await deps.work(AbortSignal.any(signal === undefined ? [closing] : [closing, signal]));
    },
    {
      connection: bullmq.createNodeRedisClient(client),
      autorun: false,
      lockDuration: 5000,
      stalledInterval: 2000,
      // A job that its owner left behind is taken over any number of times.
      maxStalledCount: 1_000_000,
    },
  );
  worker.on("error", deps.onFault);
  worker.on("lockRenewalFailed", (ids) => {
    for (const id of ids) worker.cancelJob(id, "the worker was dealt to another replica");
  });
  return worker;
}

/** Repeats the work, also after an unexpected error. */
async function keepOn(
  work: () => Promise<void>,
  { sleep, onFault }: DealerDeps,
  closing: AbortSignal,
): Promise<void> {
  while (!closing.aborted) {
    await work().catch(onFault);
    await sleep(offerMs, closing);
  }
}

/** Does nothing while the job exists, and restores it when it was lost. */
async function addJob(queue: Queue): Promise<void> {
  await queue.add("worker", {}, { jobId: "worker", removeOnComplete: true, removeOnFail: true });
}

function queueName({ key }: Pick<DealerDeps, "key">): string {
  return `galley-worker-${key}`;
}

const offerMs = 10_000;
const goodbyeMs = 2000;
