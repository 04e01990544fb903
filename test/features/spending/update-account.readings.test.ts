import { describe, expect, test } from "vitest";

import { UnauthorizedError, UnreadableRecordError } from "#domain/errors.ts";
import { type Quote, changeTask, findTask } from "#domain/quote.ts";
import { initialSettings } from "#domain/settings/settings.ts";
import type { Task, TaskState } from "#domain/task.ts";
import {
  readBalance,
  readUsageAfter,
  readUsageBefore,
  reconcile,
  recordCharge,
} from "#features/spending/update-account.ts";
import { pollTask, sendPaid } from "#features/translation/run-task.ts";

import {
  aSendingTask,
  aTask,
  aQuote,
  aUsage,
  anAttempt,
  anEstimateTask,
  completed,
  failed,
  minute,
  noon,
  rejectedFor,
  running,
} from "../../builders.ts";
import { anOffer, testAppContext } from "../../support/app-context.ts";
import { anApproved, taskOf } from "../../support/approved.ts";

/** Counts how often the partner's account is read. */
function counted(usage = async () => aUsage({ balanceCredits: 20_000 })) {
  let reads = 0;
  const partner = {
    usage: () => {
      reads += 1;
      return usage();
    },
  };
  return { partner, reads: () => reads };
}

type Galley = Awaited<ReturnType<typeof anApproved>>;

/** Puts the approved run into a state, as if time had passed. */
async function inState(galley: Galley, state: TaskState, changes: Partial<Task> = {}) {
  return await galley.ctx.quoteStore.change(galley.quote.id, (now) =>
    changeTask(now, galley.key, (task) => ({ ...task, ...changes, state })),
  );
}

describe("the account as it was before a send", () => {
  test.each<readonly [string, Task, number]>([
    ["is read for a run that was not sent yet", aTask(), 1],
    ["is read again after sends that never left", aSendingTask(["not-sent"]), 1],
    ["is read for a repetition, to know the partner's time", aSendingTask(["ambiguous"]), 1],
    ["is read for the repetition of one", anEstimateTask({ attempts: [anAttempt()] }), 1],
  ])("%s", async (_, task, times) => {
    const { partner, reads } = counted();
    const { ctx } = testAppContext({ partner });

    const reading = await readUsageBefore(ctx, aQuote(), task);

    expect(reads()).toBe(times);
    expect(reading?.balance).toBe(20_000);
  });

  test("is read once for the inquiries of a card, and is not part of them", async () => {
    const { partner, reads } = counted();
    const { ctx } = testAppContext({ partner });
    const { request } = aQuote();
    const quote = aQuote({ request: { ...request, at: ctx.now() } });

    const first = await readUsageBefore(ctx, quote, anEstimateTask());
    const second = await readUsageBefore(ctx, quote, anEstimateTask());

    expect(reads()).toBe(1);
    expect([first, second]).toEqual([undefined, undefined]);
  });

  test("is left out where the key is refused: the send itself reports that, and costs nothing", async () => {
    const { partner } = counted(() => Promise.reject(new UnauthorizedError("401")));
    const { ctx } = testAppContext({ partner });

    expect(await readUsageBefore(ctx, aQuote(), aTask())).toBeUndefined();
  });

  test("is followed by a try of a refused key for the first attempt of each approval alone", async () => {
    const tried: string[] = [];
    const galley = await anApproved();
    const ctx = { ...galley.ctx, tryKey: async () => void tried.push("tried") };

    await sendPaid(ctx, galley.quote, galley.key);
    const sent = await inState(galley, { status: "sending" });
    await sendPaid(ctx, sent, galley.key);

    expect(tried).toEqual(["tried"]);
  });
});

test("the account after a run became unknown is noted with that run, and with no other", async () => {
  const galley = await anApproved();
  const unknown = await inState(galley, { status: "unknown", since: noon, fault: "no answer" });
  await readUsageAfter(galley.ctx, unknown, galley.key);
  const noted = await taskOf(galley, galley.quote, galley.key);
  const back = await inState(galley, running());
  await readUsageAfter(galley.ctx, back, galley.key);

  expect(noted?.state).toMatchObject({ usageAfter: { balance: 20_000 } });
  expect((await taskOf(galley, galley.quote, galley.key))?.state).toEqual(running());
});

describe("the balance on a card", () => {
  test("leaves the credits of a rejected run free, and those of all others reserved", async () => {
    const galley = await anApproved();
    const reserved = await readBalance(galley.ctx, galley.quote);
    const rejected = await inState(galley, rejectedFor("bad-request"));
    const free = await readBalance(galley.ctx, rejected);

    const [{ price } = { price: 0 }] = galley.quote.tasks;
    expect(reserved.balance).toMatchObject({ credits: 20_000, reserved: price });
    expect(free.balance).toMatchObject({ credits: 20_000, reserved: 0 });
  });

  test.each<readonly [string, TaskState, Partial<Quote>, boolean]>([
    ["is read after a failed run, which can be approved again", failed(), {}, true],
    ["stays as it was after a translation of all", completed(), {}, false],
    [
      "stays as it was on a card that was closed",
      failed(),
      { decision: { status: "expired", at: noon } },
      false,
    ],
  ])("%s", async (_, end, changes, isNew) => {
    let balanceCredits = 20_000;
    const { partner } = counted(async () => aUsage({ balanceCredits }));
    const galley = await anApproved({ partner });
    balanceCredits = 777;
    const ended = await inState(galley, end);
    const quote = await galley.ctx.quoteStore.change(ended.id, (now) => ({
      ...now,
      ...changes,
      balance: undefined,
    }));
    galley.clock.now += minute;

    const { balance } = await recordCharge(galley.ctx, quote, galley.key);

    expect(balance?.credits).toBe(isNew ? 777 : undefined);
  });
});

