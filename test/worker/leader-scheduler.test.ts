import { expect, test } from "vitest";

import { createLeaderScheduler } from "#worker/leader-scheduler.ts";
import type { Scheduler } from "#worker/loop.ts";

import { handClock } from "../partner/hand-clock.ts";
import { aDoor } from "./world.ts";

test("works only while it holds the lease, each time anew", async () => {
  const { leader, calls, clock, deal } = aReplica();

  leader.wake("q1");
  const over = deal();
  await clock.pass(300);
  leader.wake("q2");
  over.abort();
  await clock.pass(300);
  leader.wake("q3");
  deal();
  await clock.pass(300);

  expect(calls).toEqual(["start 1", "1 wakes q2", "stop 1", "start 2"]);
});

test("hears of what any replica wrote, from before it read the ledger", async () => {
  const { calls, clock, deal, written } = aReplica({ start: () => written.push("q1") });

  deal();
  await clock.pass(0);
  written.push("q2", "q3");
  await clock.pass(200);

  expect(calls).toEqual(["start 1", "1 wakes q1", "1 wakes q2", "1 wakes q3"]);
});

test("misses nothing of what was written while the store could not be asked", async () => {
  const { calls, clock, deal, written, faults, store } = aReplica();
  deal();
  await clock.pass(300);

  store.isDown = true;
  written.push("q1");
  await clock.pass(1000);
  store.isDown = false;
  await clock.pass(200);

  expect(calls).toEqual(["start 1", "1 wakes q1"]);
  expect(faults).toHaveLength(5);
});

test("tells when its loop last turned, and without one when it last stood in line", async () => {
  const { leader, clock, deal } = aReplica();

  const inLine = leader.turnedAt();
  const over = deal();
  await clock.pass(0);
  const atWork = leader.turnedAt();
  over.abort();
  await clock.pass(300);

  expect([inLine, atWork, leader.turnedAt()]).toEqual([7, 1, 7]);
});

test("gives the loop back when the ledger cannot be read", async () => {
  const { calls, deal, store, ended } = aReplica();
  store.isDown = true;

  deal();

  await expect(ended()).rejects.toThrow("the store is down");
  expect(calls).toEqual(["stop 1"]);
});

test("is stopped once the steps of every loop it had have ended", async () => {
  const door = aDoor();
  const { leader, clock, deal } = aReplica({ stop: () => door.passed });
  const stops: string[] = [];
  deal().abort();
  await clock.pass(300);

  const stopped = leader.stop().then(() => stops.push("stopped"));
  await clock.pass(300);
  expect(stops).toEqual([]);
  door.open();
  await stopped;

  expect(stops).toEqual(["stopped"]);
});

type Options = { readonly start?: () => unknown; readonly stop?: () => Promise<void> };

/** Returns a replica over a list of written ids; `deal` gives it the loop until an abort. */
function aReplica({ start = () => {}, stop = async () => {} }: Options = {}) {
  const clock = handClock();
  const calls: string[] = [];
  const faults: unknown[] = [];
  const written: string[] = [];
  const store = { isDown: false };
  let agendas = 0;
  let work: (signal: AbortSignal) => Promise<void> = async () => {};
  let loop = Promise.resolve();
  const leader = createLeaderScheduler({
    lease: (given) => {
      work = given;
      return { start: async () => {}, stop: async () => {}, offeredAt: () => 7 };
    },
    newScheduler: (): Scheduler => {
      const name = (agendas += 1);
      return {
        wake: (id) => void calls.push(`${name} wakes ${id}`),
        start: async () => {
          calls.push(`start ${name}`);
          start();
        },
        stop: async () => {
          calls.push(`stop ${name}`);
          await stop();
        },
        waiting: () => 0,
        turnedAt: () => name,
      };
    },
    writtenSince: async (since) => {
      if (store.isDown) throw new Error("the store is down");
      const from = since === undefined ? written.length : Number(since);
      return { ids: written.slice(from), until: String(written.length) };
    },
    sleep: (ms, signal) => clock.sleep(ms, signal).catch(() => undefined),
    onFault: (error) => faults.push(error),
  });
  const deal = () => {
    const over = new AbortController();
    loop = work(over.signal);
    loop.catch(() => undefined);
    return over;
  };
  return { leader, calls, clock, faults, written, store, deal, ended: () => loop };
}
