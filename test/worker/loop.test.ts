import { describe, expect, test } from "vitest";

import type { Step } from "#domain/steps.ts";
import { heldUntil, hold, newEntry, openSteps } from "#worker/entries.ts";
import { withHourly } from "#worker/loop.ts";

import { hour, minute, second, noon } from "../builders.ts";
import { aWorld, aDoor, aPoll, aRead, aSend } from "./world.ts";

describe("what is due", () => {
  test("at the start is taken up, all of it", async () => {
    const world = aWorld({ quotes: { a: [aRead], b: [aSend("k")], c: [] } });

    await world.scheduler.start();
    await world.clock.pass(second);

    expect(world.taken.toSorted()).toEqual(["a read", "b send k"]);
    expect(world.scheduler.waiting()).toBe(0);
    await world.scheduler.stop();
  });

  test("later is taken at its time and not before", async () => {
    const world = aWorld({ quotes: { a: [{ kind: "expire", at: hour }] } });
    await world.scheduler.start();

    await world.clock.pass(hour - 1);
    expect(world.taken).toEqual([]);
    await world.clock.pass(1);

    expect(world.taken).toEqual(["a expire"]);
    await world.scheduler.stop();
  });

  test("for a quote that is woken is taken at once", async () => {
    const world = aWorld();
    await world.scheduler.start();
    await world.clock.pass(minute);

    world.add("a", aRead);
    world.scheduler.wake("a");
    await world.clock.pass(0);

    expect(world.taken).toEqual(["a read"]);
    await world.scheduler.stop();
  });

  test("of ten long manuscripts is taken four at a time, and a card does not wait for them", async () => {
    const doors = Array.from({ length: 10 }, () => aDoor());
    const reads = doors.map((_, n) => [`novel-${n}`, [aRead]] as const);
    const world = aWorld({
      quotes: { ...Object.fromEntries(reads), note: [{ kind: "show-card", at: 0 }] },
      during: async (id) => await doors[Number(id.split("-")[1])]?.passed,
    });
    await world.scheduler.start();

    await world.clock.pass(second);
    const reading = ["novel-0 read", "novel-1 read", "novel-2 read", "novel-3 read"];
    expect(world.taken.toSorted()).toEqual(["note show-card", ...reading]);

    doors[0]?.open();
    await world.clock.pass(second);
    expect(world.taken.slice(5)).toEqual(["novel-4 read"]);

    for (const door of doors) door.open();
    await world.scheduler.stop();
  });

  test("is taken in the order of the protocol, one at a time for a quote", async () => {
    const door = aDoor();
    const world = aWorld({
      quotes: {
        a: [
          { kind: "show-card", at: 0 },
          { kind: "say", notice: "n", at: 0 },
        ],
      },
      during: () => door.passed,
    });
    await world.scheduler.start();
    await world.clock.pass(second);

    expect(world.taken).toEqual(["a show-card"]);
    door.open();
    await world.clock.pass(second);

    expect(world.taken).toEqual(["a show-card", "a say n"]);
    await world.scheduler.stop();
  });
});

describe("a request to the partner", () => {
  test("that creates something paid never goes out beside another", async () => {
    const underWay = new Set<string>();
    let most = 0;
    const doors = [aDoor(), aDoor(), aDoor()];
    const ids = ["a", "b", "c"];
    const world = aWorld({
      quotes: Object.fromEntries(ids.map((id) => [id, [aSend("k")]])),
      during: async (id) => {
        underWay.add(id);
        most = Math.max(most, underWay.size);
        await doors[ids.indexOf(id)]?.passed;
        underWay.delete(id);
      },
    });
    await world.scheduler.start();
    await world.clock.pass(minute);
    expect(world.taken).toHaveLength(1);

    for (const door of doors) door.open();
    await world.clock.pass(minute);

    expect([world.taken.length, most]).toEqual([3, 1]);
    await world.scheduler.stop();
  });

  test("is not made for a run that is not worth it yet", async () => {
    const world = aWorld({
      quotes: { a: [aPoll("k", { since: 0, lookedAt: 0, characters: 1e7 })] },
    });
    await world.scheduler.start();

    await world.clock.pass(59 * second);
    expect([world.taken, world.counts.turns]).toEqual([[], 0]);
    await world.clock.pass(2 * second);

    expect(world.taken).toEqual(["a poll k"]);
    await world.scheduler.stop();
  });

  test("is chosen after the wait for the budget, when something else may be worth more", async () => {
    const door = aDoor();
    const world = aWorld({ quotes: { a: [aPoll("k")] }, turn: () => door.passed });
    await world.scheduler.start();
    await world.clock.pass(second);

    world.add("b", aSend("k"));
    world.scheduler.wake("b");
    await world.clock.pass(0);
    door.open();
    await world.clock.pass(0);

    expect(world.taken[0]).toBe("b send k");
    await world.scheduler.stop();
  });
});

test("a step that failed is held for a while, and no longer when the clock is set back", () => {
  const entry = newEntry("a");
  hold(entry, aRead, noon, 30 * second);

  expect(heldUntil(entry, aRead, noon)).toBe(noon + 30 * second);
  expect(heldUntil(entry, aRead, noon - second)).toBe(noon + 30 * second);
  expect(heldUntil(entry, aRead, noon - hour)).toBe(0);
});

test("a wait that counts from the future is over, but for what failed just now", () => {
  const wait: Step = { kind: "show-card", at: noon + hour + minute, from: noon + hour };
  const entry = { ...newEntry("a"), steps: [wait] };

  expect(openSteps(entry, "local", noon + hour)).toEqual([wait]);
  expect(openSteps(entry, "local", noon)).toEqual([{ ...wait, at: 0 }]);
  hold(entry, wait, noon, minute);
  expect(openSteps(entry, "local", noon)).toEqual([{ ...wait, at: noon + minute }]);
});

test("hourly work is done at the start and every hour, and a fault keeps none from the next", async () => {
  const { scheduler, clock } = aWorld();
  const times: number[] = [];
  const faults: unknown[] = [];
  const hourly = withHourly(scheduler, {
    work: async () => {
      times.push(clock.now());
      throw new Error("the store is down");
    },
    sleep: async (ms, signal) => {
      await clock.sleep(ms, signal).catch(() => undefined);
    },
    onFault: (error) => faults.push(error),
  });

  await hourly.start();
  await clock.pass(2 * hour);
  await hourly.stop();

  expect(times).toEqual([0, hour, 2 * hour]);
  expect(faults).toHaveLength(3);
});
