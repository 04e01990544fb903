import { describe, expect, test } from "vitest";

import type { AppContext } from "#domain/context.ts";
import type { InquiryOff, Verdict } from "#domain/estimate/inquiries.ts";
import { advanceProbe, probeSteps } from "#features/estimate/send-inquiry.ts";
import { createMemoryStore } from "#store/open-store.ts";
import { recordNamed } from "#store/small-records.ts";
import { openSmallStores } from "#store/small-stores.ts";
import type { CasStore } from "#store/store.ts";

import { aPartnerTask, minute, noon } from "../../builders.ts";
import { testAppContext, aPartner } from "../../support/app-context.ts";
import { aFaultyStore } from "../../support/faulty-store.ts";

const news: InquiryOff = { inquiry: "estimate", credits: 100 };
const open: Verdict = { status: "open", since: noon };

/** Returns a partner that silently charges 100 credits for each task that it makes. */
function aSilentPartner() {
  const { partner, tasks, script, arrived } = aPartner();
  const usage: AppContext["partner"]["usage"] = async () => ({
    ...(await partner.usage()),
    periodUsedCredits: 100 * tasks.size,
  });
  const task: AppContext["partner"]["task"] = async (taskId) =>
    aPartnerTask({ taskId, outcome: "completed" });
  return { partner: { ...partner, usage, task }, tasks, script, arrived };
}

/** Returns ports with their verdicts in this store, and a partner that others may share. */
function probingPorts(store: CasStore, partner: Partial<AppContext["partner"]>) {
  const galley = testAppContext({ partner });
  const { inquiries: verdicts } = openSmallStores(store);
  const told: InquiryOff[] = [];
  const ctx: AppContext = {
    ...galley.ctx,
    inquiries: {
      ...recordNamed(verdicts, "key"),
      tell: (news) => void told.push(news),
    },
  };
  const verdict = async () => (await verdicts.read("key")).estimate;
  const wanted = () => ctx.inquiries.change((before) => ({ ...before, estimate: open }));
  return { ...galley, ctx, told, verdict, wanted };
}

type ProbingDesk = ReturnType<typeof probingPorts>;

/** Takes steps until none is due. A failed step is tried again a little later. */
async function runOut({ ctx, clock }: ProbingDesk): Promise<readonly unknown[]> {
  const faults: unknown[] = [];
  for (let turn = 0; turn < 100; turn += 1) {
    const [step] = await probeSteps(ctx);
    if (step === undefined) return faults;
    clock.now = Math.max(clock.now, step.at);
    await advanceProbe(ctx).catch((error: unknown) => {
      faults.push(error);
      clock.now += 1000;
    });
  }
  throw new Error("it never comes to rest");
}

