import { describe, expect, test } from "vitest";

import { RateLimited, SlackBusy, UnreadableRecord } from "../../src/core/faults.ts";
import type { Step } from "../../src/core/steps.ts";
import { hour, minute, second } from "../builders.ts";
import { aDesk, aDoor, aPoll, aRead, aSend } from "./desk.ts";

const aBalance: Step = { do: "balance", at: 0 };

describe("a step that fails", () => {
  const failing = (error: unknown) => {
    const times: number[] = [];
    const desk = aDesk({
      quotes: { a: [aRead, { do: "balance", at: 0 }] },
      during: (_, step) => {
        if (step.do !== "read") return;
        times.push(desk.clock.now());
        throw error;
      },
    });
    return { desk, times };
  };

  test("waits 1, 2, 4 … 60 s, and keeps nothing else waiting", async () => {
    const { desk, times } = failing(new Error("Slack is down"));
    await desk.agenda.start();

    await desk.clock.pass(200 * second);

    const waits = times.map((at) => Math.round(at / second));
    expect(waits).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183]);
    expect(desk.taken).toContain("a balance");
    expect(desk.faults).toHaveLength(9);
    await desk.agenda.stop();
  });

  test("because the account cannot be read keeps no other quote from being looked at", async () => {
    const state = { isAway: true };
    const waiting = Array.from({ length: 100 }, (_, n) => [`q${n}`, [aBalance]] as const);
    const desk = aDesk({
      quotes: { ...Object.fromEntries(waiting), run: [aPoll("k")] },
      turn: () => desk.clock.sleep(second, new AbortController().signal),
      during: (_, step) => {
        if (step.do === "balance" && state.isAway) throw new Error("the partner is away");
      },
    });
    await desk.agenda.start();

    await desk.clock.pass(20 * second);
    const lookedAt = desk.taken.includes("run poll k");
    state.isAway = false;
    await desk.clock.pass(3 * minute);

    expect(lookedAt).toBe(true);
    expect([...desk.records.values()].flat()).toEqual([]);
    void desk.agenda.stop();
    await desk.clock.pass(second);
  });

  test("waits for as long as Slack names", async () => {
    const { desk, times } = failing(new SlackBusy(30 * second));
    await desk.agenda.start();

    await desk.clock.pass(65 * second);

    expect(times).toEqual([0, 30 * second, 60 * second]);
    await desk.agenda.stop();
  });

  test("because the partner asks to wait is held by the partner's pause alone", async () => {
    const times: number[] = [];
    const desk = aDesk({
      quotes: { a: [aSend("k")] },
      turn: () => desk.clock.sleep(10 * second, new AbortController().signal),
      during: () => {
        times.push(desk.clock.now());
        throw new RateLimited("wait", 10 * second);
      },
    });
    await desk.agenda.start();

    await desk.clock.pass(35 * second);

    expect(times).toEqual([10 * second, 20 * second, 30 * second]);
    void desk.agenda.stop();
    await desk.clock.pass(10 * second);
  });

  test("and then succeeds starts from 1 s the next time", async () => {
    let fails = true;
    const desk = aDesk({
      quotes: { a: [aRead] },
      during: () => {
        if (fails) throw new Error("down");
      },
    });
    await desk.agenda.start();
    await desk.clock.pass(10 * second);
    fails = false;
    await desk.clock.pass(10 * second);
    const before = desk.taken.length;

    fails = true;
    desk.add("a", aRead);
    desk.agenda.wake("a");
    await desk.clock.pass(1.5 * second);

    expect(desk.taken.length - before).toBe(2);
    await desk.agenda.stop();
  });
});

