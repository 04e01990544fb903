import { describe, expect, test } from "vitest";

import type { CutShort } from "../../../src/core/faults.ts";
import { changeTask, findTask } from "../../../src/core/quote.ts";
import { sendTask } from "../../../src/features/translation/actions/send-task.ts";
import { anApproved, taskOf } from "../approved.ts";

describe("an attempt that another one has taken over", () => {
  test("keeps its last bytes here", async () => {
    const house = await anApproved();
    const { manuscripts } = house.desk;
    const desk: typeof house.desk = {
      ...house.desk,
      manuscripts: {
        ...manuscripts,
        open: async function* open(source, signal) {
          yield* manuscripts.open(source, signal);
          await house.desk.ledger.change(house.quote.id, (now) =>
            changeTask(now, house.key, (task) => ({
              ...task,
              attempts: task.attempts.map((one) => ({ ...one, startedAt: one.startedAt + 1 })),
            })),
          );
        },
      },
    };

    await expect(sendTask(desk, house.quote, house.key)).rejects.toMatchObject({
      name: "CutShort",
      why: "superseded",
    } satisfies Partial<CutShort>);
    expect(house.partner.arrived).toEqual([]);
  });

  test("and one whose time is not yet sends nothing, whatever else is due", async () => {
    const house = await anApproved();
    const waiting = await house.desk.ledger.change(house.quote.id, (before) => ({
      ...before,
      balance: undefined,
      card: { status: "posted", channel: "C0BOOKS", ts: "2.2", face: "", key: "another" },
    }));

    await sendTask(house.desk, waiting, house.key);

    expect(house.partner.arrived).toEqual([]);
    expect((await taskOf(house, waiting, house.key))?.attempts).toEqual([]);
    expect(findTask(waiting, house.key)?.state.status).toBe("approved");
  });
});
