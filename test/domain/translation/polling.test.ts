import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { type Watched, expectedMsLeft, pickPoll } from "#domain/translation/polling.ts";

import { minute, noon, setup, second } from "../../builders.ts";
import { fixedInterval, simulate } from "./poll-simulation.ts";

const indexA = <W extends Watched>(watched: readonly W[], now: number) =>
  pickPoll(watched, now, setup);

describe("a hundred runs within ten minutes, sixty requests a minute", () => {
  const throttled = simulate({ runs: 100, perMinute: 60, seed: 7, pick: indexA });
  const fixed = simulate({ runs: 100, perMinute: 60, seed: 7, pick: fixedInterval(15 * second) });

  test("results wait less than half as long as with a look every 15 seconds, in fewer looks", () => {
    expect(throttled.meanDelayMs).toBeLessThan(fixed.meanDelayMs / 2);
    expect(throttled.looks).toBeLessThan(fixed.looks);
  });

  test("every result is seen, and no run goes long without a look", () => {
    expect(throttled.unseen).toBe(0);
    expect(throttled.longestSilenceMs).toBeLessThan(30 * minute);
  });
});

test("no run starves when requests are scarce", () => {
  const scarce = simulate({ runs: 100, perMinute: 10, seed: 11, pick: indexA });

  expect(scarce.unseen).toBe(0);
  expect(scarce.longestSilenceMs).toBeLessThan(90 * minute);
});

describe("the next look", () => {
  const run = (changes: Partial<Watched> = {}): Watched => ({
    since: noon,
    lookedAt: noon,
    characters: 12_345,
    progress: undefined,
    ...changes,
  });

  test("is due now where the last one is dated in the future: the clock was ahead", () => {
    const ahead = run({ since: noon + 60 * minute, lookedAt: noon + 60 * minute });
    const drifting = run({ lookedAt: noon + 4 * second });

    expect(indexA([ahead], noon)).toBe(ahead);
    expect(indexA([drifting], noon)).toBeUndefined();
  });

  test("never comes sooner than the shortest time between two", () => {
    expect(indexA([run()], noon + 5 * second - 1)).toBeUndefined();
  });

  test("goes to the run that is nearest to its end", () => {
    const [fresh, almost] = [run({ progress: 0.1 }), run({ progress: 0.97 })];
    const seenAt = { since: noon - 10 * minute };

    const picked = indexA(
      [
        { ...fresh, ...seenAt },
        { ...almost, ...seenAt },
      ],
      noon + 15 * second,
    );

    expect(picked?.progress).toBe(0.97);
  });

  test("goes to a short text before a novel", () => {
    const [short, novel] = [run({ characters: 3000 }), run({ characters: 500_000 })];

    expect(indexA([novel, short], noon + 10 * second)).toBe(short);
  });

  test("comes once in the longest time between two, however far the end is", () => {
    const novel = run({ characters: 5_000_000, progress: 0.001, since: noon - minute });

    expect(indexA([novel], noon + minute - 1)).toBeUndefined();
    expect(indexA([novel], noon + minute)).toBe(novel);
  });

  test("is found for any run that was not looked at for the longest time, whatever was seen of it", () => {
    const moment = fc.integer({ min: -100_000_000, max: 100_000_000 });
    const strange = fc.record({
      since: moment.map((ms) => noon + ms),
      lookedAt: moment.map((ms) => noon + ms),
      characters: fc.nat(),
      progress: fc.option(fc.double({ min: -1, max: 2, noNaN: true }), { nil: undefined }),
    });

    fc.assert(
      fc.property(strange, (watched) => {
        expect(indexA([watched], watched.lookedAt + minute)).toBe(watched);
        expect(expectedMsLeft(watched, noon)).toSatisfy((ms: number) => ms > 0 && ms < Infinity);
      }),
    );
  });
});

describe("the time left", () => {
  test("follows the progress that was seen", () => {
    const half = { since: noon, lookedAt: noon + 100 * second, characters: 1, progress: 0.5 };

    const left = expectedMsLeft({ ...half, characters: 12_345 }, noon + 100 * second);

    expect(left / second).toBeGreaterThan(80);
    expect(left / second).toBeLessThan(120);
  });

  test("never runs out before the run ends", () => {
    const late = { since: noon, lookedAt: noon, characters: 100, progress: undefined };

    expect(expectedMsLeft(late, noon + 100 * minute)).toBeGreaterThan(0);
  });
});
