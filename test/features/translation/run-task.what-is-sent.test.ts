import { createHash } from "node:crypto";

import { describe, expect, test } from "vitest";

import type { Manuscript } from "#domain/manuscript.ts";
import { type Quote, changeTask } from "#domain/quote.ts";
import { beginAttempt } from "#domain/translation/sending.ts";
import { measureSlice, sendTask } from "#features/translation/run-task.ts";

import { aCard, hour, noon, opening, unknown, aRequest } from "../../builders.ts";
import { testAppContext, anOffer, manuscript, text } from "../../support/app-context.ts";
import { anApproved, approves, taskOf } from "../../support/approved.ts";

const preview = 3000;
const measured = (limit: number) => ({
  limit,
  slice: opening(limit),
  measured: { bytes: limit, sha256: sha256(text.slice(0, limit)) },
});

/** Approves a preview of a manuscript with these known facts, on a card that names it. */
async function anApprovedPreview(
  known: Partial<Manuscript>,
  options: Parameters<typeof testAppContext>[0] = {},
  previewChars = preview,
) {
  const galley = testAppContext(options);
  const reading = { status: "read", manuscript: { ...manuscript, ...known } } as const;
  const { quote } = await galley.ctx.quoteStore.add(
    anOffer({ reading, request: aRequest({ previewChars }) }),
  );
  const outcome = await approves(galley, quote.id, "preview");
  if (outcome.status !== "approved") throw new Error(outcome.status);
  const { key } = outcome.task;
  const shown = await galley.ctx.quoteStore.change(quote.id, (before) => ({
    ...before,
    card: aCard({ key }),
  }));
  return { ...galley, quote: shown, key };
}

describe("of a manuscript", () => {
  test("the whole goes out with its number of characters", async () => {
    const galley = await anApproved();

    await sendTask(galley.ctx, galley.quote, galley.key);

    expect(galley.partner.arrived).toMatchObject([
      { estimatedChars: text.length, text: { bytes: text.length, sha256: sha256(text) } },
    ]);
    expect(galley.partner.arrived[0]).not.toHaveProperty("charLimit");
  });

  test("a preview goes out as its opening alone, under its limit", async () => {
    const measure = async () => {
      throw new Error("nothing is read again");
    };
    const openings = [measured(2000), measured(preview)];
    const galley = await anApprovedPreview({ openings }, { manuscripts: { measure } });

    await sendTask(galley.ctx, galley.quote, galley.key);

    expect(galley.partner.arrived).toMatchObject([
      { charLimit: preview, text: measured(preview).measured },
    ]);
    expect(galley.partner.arrived[0]).not.toHaveProperty("estimatedChars");
  });

  test("a preview of a short text goes out as the whole, which needs no measuring", async () => {
    const measure = async () => {
      throw new Error("nothing is read again");
    };
    const galley = await anApprovedPreview({ openings: [] }, { manuscripts: { measure } }, 100_000);

    await sendTask(galley.ctx, galley.quote, galley.key);

    expect(galley.partner.arrived).toMatchObject([
      { charLimit: text.length, text: { bytes: text.length, sha256: sha256(text) } },
    ]);
  });

  test("an opening that nobody has measured is measured before anything leaves", async () => {
    const galley = await anApprovedPreview({ openings: [measured(2000)] });

    await sendTask(galley.ctx, galley.quote, galley.key);
    expect(galley.partner.arrived).toEqual([]);

    await sendTask(
      galley.ctx,
      await measureSlice(galley.ctx, galley.quote, galley.key),
      galley.key,
    );
    expect(galley.partner.arrived).toMatchObject([
      { charLimit: preview, text: measured(preview).measured },
    ]);
  });

  test("nothing leaves when its text has changed since", async () => {
    const measure = async () => ({ bytes: 1, sha256: "1", textSha256: "0".repeat(64) });
    const galley = await anApprovedPreview({ openings: [] }, { manuscripts: { measure } });

    const left = await measureSlice(galley.ctx, galley.quote, galley.key);
    await sendTask(galley.ctx, left, galley.key);

    expect(galley.partner.arrived).toEqual([]);
    expect((await taskOf(galley, galley.quote, galley.key))?.state).toMatchObject({
      status: "rejected",
      reason: "text-changed",
    });
  });
});

describe("a run is not sent", () => {
  test("because another one on the same card is due", async () => {
    const galley = await anApprovedPreview({ openings: [measured(preview)] });
    const outcome = await approves(galley, galley.quote.id);
    if (outcome.status !== "approved") throw new Error(outcome.status);
    const { key: waiting } = outcome.task;

    await sendTask(galley.ctx, galley.quote, waiting);
    expect(galley.partner.arrived).toEqual([]);

    await sendTask(galley.ctx, galley.quote, galley.key);
    expect(galley.partner.arrived).toMatchObject([{ key: galley.key }]);
  });

  test("while a person has to find out whether it exists", async () => {
    const galley = await anApproved();
    const lost = await galley.ctx.quoteStore.change(galley.quote.id, (now) =>
      changeTask(now, galley.key, (task) => ({ ...task, state: unknown })),
    );

    await sendTask(galley.ctx, lost, galley.key);

    expect(galley.partner.arrived).toEqual([]);
    expect((await taskOf(galley, galley.quote, galley.key))?.state).toEqual(unknown);
  });

  test("by an attempt that a newer one has overtaken, though its bytes are the same", async () => {
    const galley = await anApproved();
    galley.partner.script.push("answer-lost");
    await sendTask(galley.ctx, galley.quote, galley.key).catch(() => undefined);
    galley.clock.now += hour / 10;
    const overtake = () =>
      galley.ctx.quoteStore.change(galley.quote.id, (now: Quote) =>
        changeTask(now, galley.key, (task) => beginAttempt(task, noon + hour)),
      );
    const { open } = galley.ctx.manuscripts;
    const manuscripts: typeof galley.ctx.manuscripts = {
      ...galley.ctx.manuscripts,
      open: async function* slowly(source, signal) {
        yield* open(source, signal);
        await overtake();
      },
    };

    const sending = sendTask({ ...galley.ctx, manuscripts }, galley.quote, galley.key);

    await expect(sending).rejects.toMatchObject({ name: "RequestAbortedError", why: "superseded" });
    expect(galley.partner.arrived).toHaveLength(1);
  });
});

function sha256(content: string): string {
  return createHash("sha256").update(content).digest("hex");
}
