import { describe, expect, test } from "vitest";

import type { AppContext } from "#domain/context.ts";
import {
  RequestAbortedError,
  PaymentRequiredError,
  RateLimitedError,
  UnavailableError,
  UnreachableError,
} from "#domain/errors.ts";
import type { CreateTask } from "#domain/partner.ts";
import { changeTask } from "#domain/quote.ts";
import { beginAttempt } from "#domain/translation/sending.ts";
import { sendTask } from "#features/translation/run-task.ts";
import { createForm } from "#partner/multipart.ts";

import { aSendingTask, aTask, hour, minute, noon } from "../../builders.ts";
import { type TestPorts, runOut } from "../../support/app-context.ts";
import { anApproved, approves, taskOf } from "../../support/approved.ts";
import { aFaultyStore } from "../../support/faulty-store.ts";

describe("an attempt", () => {
  test("is written down before its last bytes leave, with what proves them", async () => {
    const seen: unknown[] = [];
    const galley = await anApproved();
    const { createTask } = galley.ctx.partner;
    const partner: typeof galley.ctx.partner = {
      ...galley.ctx.partner,
      createTask: async (create) => {
        const made = await createTask(create);
        const task = await taskOf(galley, galley.quote, galley.key);
        seen.push([task?.state.status, task?.attempts.length, task?.sent?.bodySha256?.length]);
        return made;
      },
    };

    await sendTask({ ...galley.ctx, partner }, galley.quote, galley.key);

    expect(seen).toEqual([["sending", 1, 64]]);
    expect((await taskOf(galley, galley.quote, galley.key))?.state.status).toBe("running");
    expect(galley.events.map(({ kind }) => kind)).toEqual(["approved", "sent"]);
  });

  test.each<readonly [string, (tasks: AppContext["partner"]["createTask"]) => typeof tasks]>([
    ["running by its answer", (createTask) => createTask],
    [
      "sent without an answer",
      (createTask) => async (create) => {
        await createTask(create);
        throw new UnavailableError();
      },
    ],
  ])("that the store forgot meanwhile is written down again: %s", async (_, answers) => {
    const galley = await anApproved();
    const { ctx, quote, key } = galley;
    const lost: number[] = [];
    const createTask: typeof ctx.partner.createTask = async (create) => {
      const made = await ctx.partner.createTask(create);
      await ctx.quoteStore.change(quote.id, (before) => ({ ...before, tasks: [] }));
      return made;
    };
    const partner = { ...ctx.partner, createTask: answers(createTask) };
    const noteLoss = async (approvedAt: number) => void lost.push(approvedAt);

    await sendTask({ ...ctx, partner, records: { ...ctx.records, noteLoss } }, quote, key).catch(
      () => undefined,
    );

    const task = await taskOf(galley, quote, key);
    expect(["running", "sending"]).toContain(task?.state.status);
    expect(task?.attempts).toHaveLength(1);
    expect(lost).toEqual([task?.approval?.at]);
  });

  test("is not made when the account cannot be read before: a person could not compare later", async () => {
    const usage = async () => {
      throw new UnavailableError();
    };
    const galley = await anApproved({ partner: { usage } });

    await expect(sendTask(galley.ctx, galley.quote, galley.key)).rejects.toThrow(UnavailableError);

    expect((await taskOf(galley, galley.quote, galley.key))?.attempts).toEqual([]);
  });

  test("is not made before the card names its key, though an inquiry of the card is due", async () => {
    const galley = await anApproved();
    const inquiry = aTask({ key: "inquiry", kind: "estimate", price: 0, approval: undefined });
    const other = await galley.ctx.quoteStore.change(galley.quote.id, (before) => ({
      ...before,
      tasks: [...before.tasks, inquiry],
      card: { status: "posted", channel: "C0BOOKS", ts: "2.2", face: "", key: undefined },
    }));

    await sendTask(galley.ctx, other, galley.key);

    expect(galley.partner.arrived).toEqual([]);
  });

  test("that fails is closed with what it proved, and thrown, so that Galley waits", async () => {
    const galley = await anApproved();
    galley.partner.script.push(new PaymentRequiredError("short"));

    await expect(sendTask(galley.ctx, galley.quote, galley.key)).rejects.toThrow("short");

    expect(await taskOf(galley, galley.quote, galley.key)).toMatchObject({
      state: { status: "rejected", reason: "short-of-credits" },
      attempts: [{ outcome: "rejected", endedAt: noon }],
    });
    expect(galley.events.at(-1)).toMatchObject({ kind: "send-failed", why: "short-of-credits" });
  });

  test("of two workers is made once", async () => {
    const galley = await anApproved();

    await Promise.all([1, 2, 3].map(() => sendTask(galley.ctx, galley.quote, galley.key)));

    expect(galley.partner.arrived).toHaveLength(1);
  });
});

