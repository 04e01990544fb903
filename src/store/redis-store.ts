import KeyvRedis from "@keyv/redis";
import { z } from "zod";

import { UnclearWriteError } from "#domain/errors.ts";

import { describeAnswer } from "./redis-answers.ts";
import { type Redis, RedisUnavailableError, isRefusal } from "./redis.ts";
import {
  type Adapter,
  type CasStore,
  type Change,
  OldStoreError,
  type Written,
  createStore,
  namespace,
  serialise,
} from "./store.ts";

/** Thrown at start if Redis could lose or evict records that money depends on. */
export class UnsafeRedisError extends Error {
  override readonly name = "UnsafeRedisError";
}

/**
 * Creates a store of records and index entries on Redis, shared by all replicas.
 *
 * @throws UnsafeRedisError unless Redis keeps an append-only file, never evicts, and is no cluster or
 * replica; OldStoreError.
 */
export async function createRedisStore(redis: Redis): Promise<CasStore> {
  const unsafe = await lookForUnsafe(redis);
  if (unsafe.length > 0) throw new UnsafeRedisError(unsafe.join(" "));
  await refuseOld(redis);
  return createStore(openRedisAdapter(redis));
}

/** Opens KeyvRedis, with a deadline for each call. */
function openRedisAdapter(redis: Redis): Adapter {
  const keyv = new KeyvRedis<string>(redis.client, { namespace, throwOnErrors: true });
  // KeyvRedis would reconnect by itself after the end, and report errors that are already reported.
  keyv.getClient = async () => redis.client;
  keyv.on("error", () => undefined);
  const { commit, deadlinesPassed, hasAllCommits } = createCommit(redis);
  return {
    get: (key) => redis.call(() => keyv.get<string>(key)),
    set: (key, text) => redis.call(() => keyv.set(key, text)),
    delete: (key) => redis.call(() => keyv.delete(key)),
    clear: () => redis.call(() => keyv.clear()),
    commit,
    deadlinesPassed,
    hasAllCommits,
    list: (index, value, { offset, limit }) =>
      redis.call((client) =>
        client.zRange(indexKey(index, value), offset, offset + limit - 1, { REV: true }),
      ),
    find: (index, values, limit) =>
      findMany(redis, { values, limit, nameOf: (value) => indexKey(index, value) }),
    writtenSince: (since) => readWritten(redis, since),
    ping: async () => {
      await redis.call((client) => client.ping());
    },
    writable: async () => {
      try {
        await redis.call((client) => client.set(named("probe"), serialise(1)));
        // Settings can become unsafe while Redis runs.
        return await lookForUnsafe(redis);
      } catch (error) {
        return [`The store takes no writes ${describeAnswer(error)}`];
      }
    },
    close: redis.close,
  };
}

/** Returns a key in our namespace, in the form of KeyvRedis. */
function named(key: string): string {
  return `${namespace}::${key}`;
}

function indexKey(index: string, value: string): string {
  return named(`index:${index}:${value}`);
}

function createCommit(redis: Redis): Pick<Adapter, "commit" | "deadlinesPassed" | "hasAllCommits"> {
  let latest = 0;
  /** The newest entry of the stream that Redis acknowledged to this process. */
  let acknowledged = "";
  const run = async (changes: readonly Change[], since: string) => {
    const deadline = Math.floor(redis.deadline());
    latest = Math.max(latest, deadline);
    const { outcome, entry } = await compareAndSet(redis, changes, { deadline, since });
    // An older answer may arrive later.
    if (outcome !== behind && (since === "" || since === acknowledged)) acknowledged = entry;
    return outcome;
  };
  return {
    commit: async (changes) => {
      const isLoss = changes.some(({ notesLoss }) => notesLoss === true);
      const outcome = await run(changes, isLoss ? "" : acknowledged);
      if (outcome === behind) throw new RedisUnavailableError("lacks records that it had");
      return outcome === ok;
    },
    deadlinesPassed: () => redis.passed(latest),
    hasAllCommits: async () => (await run([], acknowledged)) !== behind,
  };
}

