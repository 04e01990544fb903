import { ClientOfflineError, ErrorReply, createClient } from "redis";

export type RedisClient = ReturnType<typeof newClient>;

/** The one door to Redis: every call has a deadline of its own and fails instead of waiting in a queue. */
export type Redis = {
  /** For what is built upon a client; it is used through `call` all the same. */
  readonly client: RedisClient;
  /** Another connected client, for BullMQ's commands, which wait on the server for up to ten seconds. */
  readonly connectPatient: () => Promise<RedisClient>;
  /** @throws RedisUnavailable when there is no answer in time; what Redis refused passes through. */
  readonly call: <T>(work: (client: RedisClient) => Promise<T>) => Promise<T>;
  /** The server's own time (ms) at which a call that is made now has missed its deadline; never later. */
  readonly deadline: () => number;
  /**
   * Resolves when it is later than that by the server's own time: a call with this deadline can do nothing
   * any more. @throws RedisUnavailable
   */
  readonly passed: (deadline: number) => Promise<void>;
  readonly close: () => Promise<void>;
};

export class RedisUnavailable extends Error {
  override readonly name = "RedisUnavailable";
}

/** Whether a call failed for certain: it was answered with an error, or never left. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ErrorReply || error instanceof ClientOfflineError;
}

type Deps = {
  readonly url: string;
  /** Monotonic clock, ms. */
  readonly tick: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly onFault: (error: unknown) => void;
};

/**
 * A connected client that fails fast and comes back by itself. The client's own timers do not notice a
 * stopped server while commands are written, so a few missed deadlines in a row force a new connection.
 *
 * @throws RedisUnavailable when Redis cannot be reached now.
 */
export async function connectRedis({ url, tick, sleep, onFault }: Deps): Promise<Redis> {
  const open = async (kind: Kind): Promise<RedisClient> => {
    const client = newClient(url, kind);
    client.on("error", onFault);
    try {
      await inTime(client.connect(), {
        sleep,
        ms: startMs,
        late: "cannot be reached at STORE_URL",
      });
    } catch (error) {
      if (client.isOpen) client.destroy();
      throw error;
    }
    return client;
  };
  const client = await open("fast");
  const closing = new AbortController();
  const clock = createServerClock(client, tick);
  await clock.read();
  const watchClock = async () => {
    while (!closing.signal.aborted) {
      await sleep(clockMs, closing.signal);
      // An outage is reported by the calls that it fails.
      if (client.isReady) await clock.read().catch(() => undefined);
    }
  };
  void watchClock();
  const call = createCall(client, { sleep, onFault });
  const passed: Redis["passed"] = async (deadline) => {
    const left = deadline - (await call(readTime));
    if (left < 0) return;
    await sleep(left + 1, closing.signal);
    await passed(deadline);
  };
  return {
    client,
    call,
    passed,
    connectPatient: () => open("patient"),
    deadline: () => tick() + clock.ahead() + callMs,
    close: async () => {
      closing.abort();
      client.destroy();
    },
  };
}

/** What the server's clock shows beyond ours; both drift, and the server's may be set, so it is asked often. */
function createServerClock(client: RedisClient, tick: () => number) {
  let ahead: number | undefined;
  return {
    ahead: () => ahead ?? 0,
    read: async () => {
      const asked = tick();
      const server = await readTime(client);
      // The truth lies between what we would have if the answer took no time, and if the question took none.
      const [least, most] = [server - tick(), server - asked];
      // Where both are possible the old idea stands: an answer that took long says little. Else the lesser,
      // so that our idea of the server's time is never ahead of it.
      if (ahead === undefined || ahead < least || ahead > most) ahead = least;
    },
  };
}

/** The server's own time, ms. */
async function readTime(client: RedisClient): Promise<number> {
  const [seconds, micros] = await client.time();
  return Number(seconds) * 1000 + Number(micros) / 1000;
}

function createCall(client: RedisClient, { sleep, onFault }: Pick<Deps, "sleep" | "onFault">) {
  let connection = { misses: 0 };
  const miss = (mine: typeof connection): void => {
    mine.misses += 1;
    // Calls that were under way together miss together: one new connection answers all of them.
    if (mine !== connection || mine.misses < missesAtMost || !client.isReady) return;
    connection = { misses: 0 };
    client.destroy();
    client.connect().catch(onFault);
  };
  const call: Redis["call"] = async (work) => {
    const mine = connection;
    try {
      const answer = await inTime(work(client), {
        sleep,
        ms: callMs,
        late: "did not answer in time",
      });
      mine.misses = 0;
      return answer;
    } catch (error) {
      if (error instanceof RedisUnavailable) miss(mine);
      throw error;
    }
  };
  return call;
}

async function inTime<T>(
  work: Promise<T>,
  { sleep, ms, late }: Pick<Deps, "sleep"> & { readonly ms: number; readonly late: string },
): Promise<T> {
  const done = new AbortController();
  const tooLate = async (): Promise<never> => {
    await sleep(ms, done.signal);
    throw new RedisUnavailable(`Redis ${late}`);
  };
  try {
    return await Promise.race([work, tooLate()]);
  } finally {
    done.abort();
  }
}

type Kind = "fast" | "patient";

function newClient(url: string, kind: Kind) {
  return createClient({
    url,
    // BullMQ asks again at once, without a pause, for what fails at once: its commands wait instead.
    disableOfflineQueue: kind === "fast",
    pingInterval: 1000,
    socket: {
      connectTimeout: 1000,
      socketTimeout: silenceMs[kind],
      reconnectStrategy: (tries) => Math.min(50 * 2 ** tries, 1000),
    },
  });
}

/** The deadline of one call, in ms: a click must be answered within three seconds. */
const callMs = 1200;
/**
 * A connection that is silent for longer is replaced. A patient client can write a command into a dead
 * connection; it then takes the next connection's first answer for it, and never sees that one ready.
 */
const silenceMs = { fast: 3000, patient: 15_000 };
const startMs = 5000;
const missesAtMost = 3;
const clockMs = 1000;