describe("a wake-up", () => {
  test("during a step is heard after it", async () => {
    const door = aDoor();
    const desk = aDesk({ quotes: { a: [aRead] }, during: () => door.passed });
    await desk.agenda.start();
    await desk.clock.pass(second);

    desk.add("a", { do: "show-card", at: 0 });
    desk.agenda.wake("a");
    door.open();
    await desk.clock.pass(0);

    expect(desk.taken).toEqual(["a read", "a show-card"]);
    await desk.agenda.stop();
  });

  test("while one step is ending and another has ended waits for the first one", async () => {
    const door = aDoor();
    const desk = aDesk({
      quotes: { a: [aRead, { do: "balance", at: 0 }] },
      after: (_, step) => (step.do === "read" ? door.passed : Promise.resolve()),
    });
    await desk.agenda.start();
    await desk.clock.pass(second);

    desk.add("a", { do: "show-card", at: 0 });
    desk.agenda.wake("a");
    await desk.clock.pass(second);
    expect(desk.taken).toEqual(["a read", "a balance"]);
    door.open();
    await desk.clock.pass(0);

    expect(desk.taken).toEqual(["a read", "a balance", "a show-card"]);
    await desk.agenda.stop();
  });

  test("while the store cannot be read is answered once it can", async () => {
    let isDown = true;
    const desk = aDesk({
      due: () => {
        if (isDown) throw new Error("the store is down");
      },
    });
    await desk.agenda.start();
    desk.add("a", aRead);
    desk.agenda.wake("a");
    await desk.clock.pass(10 * second);
    expect(desk.taken).toEqual([]);

    isDown = false;
    await desk.clock.pass(minute);

    expect(desk.taken).toEqual(["a read"]);
    await desk.agenda.stop();
  });
});

test("a record that nobody can read is told once, and asked for ever more rarely", async () => {
  const desk = aDesk({
    due: () => {
      throw new UnreadableRecord("not a quote");
    },
  });
  await desk.agenda.start();

  desk.agenda.wake("a");
  await desk.clock.pass(10 * minute);

  expect(desk.faults).toHaveLength(1);
  expect(desk.counts.due).toBeLessThan(20);
  await desk.agenda.stop();
});

describe("stopping", () => {
  test("waits for the step under way and takes no other", async () => {
    const door = aDoor();
    const desk = aDesk({
      quotes: { a: [aRead, { do: "show-card", at: 0 }] },
      during: () => door.passed,
    });
    await desk.agenda.start();
    await desk.clock.pass(0);
    const stopped = desk.agenda.stop();

    const first = await Promise.race([stopped, desk.clock.pass(minute).then(() => "still open")]);
    expect(first).toBe("still open");
    door.open();
    await stopped;

    expect(desk.taken).toEqual(["a read"]);
  });

  test("does not wait for what is due later, or for a store that is down", async () => {
    const desk = aDesk({
      quotes: { a: [{ do: "expire", at: hour }] },
      due: (id) => {
        if (id === "b") throw new Error("the store is down");
      },
    });
    await desk.agenda.start();
    desk.agenda.wake("b");
    await desk.clock.pass(second);

    await desk.agenda.stop();

    expect(desk.clock.sleepers()).toBe(0);
  });

  test("is for good: a wake-up after it does nothing", async () => {
    const desk = aDesk();
    await desk.agenda.start();
    await desk.agenda.stop();

    desk.add("a", aRead);
    desk.agenda.wake("a");
    await desk.clock.pass(minute);

    expect(desk.taken).toEqual([]);
  });
});

test("an idle desk sleeps: an hour costs no more than a look at the clock a second", async () => {
  const novel = { since: 0, lookedAt: 0, characters: 1e9, at: 2 * hour };
  const desk = aDesk({
    quotes: { a: [{ do: "expire", at: 2 * hour }], b: [aPoll("k", novel)], c: [] },
  });
  await desk.agenda.start();

  await desk.clock.pass(hour);

  expect(desk.counts.due).toBe(3);
  expect(desk.counts.turns).toBe(0);
  expect(desk.counts.sleeps).toBeLessThan(3800);
  await desk.agenda.stop();
});
