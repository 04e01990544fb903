import { createClient } from "redis";

export type RedisClient = ReturnType<typeof newClient>;

/** The one door to Redis: every call has a deadline of its own and fails instead of waiting in a queue. */
export type Redis = {
  /** Another connected client, for commands that wait on the server: no silence is too long for it. */
  readonly connectPatient: () => Promise<RedisClient>;
  /** @throws RedisUnavailable when there is no answer in time; what Redis refused passes through. */
  readonly call: <T>(work: (client: RedisClient) => Promise<T>) => Promise<T>;
  /** The server's own time (ms) at which a call that is made now has missed its deadline; never later. */
  readonly deadline: () => number;
  readonly close: () => Promise<void>;
};

export class RedisUnavailable extends Error {
  override readonly name = "RedisUnavailable";
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
  const client = newClient(url, impatientMs);
  client.on("error", onFault);
  let serverAhead = 0;
  const readClock = async () => {
    const seconds = await client.sendCommand<[string, string]>(["TIME"]);
    // Measured when the answer is here, so our idea of the server's time is never ahead of it.
    serverAhead = Number(seconds[0]) * 1000 + Number(seconds[1]) / 1000 - tick();
  };
  client.on("ready", () => void readClock().catch(onFault));
  await Promise.race([client.connect().then(readClock), failAfter(sleep, startMs)]);
  const connectPatient = async () => {
    const patient = newClient(url, undefined);
    patient.on("error", onFault);
    await patient.connect();
    return patient;
  };
  return {
    call: createCall(client, { sleep, onFault }),
    connectPatient,
    deadline: () => tick() + serverAhead + callMs,
    close: async () => client.destroy(),
  };
}

function createCall(client: RedisClient, { sleep, onFault }: Pick<Deps, "sleep" | "onFault">) {
  let misses = 0;
  const miss = (): void => {
    misses += 1;
    if (misses % missesAtMost !== 0) return;
    client.destroy();
    client.connect().catch(onFault);
  };
  const call: Redis["call"] = async (work) => {
    const late = new AbortController();
    try {
      const tooLate = sleep(callMs, late.signal).then((): never => {
        throw new RedisUnavailable("Redis did not answer in time");
      });
      const answer = await Promise.race([work(client), tooLate]);
      misses = 0;
      return answer;
    } catch (error) {
      if (error instanceof RedisUnavailable) miss();
      throw error;
    } finally {
      late.abort();
    }
  };
  return call;
}

function newClient(url: string, socketTimeout: number | undefined) {
  return createClient({
    url,
    disableOfflineQueue: true,
    pingInterval: 1000,
    socket: {
      connectTimeout: 1000,
      ...(socketTimeout !== undefined && { socketTimeout }),
      reconnectStrategy: (tries) => Math.min(50 * 2 ** tries, 1000),
    },
  });
}

async function failAfter(sleep: Deps["sleep"], ms: number): Promise<never> {
  await sleep(ms, new AbortController().signal);
  throw new RedisUnavailable("Redis cannot be reached at STORE_URL");
}

/** The deadline of one call, in ms: a click must be answered within three seconds. */
const callMs = 1200;
const impatientMs = 3000;
const startMs = 5000;
const missesAtMost = 3;
