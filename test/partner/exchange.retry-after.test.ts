import { expect, test } from "vitest";

import { readRetryAfter } from "#partner/exchange.ts";

const now = Date.parse("2026-11-20T10:00:00Z");

test.for([
  ["7", 7000],
  ["0", 0],
  ["1.5", 1500],
  ["1.25", 1250],
  [" 5 ", 5000],
  ["900", 900_000],
  ["86400", 900_000],
  ["99999999999999999999999", 900_000],
  ["Fri, 20 Nov 2026 10:00:09 GMT", 9000],
  ["Friday, 20-Nov-26 10:00:09 GMT", 9000],
  ["Fri Nov 20 10:00:09 2026", 9000],
  ["Sat, 21 Nov 2026 10:00:09 GMT", 900_000],
  ["Fri, 20 Nov 2026 09:59:59 GMT", undefined],
  ["or Fri, 20 Nov 2026 10:00:09 GMT", undefined],
  ["Fri, 20 Nov 2026 10:00:09 GMT (UTC)", undefined],
  ["-5", undefined],
  ["soon", undefined],
  ["1e3", undefined],
  ["2026", 900_000],
  ["", undefined],
  [undefined, undefined],
] as const)("Retry-After %j is a wait of %s ms", ([retryAfter, ms]) => {
  expect(readRetryAfter({ "retry-after": retryAfter }, now)).toBe(ms);
});

test("a date is measured against the partner's own clock where it tells the time", () => {
  const headers = {
    "retry-after": "Fri, 20 Nov 2026 12:00:30 GMT",
    date: "Fri, 20 Nov 2026 12:00:00 GMT",
  };

  expect(readRetryAfter(headers, now)).toBe(30_000);
});
