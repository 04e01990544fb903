import { expect, test } from "vitest";

import { createPace } from "../../src/partner/budget.ts";

const start = 10_000;

/** This limit allows 90 requests a minute, 80 of them work: one every 750 ms, with a burst of 5. */
const perMinute = 100;

test("work leaves in a small burst and then evenly, counted from what left before", () => {
  const pace = createPace(perMinute);

  const due = [1, 2, 3, 4, 5].map(() => {
    pace.spend("work", start);
    return pace.freeFrom("work") - start;
  });

  expect(due).toEqual([-2250, -1500, -750, 0, 750]);
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

test("a limit that becomes known makes the wait shorter in the same measure", () => {
  const pace = createPace(10);
  pace.spend("work", start);
  expect(pace.freeFrom("work")).toBe(start + 7500);

  pace.setPerMinute(perMinute);

  // One gap of 750 ms is owed, and four may be taken ahead.
  expect(pace.freeFrom("work")).toBe(start + 750 - 3000);
});

test("a limit that becomes known before anything left is kept from the first request on", () => {
  const pace = createPace(10);

  pace.setPerMinute(perMinute);
  for (let n = 0; n < 5; n += 1) pace.spend("work", start);

  expect(pace.freeFrom("work")).toBe(start + 750);
});
