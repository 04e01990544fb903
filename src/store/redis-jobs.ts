import { type RedisClient, isDemoted } from "./redis.ts";

type Repeating = {
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly onFault: (error: unknown) => void;
};

type JobOptions = Repeating & {
  readonly name: string;
  readonly client: RedisClient;
  readonly atOnce: number;
  /** The signal tells it to end: this process closes, or another one was given the job. */
  readonly work: (id: string, signal: AbortSignal) => Promise<void>;
};

/**
 * Gives each job to one of the processes that share a Redis, and to another when that one dies.
 * Holding a job is a hint, never a right: the records alone decide what may be done.
 */
export async function openJobs({ name, client, atOnce, work, sleep, onFault }: JobOptions) {
  // Loaded on demand: Galley on one machine shares nothing.
  const { Queue, Worker, createNodeRedisClient } = await import("bullmq");
  const closing = new AbortController();
  const queue = new Queue(name, { connection: createNodeRedisClient(client) });
  queue.on("error", onFault);
  const worker = new Worker(
    name,
    async ({ id = "" }, _token, loss) => {
      await work(
        id,
        AbortSignal.any(loss === undefined ? [closing.signal] : [closing.signal, loss]),
      );
    },
    {
      connection: createNodeRedisClient(client),
      autorun: false,
      concurrency: atOnce,
      lockDuration: 5000,
      stalledInterval: 2000,
      // A job that its owner left behind is taken over any number of times.
      maxStalledCount: 1_000_000,
    },
  );
  worker.on("error", onFault);
  worker.on("lockRenewalFailed", (ids) => {
    for (const id of ids) worker.cancelJob(id, "another process was given the job");
  });
  await worker.waitUntilReady();
  const running = again(() => worker.run(), { sleep, onFault }, closing.signal);
  return {
    isRunning: () => worker.isRunning(),
    /** Does nothing while the job exists, and restores it when it was lost. */
    add: async (id: string): Promise<void> => {
      await queue.add(id, {}, { jobId: id, removeOnComplete: true, removeOnFail: true });
    },
    /** Gives up what runs here, then does `last`. A Redis that is away is not waited for. */
    close: async (last = async () => {}): Promise<void> => {
      closing.abort();
      const goodbye = async () => {
        await worker.close();
        await running;
        await last();
        await queue.close();
      };
      await Promise.race([goodbye().catch(onFault), sleep(shutdownTimeoutMs)]);
    },
  };
}

/** Repeats the work, also after an unexpected error. */
async function again(
  work: () => Promise<void>,
  { sleep, onFault }: Repeating,
  closing: AbortSignal,
): Promise<void> {
  while (!closing.aborted) {
    await work().catch(onFault);
    await sleep(againMs, closing);
  }
}

type ElectionOptions = Repeating & {
  readonly now: () => number;
  /** Calls the listener when the server was demoted: see `Redis`. */
  readonly onDemoted?: (listener: () => void) => void;
  /** A connected client of its own: BullMQ waits on the server with it. */
  readonly connect: () => Promise<RedisClient>;
  /** Identifies the API key without revealing it: there is one loop for each. */
  readonly key: string;
  /** Works until the signal is aborted: the lock is lost, or this replica closes. */
  readonly work: (signal: AbortSignal) => Promise<void>;
};

/**
 * Leases the worker of an API key to one replica at a time: one job, taken over when its replica dies.
 * Holding it is a hint, never a right: the ledger alone decides whether a step is safe.
 */
export function createLeaderElection(deps: ElectionOptions) {
  const closing = new AbortController();
  let close = async () => {};
  let offeredAt: number | undefined;
  let current = new AbortController();
  const open = async (): Promise<void> => {
    const client = await deps.connect();
    const demoted = new AbortController();
    current = demoted;
    const jobs = await openJobs({
      ...deps,
      onFault: noted(deps.onFault, demoted),
      name: `galley-worker-${deps.key}`,
      client,
      atOnce: 1,
      work: (_, signal) => deps.work(signal),
    });
    demoted.signal.addEventListener("abort", () => void reopen().catch(deps.onFault));
    const offer = async () => {
      await jobs.add("worker");
      if (jobs.isRunning()) offeredAt = deps.now();
    };
    const ending = AbortSignal.any([closing.signal, demoted.signal]);
    const offering = again(offer, { ...deps, onFault: noted(deps.onFault, demoted) }, ending);
    close = async () => {
      await jobs.close(async () => {
        await offering;
        // Handed on at once, instead of at the next offer of another replica.
        await jobs.add("worker");
      });
      if (client.isOpen) client.destroy();
    };
  };
  deps.onDemoted?.(() => current.abort());
  /** BullMQ keeps the connections to a server that was demoted: it gets new ones. */
  const reopen = async (): Promise<void> => {
    await close();
    while (!closing.signal.aborted) {
      try {
        return await open();
      } catch (error) {
        deps.onFault(error);
        await deps.sleep(reopenMs, closing.signal);
      }
    }
  };
  return {
    offeredAt: () => offeredAt,
    start: open,
    stop: async () => {
      closing.abort();
      await close();
    },
  };
}

function noted(onFault: Repeating["onFault"], demoted: AbortController) {
  return (error: unknown): void => {
    onFault(error);
    if (isDemoted(error)) demoted.abort();
  };
}

const againMs = 10_000;
const reopenMs = 1000;
const shutdownTimeoutMs = 2000;
