import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";

import { describe, expect, test, vi } from "vitest";

import { sleep } from "#lib/clock.ts";
import { openJobs } from "#store/redis-jobs.ts";

import { patience } from "../patience.ts";
import { openRedisWire } from "../proofs/faults/redis-wire.ts";
import { canRunRedis, connectTo, startRedisServer } from "../redis-server.ts";

describe.runIf(canRunRedis("the dealing of the worker"))("the worker", () => {
  test.concurrent("is taken over when its owner is killed, and again when the next one is", async ({
    expect,
  }) => {
    await using server = await startRedisServer();
    await using replicas = await startReplicas(server, 3);
    const first = await replicas.owner();

    await first.kill();
    const second = await replicas.owner();
    await second.kill();
    const third = await replicas.owner();

    expect(new Set([first, second, third]).size).toBe(3);
    expect(await deskJob(server)).toMatchObject({ [takenOver]: "2" });
  });

  test.concurrent("is handed on at once by an owner that closes", async ({ expect }) => {
    await using server = await startRedisServer();
    await using replicas = await startReplicas(server, 2);
    const first = await replicas.owner();

    await first.end();
    const left = await deskJob(server);
    const second = await replicas.owner();

    expect(second).not.toBe(first);
    expect(first.said().at(-1)).toBe("let go");
    expect(left).toMatchObject({ name: "worker" });
    expect(await deskJob(server)).not.toHaveProperty(takenOver);
  });

  test.concurrent("is let go by an owner that was paused past every timer", async ({ expect }) => {
    await using server = await startRedisServer();
    await using replicas = await startReplicas(server, 2);
    const first = await replicas.owner();

    first.signal("SIGSTOP");
    await vi.waitFor(() => expect(replicas.owners()).toHaveLength(2), patience);
    first.signal("SIGCONT");
    await vi.waitFor(() => expect(first.isOwner()).toBe(false), patience);

    expect(replicas.owners()).toHaveLength(1);
  });

  test.concurrent("goes on when Redis was killed and restarted", async ({ expect }) => {
    await using server = await startRedisServer();
    await using replicas = await startReplicas(server, 2);
    const before = await replicas.owner();

    await server.kill();
    await before.kill();
    await server.restart();

    expect(await replicas.owner()).not.toBe(before);
  });

  test.concurrent("whose owner gave up while Redis was gone is dealt again, and the owner lives", async ({
    expect,
  }) => {
    await using server = await startRedisServer();
    await using replicas = await startReplicas(server, 1, "gives up");
    const only = await replicas.owner();

    await server.kill();
    await vi.waitFor(() => expect(only.isOwner()).toBe(false), patience);
    await server.restart();

    expect(await replicas.owner()).toBe(only);
  });

  test.concurrent("is dealt again when new connections to Redis were never answered", async ({
    expect,
  }) => {
    await using server = await startRedisServer();
    await using wire = await openRedisWire(server.url);
    await using replicas = await startReplicas(wire, 1, "gives up");
    const only = await replicas.owner();

    wire.lose(connectionsOfOne);
    await vi.waitFor(() => expect(only.isOwner()).toBe(false), patience);

    expect(await replicas.owner()).toBe(only);
  });

  test.concurrent("has one owner after Redis hung for longer than any lock", async ({ expect }) => {
    await using server = await startRedisServer();
    await using replicas = await startReplicas(server, 2);
    const before = await replicas.owner();

    server.stop();
    // Longer than a lock lasts. Nothing but the time itself shows when a lock has run out.
    await delay(6000);
    server.continue();
    await before.kill();

    expect(await replicas.owner()).not.toBe(before);
    expect(replicas.owners()).toHaveLength(1);
  });
});

describe.runIf(canRunRedis("jobs that were closed"))("jobs that were closed", () => {
  test("leave a client whose lost connection is reported and renewed", async () => {
    await using server = await startRedisServer();
    const redis = await connectTo(server);
    const client = await redis.connectPatient();
    const jobs = await openJobs({
      name: "closed",
      client,
      atOnce: 1,
      work: async () => {},
      sleep,
      onFault: () => {},
    });
    await jobs.close();

    await server.kill();
    await vi.waitFor(() => expect(client.isReady).toBe(false), patience);
    await server.restart();

    await vi.waitFor(() => expect(client.isReady).toBe(true), patience);
    client.destroy();
    await redis.close();
  });
});

/**
 * One connection for calls with a deadline, and two of BullMQ's: one of these waits for the job.
 */
const connectionsOfOne = 3;

/** BullMQ's count of takeovers from an owner whose lock ran out. */
const takenOver = "stc";

async function deskJob({ url }: { readonly url: string }) {
  const redis = await connectTo({ url });
  const job = await redis.call((client) => client.hGetAll("bull:galley-worker-test:worker"));
  await redis.close();
  return job;
}

type Replica = Awaited<ReturnType<typeof startReplica>>;

async function startReplicas(
  { url }: { readonly url: string },
  count: number,
  ...how: readonly string[]
) {
  const all = await Promise.all(Array.from({ length: count }, () => startReplica([url, ...how])));
  const owners = (): readonly Replica[] => all.filter((replica) => replica.isOwner());
  return {
    owners,
    /** Waits for the living replica that has the loop. */
    owner: () =>
      vi.waitFor(() => {
        const [found] = owners();
        if (found === undefined) throw new Error("nobody has the worker");
        return found;
      }, patience),
    [Symbol.asyncDispose]: async () => {
      await Promise.all(all.map((replica) => replica.kill()));
    },
  };
}

async function startReplica(given: readonly string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, "deal-here.ts"), ...given], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const said: string[] = [];
  const exited = once(child, "exit");
  createInterface(child.stdout).on("line", (line) => void said.push(line));
  await vi.waitFor(() => expect(said).toContain("ready"), patience);
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  const ends = async (signal: NodeJS.Signals) => {
    if (isAlive()) child.kill(signal);
    await exited;
  };
  return {
    said: (): readonly string[] => said,
    isOwner: () => isAlive() && said.findLast((word) => word !== "ready") === "dealt",
    signal: (signal: NodeJS.Signals) => void child.kill(signal),
    kill: () => ends("SIGKILL"),
    end: () => ends("SIGTERM"),
  };
}
