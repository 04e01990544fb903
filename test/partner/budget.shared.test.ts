import { expect, test } from "vitest";

import { RateLimitedError } from "#domain/errors.ts";
import { type SharedTurns, createBudget, kindOf, shareBudget } from "#partner/budget.ts";

import { handClock } from "./hand-clock.ts";

type Turn = Awaited<ReturnType<SharedTurns["take"]>>;

const yours: Turn = { ms: 0, isPaused: false };
const later = (ms: number): Turn => ({ ms, isPaused: false });
const paused = (ms: number): Turn => ({ ms, isPaused: true });

test("a turn is asked for again and again until it is given, no less often than every second", async () => {
  const { budget, taken, clock } = aShared([later(300), later(9000), yours]);
  const left: number[] = [];

  void budget.turn("work").then(() => left.push(clock.now()));
  await clock.pass(60_000);

  expect(left).toEqual([1300]);
  expect(taken).toEqual(["work of 10", "work of 10", "work of 10"]);
});

test("the limit that the partner named holds here and for all replicas", async () => {
  const { budget, taken, clock } = aShared([yours]);

  budget.setPerMinute(600);
  for (let n = 0; n < 100; n += 1) void budget.turn("people");
  await clock.pass(1000);

  expect(taken).toEqual(Array(100).fill("people of 600"));
});

test("a person is told at once of a long pause that another replica met, and the next one as well", async () => {
  const { budget, clock } = aShared([paused(5001)]);

  const click = budget.turn("people");

  await expect(click).rejects.toBeInstanceOf(RateLimitedError);
  await expect(click).rejects.toMatchObject({ retryAfterMs: 5001 });
  expect(budget.pausedMs()).toBe(5001);
  expect(clock.sleepers()).toBe(0);
});

test("a person waits out a pause of seconds, and work any pause", async () => {
  const person = aShared([paused(5000), yours]);
  const work = aShared([paused(60_000), yours]);
  const left: string[] = [];

  void person.budget.turn("people").then(() => left.push("people"));
  void work.budget.turn("work").then(() => left.push("work"));
  await person.clock.pass(1000);
  await work.clock.pass(1000);

  expect(left).toEqual(["people", "work"]);
  expect(work.budget.pausedMs()).toBe(59_000);
});

test("a turn that is to come later pauses nobody else", async () => {
  const { budget, clock } = aShared([later(60_000), yours]);

  void budget.turn("people");
  await clock.pass(1000);

  expect(budget.pausedMs()).toBe(0);
});

test("who stops waiting for a shared turn asks no more", async () => {
  const { budget, taken, clock } = aShared([later(60_000)]);
  const closing = new AbortController();

  const turn = budget.turn("work", closing.signal);
  const heard = turn.catch((error: unknown) => error);
  await clock.pass(1);
  closing.abort(new Error("closing"));

  expect(await heard).toMatchObject({ message: "closing" });
  expect(taken).toHaveLength(1);
});

test("a 429 that came here is told to all, and a store that is gone keeps nobody from hearing it", async () => {
  const { budget, told, turns } = aShared([yours]);
  turns.isGone = true;

  budget.refused(20_000);

  expect(budget.pausedMs()).toBe(20_000);
  expect(told).toEqual([20_000]);
});

/** Returns the budget of one replica. The store gives it these turns, the last one without end. */
function aShared(given: readonly Turn[]) {
  const clock = handClock();
  const [taken, told]: [string[], number[]] = [[], []];
  const turns = { isGone: false };
  const shared: SharedTurns = {
    take: async (lane, perMinute) => {
      taken.push(`${kindOf(lane)} of ${perMinute}`);
      return given[taken.length - 1] ?? given.at(-1) ?? yours;
    },
    pauseFor: async (ms) => {
      told.push(ms);
      if (turns.isGone) throw new Error("Redis is gone");
    },
  };
  const alone = createBudget({ ...clock, random: () => 0 });
  return { budget: shareBudget(alone, shared, clock.sleep), clock, taken, told, turns };
}