describe("the end of a run is recorded", () => {
  const { endedAt } = completed();

  test.each<readonly [string, number, number]>([
    ["with a reading from after it, without another request", endedAt + 1, 0],
    ["with a new reading where the last one was at the same moment", endedAt, 1],
    ["with a new reading where the last one is dated in the future", noon + 1000 * minute, 1],
  ])("%s", async (_, at, more) => {
    const { partner, reads } = counted();
    const galley = await anApproved({ partner });
    const quote = await inState(galley, completed());
    await galley.ctx.account.change((account) => ({
      ...account,
      reading: { balance: 5, used: 5, at },
    }));
    const before = reads();
    galley.clock.now = endedAt + 10 * minute;

    const recorded = await recordCharge(galley.ctx, quote, galley.key);
    await recordCharge(galley.ctx, quote, galley.key);

    expect(reads() - before).toBe(more);
    const seen = findTask(recorded, galley.key)?.recorded;
    expect(seen).toMatchObject({ as: "completed", after: { balance: more === 0 ? 5 : 20_000 } });
    const { reservations, recorded: sum } = await galley.ctx.account.read();
    expect([reservations, sum]).toEqual([[], 4400]);
  });

  test("once, though the process dies before the run says so and another one begins", async () => {
    const galley = await anApproved();
    const quote = await inState(galley, completed());
    galley.clock.now = endedAt + minute;
    const change = () => Promise.reject(new Error("killed"));
    const dying = { ...galley.ctx, quoteStore: { ...galley.ctx.quoteStore, change } };
    await expect(recordCharge(dying, quote, galley.key)).rejects.toThrow("killed");

    await reconcile(galley.ctx, [quote]);
    await recordCharge(galley.ctx, quote, galley.key);

    const { reservations, recorded } = await galley.ctx.account.read();
    expect([reservations, recorded]).toEqual([[], 4400]);
  });

  test("not in the record of a run that has changed since", async () => {
    const galley = await anApproved();
    const quote = await inState(galley, failed());
    await inState(galley, running());
    galley.clock.now += minute;

    const recorded = await recordCharge(galley.ctx, quote, galley.key);

    expect(findTask(recorded, galley.key)?.recorded).toBeUndefined();
  });
});

describe("reconciling the account", () => {
  const kept = async (change: (galley: Galley) => Promise<unknown>) => {
    const galley = await anApproved();
    await change(galley);
    await reconcile(galley.ctx, []);
    return (await galley.ctx.account.read()).reservations.length;
  };
  const after = { balance: 1, used: 1, at: noon };

  test.each<readonly [string, TaskState, Partial<Task>, number]>([
    ["keeps the credits of a run that goes on", running(), {}, 1],
    ["releases those of a rejected one", rejectedFor("bad-request"), {}, 0],
    ["keeps those of an end that is not recorded", completed(), {}, 1],
    ["releases those of an end that is", completed(), { recorded: { as: "completed", after } }, 0],
    [
      "keeps those of a recorded failure, which may still complete",
      failed(),
      { recorded: { as: "failed", after } },
      1,
    ],
  ])("%s", async (_, state, changes, left) => {
    // A rejection releases its credits in its own write; here that was lost.
    const lost = async (galley: Galley) => {
      const { reservations } = await galley.ctx.account.read();
      await inState(galley, state, changes);
      await galley.ctx.account.change((account) => ({ ...account, reservations }));
    };

    expect(await kept(lost)).toBe(left);
  });

  test("keeps those of a record that cannot be read, and goes on", async () => {
    const galley = await anApproved();
    const find = () => Promise.reject(new UnreadableRecordError("of another version"));

    await reconcile({ ...galley.ctx, quoteStore: { ...galley.ctx.quoteStore, find } }, []);

    expect((await galley.ctx.account.read()).reservations).toHaveLength(1);
  });

  test("ends where the store does not answer", async () => {
    const galley = await anApproved();
    const find = () => Promise.reject(new Error("the store is gone"));
    const ctx = { ...galley.ctx, quoteStore: { ...galley.ctx.quoteStore, find } };

    await expect(reconcile(ctx, [])).rejects.toThrow("the store is gone");
  });

  test("reserves what runs of these cards lack", async () => {
    const galley = await anApproved();
    const quote = await inState(galley, running());
    await galley.ctx.account.change((account) => ({ ...account, reservations: [] }));

    await reconcile(galley.ctx, [quote, anOffer()]);

    const { reservations } = await galley.ctx.account.read();
    expect(reservations.map(({ key }) => key)).toEqual([galley.key]);
  });
});

test.each(["link", "file"] as const)(
  "the end of a run is one write, with a wish for the file where the channel wants it: %s",
  async (way) => {
    const galley = await anApproved();
    const channel = { ...initialSettings.defaults, delivery: way };
    await galley.ctx.settings.change("T1", (settings) => ({
      ...settings,
      channels: { C0BOOKS: channel },
    }));
    const quote = await inState(galley, running());

    const ended = await pollTask(galley.ctx, quote, galley.key);

    expect(findTask(ended, galley.key)?.delivery).toEqual({ way, comparison: "due" });
    expect(ended.notices.map(({ about }) => about.kind)).toEqual(
      way === "link" ? ["outcome"] : ["outcome", "result-file"],
    );
  },
);
