import { expect, test } from "vitest";

import { type Check, createReadiness } from "#operator/readiness.ts";

import { handClock } from "../partner/hand-clock.ts";

function testAppContext(checks: Readonly<Record<string, Check>>) {
  const clock = handClock();
  return { clock, ready: createReadiness(checks, clock) };
}

test("every reason is said, and a check that breaks is one", async () => {
  const { ready } = testAppContext({
    "The store": () => ["It is full.", "It is slow."],
    Slack: async () => [],
    "The worker": () => {
      throw new Error("no idea");
    },
  });

  expect(await ready()).toEqual(["It is full.", "It is slow.", "The worker failed: no idea."]);
});

test("what hangs is answered for in time", async () => {
  const { clock, ready } = testAppContext({ Slack: () => new Promise(() => undefined) });

  const asked = ready();
  await clock.pass(3000);

  expect(await asked).toEqual(["Slack did not answer in time."]);
});

test("many probes at once, or one after the other, are one look", async () => {
  let looks = 0;
  const { clock, ready } = testAppContext({ "The store": () => [`look ${(looks += 1)}`] });

  const atOnce = await Promise.all([ready(), ready()]);
  await clock.pass(1000);
  const soon = await ready();
  await clock.pass(1000);
  const later = await ready();

  expect([...atOnce, soon, later].flat()).toEqual(["look 1", "look 1", "look 1", "look 2"]);
});