/** @param since the newest entry of the stream that Redis must still have; empty for none. */
async function compareAndSet(
  redis: Redis,
  changes: readonly Change[],
  { deadline, since }: { readonly deadline: number; readonly since: string },
): Promise<{ readonly outcome: number; readonly entry: string }> {
  const script = {
    keys: [stream, ...changes.map(({ key }) => named(key))],
    arguments: [
      String(deadline),
      since,
      String(changes.length),
      ...changes.flatMap(({ key, before, after, remove = [], add = [] }) => [
        key,
        marked(before),
        marked(after),
        String(remove.length),
        String(add.length),
      ]),
      ...changes.flatMap(({ remove = [], add = [] }) => [
        ...remove.map(({ index, value }) => indexKey(index, value)),
        ...add.flatMap((entry) => [indexKey(entry.index, entry.value), String(entry.order)]),
      ]),
    ],
  };
  const answer = await redis
    .call((client) => client.eval(commitScript, script))
    .catch((cause: unknown) => {
      throw isRefusal(cause) ? cause : new UnclearWriteError({ cause });
    });
  const { success, data } = commitAnswer.safeParse(answer);
  if (!success) {
    throw new UnclearWriteError({ cause: new Error("Redis answered a write with something else") });
  }
  const [outcome, entry] = data;
  if (outcome === tooLate) throw new RedisUnavailableError("a write reached Redis too late");
  return { outcome, entry };
}

/** Marks a value, so that an absent value and an empty text differ. */
function marked(value: string | undefined): string {
  return value === undefined ? "" : `=${value}`;
}

/**
 * Runs as one step in Redis: nothing comes between the comparisons and the writes. A call that was
 * queued past its deadline writes nothing, and its caller was told so. Each write has an entry in a
 * stream, which names a quote, so that the replica which works for the key looks at it: names of other
 * records may hold ids of people. A replica that fell behind the stream's end has long lost the worker
 * to another.
 *
 * The stream also tells whether Redis went back, as after a failover to a replica that lagged, or a
 * restart that lost the last second: it then lacks an entry that it had acknowledged. An entry before
 * the first one was only trimmed. Returns the newest entry.
 */
const commitScript = `
  local time = redis.call('TIME')
  if time[1] * 1000 + time[2] / 1000 > tonumber(ARGV[1]) then return {-1, ''} end
  local since = ARGV[2]
  if since ~= '' and #redis.call('XRANGE', KEYS[1], since, since) == 0 then
    local first = redis.call('XRANGE', KEYS[1], '-', since, 'COUNT', 1)
    local any = redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', 1)
    if #first > 0 or #any == 0 then return {-2, ''} end
  end
  local function newest(outcome)
    local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)
    return {outcome, last[1] and last[1][1] or ''}
  end
  local count = tonumber(ARGV[3])
  for i = 0, count - 1 do
    local before = redis.call('GET', KEYS[2 + i])
    if (before and '=' .. before or '') ~= ARGV[5 + 5 * i] then return newest(0) end
  end
  local next = 4 + 5 * count
  for i = 0, count - 1 do
    local key, before, after = ARGV[4 + 5 * i], ARGV[5 + 5 * i], ARGV[6 + 5 * i]
    if after == '' then redis.call('DEL', KEYS[2 + i])
    elseif after ~= before then redis.call('SET', KEYS[2 + i], string.sub(after, 2)) end
    for _ = 1, tonumber(ARGV[7 + 5 * i]) do
      redis.call('ZREM', ARGV[next], key)
      next = next + 1
    end
    for _ = 1, tonumber(ARGV[8 + 5 * i]) do
      redis.call('ZADD', ARGV[next], ARGV[next + 1], key)
      next = next + 2
    end
    if after ~= before then
      redis.call('XADD', KEYS[1], 'MAXLEN', '~', 10000, '*', 'key', string.match(key, '^quote:.+') or '')
    end
  end
  return newest(1)
`;

