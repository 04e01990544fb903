import { createHash } from "node:crypto";

import { describe, expect, test } from "vitest";

import type { Manuscript } from "../../../src/core/manuscript.ts";
import { type Quote, changeTask } from "../../../src/core/quote.ts";
import { measureSlice } from "../../../src/features/estimate/actions/choose.ts";
import { sendTask } from "../../../src/features/translation/actions/send-task.ts";
import { beginAttempt } from "../../../src/features/translation/rules/sending.ts";
import { aCard, hour, noon, opening, unknown, aRequest } from "../../builders.ts";
import { anApproved, approves, taskOf } from "../approved.ts";
import { aDesk, anOffer, manuscript, text } from "../desk.ts";

const preview = 3000;
const measured = (limit: number) => ({
  limit,
  slice: opening(limit),
  measured: { bytes: limit, sha256: sha256(text.slice(0, limit)) },
});

/** Approves a preview of a manuscript with these known facts, on a card that names it. */
async function anApprovedPreview(
  known: Partial<Manuscript>,
  options: Parameters<typeof aDesk>[0] = {},
  previewChars = preview,
) {
  const house = aDesk(options);
  const reading = { status: "read", manuscript: { ...manuscript, ...known } } as const;
  const { quote } = await house.desk.ledger.add(
    anOffer({ reading, request: aRequest({ previewChars }) }),
  );
  const outcome = await approves(house, quote.id, "preview");
  if (outcome.status !== "approved") throw new Error(outcome.status);
  const { key } = outcome.task;
  const shown = await house.desk.ledger.change(quote.id, (before) => ({
    ...before,
    card: aCard({ key }),
  }));
  return { ...house, quote: shown, key };
}

describe("of a manuscript", () => {
  test("the whole goes out with its number of characters", async () => {
    const house = await anApproved();

    await sendTask(house.desk, house.quote, house.key);

    expect(house.partner.arrived).toMatchObject([
      { estimatedChars: text.length, text: { bytes: text.length, sha256: sha256(text) } },
    ]);
    expect(house.partner.arrived[0]).not.toHaveProperty("charLimit");
  });

  test("a preview goes out as its opening alone, under its limit", async () => {
    const measure = async () => {
      throw new Error("nothing is read again");
    };
    const openings = [measured(2000), measured(preview)];
    const house = await anApprovedPreview({ openings }, { manuscripts: { measure } });

    await sendTask(house.desk, house.quote, house.key);

    expect(house.partner.arrived).toMatchObject([
      { charLimit: preview, text: measured(preview).measured },
    ]);
    expect(house.partner.arrived[0]).not.toHaveProperty("estimatedChars");
  });

  test("a preview of a short text goes out as the whole, which needs no measuring", async () => {
    const measure = async () => {
      throw new Error("nothing is read again");
    };
    const house = await anApprovedPreview({ openings: [] }, { manuscripts: { measure } }, 100_000);

    await sendTask(house.desk, house.quote, house.key);

    expect(house.partner.arrived).toMatchObject([
      { charLimit: text.length, text: { bytes: text.length, sha256: sha256(text) } },
    ]);
  });

  test("an opening that nobody has measured is measured before anything leaves", async () => {
    const house = await anApprovedPreview({ openings: [measured(2000)] });

    await sendTask(house.desk, house.quote, house.key);
    expect(house.partner.arrived).toEqual([]);

    await sendTask(house.desk, await measureSlice(house.desk, house.quote, house.key), house.key);
    expect(house.partner.arrived).toMatchObject([
      { charLimit: preview, text: measured(preview).measured },
    ]);
  });

  test("nothing leaves when its text has changed since", async () => {
    const measure = async () => ({ bytes: 1, sha256: "1", textSha256: "0".repeat(64) });
    const house = await anApprovedPreview({ openings: [] }, { manuscripts: { measure } });

    const left = await measureSlice(house.desk, house.quote, house.key);
    await sendTask(house.desk, left, house.key);

    expect(house.partner.arrived).toEqual([]);
    expect((await taskOf(house, house.quote, house.key))?.state).toMatchObject({
      status: "rejected",
      reason: "text-changed",
    });
  });
});

describe("a run is not sent", () => {
  test("because another one on the same card is due", async () => {
    const house = await anApprovedPreview({ openings: [measured(preview)] });
    const outcome = await approves(house, house.quote.id);
    if (outcome.status !== "approved") throw new Error(outcome.status);
    const { key: waiting } = outcome.task;

    await sendTask(house.desk, house.quote, waiting);
    expect(house.partner.arrived).toEqual([]);

    await sendTask(house.desk, house.quote, house.key);
    expect(house.partner.arrived).toMatchObject([{ key: house.key }]);
  });

  test("while a person has to find out whether it exists", async () => {
    const house = await anApproved();
    const lost = await house.desk.ledger.change(house.quote.id, (now) =>
      changeTask(now, house.key, (task) => ({ ...task, state: unknown })),
    );

    await sendTask(house.desk, lost, house.key);

    expect(house.partner.arrived).toEqual([]);
    expect((await taskOf(house, house.quote, house.key))?.state).toEqual(unknown);
  });

  test("by an attempt that a newer one has overtaken, though its bytes are the same", async () => {
    const house = await anApproved();
    house.partner.script.push("answer-lost");
    await sendTask(house.desk, house.quote, house.key).catch(() => undefined);
    house.clock.now += hour / 10;
    const overtake = () =>
      house.desk.ledger.change(house.quote.id, (now: Quote) =>
        changeTask(now, house.key, (task) => beginAttempt(task, noon + hour)),
      );
    const { open } = house.desk.manuscripts;
    const manuscripts: typeof house.desk.manuscripts = {
      ...house.desk.manuscripts,
      open: async function* slowly(source, signal) {
        yield* open(source, signal);
        await overtake();
      },
    };

    const sending = sendTask({ ...house.desk, manuscripts }, house.quote, house.key);

    await expect(sending).rejects.toMatchObject({ name: "CutShort", why: "superseded" });
    expect(house.partner.arrived).toHaveLength(1);
  });
});

function sha256(content: string): string {
  return createHash("sha256").update(content).digest("hex");
}
