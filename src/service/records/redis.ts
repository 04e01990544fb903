import { sleep } from "#lib/clock.ts";
import { type Logger, throttled } from "#operator/log.ts";
import type { TakeRequest } from "#service/contract/endpoints.ts";
import type { QueueOptions } from "#service/task-worker.ts";
import { openLastingJobs } from "#store/redis-jobs.ts";
import { createRedisStore } from "#store/redis-store.ts";
import { connectRedis } from "#store/redis.ts";
import { OldStoreError } from "#store/store.ts";

import { createRecords } from "./records.ts";
import type { Cipher } from "./seal.ts";

type Parts = { readonly seal: Cipher; readonly log: Logger };

/** Keeps the times of the requests in the last minute; returns the ms until the next one may come. */
const takeScript = `
local times, most, now = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2])
while true do
  local first = redis.call("LINDEX", times, 0)
  if not first or tonumber(first) > now - 60000 then break end
  redis.call("LPOP", times)
end
if redis.call("LLEN", times) < most then
  redis.call("RPUSH", times, ARGV[2])
  redis.call("PEXPIRE", times, 60000)
  return 0
end
return tonumber(redis.call("LINDEX", times, -most)) + 60000 - now
`;

/** @throws OldStoreError */
export async function openRedis(url: string, { seal, log }: Parts) {
  const tick = () => performance.now();
  const onFault = throttled({ tick }, (err) => log.warn({ err }, "Redis error"));
  const redis = await connectRedis({ url, kind: "patient", tick, sleep, onFault });
  const { client } = redis;
  if ((await client.exists("service:balances")) === 1) {
    await redis.close();
    throw new OldStoreError("the Redis at SERVICE_STORE");
  }
  /** One window of each key for all processes. */
  const takeRequest: TakeRequest = async ({ hash, rpm }, now) => {
    const input = { keys: [`service-requests:${hash}`], arguments: [`${rpm}`, `${now}`] };
    return Number(await redis.call((client) => client.eval(takeScript, input)));
  };
  const records = createRecords(await createRedisStore(redis), seal);
  return {
    records,
    takeRequest,
    openQueue: ({ atOnce, run: work }: QueueOptions) =>
      openLastingJobs({
        name: "service-tasks",
        atOnce,
        work,
        sleep,
        onFault,
        onDemoted: redis.onDemoted,
        connect: redis.connectPatient,
      }),
    close: records.close,
  };
}
