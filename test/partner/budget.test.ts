import { getEventListeners } from "node:events";

import * as fc from "fast-check";
import { expect, test } from "vitest";

import { type Asker, createBudget } from "#partner/budget.ts";

import { handClock } from "./hand-clock.ts";

test("in no minute do more requests leave than the partner allows, and none waits for ever", async () => {
  const asks = fc.array(
    fc.record({
      lane: fc.constantFrom("people" as const, "work" as const),
      afterMs: fc.integer({ min: 0, max: 20_000 }),
      count: fc.integer({ min: 1, max: 8 }),
    }),
    { minLength: 1, maxLength: 12 },
  );

  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 120 }), asks, async (perMinute, asks) => {
      const budgets = aBudget({ perMinute });
      for (const { lane, afterMs, count } of asks) {
        await budgets.clock.pass(afterMs);
        Array.from({ length: count }, () => budgets.ask(lane));
      }
      await budgets.clock.pass(100 * 60_000);

      const times = budgets.left.map(({ at }) => at);
      const busiest = Math.max(
        ...times.map((start) => times.filter((at) => at >= start && at < start + 60_000).length),
      );
      expect(busiest).toBeLessThanOrEqual(perMinute);
      expect(times).toHaveLength(asks.reduce((sum, { count }) => sum + count, 0));
    }),
    { numRuns: 60 },
  );
});

test("work is spread over four fifths of the limit", async () => {
  const budgets = aBudget({ perMinute: 60 });

  Array.from({ length: 500 }, () => budgets.ask("work"));
  await budgets.clock.pass(10 * 60_000);

  expect(budgets.left.length).toBeGreaterThanOrEqual(480);
  expect(budgets.left.length).toBeLessThanOrEqual(484);
});

test("a person who comes last goes first, and at once, however much work waits", async () => {
  const budgets = aBudget({ perMinute: 10 });
  Array.from({ length: 100 }, () => budgets.ask("work"));
  await budgets.clock.pass(5 * 60_000);

  const before = budgets.clock.now();
  budgets.ask("people");
  await budgets.clock.pass(1000);

  expect(budgets.left.at(-1)).toEqual({ lane: "people", at: before, ask: 101 });
});

test("work that left before the limit was known holds up no more work once it is", async () => {
  const budgets = aBudget({ perMinute: 10 });
  budgets.ask("work");
  await budgets.clock.pass(1);

  budgets.budget.setPerMinute(600);
  budgets.ask("work");
  await budgets.clock.pass(200);

  expect(budgets.left).toHaveLength(2);
});

test("those of one lane leave in the order of asking", async () => {
  const budgets = aBudget({ perMinute: 5 });

  Array.from({ length: 9 }, () => budgets.ask("people"));
  await budgets.clock.pass(10 * 60_000);

  expect(budgets.left.map(({ ask }) => ask)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test("one person's hundred questions hold up neither work nor another person", async () => {
  const budgets = aBudget({ perMinute: 60 });
  await budgets.clock.pass(1000);
  Array.from({ length: 100 }, () => budgets.ask({ person: "U0ONE" }));
  await budgets.clock.pass(1);

  budgets.ask({ person: "U0OTHER" });
  budgets.ask("work");
  await budgets.clock.pass(1);

  expect(budgets.left.slice(-2).map(({ lane }) => lane)).toEqual([{ person: "U0OTHER" }, "work"]);
  // A third of the 54 that leave in a minute.
  expect(budgets.left.filter(({ ask }) => ask <= 100)).toHaveLength(18);
  expect(budgets.budget.waitMs({ person: "U0ONE" })).toBeGreaterThan(59_000);
  expect(budgets.budget.waitMs({ person: "U0OTHER" })).toBe(0);
});

test("however many people ask, a third of the requests stays for work", async () => {
  const budgets = aBudget({ perMinute: 60 });
  for (let person = 0; person < 100; person += 1) budgets.ask({ person: `U${person}` });
  Array.from({ length: 10 }, () => budgets.ask("work"));

  await budgets.clock.pass(30_000);

  expect(budgets.left.filter(({ lane }) => lane === "work")).toHaveLength(10);
  expect(budgets.left).toHaveLength(46);
});

test("a refusal stops everybody for the time that the partner named", async () => {
  const budgets = aBudget({});

  budgets.budget.refused(20_000);
  budgets.ask("people");
  budgets.ask("work");
  await budgets.clock.pass(60_000);

  expect(budgets.left).toMatchObject([
    { lane: "people", at: 20_000 },
    { lane: "work", at: 20_000 },
  ]);
});

test("a wait that the partner named is never shortened", () => {
  const budgets = aBudget({});

  budgets.budget.refused(20_000);
  budgets.budget.pauseFor(1000);
  budgets.budget.answered();

  expect(budgets.budget.pausedMs()).toBe(20_000);
});

test("a refusal that names no time means half a minute", () => {
  const budgets = aBudget({});

  budgets.budget.refused(undefined);

  expect(budgets.budget.pausedMs()).toBe(30_000);
});

test("refusals in a row make the pauses longer, an answer ends the row", async () => {
  const budgets = aBudget({ random: () => 1 });

  const pauses: number[] = [];
  for (const _ of [1, 2, 3]) {
    budgets.budget.refused(10_000);
    pauses.push(budgets.budget.pausedMs());
    await budgets.clock.pass(budgets.budget.pausedMs());
  }
  budgets.budget.answered();
  budgets.budget.refused(10_000);

  expect(pauses).toEqual([10_000, 14_000, 18_000]);
  expect(budgets.budget.pausedMs()).toBe(10_000);
});

test("requests that are refused together count as one refusal", () => {
  const budgets = aBudget({ random: () => 1 });

  Array.from({ length: 9 }, () => budgets.budget.refused(10_000));

  expect(budgets.budget.pausedMs()).toBe(10_000);
});

test("a limit that is raised lets the waiting go sooner", async () => {
  const budgets = aBudget({ perMinute: 1 });
  Array.from({ length: 3 }, () => budgets.ask("people"));
  await budgets.clock.pass(1000);

  budgets.budget.setPerMinute(600);
  await budgets.clock.pass(1);

  expect(budgets.left).toHaveLength(3);
});

test("who gives up leaves the queue, and nothing is waited for any more", async () => {
  const budgets = aBudget({});
  const enough = new AbortController();
  budgets.budget.pauseFor(10_000);
  const turn = budgets.budget.turn("people", enough.signal);

  enough.abort(new Error("enough"));

  await expect(turn).rejects.toThrow("enough");
  expect(budgets.clock.sleepers()).toBe(0);
});

test("a turn that was given leaves nothing behind on a signal that lives for months", async () => {
  const budgets = aBudget({});
  const closing = new AbortController();

  await budgets.budget.turn("work", closing.signal);

  expect(getEventListeners(closing.signal, "abort")).toEqual([]);
});

type Settings = { readonly perMinute?: number; readonly random?: () => number };

/** Returns a budget on a hand clock that records when each request left. */
function aBudget({ perMinute = 60, random = () => 0 }: Settings) {
  const clock = handClock();
  const budget = createBudget({ ...clock, random, perMinute });
  const left: { readonly lane: Asker; readonly at: number; readonly ask: number }[] = [];
  let asked = 0;
  const ask = (lane: Asker): void => {
    asked += 1;
    const ask = asked;
    void budget.turn(lane).then(() => left.push({ lane, at: clock.now(), ask }));
  };
  return { budget, clock, left, ask };
}
