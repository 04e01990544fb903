import { isDemoted } from "./redis-answers.ts";
import type { RedisClient } from "./redis.ts";

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
  const connection = () => {
    const shared = createNodeRedisClient(client);
    // BullMQ takes its listeners off when it is closed, and an error that nobody hears ends the
    // process. The client reports its errors itself.
    shared.on("error", () => {});
    return shared;
  };
  const closing = new AbortController();
  const queue = new Queue(name, { connection: connection() });
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
      connection: connection(),
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

type Reopening = Repeating & {
  /** Calls the listener when the server was demoted: see `Redis`. */
  readonly onDemoted?: (listener: () => void) => void;
  /** A connected client of its own: BullMQ waits on the server with it. */
  readonly connect: () => Promise<RedisClient>;
};

type Opened = { readonly close: () => Promise<void> };

/**
 * Keeps `open`’s work on the primary: BullMQ keeps the connections to a server that was demoted, so it
 * is closed then and opened with new ones.
 */
function keepOpen<Work extends Opened>(
  { onDemoted, connect, sleep, onFault }: Reopening,
  open: (client: RedisClient, onFault: Repeating["onFault"], ending: AbortSignal) => Promise<Work>,
) {
  const closing = new AbortController();
  let demoted = new AbortController();
  let work: Work | undefined;
  let close = async () => {};
  const start = async (): Promise<void> => {
    const mine = new AbortController();
    demoted = mine;
    const client = await connect();
    const destroy = () => void (client.isOpen && client.destroy());
    const ending = AbortSignal.any([closing.signal, mine.signal]);
    const opened = await open(client, noted(onFault, mine), ending).catch((error: unknown) => {
      destroy();
      throw error;
    });
    work = opened;
    close = async () => {
      await opened.close();
      destroy();
    };
    const leave = () => void reopen().catch(onFault);
    // The server may have been demoted, or this process closed, while it was opened.
    if (ending.aborted) leave();
    else mine.signal.addEventListener("abort", leave);
  };
  const reopen = async (): Promise<void> => {
    await close();
    while (!closing.signal.aborted) {
      try {
        return await start();
      } catch (error) {
        onFault(error);
        await sleep(reopenMs, closing.signal);
      }
    }
  };
  onDemoted?.(() => demoted.abort());
  return {
    start,
    work: () => work,
    stop: async (): Promise<void> => {
      closing.abort();
      await close();
    },
  };
}

/** Opens jobs that go on after their Redis has failed over. Its connection is its own. */
export async function openLastingJobs(options: Omit<JobOptions, "client"> & Reopening) {
  const kept = keepOpen(options, (client, onFault) => openJobs({ ...options, client, onFault }));
  await kept.start();
  return {
    isRunning: (): boolean => kept.work()?.isRunning() === true,
    add: async (id: string): Promise<void> => await kept.work()?.add(id),
    close: kept.stop,
  };
}

type ElectionOptions = Reopening & {
  readonly now: () => number;
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
  let offeredAt: number | undefined;
  const { start, stop } = keepOpen(deps, async (client, onFault, ending) => {
    const jobs = await openJobs({
      ...deps,
      onFault,
      name: `galley-worker-${deps.key}`,
      client,
      atOnce: 1,
      work: (_, signal) => deps.work(signal),
    });
    const offer = async () => {
      await jobs.add("worker");
      if (jobs.isRunning()) offeredAt = deps.now();
    };
    const offering = again(offer, { ...deps, onFault }, ending);
    return {
      close: () =>
        jobs.close(async () => {
          await offering;
          // Handed on at once, instead of at the next offer of another replica.
          await jobs.add("worker");
        }),
    };
  });
  return { offeredAt: () => offeredAt, start, stop };
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
