import { expect, test } from "vitest";

import { NotFoundError, NotRecordedError, UnavailableError } from "#domain/errors.ts";
import type { PartnerTask } from "#domain/partner.ts";
import { changeTask } from "#domain/quote.ts";
import type { TaskState } from "#domain/task.ts";
import { settleUnknownTask } from "#features/translation/settle-task.ts";

import {
  aPartnerTask,
  aCard,
  aTask,
  anAttempt,
  completed,
  hour,
  noon,
  running,
  unknown,
} from "../../builders.ts";
import { testAppContext, anOffer } from "../../support/app-context.ts";

/** Sets up a French translation that may or may not exist; the partner has a task `task-9`. */
async function anUnknown(found: Partial<PartnerTask> = {}) {
  const asked: string[] = [];
  const task = async (taskId: string) => {
    asked.push(taskId);
    return aPartnerTask({ taskId, ...found });
  };
  const { ctx, events } = testAppContext({ partner: { task } });
  // Galley's clock was a day ahead of the partner's.
  const attempts = [anAttempt({ startedAt: noon, aheadMs: 24 * hour, outcome: "ambiguous" })];
  const lost = aTask({ attempts, state: unknown });
  const quote = anOffer({ tasks: [lost], card: aCard({ key: lost.key }) });
  await ctx.quoteStore.add(quote);
  const enter = (person: string) =>
    settleUnknownTask(ctx, {
      ...quote.place,
      quoteId: quote.id,
      key: lost.key,
      person,
      resolution: { kind: "task-id", taskId: "task-9" },
    });
  const stands = async () => (await ctx.quoteStore.find(quote.id))?.tasks[0]?.state.status;
  return { ctx, quote, enter, asked, events, stands };
}

test.each([
  {},
  { action: "translation", targetLang: "fr" },
  { characters: 4400, createdAt: noon - 24 * hour },
  // A partner that counts otherwise, or takes its local time for UTC.
  { characters: 0 },
  { characters: 8700, createdAt: noon - 34 * hour },
  // Half of the text, twice the price, and a day before the attempt by the partner's clock.
  { characters: 2200, createdAt: noon - 48 * hour },
  { characters: 24_690 },
])("an admin’s word for a task of the right kind is believed: %j", async (found) => {
  const { enter, stands, events, quote } = await anUnknown(found);

  expect(await enter("U0ADA")).toEqual({ status: "settled" });
  expect(await stands()).toBe("running");
  expect(events).toContainEqual(
    expect.objectContaining({ kind: "settled", by: "U0ADA", why: "task-id", quoteId: quote.id }),
  );
});

test.each([
  { action: "glossary_extraction" },
  { targetLang: "de" },
  { characters: 2199 },
  { characters: 24_691 },
  { createdAt: noon - 48 * hour - 1 },
])("a task for something else is not: %j", async (found) => {
  const { enter, stands, events } = await anUnknown(found);

  expect(await enter("U0ADA")).toEqual({ status: "no-such-task" });
  expect(await stands()).toBe("unknown");
  expect(events.map(({ kind }) => kind)).not.toContain("settled");
});

test.each<readonly [string, TaskState]>([
  ["has", running({ taskId: "task-9" })],
  ["has had the result of", { ...completed(), taskId: "task-9" }],
])("nor is a task that another card %s", async (_, state) => {
  const { ctx, quote, enter, stands } = await anUnknown();
  const recorded = { as: "completed", after: { balance: 1, used: 1, at: noon } } as const;
  const taken = aTask({ key: "k2", state, recorded });
  const decision = { status: "declined", by: "U0ANA", at: noon } as const;
  await ctx.quoteStore.add({ ...quote, id: "other", decision, tasks: [] });
  await ctx.quoteStore.change("other", (now) => ({ ...now, tasks: [taken] }));

  expect(await enter("U0ADA")).toEqual({ status: "no-such-task" });
  expect(await stands()).toBe("unknown");
});

