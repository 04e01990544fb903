import { describe, expect, test } from "vitest";

import { Unauthorized, Unavailable, Unreachable } from "../../../src/core/faults.ts";
import { changeTask } from "../../../src/core/quote.ts";
import { sendTask } from "../../../src/features/translation/actions/run-task.ts";
import { minute } from "../../builders.ts";
import { anApproved, taskOf } from "../approved.ts";

test("a bot that takes a send over asks the partner for its time before anything leaves", async () => {
  const galley = await anApproved();
  const usageBefore = { balance: 20_000, used: 0, at: galley.clock.now };
  const quote = await galley.ports.ledger.change(galley.quote.id, (before) =>
    changeTask(before, galley.key, (task) => ({ ...task, sent: { usageBefore } })),
  );
  let ahead: number | undefined;
  const usage = async () => {
    ahead = 3 * minute;
    return await galley.ports.partner.usage();
  };
  const partner = { ...galley.ports.partner, usage };

  await sendTask({ ...galley.ports, partner, aheadMs: () => ahead }, quote, galley.key);

  expect((await taskOf(galley, quote, galley.key))?.attempts).toMatchObject([
    { aheadMs: 3 * minute, outcome: "created" },
  ]);
});

test("and a key that is refused then is told of by the send itself", async () => {
  const galley = await anApproved();
  const usageBefore = { balance: 20_000, used: 0, at: galley.clock.now };
  const quote = await galley.ports.ledger.change(galley.quote.id, (before) =>
    changeTask(before, galley.key, (task) => ({ ...task, sent: { usageBefore } })),
  );
  galley.partner.script.push(new Unauthorized());
  const usage = async () => {
    throw new Unauthorized();
  };
  const partner = { ...galley.ports.partner, usage };

  const sent = sendTask({ ...galley.ports, partner }, quote, galley.key);

  await expect(sent).rejects.toThrow(Unauthorized);
  expect((await taskOf(galley, quote, galley.key))?.state).toMatchObject({
    status: "rejected",
    reason: "unauthorized",
  });
});

describe("a send again", () => {
  test("asks the partner for its time first, and is none where the window is over by that", async () => {
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

  test("is none while the partner cannot be asked for its time", async () => {
    const galley = await anApproved();
    galley.partner.script.push(new Unavailable());
    const ports = { ...galley.ports, aheadMs: () => 0 };
    await sendTask(ports, galley.quote, galley.key).catch(() => undefined);
    galley.clock.now += 5 * minute;
    const usage = async () => {
      throw new Unreachable();
    };

    const again = sendTask(
      { ...ports, partner: { ...ports.partner, usage } },
      galley.quote,
      galley.key,
    );

    await expect(again).rejects.toThrow(Unreachable);
    expect((await taskOf(galley, galley.quote, galley.key))?.attempts).toHaveLength(1);
  });
});
