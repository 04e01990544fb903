import { describe, expect, test } from "vitest";

import { NotFoundError, UnauthorizedError, UnavailableError } from "#domain/errors.ts";
import { type Quote, changeTask, findTask } from "#domain/quote.ts";
import type { Task } from "#domain/task.ts";
import { lookAtCoverage } from "#features/shared/read-coverage.ts";
import { pollTask, sendTask } from "#features/translation/run-task.ts";

import {
  aCoverage,
  aPartnerTask,
  aUsage,
  anAttempt,
  completed,
  failed,
  minute,
  noon,
  rejectedFor,
  running,
} from "../../builders.ts";
import { anOffer } from "../../support/app-context.ts";
import { anApproved, approves } from "../../support/approved.ts";

type Partner = NonNullable<NonNullable<Parameters<typeof anApproved>[0]>["partner"]>;

/** Sets up an approved run in some state, and counts what the partner is asked. */
async function aRun(changes: Partial<Task>, partner: Partner = {}) {
  const asked: string[] = [];
  const galley = await anApproved({
    partner: {
      ...partner,
      task: (id) => {
        asked.push(`look ${id}`);
        return partner.task?.(id) ?? Promise.resolve(aPartnerTask({ taskId: id }));
      },
      usage: () => {
        asked.push("usage");
        return partner.usage?.() ?? Promise.resolve(aUsage({ balanceCredits: 20_000 }));
      },
    },
  });
  const quote = await galley.ctx.quoteStore.change(galley.quote.id, (now) =>
    changeTask(now, galley.key, (task) => ({ ...task, ...changes })),
  );
  asked.length = 0;
  return { ...galley, quote, asked };
}

describe("a look", () => {
  test("at a task that the partner does not know counts as missing, and is no fault", async () => {
    const task = () => Promise.reject(new NotFoundError("404"));
    const galley = await aRun({ state: running() }, { task });

    const after = await pollTask(galley.ctx, galley.quote, galley.key);

    expect(findTask(after, galley.key)?.state).toMatchObject({ status: "running", missing: 1 });
  });

  test("that got no answer changes nothing", async () => {
    const task = () => Promise.reject(new UnavailableError("503"));
    const galley = await aRun({ state: running() }, { task });

    await expect(pollTask(galley.ctx, galley.quote, galley.key)).rejects.toThrow(UnavailableError);

    expect(await galley.ctx.quoteStore.find(galley.quote.id)).toEqual(galley.quote);
  });

  test.each<readonly [string, Task["state"]]>([
    ["that has ended", completed()],
    ["that was not sent", { status: "approved" }],
  ])("at a run %s asks nobody", async (_, state) => {
    const galley = await aRun({ state });

    expect(await pollTask(galley.ctx, galley.quote, galley.key)).toBe(galley.quote);
    expect(await pollTask(galley.ctx, galley.quote, "another key")).toBe(galley.quote);
    expect(galley.asked).toEqual([]);
  });

  const done = async (taskId: string) => aPartnerTask({ taskId, outcome: "completed" });
  test.each<readonly [string, Task["state"], Partner["task"], number]>([
    ["teaches the partner's speed when it sees the end", running({ since: noon }), done, 1],
    ["teaches nothing while the run goes on", running({ since: noon }), undefined, 0],
    ["teaches nothing when a failed run comes back", failed(), done, 0],
  ])("%s", async (_, state, task, runs) => {
    const galley = await aRun({ state }, task && { task });
    galley.clock.now = noon + minute;

    await pollTask(galley.ctx, galley.quote, galley.key);

    // The first guess is worth two runs.
    const learned = galley.ctx.speeds.current().translation?.runs;
    expect(learned).toBe(runs === 0 ? undefined : 3);
  });
});