test.each([
  { attempts: [] },
  { sent: { reopenedAt: noon } },
  { attempts: [anAttempt({ startedAt: noon, outcome: "ambiguous" })] },
  {
    attempts: [noon - 90 * hour, noon].map((startedAt) =>
      anAttempt({ startedAt, aheadMs: 0, outcome: "ambiguous" }),
    ),
  },
])("an old task is believed where nobody knows when it was first sent: %j", async (changes) => {
  const { ctx, quote, enter } = await anUnknown({ createdAt: noon - 100 * hour });
  const key = quote.tasks[0]?.key ?? "";
  await ctx.quoteStore.change(quote.id, (now) =>
    changeTask(now, key, (task) => ({ ...task, ...changes })),
  );

  expect(await enter("U0ADA")).toEqual({ status: "settled" });
});

test.each([
  [
    "that the partner does not know is not believed",
    new NotFoundError(),
    { status: "no-such-task" },
  ],
  [
    "is not decided on while the partner does not answer",
    new UnavailableError(),
    new NotRecordedError(),
  ],
])("a task %s", async (_, fault, expected) => {
  const { ctx, quote, stands } = await anUnknown();
  const partner = { ...ctx.partner, task: () => Promise.reject(fault) };
  const { key } = quote.tasks[0] ?? { key: "" };
  const resolution = { kind: "task-id", taskId: "task-9" } as const;
  const click = { ...quote.place, quoteId: quote.id, key, person: "U0ADA", resolution };

  const outcome = settleUnknownTask({ ...ctx, partner }, click).catch((error: unknown) => error);

  expect(await outcome).toEqual(expected);
  expect(await stands()).toBe("unknown");
});

test("a decision about a run that its card does not have changes nothing", async () => {
  const { ctx, quote, asked, stands } = await anUnknown();
  const click = { ...quote.place, quoteId: quote.id, key: "another", person: "U0ADA" };

  for (const resolution of [
    { kind: "task-id", taskId: "task-9" },
    { kind: "send-again" },
  ] as const) {
    expect(await settleUnknownTask(ctx, { ...click, resolution })).toEqual({
      status: "unknown-card",
    });
  }
  expect(asked).toEqual([]);
  expect(await stands()).toBe("unknown");
});

test("of two runs for which one task is named at the same moment, one has it", async () => {
  const galley = await anUnknown();
  const lost = aTask({ key: "k2", state: unknown });
  const { quote } = await galley.ctx.quoteStore.add({
    ...galley.quote,
    id: "other",
    tasks: [lost],
  });
  const [place, resolution] = [quote.place, { kind: "task-id", taskId: "task-9" } as const];
  const other = { ...place, quoteId: "other", key: "k2", person: "U0ADA", resolution };

  const both = await Promise.all([galley.enter("U0ADA"), settleUnknownTask(galley.ctx, other)]);

  expect(both.map(({ status }) => status).toSorted()).toEqual(["no-such-task", "settled"]);
});

test("an admin who has left a moment ago settles nothing", async () => {
  const { ctx, quote, stands } = await anUnknown();
  const find = async (id: string, asOf?: "now" | "lately") => ({ id, isMember: asOf !== "now" });
  const [lost] = quote.tasks;

  const outcome = await settleUnknownTask(
    { ...ctx, people: { ...ctx.people, find } },
    {
      ...quote.place,
      quoteId: quote.id,
      key: lost?.key ?? "",
      person: "U0ADA",
      resolution: { kind: "send-again" },
    },
  );

  expect(outcome.status).toBe("not-allowed");
  expect(await stands()).toBe("unknown");
});

test("nobody but an admin learns which tasks the partner has", async () => {
  const { enter, asked, events } = await anUnknown();

  expect((await enter("U0ANA")).status).toBe("not-allowed");
  expect(asked).toEqual([]);
  expect(events).toMatchObject([{ kind: "refused", by: "U0ANA", why: "not allowed" }]);
});
