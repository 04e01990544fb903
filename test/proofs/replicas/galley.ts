import { expect, vi } from "vitest";

import { spawnBot } from "../../journeys/child.ts";
import { environmentOf, openOutside } from "../../journeys/galley.ts";
import { createWatch } from "../../journeys/watch.ts";
import { patience } from "../../patience.ts";
import { type RedisServer, connectTo, startRedisServer } from "../../redis-server.ts";

type Options = {
  readonly replicas: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly partner?: NonNullable<Parameters<typeof openOutside>[1]>["partner"];
};

export type ReplicaGalley = Awaited<ReturnType<typeof openReplicas>>;
export type Replica = Awaited<ReturnType<typeof startReplica>>;

/** Opens several bots, each a process of its own, on one Redis between the two outside worlds. */
export async function openReplicas({ replicas, env: given = {}, partner: rates = {} }: Options) {
  // Everything that opened is closed, even when something else fails to open.
  await using opened = new AsyncDisposableStack();
  const outside = await openOutside({ now: Date.now }, { partner: rates });
  opened.defer(outside.close);
  const redis = opened.use(await startRedisServer());
  const { slack, partner } = outside;
  const env = {
    ...environmentOf(outside),
    STORE_URL: redis.url,
    PARTNER_TIMEOUT_SECONDS: "2",
    RESEND_QUIET_SECONDS: "4",
    ...given,
  };
  const all = await Promise.all(Array.from({ length: replicas }, () => startReplica(env, opened)));
  await isOpenForSale(redis);
  const inTurn = createConcurrencyLimit(all);
  const galley = opened.move();
  return {
    slack,
    partner,
    redis,
    all,
    /** Sends the next deliveries from Slack to this replica, or to the next one that is up. */
    sendTo: (replica: Replica = inTurn()) => slack.connect(replica.url),
    /** Waits for the replica that has the worker. */
    owner: () =>
      vi.waitFor(() => {
        const owner = all.find((replica) => replica.isUp() && replica.isOwner());
        if (owner === undefined) throw new Error("nobody has the worker");
        return owner;
      }, patience),
    ...createWatch(slack),
    [Symbol.asyncDispose]: () => galley.disposeAsync(),
  };
}

/** A store without its marker sells nothing yet: on a busy machine Redis may answer the first look late. */
async function isOpenForSale(redis: Pick<RedisServer, "url">): Promise<void> {
  const direct = await connectTo(redis);
  const hasMarker = async () =>
    expect(await direct.call((client) => client.keys("*marker*"))).not.toEqual([]);
  await vi.waitFor(hasMarker, patience);
  await direct.close();
}

async function startReplica(env: Readonly<Record<string, string>>, opened: AsyncDisposableStack) {
  const bot = spawnBot(env);
  opened.defer(async () => void (await bot.ends("SIGKILL")));
  const url = `http://127.0.0.1:${await bot.port()}/slack/events`;
  let isPaused = false;
  return {
    ...bot,
    url,
    pause: () => {
      isPaused = true;
      bot.signal("SIGSTOP");
    },
    continue: () => {
      isPaused = false;
      bot.signal("SIGCONT");
    },
    /** True when a load balancer would send people there. */
    isUp: () => bot.isAlive() && !isPaused,
    isOwner: () => {
      const leader = bot.stdout().lastIndexOf("acquired worker lease");
      return leader > bot.stdout().lastIndexOf("lost worker lease");
    },
  };
}

function createConcurrencyLimit(all: readonly Replica[]) {
  let turn = 0;
  return (): Replica => {
    const up = all.filter((replica) => replica.isUp());
    const next = up[(turn += 1) % up.length];
    if (next === undefined) throw new Error("no replica is up");
    return next;
  };
}
