import { expect, test } from "vitest";

import type { PartnerTask } from "../../../src/core/partner.ts";
import type { TaskState } from "../../../src/core/task.ts";
import { cardFace } from "../../../src/features/estimate/rules/card-face.ts";
import { settleUnknownTask } from "../../../src/features/translation/actions/settle-unknown.ts";
import { aCard, aPartnerTask, aTask, completed, noon, running, unknown } from "../../builders.ts";
import { testPorts, anOffer } from "../ports.ts";

/** Sets up a French translation that may or may not exist; the partner has a task `task-9`. */
async function anUnknown(found: Partial<PartnerTask> = {}) {
  const asked: string[] = [];
  const task = async (taskId: string) => {
    asked.push(taskId);
    return aPartnerTask({ taskId, ...found });
  };
  const { ports, events } = testPorts({ partner: { task } });
  const lost = aTask({ state: unknown });
  const quote = anOffer({ tasks: [lost], card: aCard({ key: lost.key }) });
  await ports.ledger.add(quote);
  const enter = (person: string) =>
    settleUnknownTask(ports, {
      ...quote.place,
      quoteId: quote.id,
      key: lost.key,
      person,
      way: { way: "task-id", taskId: "task-9" },
    });
  const stands = async () => (await ports.ledger.find(quote.id))?.tasks[0]?.state.status;
  return { ports, quote, enter, asked, events, stands };
}

test.each([{}, { action: "translation", targetLang: "fr" }])(
  "an admin’s word for a task of the right kind is believed: %j",
  async (found) => {
    const { enter, stands } = await anUnknown(found);

    expect(await enter("U0ADA")).toEqual({ status: "settled" });
    expect(await stands()).toBe("running");
  },
);

test.each([{ action: "glossary_extraction" }, { targetLang: "de" }])(
  "a task for something else is not: %j",
  async (found) => {
    const { enter, stands } = await anUnknown(found);

    expect(await enter("U0ADA")).toEqual({ status: "no-such-task" });
    expect(await stands()).toBe("unknown");
  },
);

test.each<readonly [string, TaskState]>([
  ["has", running({ taskId: "task-9" })],
  ["has had the result of", { ...completed(), taskId: "task-9" }],
])("nor is a task that another card %s", async (_, state) => {
  const { ports, quote, enter, stands } = await anUnknown();
  const recorded = { as: "completed", after: { balance: 1, used: 1, at: noon } } as const;
  const taken = aTask({ key: "k2", state, recorded });
  const decision = { status: "declined", by: "U0ANA", at: noon } as const;
  const { id } = (await ports.ledger.add({ ...quote, id: "other", decision, tasks: [taken] }))
    .quote;
  await ports.ledger.change(id, (now) => ({
    ...now,
    card: aCard({ face: cardFace(now), key: "k2" }),
  }));

  expect(await enter("U0ADA")).toEqual({ status: "no-such-task" });
  expect(await stands()).toBe("unknown");
});

test("an admin who has left a moment ago settles nothing", async () => {
  const { ports, quote, stands } = await anUnknown();
  const find = async (id: string, asOf?: "now" | "lately") => ({ id, isMember: asOf !== "now" });
  const [lost] = quote.tasks;

  const outcome = await settleUnknownTask(
    { ...ports, people: { ...ports.people, find } },
    {
      ...quote.place,
      quoteId: quote.id,
      key: lost?.key ?? "",
      person: "U0ADA",
      way: { way: "send-again" },
    },
  );

  expect(outcome.status).toBe("not-allowed");
  expect(await stands()).toBe("unknown");
});

test("nobody but an admin learns which tasks the partner has", async () => {
  const { enter, asked, events } = await anUnknown();

  expect((await enter("U0ANA")).status).toBe("not-allowed");
  expect(asked).toEqual([]);
  expect(events).toMatchObject([{ what: "refused", by: "U0ANA", why: "not allowed" }]);
});
