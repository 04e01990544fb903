import { ClientOfflineError, ErrorReply, SocketTimeoutError, createClient } from "redis";

import { withTimeout } from "#lib/clock.ts";

import { isDemoted } from "./redis-answers.ts";

export type RedisClient = ReturnType<typeof newClient>;

/**
 * The only access to Redis. Every call of a fast client has a deadline of its own and fails instead
 * of waiting in a queue.
 */
export type Redis = {
  /** For libraries that need a client; its commands go through `call` all the same. */
  readonly client: RedisClient;
  /**
   * Connects another client, for BullMQ's commands, which wait on the server for up to ten seconds.
   */
  readonly connectPatient: () => Promise<RedisClient>;
  /** @throws RedisUnavailableError without an answer in time; errors from Redis itself pass through. */
  readonly call: <T>(work: (client: RedisClient) => Promise<T>) => Promise<T>;
  /** Returns the deadline of a call made now in the server's own time, ms; rather too early. */
  readonly deadline: () => number;
  /**
   * Resolves when the server's own time has passed the deadline: a call with this deadline can no
   * longer do anything. @throws RedisUnavailableError
   */
  readonly passed: (deadline: number) => Promise<void>;
  /** Counts the connections until now: another one may lead to a server that lacks records. */
  readonly connections: () => number;
  /** Calls the listener whenever this server turns out to be no primary any more. */
  readonly onDemoted: (listener: () => void) => void;
  readonly close: () => Promise<void>;
};

export class RedisUnavailableError extends Error {
  override readonly name: string = "RedisUnavailableError";
}

/** Thrown for a call that was not sent, because there is no connection. */
class RedisOfflineError extends RedisUnavailableError {
  override readonly name = "RedisOfflineError";
}

/** True when a call failed for certain: Redis answered with an error, or it was never sent. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ErrorReply || error instanceof RedisOfflineError;
}

type RedisPatience = "fast" | "patient";

type RedisOptions = {
  readonly url: string;
  /** A patient client's calls wait for a Redis that is away. */
  readonly kind?: RedisPatience;
  /** Monotonic clock, ms. */
  readonly tick: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly onFault: (error: unknown) => void;
};

/**
 * Connects a client that reconnects by itself. Its own timers do not notice a stopped server while
 * commands are written, so a few missed deadlines in a row force a new connection.
 *
 * @throws RedisUnavailableError when Redis cannot be reached now.
 */
export async function connectRedis({
  url,
  kind = "fast",
  tick,
  sleep,
  onFault,
}: RedisOptions): Promise<Redis> {
  const host = URL.parse(url)?.host;
  const open = (kind: RedisPatience) => openClient({ url, kind, sleep, onFault });
  const client = await open(kind);
  let connections = 1;
  client.on("ready", () => void (connections += 1));
  const closing = new AbortController();
  const demoted = new Set<() => void>();
  const clock = createServerClock(client, tick);
  await clock.read().catch((cause: unknown) => {
    throw new RedisUnavailableError(`Redis at ${host} refuses to answer (${String(cause)})`, {
      cause,
    });
  });
  const leave = () => {
    renew(client, onFault);
    for (const listener of demoted) listener();
  };
  const watchClock = async () => {
    while (!closing.signal.aborted) {
      await sleep(clockMs, closing.signal);
      // An outage is reported by the calls that it fails.
      if (!client.isReady) continue;
      await clock.read().catch(() => undefined);
      // Without a write nothing else tells of a primary that was demoted.
      const roles = await client.info("replication").catch(() => "");
      if (/^role:slave/mu.test(roles)) leave();
    }
  };
  void watchClock();
  const call =
    kind === "fast" ? createCall(client, sleep, onFault, leave) : createPatientCall(client, leave);
  const passed: Redis["passed"] = async (deadline) => {
    const restMs = deadline - (await call(readTime));
    if (restMs < 0) return;
    await sleep(restMs + 1, closing.signal);
    await passed(deadline);
  };
  return {
    client,
    call,
    passed,
    connections: () => connections,
    onDemoted: (listener) => void demoted.add(listener),
    connectPatient: () => open("patient"),
    deadline: () => tick() + clock.ahead() + callMs,
    close: async () => {
      closing.abort();
      client.destroy();
    },
  };
}

