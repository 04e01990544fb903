import { describe, expect, test } from "vitest";

import { closedAt, erase, erasableFrom } from "#domain/erasure.ts";
import { cardDigest } from "#domain/estimate/card-digest.ts";
import { cardModel } from "#domain/estimate/card-model.ts";
import { termHome } from "#domain/glossary/quote-terms.ts";
import type { Quote } from "#domain/quote.ts";
import { stepsOf } from "#domain/steps.ts";
import type { TaskState } from "#domain/task.ts";

import {
  aCard,
  aGlossaryTask,
  aManuscript,
  aPostedQuote,
  aPreview,
  aQuote,
  aTask,
  aTerm,
  completed,
  failed,
  hour,
  minute,
  noon,
  rejectedFor,
  setup,
  running,
  unknown,
  vanished,
  aRequest,
} from "../builders.ts";

const days90 = 90 * 24 * hour;
const declined = { status: "declined", by: "U0ANA", at: noon + hour } as const;

describe("a quote is closed", () => {
  test.each<readonly [string, Quote, number]>([
    [
      "when its manuscript was refused",
      aPostedQuote({ reading: { status: "refused", reason: "binary" } }),
      noon,
    ],
    ["when it was declined", aQuote({ decision: declined }), noon + hour],
    ["when it expired", aQuote({ decision: { status: "expired", at: noon + hour } }), noon + hour],
    [
      "when its translation is there",
      aQuote({ tasks: [aTask({ state: completed() })] }),
      noon + minute,
    ],
    [
      "when it failed or vanished",
      aQuote({ tasks: [aTask({ state: failed() }), aTask({ state: vanished })] }),
      noon,
    ],
    [
      "when the last of what was bought has ended",
      aQuote({
        decision: declined,
        tasks: [aPreview({ state: { ...completed(), endedAt: noon + 2 * hour } })],
      }),
      noon + 2 * hour,
    ],
  ])("%s", (_, quote, at) => {
    expect(closedAt(quote)).toBe(at);
    expect(erasableFrom(quote)).toBe(at + days90);
  });

  test.each<readonly [string, Quote]>([
    ["while it is read", aPostedQuote()],
    ["while people decide", aQuote()],
    ["while only a preview was bought", aQuote({ tasks: [aPreview({ state: completed() })] })],
    [
      "after a no that can be tried again",
      aQuote({ tasks: [aTask({ state: rejectedFor("bad-request") })] }),
    ],
    ...([{ status: "approved" }, { status: "sending" }, running(), unknown] as TaskState[]).map(
      (state) =>
        [
          `while what was approved is ${state.status}`,
          aQuote({ decision: declined, tasks: [aTask({ state })] }),
        ] as const,
    ),
  ])("but not %s", (_, quote) => {
    expect(closedAt(quote)).toBeUndefined();
    expect(erase(quote, noon + 100 * days90)).toBe(quote);
  });
});

describe("90 days after it was closed", () => {
  const size = { chapters: 1, paragraphs: 9 };
  const terms = { looked: 2, unused: 1, missing: ["Marlow"] };
  const comparison = { source: size, result: size, missing: 0, same: 0, terms };
  const task = aTask({
    state: completed({ charged: 7 }),
    delivery: { way: "link", comparison },
  });
  const glossary = aGlossaryTask({ state: completed({ terms: [aTerm("Marlow", "Marlow")] }) });
  const refused = aTask({
    key: "refused",
    state: { ...rejectedFor("bad-request"), why: "no Marlow here" },
  });
  const quote = aQuote({
    file: { id: "F1", name: "Marlow Finch.txt" },
    book: "Marlow Finch",
    request: aRequest({
      details: { first: "translation", note: "for Marlow", dueOn: "2026-11-27" },
    }),
    reading: {
      status: "read",
      manuscript: aManuscript({ chapters: [{ title: "Marlow", start: 0, characters: 9 }] }),
    },
    tasks: [task, glossary, refused],
    card: aCard(),
  });
  const erased = erase(quote, noon + minute + days90);

  test("names, terms and notes are gone from it", () => {
    expect(JSON.stringify(erased)).not.toContain("Marlow");
  });

  test("nor is what people said to their decisions left in it", () => {
    const decided = aQuote({ decision: { ...declined, note: "not for Marlow" } });

    const bare = erase(decided, noon + 2 * days90);

    expect(JSON.stringify(bare)).not.toContain("Marlow");
    expect(bare).toMatchObject({
      decision: { status: "declined", by: "U0ANA" },
    });
  });

  test("ids, hashes, credits, decisions and what was wished for stay", () => {
    expect(erased).toMatchObject({
      id: quote.id,
      erasedAt: noon + minute + days90,
      request: { by: quote.request.by, details: { first: "translation", dueOn: "2026-11-27" } },
      file: { id: "F1" },
      reading: {
        status: "read",
        manuscript: aManuscript({ chapters: [{ title: "1", start: 0, characters: 9 }] }),
      },
      tasks: [
        {
          key: task.key,
          approval: task.approval,
          price: task.price,
          delivery: { comparison: { source: size, terms: { looked: 2, unused: 1 } } },
          state: { taskId: "task-7", result: { charged: 7 } },
        },
        { key: glossary.key },
        { key: refused.key, state: { reason: "bad-request" } },
      ],
    });
  });

  test("the terms of its book can still be found, and be erased", () => {
    const nameless = { ...quote, book: undefined };

    expect(termHome(erased)).toBe(termHome(quote));
    expect(termHome(erase(nameless, noon + minute + days90))).toBe(termHome(nameless));
  });

  test("the card is left as it is, and nothing is due", () => {
    const face = cardDigest(quote);
    const shown = erase(
      { ...quote, balance: { credits: 1, at: noon }, card: aCard({ face }) },
      noon + 2 * days90,
    );

    expect(stepsOf(shown, setup).filter((step) => step.kind === "show-card")).toEqual([]);
    expect(erase({ ...quote, card: { status: "none" } }, noon + 2 * days90).card).toEqual({
      status: "none",
    });
  });

  test("an expired card loses its button and is updated", () => {
    const expired = aQuote({ decision: { status: "expired", at: noon }, balance: quote.balance });
    const shown = { ...expired, card: aCard({ face: cardDigest(expired) }) };

    const bare = erase(shown, noon + 2 * days90);

    expect(cardModel(shown, setup).buttons).toEqual([{ kind: "ask-again" }]);
    expect(cardModel(bare, setup).buttons).toEqual([]);
    expect(stepsOf(bare, setup)).toEqual([{ kind: "show-card", at: 0 }]);
  });

  test("and not a moment earlier, and only once", () => {
    expect(erase(quote, noon + minute + days90 - 1)).toBe(quote);
    expect(erase(erased, noon + 2 * days90)).toBe(erased);
    expect(erasableFrom(erased)).toBeUndefined();
  });
});
