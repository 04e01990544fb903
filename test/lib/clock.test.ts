import { expect, test } from "vitest";

import { sleep } from "#lib/clock.ts";

const hour = 3_600_000;

test("whoever sleeps wakes when the signal is aborted", async () => {
  const alarm = new AbortController();
  const slept = sleep(hour, alarm.signal);

  alarm.abort();

  await expect(slept).resolves.toBeUndefined();
});

test("nobody falls asleep on a signal that was aborted before", async () => {
  await expect(sleep(hour, AbortSignal.abort())).resolves.toBeUndefined();
});

test("without a signal the time alone wakes", async () => {
  await expect(sleep(1)).resolves.toBeUndefined();
});
