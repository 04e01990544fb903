import { describe, expect, test } from "vitest";

import { Unauthorized, Unavailable, Unreachable } from "../../../src/core/faults.ts";
import { changeTask } from "../../../src/core/quote.ts";
import { sendTask } from "../../../src/features/translation/actions/send-task.ts";
import { minute } from "../../builders.ts";
import { anApproved, taskOf } from "../approved.ts";

test("a desk that takes a send over asks the partner for its time before anything leaves", async () => {
  const house = await anApproved();
  const usageBefore = { balance: 20_000, used: 0, at: house.clock.now };
  const quote = await house.desk.ledger.change(house.quote.id, (before) =>
    changeTask(before, house.key, (task) => ({ ...task, sent: { usageBefore } })),
  );
  let ahead: number | undefined;
  const usage = async () => {
    ahead = 3 * minute;
    return await house.desk.partner.usage();
  };
  const partner = { ...house.desk.partner, usage };

  await sendTask({ ...house.desk, partner, aheadMs: () => ahead }, quote, house.key);

  expect((await taskOf(house, quote, house.key))?.attempts).toMatchObject([
    { aheadMs: 3 * minute, outcome: "created" },
  ]);
});

test("and a key that is refused then is told of by the send itself", async () => {
  const house = await anApproved();
  const usageBefore = { balance: 20_000, used: 0, at: house.clock.now };
  const quote = await house.desk.ledger.change(house.quote.id, (before) =>
    changeTask(before, house.key, (task) => ({ ...task, sent: { usageBefore } })),
  );
  house.partner.script.push(new Unauthorized());
  const usage = async () => {
    throw new Unauthorized();
  };
  const partner = { ...house.desk.partner, usage };

  const sent = sendTask({ ...house.desk, partner }, quote, house.key);

  await expect(sent).rejects.toThrow(Unauthorized);
  expect((await taskOf(house, quote, house.key))?.state).toMatchObject({
    status: "rejected",
    reason: "unauthorized",
  });
});

describe("a send again", () => {
  test("asks the partner for its time first, and is none where the window is over by that", async () => {
    const house = await anApproved();
    house.partner.script.push(new Unavailable());
    const sendAt = (aheadMs: number) =>
      sendTask({ ...house.desk, aheadMs: () => aheadMs }, house.quote, house.key);
    await sendAt(3 * minute).catch(() => undefined);

    house.clock.now += 13 * minute;
    await sendAt(0);

    expect(house.partner.arrived).toHaveLength(1);
    expect(await taskOf(house, house.quote, house.key)).toMatchObject({
      attempts: [{ aheadMs: 3 * minute, outcome: "ambiguous" }],
      state: { status: "unknown", fault: "ClockWasAhead" },
    });
    expect(house.events.map(({ what }) => what)).toEqual(["approved", "unknown"]);
  });

  test("is none while the partner cannot be asked for its time", async () => {
    const house = await anApproved();
    house.partner.script.push(new Unavailable());
    const desk = { ...house.desk, aheadMs: () => 0 };
    await sendTask(desk, house.quote, house.key).catch(() => undefined);
    house.clock.now += 5 * minute;
    const usage = async () => {
      throw new Unreachable();
    };

    const again = sendTask(
      { ...desk, partner: { ...desk.partner, usage } },
      house.quote,
      house.key,
    );

    await expect(again).rejects.toThrow(Unreachable);
    expect((await taskOf(house, house.quote, house.key))?.attempts).toHaveLength(1);
  });
});
