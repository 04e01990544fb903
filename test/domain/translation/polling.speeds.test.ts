import { expect, test } from "vitest";

import {
  type Speeds,
  durationBefore,
  expectedMsLeft,
  learnSpeed,
  learnedPace,
  pickPoll,
  usualMs,
} from "#domain/translation/polling.ts";

import { minute, noon, setup, second } from "../../builders.ts";

const action = "translation";
/** A run at 1,500 characters a second, ten times as fast as guessed. */
const quick = { action, characters: 150_000, ms: 101.5 * second } as const;

function afterRuns(count: number): Speeds {
  return Array.from({ length: count }, () => quick).reduce<Speeds>(learnSpeed, {});
}

test("after twenty runs Galley expects the next one to take as long as they did", () => {
  const { mean, spread } = durationBefore(quick, afterRuns(20));

  expect(Math.exp(mean)).toBeGreaterThan(80);
  expect(Math.exp(mean)).toBeLessThan(130);
  expect(spread).toBeLessThan(durationBefore(quick, {}).spread);
});

test("one odd run changes the expectation by less than half", () => {
  const odd = learnSpeed(afterRuns(20), { ...quick, ms: 100 * minute });

  const [before, after] = [afterRuns(20), odd].map((speeds) => durationBefore(quick, speeds).mean);

  expect((after ?? 0) - (before ?? 0)).toBeLessThan(Math.log(1.5));
});

test("a partner that became faster is believed after a while", () => {
  const slow = Array.from({ length: 500 }, () => ({ ...quick, ms: 20 * minute }));
  const thenQuick = Array.from({ length: 300 }, () => quick);

  const speeds = [...slow, ...thenQuick].reduce<Speeds>(learnSpeed, {});

  expect(Math.exp(durationBefore(quick, speeds).mean)).toBeLessThan(130);
});

test("what one action teaches says nothing of another", () => {
  const other = { action: "glossary_extraction", characters: 150_000 } as const;

  expect(durationBefore(other, afterRuns(20))).toEqual(durationBefore(other, {}));
});

test("the time that is left on the card and the next look follow what was learned", () => {
  const run = { ...quick, since: noon, lookedAt: noon, progress: undefined };
  const now = noon + 75 * second;

  expect(expectedMsLeft(run, now, afterRuns(20))).toBeLessThan(expectedMsLeft(run, now) / 5);
  const slowOne = { ...run, action: "token_estimate" } as const;
  expect(pickPoll([slowOne, run], now, { ...setup, speeds: afterRuns(20) })).toBe(run);
});

test("a clock that was set back teaches nothing", () => {
  expect(learnSpeed({}, { ...quick, ms: -5 })).toEqual({});
});

test("before the first translation has ended nothing is said of the next one", () => {
  const others = learnSpeed({}, { ...quick, action: "glossary_extraction" });

  expect(learnedPace({})).toBeUndefined();
  expect(learnedPace(others)).toBeUndefined();
});

test.each([1, 20, 300])("after %d alike the next one is said to take as long", (count) => {
  const pace = learnedPace(afterRuns(count)) ?? 0;
  const seconds = usualMs(quick.characters, pace) / second;

  expect(seconds).toBeGreaterThan(95);
  expect(seconds).toBeLessThan(108);
  expect(usualMs(quick.characters / 10, pace)).toBeLessThan(seconds * 200);
});
