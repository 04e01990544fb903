import { describe, expect, test } from "vitest";

import { UnavailableError } from "#domain/errors.ts";
import { changeTask } from "#domain/quote.ts";
import { nextSend } from "#domain/translation/sending.ts";
import { sendTask } from "#features/translation/run-task.ts";
import { advanceQuote, dueSteps } from "#worker/advance-quote.ts";

import {
  aCard,
  aPartnerTask,
  aSendingTask,
  anAttempt,
  minute,
  noon,
  second,
  setup,
} from "../../builders.ts";
import { anOffer } from "../../support/app-context.ts";
import { anApproved, approves, taskOf } from "../../support/approved.ts";

test("a send again asks the partner for its time first, and is none where the window is over by that", async () => {
  const galley = await anApproved();
  galley.partner.script.push(new UnavailableError());
  const sendAt = (aheadMs: number) =>
    sendTask({ ...galley.ctx, aheadMs: () => aheadMs }, galley.quote, galley.key);
  await sendAt(3 * minute).catch(() => undefined);

  galley.clock.now += 13 * minute;
  await sendAt(0);

  expect(galley.partner.arrived).toHaveLength(1);
  expect(await taskOf(galley, galley.quote, galley.key)).toMatchObject({
    attempts: [{ aheadMs: 3 * minute, outcome: "ambiguous" }],
    state: { status: "unknown", fault: "ClockWasAhead" },
  });
  expect(galley.events.map(({ kind }) => kind)).toEqual(["approved", "unknown"]);
});

test("an answer that names the task of another run is none: it is asked again", async () => {
  const galley = await anApproved();
  await sendTask(galley.ctx, galley.quote, galley.key);
  const [first] = galley.partner.tasks.values();
  const { quote } = await galley.ctx.quoteStore.add(anOffer({ id: "other", target: "de" }));
  const bought = await approves(galley, quote.id);
  if (bought.status !== "approved") throw new Error(bought.status);
  const { key } = bought.task;
  const shown = await galley.ctx.quoteStore.change(quote.id, (now) => ({
    ...now,
    card: aCard({ key }),
  }));
  const partner = { ...galley.ctx.partner, createTask: async () => aPartnerTask(first) };

  await sendTask({ ...galley.ctx, partner }, shown, key).catch(() => undefined);

  expect(await taskOf(galley, shown, key)).toMatchObject({
    attempts: [{ outcome: "ambiguous", fault: "TaskTakenError" }],
    state: { status: "sending" },
  });
});

describe("a send that an admin asked for", () => {
  /** The admin decides at noon; from then on nothing reaches the partner. */
  const asked = aSendingTask([], { sent: { reopenedAt: noon, apiKeyFingerprint: "an old key" } });
  const missed = { outcome: "not-sent", fault: "UnreachableError" } as const;
  const at = (ms: number) => anAttempt({ ...missed, startedAt: noon + ms, endedAt: noon + ms });

  test("begins at once, with the key of now, and within the window after that", () => {
    expect(nextSend(asked, 1000, setup)).toEqual({
      status: "send",
      at: noon,
      from: noon,
      until: noon + 15 * minute,
    });
  });

  test("is not made any more when the partner could not be reached until the window was over", () => {
    const task = { ...asked, attempts: [at(14 * minute), at(15 * minute - second)] };

    expect(nextSend(task, 1000, setup).status).toBe("give-up");
  });

  test("is left to the admins again, who hear of it", async () => {
    const galley = await anApproved();
    await galley.ctx.quoteStore.change(galley.quote.id, (before) =>
      changeTask(before, galley.key, () => ({ ...asked, key: galley.key })),
    );
    galley.clock.now = noon + 16 * minute;
    const steps = await dueSteps(galley.ctx, galley.quote.id);
    for (const step of steps) await advanceQuote(galley.ctx, galley.quote.id, step);

    expect(galley.partner.arrived).toEqual([]);
    const quote = await galley.ctx.quoteStore.find(galley.quote.id);
    expect(quote?.tasks[0]?.state).toMatchObject({ status: "unknown" });
    expect(quote?.notices.map(({ about }) => about)).toContainEqual(
      expect.objectContaining({ kind: "tell-admins", topic: "unknown", reopenedAt: noon }),
    );
  });
});
