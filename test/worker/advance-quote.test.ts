import { describe, expect, test } from "vitest";

import type { PartnerTask } from "#domain/partner.ts";
import { pollTask } from "#features/translation/run-task.ts";
import { advanceQuote, dueSteps } from "#worker/advance-quote.ts";

import { aPartnerTask, aSendingTask, aTask, hour, noon, running } from "../builders.ts";
import { testAppContext, anOffer } from "../support/app-context.ts";

const runs = aTask({ state: running() });

describe("a step", () => {
  test("that is no longer due is not taken", async () => {
    const { ctx, thread } = testAppContext();
    const { quote } = await ctx.quoteStore.add(anOffer());

    await advanceQuote(ctx, quote.id, { kind: "say", notice: "declined", at: 0 });
    await advanceQuote(ctx, quote.id, { kind: "give-up", key: runs.key, at: 0 });
    await advanceQuote(ctx, "another", { kind: "read", at: 0 });

    expect(thread.calls).toEqual([]);
    expect(await ctx.quoteStore.find(quote.id)).toEqual(quote);
  });

  test("that is not due yet is not taken, though an old list names it", async () => {
    const { ctx, thread } = testAppContext();
    const posting = { status: "posting", since: noon } as const;
    const { quote } = await ctx.quoteStore.add(anOffer({ card: posting }));

    await advanceQuote(ctx, quote.id, { kind: "show-card", at: 0 });

    expect(thread.calls).toEqual([]);
  });

  test("notes the balance, with the time of it", async () => {
    const { ctx } = testAppContext();
    const { quote } = await ctx.quoteStore.add(anOffer({ balance: undefined }));

    await advanceQuote(ctx, quote.id, { kind: "balance", at: 0 });

    expect((await ctx.quoteStore.find(quote.id))?.balance).toEqual({
      credits: 20_000,
      reserved: 0,
      at: noon,
    });
  });

  test("gives up where the window has closed, and notes that a person is needed", async () => {
    const lost = aSendingTask(Array.from({ length: 15 }, () => "ambiguous" as const));
    const { ctx, clock, events } = testAppContext();
    const { quote } = await ctx.quoteStore.add(anOffer({ tasks: [lost] }));
    clock.now += hour;

    await advanceQuote(ctx, quote.id, { kind: "give-up", key: lost.key, at: 0 });

    expect((await ctx.quoteStore.find(quote.id))?.tasks[0]?.state.status).toBe("unknown");
    expect(events).toMatchObject([{ kind: "unknown", key: lost.key }]);
  });

  test("of a quote that nobody knows is none", async () => {
    expect(await dueSteps(testAppContext().ctx, "another")).toEqual([]);
  });
});

describe("a look at a run", () => {
  const lookWith = async (task: () => Promise<PartnerTask>, state = runs) => {
    const { ctx, events } = testAppContext({ partner: { task } });
    const { quote } = await ctx.quoteStore.add(anOffer({ tasks: [state] }));
    return { ctx, events, quote, look: () => pollTask(ctx, quote, state.key) };
  };

  test("records the result and the duty to tell of it in one write", async () => {
    const done = aPartnerTask({ outcome: "completed", chargedCredits: 12_345 });
    const { look, events } = await lookWith(async () => done);

    const { tasks, notices } = await look();

    expect(tasks[0]?.state).toMatchObject({ status: "completed", result: { charged: 12_345 } });
    expect(notices.map(({ id }) => id)).toEqual([`outcome.${runs.key}`]);
    expect(events).toMatchObject([{ kind: "completed", taskId: "task-7", credits: 12_345 }]);
  });

  test("notes a charge above what was approved", async () => {
    const done = aPartnerTask({ outcome: "completed", chargedCredits: 12_346 });
    const { look, events } = await lookWith(async () => done);

    await look();

    expect(events.map(({ kind, why }) => [kind, why])).toEqual([
      ["completed", undefined],
      ["overcharged", "approved 12345"],
    ]);
  });
});
