import { describe, expect, test } from "vitest";

import { approve, chooseTarget } from "../../../src/domain/approval/decisions.ts";
import { initialSettings } from "../../../src/domain/approval/settings.ts";
import { type Quote, isOnOffer } from "../../../src/domain/quote/quote.ts";
import { awaitsTwin, firstOf, waiveTwin } from "../../../src/domain/quote/twin.ts";
import {
  aManuscript,
  aQuote,
  aTask,
  aTwin,
  completed,
  failed,
  hour,
  noPolicy,
  noon,
  rejectedFor,
  rules,
  running,
  unknown,
} from "../../builders.ts";

const late = aQuote({ id: "late", receivedAt: noon + 1 });
const first = (changes: Partial<Quote> = {}) => aQuote({ id: "early", ...changes });

describe("the same text in the same language", () => {
  test.each<readonly [string, Partial<Quote>]>([
    ["is on offer", {}],
    ["is being looked at", { language: undefined }],
    ["is to be translated", { tasks: [aTask()] }],
    ["is being translated", { tasks: [aTask({ state: running() })] }],
    [
      "may be in translation, though its time is over",
      { tasks: [aTask({ state: unknown })], decision: { status: "expired", at: noon } },
    ],
  ])("that %s is found", (_, changes) => {
    expect(firstOf(late, [late, first(changes)], noon + 2)?.id).toBe("early");
  });

  test.each<readonly [string, Partial<Quote>]>([
    ["is translated", { tasks: [aTask({ state: completed() })] }],
    ["has failed", { tasks: [aTask({ state: failed() })] }],
    ["was declined", { decision: { status: "declined", by: "U1", at: noon } }],
    ["has expired", { decision: { status: "expired", at: noon } }],
    ["is for another language", { target: "de" }],
    ["came later", { receivedAt: noon + 5 }],
    ["is of another workspace", { place: { ...late.place, workspace: "T2" } }],
    [
      "is another text",
      { reading: { status: "read", manuscript: aManuscript({ textSha256: "b".repeat(64) }) } },
    ],
  ])("that %s is none to wait for", (_, changes) => {
    expect(firstOf(late, [late, first(changes)], noon + 2)).toBeUndefined();
  });

  test("that is being translated is found though it came later: another card was for another language then", () => {
    const bought = aQuote({
      id: "bought",
      receivedAt: noon + 5,
      tasks: [aTask({ state: running() })],
    });

    expect(firstOf(late, [bought, late], noon + 6)?.id).toBe("bought");
  });

  test("is looked for before anything is bought for a language that was just chosen", () => {
    const wanted = { product: "translation", by: "U0ANA", at: noon, rules } as const;
    const { quote } = chooseTarget(late, { target: "de", at: noon, rules });

    const early = approve(quote, { ...wanted, ...noPolicy });
    const seen = aTwin({ target: "de" });
    const looked = approve({ ...quote, twin: seen }, { ...wanted, ...noPolicy });

    expect([early.outcome.status, looked.outcome.status]).toEqual(["not-ready", "approved"]);
  });

  test("whose offer has run out is none, and one that a rejection left on offer is", () => {
    const rejected = first({ tasks: [aTask({ state: rejectedFor("short-of-credits") })] });

    expect(firstOf(late, [first()], noon + 25 * hour)).toBeUndefined();
    expect(firstOf(late, [rejected], noon + 2)?.id).toBe("early");
  });

  test("handed in at the same moment has one first, whoever looks", () => {
    const [one, other] = [aQuote({ id: "a" }), aQuote({ id: "b" })];

    expect(firstOf(one, [one, other], noon)).toBeUndefined();
    expect(firstOf(other, [one, other], noon)?.id).toBe("a");
  });
});

describe("a card with a twin", () => {
  const twin = aTwin({ first: { quoteId: "early", link: undefined } });
  const quote = aQuote({ twin });
  const click = {
    product: "translation",
    by: "U1",
    at: noon,
    rules,
    policy: initialSettings.policy,
    mayStill: () => true,
  } as const;

  test("sells nothing before somebody wants it offered again, and then everything", () => {
    const { quote: waived, outcome } = waiveTwin(quote, "U0MAIA");

    expect(isOnOffer(quote)).toBe(false);
    expect(approve(quote, click).outcome).toEqual({ status: "not-ready" });
    expect(outcome).toEqual({ status: "offered" });
    expect(approve(waived, click).outcome.status).toBe("approved");
    expect(waiveTwin(waived, "U0ANA").outcome).toEqual({ status: "nothing-to-waive" });
  });

  test("is looked for anew when the card names another language", () => {
    expect(awaitsTwin(quote)).toBe(false);
    expect(awaitsTwin({ ...quote, target: "de" })).toBe(true);
    expect(isOnOffer({ ...quote, target: "de" })).toBe(true);
  });
});
