import { expect, test } from "vitest";

import { createSteadyClock } from "../src/steady-clock.ts";

const hour = 3_600_000;

function aMachine() {
  const clocks = { wall: 10 * hour, tick: 0 };
  const pass = (ms: number) => {
    clocks.wall += ms;
    clocks.tick += ms;
  };
  const now = createSteadyClock({ now: () => clocks.wall, tick: () => clocks.tick });
  return { clocks, pass, now };
}

test("a clock that nobody sets is the machine’s own", () => {
  const { pass, now } = aMachine();
  pass(5000);

  expect(now()).toBe(10 * hour + 5000);
});

test("one that is set back counts on", () => {
  const { clocks, pass, now } = aMachine();
  pass(5000);
  clocks.wall -= hour;
  pass(2000);
  const after = now();
  pass(1000);

  expect(after).toBeGreaterThanOrEqual(10 * hour + 5000);
  expect(now() - after).toBe(1000);
});

test("one that was set back twice loses nothing either time", () => {
  const { clocks, pass, now } = aMachine();
  now();
  clocks.wall -= hour;
  pass(1000);
  now();
  clocks.wall -= hour;
  pass(1000);

  expect(now()).toBe(10 * hour + 2000);
});

test("one that is put forward, as after a sleep of the machine, is believed", () => {
  const { clocks, now } = aMachine();
  clocks.wall += hour;

  expect(now()).toBe(11 * hour);
});