describe("a probe", () => {
  test("finds out what is charged silently, and tells the admins once", async () => {
    const { partner, arrived } = aSilentPartner();
    const ctx = probingPorts(createMemoryStore(), partner);
    await ctx.wanted();

    await runOut(ctx);

    expect(await ctx.verdict()).toEqual({ status: "charged", credits: 100 });
    expect(ctx.told).toEqual([news]);
    expect(arrived).toMatchObject([{ action: "token_estimate", estimatedChars: 100 }]);
  });

  test.each(["before", "after"] as const)(
    "is made once, whichever write the store fails at (%s it is carried out)",
    async (when) => {
      const counts: number[] = [];
      for (let failAt = 1; failAt < 12; failAt += 1) {
        const { partner, tasks } = aSilentPartner();
        const { store, state } = aFaultyStore();
        const ctx = probingPorts(store, partner);
        await ctx.wanted();
        Object.assign(state, { failAt, when });

        await runOut(ctx);

        expect(await ctx.verdict()).toEqual({ status: "charged", credits: 100 });
        expect(new Set(ctx.told.map(({ credits }) => credits))).toEqual(new Set([100]));
        counts.push(tasks.size);
      }
      expect(new Set(counts)).toEqual(new Set([1]));
    },
  );

  test("of which every answer is lost at first is one task, asked for with one key", async () => {
    const { partner, script, arrived, tasks } = aSilentPartner();
    const ctx = probingPorts(createMemoryStore(), partner);
    await ctx.wanted();
    script.push("answer-lost", "answer-lost");

    const faults = await runOut(ctx);

    expect(faults).toHaveLength(2);
    expect(new Set(arrived.map(({ key }) => key)).size).toBe(1);
    expect([arrived.length, tasks.size]).toEqual([3, 1]);
    expect(await ctx.verdict()).toEqual({ status: "charged", credits: 100 });
  });

  test("is made once by two replicas that work at the same time, and is told of", async () => {
    const { partner, arrived } = aSilentPartner();
    const store = createMemoryStore();
    const [one, other] = [probingPorts(store, partner), probingPorts(store, partner)];
    await one.wanted();

    await Promise.all([runOut(one), runOut(other)]);

    expect(arrived).toHaveLength(1);
    expect(await other.verdict()).toEqual({ status: "charged", credits: 100 });
    // Only one of the two alerts is let through: see `createAlerts`.
    expect(new Set([...one.told, ...other.told].map(({ credits }) => credits))).toEqual(
      new Set([100]),
    );
  });

  test("does not leave while something is bought, and does once that has ended", async () => {
    const { partner, arrived } = aSilentPartner();
    const ctx = probingPorts(createMemoryStore(), partner);
    const { account } = ctx.ctx;
    await ctx.wanted();
    await account.change((before) => ({ ...before, reservations: [aReservation] }));

    await advanceProbe(ctx.ctx);
    const sent = arrived.length;
    await account.change((before) => ({ ...before, recorded: 600, reservations: [] }));
    await runOut(ctx);

    expect([sent, arrived.length]).toEqual([0, 1]);
    expect(await ctx.verdict()).toEqual({ status: "charged", credits: 100 });
  });

  test("does not leave any more when something was bought since the account was read", async () => {
    const { partner, arrived } = aSilentPartner();
    const purchases = [aReservation];
    const ctx = probingPorts(createMemoryStore(), {
      ...partner,
      createTask: async (task) => {
        const bought = purchases.splice(0);
        await ctx.ctx.account.change(({ reservations, ...account }) => ({
          ...account,
          reservations: [...reservations, ...bought],
        }));
        return await partner.createTask(task);
      },
    });
    await ctx.wanted();

    await expect(advanceProbe(ctx.ctx)).rejects.toMatchObject({ name: "RequestAbortedError" });
    const sent = arrived.length;
    await ctx.ctx.account.change((now) => ({ ...now, recorded: 600, reservations: [] }));
    await runOut(ctx);

    expect([sent, arrived.length]).toEqual([0, 1]);
    expect(await ctx.verdict()).toEqual({ status: "charged", credits: 100 });
  });

  test("waits while something is bought that may be charged, and is given up after ten minutes", async () => {
    const { partner, arrived } = aSilentPartner();
    const ctx = probingPorts(createMemoryStore(), partner);
    await ctx.ctx.account.change((account) => ({ ...account, reservations: [aReservation] }));
    await ctx.wanted();

    await runOut(ctx);

    expect(arrived).toEqual([]);
    expect(ctx.clock.now).toBe(noon + 10 * minute);
    expect(await ctx.verdict()).toEqual({ status: "none", at: noon + 10 * minute });
    expect(ctx.told).toEqual([]);
  });

  test("is not made again when something was charged beside it, and the admins hear of it", async () => {
    const { partner, tasks } = aSilentPartner();
    const ctx = probingPorts(createMemoryStore(), partner);
    const { account } = ctx.ctx;
    await ctx.wanted();
    const createTask = ctx.ctx.partner.createTask;
    const buying = {
      ...ctx.ctx.partner,
      createTask: async (create: Parameters<typeof createTask>[0]) => {
        const made = await createTask(create);
        await account.change((before) => ({ ...before, recorded: before.recorded + 600 }));
        return made;
      },
    };

    await runOut({ ...ctx, ctx: { ...ctx.ctx, partner: buying } });

    expect(tasks.size).toBe(1);
    expect(await ctx.verdict()).toEqual({ status: "charged", credits: 0 });
    expect(ctx.told).toEqual([{ inquiry: "estimate", credits: 0 }]);
  });
});

const aReservation = {
  key: "k",
  quoteId: "q",
  workspace: "T1",
  channel: "C0BOOKS",
  price: 600,
  at: noon,
};
