import { expect, test } from "vitest";

import { Unavailable } from "../../../src/core/faults.ts";
import { sendTask } from "../../../src/features/translation/actions/run-task.ts";
import { minute } from "../../builders.ts";
import { anApproved, taskOf } from "../approved.ts";

test("a send again asks the partner for its time first, and is none where the window is over by that", async () => {
  const galley = await anApproved();
  galley.partner.script.push(new Unavailable());
  const sendAt = (aheadMs: number) =>
    sendTask({ ...galley.ports, aheadMs: () => aheadMs }, galley.quote, galley.key);
  await sendAt(3 * minute).catch(() => undefined);

  galley.clock.now += 13 * minute;
  await sendAt(0);

  expect(galley.partner.arrived).toHaveLength(1);
  expect(await taskOf(galley, galley.quote, galley.key)).toMatchObject({
    attempts: [{ aheadMs: 3 * minute, outcome: "ambiguous" }],
    state: { status: "unknown", fault: "ClockWasAhead" },
  });
  expect(galley.events.map(({ what }) => what)).toEqual(["approved", "unknown"]);
});
