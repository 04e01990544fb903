import { expect, test } from "vitest";

import { createPace } from "#slack/clients.ts";

import { second } from "../builders.ts";

function aPace() {
  const clock = { now: 0 };
  const waits: number[] = [];
  const pace = createPace({
    now: () => clock.now,
    sleep: async (ms) => void waits.push(ms),
  });
  return { clock, waits, pace };
}

test("three posts go out at once, then one a second", async () => {
  const { waits, pace } = aPace();

  for (let post = 0; post < 6; post += 1) await pace("C1");

  expect(waits).toEqual([1000, 2000, 3000]);
});

test("channels do not wait for each other", async () => {
  const { waits, pace } = aPace();

  for (const channel of ["C1", "C2", "C3", "C4", "C5"]) await pace(channel);

  expect(waits).toEqual([]);
});

test("a quiet channel may burst again", async () => {
  const { clock, waits, pace } = aPace();
  for (let post = 0; post < 3; post += 1) await pace("C1");

  clock.now += 3 * second;
  for (let post = 0; post < 4; post += 1) await pace("C1");

  expect(waits).toEqual([1000]);
});
