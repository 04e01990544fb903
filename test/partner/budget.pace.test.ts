import { expect, test } from "vitest";

import { createPace } from "#partner/budget.ts";

const start = 10_000;

/** This limit allows 90 requests a minute, 80 of them work: five in 3750 ms. */
const perMinute = 100;

test("work leaves in small bursts, each of which opens the next as it goes", () => {
  const pace = createPace(perMinute);

  const due = [1, 2, 3].map((n) => {
    pace.spend("work", start + n);
    return pace.freeFrom("work") <= start + n;
  });

  expect(due).toEqual([true, true, false]);
  expect(pace.freeFrom("work")).toBe(start + 1 + 2250);
});

test("what people ask takes nothing from the share of work", () => {
  const pace = createPace(perMinute);

  for (let n = 0; n < 20; n += 1) pace.spend("people", start);

  expect(pace.freeFrom("work")).toBeLessThan(start);
});

test("of a small limit one request a minute stays for people", () => {
  const pace = createPace(5);

  for (let n = 0; n < 3; n += 1) pace.spend("work", start + n * 20_000);

  expect(pace.freeFrom("work")).toBe(start + 60_000);
  expect(pace.freeFrom("people")).toBeLessThan(start);
});

test("the people's gate opens a minute after the oldest of as many as may leave", () => {
  const pace = createPace(5);

  for (let n = 0; n < 2; n += 1) pace.spend("people", start + n);

  expect(pace.freeFrom("people")).toBe(start + 60_000);
});

test("a limit that becomes known is kept at once, whatever left before", () => {
  const pace = createPace(10);
  pace.spend("work", start);
  expect(pace.freeFrom("work")).toBe(start + 7500);

  pace.setPerMinute(perMinute);

  expect(pace.freeFrom("work")).toBeLessThan(start);
  for (let n = 0; n < 2; n += 1) pace.spend("work", start);
  expect(pace.freeFrom("work")).toBe(start + 2250);
});
