import { describe, expect, test } from "vitest";

import { RateLimitedError, SlackBusyError, UnreadableRecordError } from "#domain/errors.ts";
import type { Step } from "#domain/steps.ts";

import { hour, minute, second } from "../builders.ts";
import { aWorld, aDoor, aPoll, aRead, aSend } from "./world.ts";

const aBalance: Step = { kind: "balance", at: 0 };

describe("a step that fails", () => {
  const failing = (error: unknown) => {
    const times: number[] = [];
    const world = aWorld({
      quotes: { a: [aRead, { kind: "balance", at: 0 }] },
      during: (_, step) => {
        if (step.kind !== "read") return;
        times.push(world.clock.now());
        throw error;
      },
    });
    return { world, times };
  };

  test("waits 1, 2, 4 … 60 s, and keeps nothing else waiting", async () => {
    const { world, times } = failing(new Error("Slack is down"));
    await world.scheduler.start();

    await world.clock.pass(200 * second);

    const waits = times.map((at) => Math.round(at / second));
    expect(waits).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183]);
    expect(world.taken).toContain("a balance");
    expect(world.faults).toHaveLength(9);
    await world.scheduler.stop();
  });

  test("because the account cannot be read keeps no other quote from being looked at", async () => {
    const state = { isAway: true };
    const waiting = Array.from({ length: 100 }, (_, n) => [`q${n}`, [aBalance]] as const);
    const world = aWorld({
      quotes: { ...Object.fromEntries(waiting), run: [aPoll("k")] },
      turn: () => world.clock.sleep(second, new AbortController().signal),
      during: (_, step) => {
        if (step.kind === "balance" && state.isAway) throw new Error("the partner is away");
      },
    });
    await world.scheduler.start();

    await world.clock.pass(20 * second);
    const lookedAt = world.taken.includes("run poll k");
    state.isAway = false;
    await world.clock.pass(3 * minute);

    expect(lookedAt).toBe(true);
    expect([...world.records.values()].flat()).toEqual([]);
    void world.scheduler.stop();
    await world.clock.pass(second);
  });

  test("waits for as long as Slack names", async () => {
    const { world, times } = failing(new SlackBusyError(30 * second));
    await world.scheduler.start();

    await world.clock.pass(65 * second);

    expect(times).toEqual([0, 30 * second, 60 * second]);
    await world.scheduler.stop();
  });

  test("because the partner asks to wait is held by the partner's pause alone", async () => {
    const times: number[] = [];
    const world = aWorld({
      quotes: { a: [aSend("k")] },
      turn: () => world.clock.sleep(10 * second, new AbortController().signal),
      during: () => {
        times.push(world.clock.now());
        throw new RateLimitedError("wait", 10 * second);
      },
    });
    await world.scheduler.start();

    await world.clock.pass(35 * second);

    expect(times).toEqual([10 * second, 20 * second, 30 * second]);
    void world.scheduler.stop();
    await world.clock.pass(10 * second);
  });

  test("and then succeeds starts from 1 s the next time", async () => {
    let fails = true;
    const world = aWorld({
      quotes: { a: [aRead] },
      during: () => {
        if (fails) throw new Error("down");
      },
    });
    await world.scheduler.start();
    await world.clock.pass(10 * second);
    fails = false;
    await world.clock.pass(10 * second);
    const before = world.taken.length;

    fails = true;
    world.add("a", aRead);
    world.scheduler.wake("a");
    await world.clock.pass(1.5 * second);

    expect(world.taken.length - before).toBe(2);
    await world.scheduler.stop();
  });
});

describe("a wake-up", () => {
  test("during a step is heard after it", async () => {
    const door = aDoor();
    const world = aWorld({ quotes: { a: [aRead] }, during: () => door.passed });
    await world.scheduler.start();
    await world.clock.pass(second);

    world.add("a", { kind: "show-card", at: 0 });
    world.scheduler.wake("a");
    door.open();
    await world.clock.pass(0);

    expect(world.taken).toEqual(["a read", "a show-card"]);
    await world.scheduler.stop();
  });

  test("while one step is ending and another has ended waits for the first one", async () => {
    const door = aDoor();
    const world = aWorld({
      quotes: { a: [aRead, { kind: "balance", at: 0 }] },
      after: (_, step) => (step.kind === "read" ? door.passed : Promise.resolve()),
    });
    await world.scheduler.start();
    await world.clock.pass(second);

    world.add("a", { kind: "show-card", at: 0 });
    world.scheduler.wake("a");
    await world.clock.pass(second);
    expect(world.taken).toEqual(["a read", "a balance"]);
    door.open();
    await world.clock.pass(0);

    expect(world.taken).toEqual(["a read", "a balance", "a show-card"]);
    await world.scheduler.stop();
  });

  test("while the store cannot be read is told once, and answered once it can", async () => {
    let isDown = true;
    const world = aWorld({
      due: () => {
        if (isDown) throw new Error("the store is down");
      },
    });
    await world.scheduler.start();
    world.add("a", aRead);
    world.scheduler.wake("a");
    await world.clock.pass(10 * second);
    expect(world.taken).toEqual([]);
    expect(world.faults).toHaveLength(1);

    isDown = false;
    await world.clock.pass(minute);

    expect(world.taken).toEqual(["a read"]);
    await world.scheduler.stop();
  });
});

test("a record that nobody can read is told once, and asked for ever more rarely", async () => {
  const world = aWorld({
    due: () => {
      throw new UnreadableRecordError("not a quote");
    },
  });
  await world.scheduler.start();

  world.scheduler.wake("a");
  await world.clock.pass(10 * minute);

  expect(world.faults).toHaveLength(1);
  expect(world.counts.due).toBeLessThan(20);
  await world.scheduler.stop();
});

describe("stopping", () => {
  test("waits for the step under way and takes no other", async () => {
    const door = aDoor();
    const world = aWorld({
      quotes: { a: [aRead, { kind: "show-card", at: 0 }] },
      during: () => door.passed,
    });
    await world.scheduler.start();
    await world.clock.pass(0);
    const stopped = world.scheduler.stop();

    const first = await Promise.race([stopped, world.clock.pass(minute).then(() => "still open")]);
    expect(first).toBe("still open");
    door.open();
    await stopped;

    expect(world.taken).toEqual(["a read"]);
  });

  test("does not wait for what is due later, or for a store that is down", async () => {
    const world = aWorld({
      quotes: { a: [{ kind: "expire", at: hour }] },
      due: (id) => {
        if (id === "b") throw new Error("the store is down");
      },
    });
    await world.scheduler.start();
    world.scheduler.wake("b");
    await world.clock.pass(second);

    await world.scheduler.stop();

    expect(world.clock.sleepers()).toBe(0);
  });

  test("is for good: a wake-up after it does nothing", async () => {
    const world = aWorld();
    await world.scheduler.start();
    await world.scheduler.stop();

    world.add("a", aRead);
    world.scheduler.wake("a");
    await world.clock.pass(minute);

    expect(world.taken).toEqual([]);
  });
});

test("an idle bot sleeps: an hour costs no more than a look at the clock a second", async () => {
  const novel = { since: 0, lookedAt: 0, characters: 1e9, at: 2 * hour };
  const world = aWorld({
    quotes: { a: [{ kind: "expire", at: 2 * hour }], b: [aPoll("k", novel)], c: [] },
  });
  await world.scheduler.start();

  await world.clock.pass(hour);

  expect(world.counts.due).toBe(3);
  expect(world.counts.turns).toBe(0);
  expect(world.counts.sleeps).toBeLessThan(3800);
  await world.scheduler.stop();
});