describe("the last bytes stay here", () => {
  const cutWith = async (
    spoil: (galley: Awaited<ReturnType<typeof anApproved>>) => unknown,
    clocks: Partial<AppContext> = {},
  ) => {
    const galley = await anApproved();
    const { manuscripts } = galley.ctx;
    const spoilt: typeof manuscripts = {
      ...manuscripts,
      open: async function* open(source, signal) {
        yield* manuscripts.open(source, signal);
        await spoil(galley);
      },
    };

    await expect(
      sendTask({ ...galley.ctx, ...clocks, manuscripts: spoilt }, galley.quote, galley.key),
    ).rejects.toThrow(RequestAbortedError);

    expect(galley.partner.arrived).toEqual([]);
    return { galley, task: await taskOf(galley, galley.quote, galley.key) };
  };

  test("when a newer attempt was begun, which then goes on", async () => {
    const { task } = await cutWith(({ ctx, quote, key }) =>
      ctx.quoteStore.change(quote.id, (now) =>
        changeTask(now, key, (one) => beginAttempt(one, noon + hour)),
      ),
    );

    expect(task?.attempts.map(({ outcome }) => outcome)).toEqual([undefined, undefined]);
    expect(task?.state.status).toBe("sending");
  });

  test("when the attempt has become older than its limit", async () => {
    const { task } = await cutWith(({ clock }) => {
      clock.now += hour;
    });

    expect(task?.attempts).toMatchObject([{ outcome: "not-sent", fault: "RequestAbortedError" }]);
  });

  test("when the machine slept meanwhile, which its own count of time does not know", async () => {
    const slept = ({ clock }: Pick<TestPorts, "clock">) => {
      clock.now += hour;
    };
    const { task } = await cutWith(slept, { tick: () => 0 });

    expect(task?.attempts).toMatchObject([{ outcome: "not-sent", fault: "RequestAbortedError" }]);
  });

  test("when the store cannot say whether the attempt still stands", async () => {
    const galley = await anApproved();
    const find = () => Promise.reject(new Error("the store is gone"));
    const ctx = { ...galley.ctx, quoteStore: { ...galley.ctx.quoteStore, find } };

    await expect(sendTask(ctx, galley.quote, galley.key)).rejects.toThrow(RequestAbortedError);

    expect(galley.partner.arrived).toEqual([]);
    expect((await taskOf(galley, galley.quote, galley.key))?.attempts).toMatchObject([
      { outcome: "not-sent" },
    ]);
  });
});

test("a body that is not the one that was sent first is not even begun", async () => {
  const opened: string[] = [];
  const open = async function* open() {
    opened.push("opened");
    yield Buffer.from("");
  };
  const galley = await anApproved({ manuscripts: { open } });
  const { attempts } = aSendingTask(["ambiguous"]);
  const first = {
    bodySha256: "0".repeat(64),
    apiKeyFingerprint: galley.ctx.setup.apiKeyFingerprint,
  };
  const again = await galley.ctx.quoteStore.change(galley.quote.id, (now) =>
    changeTask(now, galley.key, (task) => ({
      ...task,
      attempts,
      sent: first,
      state: { status: "sending" },
    })),
  );
  galley.clock.now += 5 * minute;

  await expect(sendTask(galley.ctx, again, galley.key)).rejects.toThrow(RequestAbortedError);

  expect([opened, galley.partner.arrived]).toEqual([[], []]);
  expect((await taskOf(galley, galley.quote, galley.key))?.state).toMatchObject({
    status: "unknown",
    fault: "RequestAbortedError",
  });
});