type Many = {
  readonly values: readonly string[];
  readonly limit: number;
  readonly nameOf: (value: string) => string;
};

/** Reads a thousand values in each call, so that Redis can answer others in between. */
async function findMany(
  redis: Redis,
  { values, limit, nameOf }: Many,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const result = new Map<string, readonly string[]>();
  for (let from = 0; from < values.length; from += valuesAtOnce) {
    const batch = values.slice(from, from + valuesAtOnce);
    const answer = await redis.call((client) =>
      client.eval(findScript, { keys: batch.map(nameOf), arguments: [String(limit - 1)] }),
    );
    for (const [place, ...keys] of z.array(z.array(z.string())).parse(answer)) {
      const value = batch[Number(place) - 1];
      if (value !== undefined) result.set(value, keys);
    }
  }
  return result;
}

/** Returns the positions of non-empty sets, with their newest members. */
const findScript = `
  local found = {}
  for i = 1, #KEYS do
    local keys = redis.call('ZREVRANGE', KEYS[i], 0, ARGV[1])
    if #keys > 0 then
      table.insert(keys, 1, tostring(i))
      found[#found + 1] = keys
    end
  end
  return found
`;

async function readWritten(redis: Redis, since: string | undefined): Promise<Written> {
  if (since === undefined) {
    const last = await redis.call((client) => client.xRevRange(stream, "+", "-", { COUNT: 1 }));
    return { keys: [], until: last?.[0]?.id ?? "0" };
  }
  const entries = await redis.call((client) =>
    client.xRange(stream, `(${since}`, "+", { COUNT: entriesAtOnce }),
  );
  const keys = new Set(entries?.flatMap(({ message }) => message["key"] ?? []));
  return { keys: [...keys], until: entries?.at(-1)?.id ?? since };
}

/** Reads INFO, which every Redis answers; rented ones often forbid CONFIG. */
async function lookForUnsafe(redis: Redis): Promise<readonly string[]> {
  const ask = (section: string) => redis.call((client) => client.info(section));
  const [persistence, memory, cluster, replication] = await Promise.all([
    ask("persistence"),
    ask("memory"),
    ask("cluster"),
    ask("replication"),
  ]);
  return [
    ...(/^role:slave\r?$/mu.test(replication)
      ? ["Redis is a replica, which takes no writes: name its primary."]
      : []),
    ...(/^cluster_enabled:1\r?$/mu.test(cluster)
      ? [
          "Redis is a cluster, which cannot write an approval and its credits in one step: name a single Redis (with replicas if you like).",
        ]
      : []),
    ...(/^aof_enabled:1\r?$/mu.test(persistence)
      ? []
      : ["Redis keeps no append-only file: set `appendonly yes`, or a restart loses approvals."]),
    ...(/^maxmemory_policy:noeviction\r?$/mu.test(memory)
      ? []
      : ["Redis may evict records: set `maxmemory-policy noeviction`."]),
  ];
}

/**
 * Refuses a store of earlier versions, whose keys had one colon. The check ends once this version
 * has written, because it refuses to start beside their records.
 */
async function refuseOld(redis: Redis): Promise<void> {
  if ((await redis.call((client) => client.exists(stream))) === 1) return;
  let cursor = "0";
  do {
    const pattern = { MATCH: `${namespace}:quote:*`, COUNT: 1000 };
    const page = await redis.call((client) => client.scan(cursor, pattern));
    if (page.keys.length > 0) throw new OldStoreError("the Redis at STORE_URL");
    cursor = page.cursor;
  } while (cursor !== "0");
}

/** The stream of written records. */
const stream = named("written");
const ok = 1;
const overtaken = 0;
const tooLate = -1;
const behind = -2;
const commitAnswer = z.tuple([
  z.union([z.literal(ok), z.literal(overtaken), z.literal(tooLate), z.literal(behind)]),
  z.string(),
]);
const entriesAtOnce = 500;
const valuesAtOnce = 1000;
