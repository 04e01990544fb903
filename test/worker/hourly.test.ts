import { expect, test } from "vitest";

import { withHourly } from "../../src/worker/loop.ts";
import { hour } from "../builders.ts";
import { aWorld } from "./world.ts";

test("hourly work is done at the start and every hour, and a fault keeps none from the next", async () => {
  const { agenda, clock } = aWorld();
  const times: number[] = [];
  const faults: unknown[] = [];
  const hourly = withHourly(agenda, {
    work: async () => {
      times.push(clock.now());
      throw new Error("the store is down");
    },
    sleep: async (ms, signal) => {
      await clock.sleep(ms, signal).catch(() => undefined);
    },
    onFault: (error) => faults.push(error),
  });

  await hourly.start();
  await clock.pass(2 * hour);
  await hourly.stop();

  expect(times).toEqual([0, hour, 2 * hour]);
  expect(faults).toHaveLength(3);
});
