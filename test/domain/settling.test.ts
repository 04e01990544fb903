import { expect, test } from "vitest";

import { settleUnknown } from "../../src/domain/settling.ts";
import { aQuote, aTask, noon, unknown } from "../builders.ts";

test("a task that is not in doubt any more cannot be settled a second time", () => {
  const task = aTask({ state: unknown });
  const key = task.key;
  const way = { way: "not-created" } as const;
  const { quote } = settleUnknown(aQuote({ tasks: [task] }), { key, way, at: noon });

  const again = settleUnknown(quote, { key, way: { way: "send-again" }, at: noon });

  expect(again).toEqual({ quote, outcome: { status: "not-unknown" } });
});

test("sent again after an unknown outcome, no refusal proves that nothing was created", () => {
  const task = aTask({ state: unknown });
  const way = { way: "send-again" } as const;

  const { quote } = settleUnknown(aQuote({ tasks: [task] }), { key: task.key, way, at: noon });

  expect(quote.tasks[0]).toMatchObject({ key: task.key, attempts: [], reopenedAt: noon });
});