describe("before an attempt the partner's clock is read from an answer", () => {
  const usageBefore = { balance: 1, used: 1, at: noon };
  const late = { endedAt: noon, outcome: "ambiguous" } as const;
  const again = [anAttempt({ ...late, startedAt: noon, aheadMs: 0 })];
  const sending = { status: "sending" } as const;
  const sent = { usageBefore, apiKeyFingerprint: "key" };

  test.each<readonly [string, Partial<Task>, readonly string[]]>([
    [
      "to tell how old the first unclear one is",
      { attempts: again, sent, state: sending },
      ["usage"],
    ],
    ["when a process that has died read the account", { sent }, ["usage"]],
    ["by the reading of the account", {}, ["usage"]],
  ])("%s", async (_, changes, asked) => {
    const galley = await aRun(changes);
    galley.clock.now = noon + 5 * minute;

    await sendTask(galley.ctx, galley.quote, galley.key);

    expect(galley.asked).toEqual(asked);
  });

  test("and a refused key is left to the send to report", async () => {
    const usage = () => Promise.reject(new UnauthorizedError("401"));
    const galley = await aRun({ sent }, {});
    const ctx = { ...galley.ctx, partner: { ...galley.ctx.partner, usage } };

    await sendTask(ctx, galley.quote, galley.key);

    expect(galley.partner.arrived).toHaveLength(1);
  });

  test("and any other fault keeps the attempt back", async () => {
    const usage = () => Promise.reject(new UnavailableError("503"));
    const galley = await aRun({ sent }, {});
    const ctx = { ...galley.ctx, partner: { ...galley.ctx.partner, usage } };

    await expect(sendTask(ctx, galley.quote, galley.key)).rejects.toThrow(UnavailableError);

    expect(galley.partner.arrived).toEqual([]);
  });
});

describe("a run that comes back after its text was approved on another card", () => {
  /** Sets up a failed run, and another card whose approver has read that it failed. */
  async function aSecondCard(state: Task["state"] = failed()) {
    let isBack = false;
    const task = async (taskId: string) =>
      aPartnerTask({ taskId, outcome: isBack ? "completed" : "failed" });
    const galley = await aRun({ state }, { task });
    galley.clock.now = noon + minute;
    const { quote } = await galley.ctx.quoteStore.add(
      anOffer({ id: "other", coverage: aCoverage({ version: -1 }) }),
    );
    await lookAtCoverage(galley.ctx, quote);
    const bought = await approves(galley, "other");
    isBack = true;
    return { ...galley, bought };
  }

  const told = ({ notices }: Quote) =>
    notices.flatMap(({ about }) => (about.kind === "tell-admins" ? [about] : []));

  test("is told to the admins, with the card that bought it again", async () => {
    const { ctx, quote, key, bought, events } = await aSecondCard();
    if (bought.status !== "approved") throw new Error(bought.status);

    const after = await pollTask(ctx, quote, key);

    const elsewhere = [bought.task.key];
    expect(told(after)).toMatchObject([{ topic: "charged-twice", key, elsewhere }]);
    expect(events).toContainEqual(
      expect.objectContaining({ kind: "charged-twice", key, why: bought.task.key }),
    );
  });

  test("is told also when an admin had closed it, and its answer came after that", async () => {
    const { ctx, quote, clock, key, partner } = await anApproved();
    let bought: Awaited<ReturnType<typeof approves>> | undefined;
    const createTask: Partner["createTask"] = async (create) => {
      const made = await partner.partner.createTask(create);
      await ctx.quoteStore.change(quote.id, (now) =>
        changeTask(now, key, (one) => ({ ...one, state: rejectedFor("not-created") })),
      );
      clock.now = noon + minute;
      await ctx.quoteStore.add(anOffer({ id: "other", coverage: aCoverage({ version: -1 }) }));
      await lookAtCoverage(ctx, anOffer({ id: "other" }));
      bought = await approves({ ctx }, "other");
      return made;
    };
    const late = { ...ctx, partner: { ...ctx.partner, createTask } };

    await sendTask(late, quote, key);

    expect(bought?.status).toBe("approved");
    const after = await ctx.quoteStore.find(quote.id);
    expect(after && told(after)).toMatchObject([{ topic: "charged-twice", key }]);
  });

  test("is no news for them where both were approved knowingly", async () => {
    const { ctx, quote, key, bought } = await aSecondCard(running({ since: noon }));

    const after = await pollTask(ctx, quote, key);

    expect(bought.status).toBe("approved");
    expect(told(after)).toEqual([]);
  });
});