async function openClient({
  url,
  kind,
  sleep,
  onFault,
}: Omit<RedisOptions, "tick" | "kind"> & { readonly kind: RedisPatience }): Promise<RedisClient> {
  const client = newClient(url, kind);
  let last: unknown = "no answer";
  client.on("error", (error) => {
    last = error;
    onFault(error);
  });
  const late = (): never => {
    throw new RedisUnavailableError(
      `Redis cannot be reached at ${URL.parse(url)?.host} (${String(last)})`,
    );
  };
  try {
    await withTimeout(client.connect(), { sleep, ms: startMs, late });
  } catch (error) {
    if (client.isOpen) client.destroy();
    throw error;
  }
  return client;
}

/**
 * Measures how far the server's clock is ahead of ours. Both drift, and the server's may be set, so
 * it is read often.
 */
function createServerClock(client: RedisClient, tick: () => number) {
  let ahead: number | undefined;
  return {
    ahead: () => ahead ?? 0,
    read: async () => {
      const start = tick();
      const server = await readTime(client);
      // The true offset lies between `least`, for an instant answer, and `most`, for an instant
      // request.
      const [least, most] = [server - tick(), server - start];
      // An offset within these bounds is kept: a slow answer proves little. Otherwise the lower
      // bound is taken, so that our estimate of the server's time is never ahead of it.
      if (ahead === undefined || ahead < least || ahead > most) ahead = least;
    },
  };
}

/** Reads the server's own time, ms. */
async function readTime(client: RedisClient): Promise<number> {
  const [seconds, micros] = await client.time();
  return Number(seconds) * 1000 + Number(micros) / 1000;
}

/** Ends the connection and opens another, which may lead to another server. */
function renew(client: RedisClient, onFault: RedisOptions["onFault"]): void {
  if (!client.isReady) return;
  client.destroy();
  client.connect().catch(onFault);
}

function createPatientCall(client: RedisClient, onDemoted: () => void): Redis["call"] {
  return async (work) => {
    try {
      return await work(client);
    } catch (error) {
      if (isDemoted(error)) onDemoted();
      throw error;
    }
  };
}

function createCall(
  client: RedisClient,
  sleep: RedisOptions["sleep"],
  onFault: RedisOptions["onFault"],
  onDemoted: () => void,
) {
  let connection = { misses: 0 };
  let fault: unknown;
  client.on("error", (error) => void (fault = error));
  client.on("ready", () => void (fault = undefined));
  const isSilent = () => fault === undefined || fault instanceof SocketTimeoutError;
  const words = () =>
    isSilent() ? "Redis did not answer in time" : `Redis cannot be reached (${String(fault)})`;
  const late = (): never => {
    throw new RedisUnavailableError(words());
  };
  const miss = (mine: typeof connection): void => {
    mine.misses += 1;
    // Calls in progress on one connection fail together: one new connection replaces it.
    if (mine !== connection || mine.misses < missesAtMost || !client.isReady) return;
    connection = { misses: 0 };
    renew(client, onFault);
  };
  const call: Redis["call"] = async (work) => {
    const mine = connection;
    try {
      const answer = await withTimeout(work(client), {
        sleep,
        ms: callMs,
        late,
      });
      mine.misses = 0;
      return answer;
    } catch (error) {
      if (error instanceof RedisUnavailableError) miss(mine);
      else if (error instanceof ClientOfflineError) throw new RedisOfflineError(words());
      else if (client.isOpen && !client.isReady && !isRefusal(error)) late();
      if (isDemoted(error) && mine === connection) {
        connection = { misses: 0 };
        onDemoted();
      }
      throw error;
    }
  };
  return call;
}

function newClient(url: string, kind: RedisPatience) {
  return createClient({
    url,
    // BullMQ retries without a pause, so its commands wait instead of failing at once.
    disableOfflineQueue: kind === "fast",
    pingInterval: 1000,
    socket: {
      connectTimeout: 1000,
      socketTimeout: silenceMs[kind],
      reconnectStrategy: (tries) => Math.min(50 * 2 ** tries, 1000),
    },
  });
}

/**
 * The deadline of one call, in ms: Slack waits three seconds for the acknowledgement of a click.
 */
const callMs = 1200;
/**
 * The silence after which a connection is replaced, in ms. A patient client can write a command
 * into a dead connection; it then takes the next connection's first answer for it, and never sees
 * that one ready.
 */
const silenceMs = { fast: 3000, patient: 15_000 };
const startMs = 5000;
const missesAtMost = 3;
const clockMs = 1000;
