import { setTimeout as delay } from "node:timers/promises";

import * as fc from "fast-check";
import { describe, expect, test, vi } from "vitest";

import { RateLimitedError } from "#domain/errors.ts";
import {
  type Asker,
  type SharedTurns,
  createBudget,
  createSharedTurns,
  shareBudget,
} from "#partner/budget.ts";

import { patience } from "../patience.ts";
import { type RedisServer, canRunRedis, connectTo, startRedisServer } from "../redis-server.ts";

const lane = fc.constantFrom("people" as const, "work" as const);

describe.runIf(canRunRedis("one budget for all replicas"))("one budget for three replicas", () => {
  test("in no minute do more requests leave than the partner allows, and none waits for ever", async () => {
    await using galley = await openGalley(3);
    const asks = fc.array(fc.record({ lane, replica: fc.nat(2), afterMs: fc.nat(60) }), {
      minLength: 20,
      maxLength: 40,
    });
    let key = 0;

    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 5, max: 30 }), asks, async (perMinute, asks) => {
        key += 1;
        const left = await Promise.all(
          asks.map((ask) =>
            untilTaken(galley.turns(ask.replica, `key ${key}`), { ...ask, perMinute }),
          ),
        );

        expect(mostInAMinute(left)).toBeLessThanOrEqual(perMinute);
      }),
      { numRuns: 8 },
    );
  });

  test("spreads work, and leaves room for people", async () => {
    await using galley = await openGalley(2, 60_000);
    const [one, other] = [galley.turns(0), galley.turns(1)];
    const take = (turns: SharedTurns, asker: Asker) =>
      Promise.all(Array.from({ length: 30 }, () => turns.take(asker, 200)));

    const work = await take(one, "work");
    const again = await take(other, "work");
    const people = await take(other, "people");

    expect([work, again, people].map(countYours)).toEqual([6, 0, 30]);
    expect(again[0]?.ms).toBeGreaterThan(0);
    expect(again[0]?.ms).toBeLessThanOrEqual(2251);
  });

  test("leaves room for work, and for others, when one person has taken their share", async () => {
    await using galley = await openGalley(2, 60_000);
    const [one, other] = [galley.turns(0), galley.turns(1)];
    const take = (turns: SharedTurns, asker: Asker) =>
      Promise.all(Array.from({ length: 30 }, () => turns.take(asker, 20)));

    const first = await take(one, { person: "U0ONE" });
    const again = await take(other, { person: "U0ONE" });
    const others = await take(other, { person: "U0OTHER" });
    const anyone = await take(one, { person: "U0THIRD" });
    const work = await take(one, "work");

    expect([first, again, others, anyone, work].map(countYours)).toEqual([6, 0, 6, 0, 1]);
  });

  test("is each key's own, and so is its pause", async () => {
    await using galley = await openGalley(1, 60_000);
    const [one, other] = [galley.turns(0, "one"), galley.turns(0, "other")];

    await Promise.all(Array.from({ length: 30 }, () => one.take("work", 20)));
    await one.pauseFor(60_000);

    expect(await other.take("work", 20)).toEqual(yours);
  });

  test("one replica's 429 is heard by all, and a shorter one shortens nothing", async () => {
    await using galley = await openGalley(2, 60_000);
    const [one, other] = [galley.turns(0), galley.turns(1)];

    await one.pauseFor(60_000);
    await other.pauseFor(1000);

    expect(await one.take("work", 600)).toMatchObject({ isPaused: true });
    expect((await other.take("people", 600)).ms).toBeGreaterThan(30_000);
  });

  test("a person who clicks anywhere during a long pause is told at once", async () => {
    await using galley = await openGalley(2, 60_000);
    const [one, other] = [galley.budget(0), galley.budget(1)];

    one.refused(60_000);
    await vi.waitFor(
      () => expect(other.turn("people")).rejects.toBeInstanceOf(RateLimitedError),
      patience,
    );

    expect(other.pausedMs()).toBeGreaterThan(30_000);
  });

  test("work waits for the end of a short pause, and stops waiting when Galley closes", async () => {
    await using galley = await openGalley(2, 60_000);
    const [turns, budget] = [galley.turns(0), galley.budget(1)];
    const closing = new AbortController();
    await turns.pauseFor(500);

    await budget.turn("work");
    expect(await turns.take("work", 600)).toEqual(yours);

    await turns.pauseFor(60_000);
    const waiting = budget.turn("work", closing.signal);
    closing.abort();
    await expect(waiting).rejects.toMatchObject({ name: "AbortError" });
  });

  test("gives no turn while Redis cannot be asked", async () => {
    await using galley = await openGalley(1);
    await galley.server.kill();

    await expect(galley.budget(0).turn("work")).rejects.toThrow(
      /Redis cannot be reached|did not answer/iu,
    );
  });
});

/**
 * Opens a Redis with one connection for each replica; a "minute" has 200 ms unless told otherwise.
 */
async function openGalley(replicas: number, minuteMs = shortMinuteMs) {
  const server: RedisServer = await startRedisServer();
  const doors = await Promise.all(Array.from({ length: replicas }, () => connectTo(server)));
  const turns = (replica: number, key = "key") => {
    const redis = doors[replica];
    if (redis === undefined) throw new Error(`no replica ${replica}`);
    return createSharedTurns(redis, key, minuteMs);
  };
  const tick = () => performance.now();
  const clock = { now: tick, tick, sleep, random: () => 0 };
  return {
    server,
    turns,
    budget: (replica: number) =>
      shareBudget(createBudget({ ...clock, perMinute: 6000 }), turns(replica), sleep),
    [Symbol.asyncDispose]: async () => {
      await Promise.all(doors.map((redis) => redis.close()));
      await server[Symbol.asyncDispose]();
    },
  };
}

type Ask = { readonly lane: Asker; readonly afterMs: number; readonly perMinute: number };

/** Returns the two moments between which the turn was taken. */
async function untilTaken(turns: SharedTurns, ask: Ask) {
  await delay(ask.afterMs);
  for (;;) {
    const from = performance.now();
    const turn = await turns.take(ask.lane, ask.perMinute);
    if (turn.ms === 0) return { from, to: performance.now() };
    await delay(turn.ms);
  }
}

/** Returns the highest number of turns that were certainly taken within one minute. */
function mostInAMinute(left: readonly { readonly from: number; readonly to: number }[]): number {
  const within = (start: number) =>
    left.filter(({ from, to }) => from >= start && to < start + shortMinuteMs).length;
  return Math.max(...left.map(({ from }) => within(from)));
}

const yours = { ms: 0, isPaused: false };

function countYours(turns: readonly { readonly ms: number }[]): number {
  return turns.filter(({ ms }) => ms === 0).length;
}

async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  await delay(ms, undefined, signal && { signal }).catch(() => undefined);
}

const shortMinuteMs = 200;
