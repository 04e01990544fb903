import { describe, expect, test } from "vitest";

import type { CutShort } from "../../../src/core/faults.ts";
import { changeTask, findTask } from "../../../src/core/quote.ts";
import { sendTask } from "../../../src/features/translation/actions/run-task.ts";
import { anApproved, taskOf } from "../approved.ts";

describe("an attempt that another one has taken over", () => {
  test("keeps its last bytes here", async () => {
    const galley = await anApproved();
    const { manuscripts } = galley.ports;
    const ports: typeof galley.ports = {
      ...galley.ports,
      manuscripts: {
        ...manuscripts,
        open: async function* open(source, signal) {
          yield* manuscripts.open(source, signal);
          await galley.ports.ledger.change(galley.quote.id, (now) =>
            changeTask(now, galley.key, (task) => ({
              ...task,
              attempts: task.attempts.map((one) => ({ ...one, startedAt: one.startedAt + 1 })),
            })),
          );
        },
      },
    };

    await expect(sendTask(ports, galley.quote, galley.key)).rejects.toMatchObject({
      name: "CutShort",
      why: "superseded",
    } satisfies Partial<CutShort>);
    expect(galley.partner.arrived).toEqual([]);
  });

  test("and one whose time is not yet sends nothing, whatever else is due", async () => {
    const galley = await anApproved();
    const waiting = await galley.ports.ledger.change(galley.quote.id, (before) => ({
      ...before,
      balance: undefined,
      card: { status: "posted", channel: "C0BOOKS", ts: "2.2", face: "", key: "another" },
    }));

    await sendTask(galley.ports, waiting, galley.key);

    expect(galley.partner.arrived).toEqual([]);
    expect((await taskOf(galley, waiting, galley.key))?.attempts).toEqual([]);
    expect(findTask(waiting, galley.key)?.state.status).toBe("approved");
  });
});
