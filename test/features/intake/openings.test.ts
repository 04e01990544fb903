import { describe, expect, test } from "vitest";

import type { CutShort } from "../../../src/core/faults.ts";
import { changeTask, findTask } from "../../../src/core/quote.ts";
import { sendTask } from "../../../src/features/translation/actions/send-task.ts";
import { anApproved, approves, taskOf } from "../approved.ts";
import { aDesk, anOffer, manuscript, text } from "../desk.ts";

/** A desk with an approved preview of these first code points, whose card names it. */
async function aPreviewed(characters: number, changes: Parameters<typeof anOffer>[0] = {}) {
  const house = aDesk();
  const balance = { credits: characters, at: house.clock.now };
  const { quote } = await house.desk.ledger.add(anOffer({ balance, ...changes }));
  const outcome = await approves(house, quote.id, "preview");
  if (outcome.status !== "approved") throw new Error(outcome.status);
  const { key } = outcome.task;
  const shown = await house.desk.ledger.change(quote.id, (before) => ({
    ...before,
    card: { status: "posted", channel: "C0BOOKS", ts: "2.2", face: "", key },
  }));
  return { ...house, quote: shown, key };
}

describe("what is sent of a text", () => {
  test("is its opening, measured anew, with char_limit and no estimated_chars", async () => {
    const house = await aPreviewed(900);

    await sendTask(house.desk, house.quote, house.key);

    expect(house.partner.arrived).toMatchObject([{ charLimit: 900, text: { bytes: 900 } }]);
    expect(house.partner.arrived[0]).not.toHaveProperty("estimatedChars");
  });

  test("is the opening as it was measured at the start, without reading it again", async () => {
    const house = await aPreviewed(900);
    const openings = [10, 900].map((limit) => ({
      limit,
      characters: limit,
      bytes: limit,
      sha256: "of the opening",
    }));
    const known = await house.desk.ledger.change(house.quote.id, (before) => ({
      ...before,
      reading: { status: "read", manuscript: { ...manuscript, openings } },
    }));
    const read = async () => {
      throw new Error("read again");
    };
    const desk = { ...house.desk, manuscripts: { ...house.desk.manuscripts, read } };

    // The hash is a false one, so that the body is cut short by what it was promised to be.
    await expect(sendTask(desk, known, house.key)).rejects.toThrow("text-changed");
  });

  test("is not the opening of another text", async () => {
    const house = await aPreviewed(900);
    const { manuscripts } = house.desk;
    const read: typeof manuscripts.read = async (...asked) => {
      const { manuscript, names } = await manuscripts.read(...asked);
      return { manuscript: { ...manuscript, textSha256: "0".repeat(64) }, names };
    };
    const desk = { ...house.desk, manuscripts: { ...manuscripts, read } };

    await expect(sendTask(desk, house.quote, house.key)).rejects.toMatchObject({
      name: "CutShort",
      why: "text-changed",
    });
    expect(house.partner.arrived).toEqual([]);
  });

  test("is the whole of it where the opening is as long", async () => {
    const house = await aPreviewed(text.length);
    const all = await house.desk.ledger.change(house.quote.id, (before) =>
      changeTask(before, house.key, (task) => ({ ...task, scope: text.length })),
    );

    await sendTask(house.desk, all, house.key);

    expect(house.partner.arrived).toMatchObject([
      { charLimit: text.length, text: { bytes: text.length, sha256: manuscript.textSha256 } },
    ]);
  });

  test("is all of it for a translation, with estimated_chars and no char_limit", async () => {
    const house = await anApproved();

    await sendTask(house.desk, house.quote, house.key);

    expect(house.partner.arrived).toMatchObject([
      { estimatedChars: text.length, text: { bytes: text.length } },
    ]);
    expect(house.partner.arrived[0]).not.toHaveProperty("charLimit");
  });
});

describe("an attempt that another one has taken over", () => {
  test("keeps its last bytes here", async () => {
    const house = await anApproved();
    const { manuscripts } = house.desk;
    const desk: typeof house.desk = {
      ...house.desk,
      manuscripts: {
        ...manuscripts,
        open: async function* open(source, signal) {
          yield* manuscripts.open(source, signal);
          await house.desk.ledger.change(house.quote.id, (now) =>
            changeTask(now, house.key, (task) => ({
              ...task,
              attempts: task.attempts.map((one) => ({ ...one, startedAt: one.startedAt + 1 })),
            })),
          );
        },
      },
    };

    await expect(sendTask(desk, house.quote, house.key)).rejects.toMatchObject({
      name: "CutShort",
      why: "superseded",
    } satisfies Partial<CutShort>);
    expect(house.partner.arrived).toEqual([]);
  });

  test("and one whose time is not yet sends nothing, whatever else is due", async () => {
    const house = await anApproved();
    const waiting = await house.desk.ledger.change(house.quote.id, (before) => ({
      ...before,
      balance: undefined,
      card: { status: "posted", channel: "C0BOOKS", ts: "2.2", face: "", key: "another" },
    }));

    await sendTask(house.desk, waiting, house.key);

    expect(house.partner.arrived).toEqual([]);
    expect((await taskOf(house, waiting, house.key))?.attempts).toEqual([]);
    expect(findTask(waiting, house.key)?.state.status).toBe("approved");
  });
});