describe("whatever write of the ledger fails", () => {
  const writes = Array.from({ length: 12 }, (_, n) => n);
  const cases = writes.flatMap((k) => [[k, "before"] as const, [k, "after"] as const]);

  test.each(cases)(
    "write %i, failing %s it is done: one task, one key, no result lost",
    async (k, when) => {
      const faulty = aFaultyStore();
      const galley = await anApproved({ store: faulty.store });
      const unrecorded: string[] = [];
      const { createTask } = galley.ctx.partner;
      const ctx: typeof galley.ctx = {
        ...galley.ctx,
        partner: {
          ...galley.ctx.partner,
          createTask: async (create) => {
            const made = await createTask(create);
            const task = await taskOf(galley, galley.quote, create.key);
            if (
              task?.attempts.at(-1)?.outcome !== undefined ||
              task?.sent?.bodySha256 === undefined
            ) {
              unrecorded.push(create.key);
            }
            return made;
          },
        },
      };
      Object.assign(faulty.state, { failAt: faulty.state.writes + k, when });

      await runOut({ ...galley, ctx }, galley.quote.id);

      expect(unrecorded).toEqual([]);
      expect([...galley.partner.tasks.keys()].filter((key) => key === galley.key)).toHaveLength(1);
      const task = await taskOf(galley, galley.quote, galley.key);
      expect(task?.state).toMatchObject({ status: "completed", result: { charged: 4400 } });
      expect(galley.thread.posts.filter(({ notice }) => notice.startsWith("outcome"))).toHaveLength(
        1,
      );
    },
  );
});

describe("a run whose answers do not come", () => {
  test("is asked for with the same key and bytes, and paid once", async () => {
    const galley = await anApproved();
    galley.partner.script.push("answer-lost", new RateLimitedError("wait", 1000), "answer-lost");

    await runOut(galley, galley.quote.id);

    const creates = galley.partner.arrived.filter(({ key }) => key === galley.key);
    const bodies = await Promise.all(creates.map(bodyOf));
    expect(creates).toHaveLength(4);
    expect(new Set(bodies.map((body) => body.toString("hex"))).size).toBe(1);
    expect((await taskOf(galley, galley.quote, galley.key))?.state.status).toBe("completed");
  });

  test("is left to a person after the window, and the next approval is refused until then", async () => {
    const galley = await anApproved();
    galley.partner.script.push(...Array.from({ length: 30 }, () => "answer-lost" as const));

    await runOut(galley, galley.quote.id);

    const task = await taskOf(galley, galley.quote, galley.key);
    expect(task?.state).toMatchObject({ status: "unknown", fault: "UnavailableError" });
    expect(task?.attempts.at(-1)?.startedAt).toBeLessThanOrEqual(noon + 15 * minute);
    expect((await approves(galley, galley.quote.id)).status).toBe("unsettled");
  });

  test("because the partner is away for hours was never sent, and goes out when it is back", async () => {
    const galley = await anApproved();
    galley.partner.script.push(...Array.from({ length: 60 }, () => new UnreachableError()));

    await runOut(galley, galley.quote.id);

    expect((await taskOf(galley, galley.quote, galley.key))?.state.status).toBe("completed");
    expect(galley.partner.tasks.has(galley.key)).toBe(true);
  });
});

async function bodyOf(sent: CreateTask): Promise<Buffer> {
  const { stream } = createForm({ ...sent, beforeLastBytes: async () => undefined }, "file");
  return Buffer.concat(await Array.fromAsync(stream(new AbortController().signal)));
}
