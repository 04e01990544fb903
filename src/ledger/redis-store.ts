import { UnclearWrite } from "../domain/faults.ts";
import { type Redis, RedisUnavailable, isRefusal } from "../redis.ts";
import type { CasStore, IndexEntry, Swap, Wakes } from "./store.ts";

/** Thrown at start when Redis would lose or drop what money depends on. */
export class UnsafeRedis extends Error {
  override readonly name = "UnsafeRedis";
}

/**
 * Records and index entries on Redis, shared by all replicas.
 *
 * @throws UnsafeRedis unless Redis keeps an append-only file and never evicts.
 */
export async function createRedisStore(redis: Redis, prefix = "galley:"): Promise<CasStore> {
  await refuseUnsafe(redis);
  const recordKey = (key: string) => `${prefix}${key}`;
  const indexKey = ({ index, value }: Pick<IndexEntry, "index" | "value">) =>
    `${prefix}index:${index}:${value}`;
  return {
    read: async (key) => {
      const value = await redis.call((client) => client.get(recordKey(key)));
      return value ?? undefined;
    },
    swap: (swap) =>
      compareAndSet(redis, swap, { recordKey, indexKey, written: `${prefix}written` }),
    list: (index, value, { offset, limit }) =>
      redis.call((client) =>
        client.zRange(indexKey({ index, value }), offset, offset + limit - 1, { REV: true }),
      ),
    wakes: (since) => readWritten(redis, `${prefix}written`, since),
    ping: async () => {
      await redis.call((client) => client.ping());
    },
    close: redis.close,
  };
}

type Names = {
  readonly recordKey: (key: string) => string;
  readonly indexKey: (entry: IndexEntry) => string;
  readonly written: string;
};

async function compareAndSet(redis: Redis, swap: Swap, names: Names): Promise<boolean> {
  const { key, before, after, remove, add } = swap;
  const given = {
    keys: [names.recordKey(key), names.written],
    arguments: [
      key,
      // One letter tells "there must be nothing" from an empty text.
      before === undefined ? "" : `=${before}`,
      after,
      String(Math.floor(redis.deadline())),
      String(remove.length),
      ...remove.map(names.indexKey),
      ...add.flatMap((entry) => [names.indexKey(entry), String(entry.order)]),
    ],
  };
  const answer = await redis
    .call((client) => client.eval(swapScript, given))
    .catch((cause: unknown) => {
      throw isRefusal(cause) ? cause : new UnclearWrite({ cause });
    });
  if (answer === tooLate) throw new RedisUnavailable("a write reached Redis too late");
  if (answer !== written && answer !== overtaken) {
    throw new UnclearWrite({ cause: new Error("Redis answered a write with something else") });
  }
  return answer === written;
}

/**
 * One step for Redis: nothing comes between the comparison and the write. A call that lay in a queue past
 * its deadline writes nothing: its caller was told so. Each written record is also named in a stream, so
 * that whichever replica works for the key looks at it; one that has fallen so far behind that what it
 * would read is gone has long lost the desk loop to another.
 */
const swapScript = `
  local time = redis.call('TIME')
  if time[1] * 1000 + time[2] / 1000 > tonumber(ARGV[4]) then return -1 end
  local before = redis.call('GET', KEYS[1])
  if (before and '=' .. before or '') ~= ARGV[2] then return 0 end
  redis.call('SET', KEYS[1], ARGV[3])
  local removed = tonumber(ARGV[5])
  for i = 6, 5 + removed do redis.call('ZREM', ARGV[i], ARGV[1]) end
  for i = 6 + removed, #ARGV, 2 do redis.call('ZADD', ARGV[i], ARGV[i + 1], ARGV[1]) end
  redis.call('XADD', KEYS[2], 'MAXLEN', '~', 10000, '*', 'key', ARGV[1])
  return 1
`;

async function readWritten(
  redis: Redis,
  stream: string,
  since: string | undefined,
): Promise<Wakes> {
  if (since === undefined) {
    const last = await redis.call((client) => client.xRevRange(stream, "+", "-", { COUNT: 1 }));
    return { keys: [], until: last?.[0]?.id ?? "0" };
  }
  const entries = await redis.call((client) =>
    client.xRange(stream, `(${since}`, "+", { COUNT: wakesAtOnce }),
  );
  const keys = new Set(entries?.flatMap(({ message }) => message["key"] ?? []));
  return { keys: [...keys], until: entries?.at(-1)?.id ?? since };
}

/** Asked of INFO, which every Redis answers; CONFIG is often forbidden where Redis is rented. */
async function refuseUnsafe(redis: Redis): Promise<void> {
  const [persistence, memory] = await Promise.all([
    redis.call((client) => client.info("persistence")),
    redis.call((client) => client.info("memory")),
  ]);
  const faults = [
    ...(/^aof_enabled:1\r?$/mu.test(persistence)
      ? []
      : ["Redis keeps no append-only file: set `appendonly yes`, or a restart loses approvals."]),
    ...(/^maxmemory_policy:noeviction\r?$/mu.test(memory)
      ? []
      : ["Redis may evict records: set `maxmemory-policy noeviction`."]),
  ];
  if (faults.length > 0) throw new UnsafeRedis(faults.join(" "));
}

const written = 1;
const overtaken = 0;
const tooLate = -1;
const wakesAtOnce = 500;
