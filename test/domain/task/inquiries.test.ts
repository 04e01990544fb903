import { describe, expect, test } from "vitest";

import {
  approve,
  approveInquiry,
  chooseTarget,
  decline,
} from "../../../src/domain/approval/decisions.ts";
import { offerTag } from "../../../src/domain/quote/offer-tag.ts";
import { type Quote, isOnOffer } from "../../../src/domain/quote/quote.ts";
import { inquiryPrice, priceBy } from "../../../src/domain/task/inquiries.ts";
import {
  aCard,
  aLanguageTask,
  aQuote,
  aTask,
  anEstimateTask,
  completed,
  hour,
  minute,
  noPolicy,
  noon,
  rules,
  running,
  unknown,
} from "../../builders.ts";

const notFree = { status: "rejected", at: noon, reason: "not-free", price: 261 } as const;
const click = { product: "estimate", by: "U0ANA", at: noon + minute, rules, ...noPolicy } as const;

/** On offer; neither the language nor the estimate was asked for, because both cost something. */
function priced(changes: Partial<Quote> = {}): Quote {
  return aQuote({
    language: undefined,
    card: aCard(),
    tasks: [aLanguageTask({ state: notFree }), anEstimateTask({ state: notFree })],
    ...changes,
  });
}

test("the price of the next inquiry is the higher of a flat and a proportional reading", () => {
  expect(priceBy({ credits: 5, characters: 2000 }, 1000)).toBe(5);
  expect(priceBy({ credits: 5, characters: 2000 }, 300_001)).toBe(751);
  expect(priceBy({ credits: 5, characters: 0 }, 10)).toBe(50);
});

describe("an inquiry that is not free", () => {
  test("is offered at its price, for as long as its answer is wanted", () => {
    expect(inquiryPrice(priced(), "estimate")).toBe(261);
    expect(inquiryPrice(priced(), "language")).toBe(261);
    expect(inquiryPrice(priced({ language: "en" }), "language")).toBeUndefined();
    expect(inquiryPrice(priced({ language: "fr" }), "estimate")).toBeUndefined();
    const bought = priced({ tasks: [...priced().tasks, aTask()] });
    expect(inquiryPrice(bought, "estimate")).toBeUndefined();
    const declined = priced({ decision: { status: "declined", by: "U0ANA", at: noon } });
    expect(inquiryPrice(declined, "estimate")).toBeUndefined();
    expect(inquiryPrice(aQuote(), "estimate")).toBeUndefined();
    expect(inquiryPrice(priced({ tasks: [anEstimateTask()] }), "estimate")).toBeUndefined();
  });

  test("is recorded with who approved it and for how much, under a key of its own", () => {
    const { quote, outcome } = approveInquiry(priced(), click);

    expect(outcome.status).toBe("approved");
    expect(quote.tasks.at(-1)).toMatchObject({
      action: "token_estimate",
      scope: undefined,
      price: 261,
      generation: 1,
      approval: { by: "U0ANA", at: noon + minute },
      state: { status: "approved" },
    });
    expect(new Set(quote.tasks.map(({ key }) => key)).size).toBe(3);
  });

  test("for the language is about the opening alone", () => {
    const { quote } = approveInquiry(priced(), { ...click, product: "language" });

    expect(quote.tasks.at(-1)).toMatchObject({ action: "preview_metadata", scope: 2000 });
  });

  test.each([running(), completed(), { status: "sending" } as const, unknown])(
    "is not bought a second time: %j",
    (state) => {
      const { quote } = approveInquiry(priced(), click);
      const tasks = quote.tasks.map((task) => (task.price === 261 ? { ...task, state } : task));

      const again = approveInquiry({ ...quote, tasks }, click);

      expect(again.quote.tasks).toHaveLength(3);
      expect(["already-approved", "unsettled"]).toContain(again.outcome.status);
    },
  );

  test("can be asked for again after a definite no, at the same price", () => {
    const { quote } = approveInquiry(priced(), click);
    const state = { status: "rejected", at: noon, reason: "short-of-credits" } as const;
    const tasks = quote.tasks.map((task) => (task.price === 261 ? { ...task, state } : task));

    const again = approveInquiry({ ...quote, tasks }, click);

    expect(again.quote.tasks.at(-1)).toMatchObject({ price: 261, generation: 2 });
  });

  test("is not bought when time is up, when it was declined, or before the card was asked", () => {
    const bought = (quote: Quote, at = noon) =>
      approveInquiry(quote, { ...click, at }).outcome.status;

    expect(bought(priced(), noon + 24 * hour)).toBe("expired");
    expect(bought(priced({ decision: { status: "expired", at: noon } }))).toBe("expired");
    expect(bought(priced({ decision: { status: "declined", by: "U0ADA", at: noon } }))).toBe(
      "declined",
    );
    expect(bought(priced({ card: { status: "posting", since: 0 } }))).toBe("not-ready");
    expect(bought(aQuote())).toBe("not-ready");
  });
});

describe("an inquiry that somebody let pass", () => {
  const { quote: asked } = approveInquiry(priced(), click);

  test("keeps nothing from being bought, declined, or quoted for another language", () => {
    const approval = { product: "translation", by: "U0ANA", at: noon, rules, ...noPolicy } as const;

    expect(isOnOffer(approveInquiry(priced(), { ...click, product: "language" }).quote)).toBe(true);
    expect(approve(asked, approval).outcome.status).toBe("approved");
    expect(decline(asked, { by: "U0ANA", at: noon }).outcome.status).toBe("declined");
    expect(chooseTarget(asked, { target: "de", at: noon, rules }).outcome.status).toBe("changed");
  });

  test("and that has not been sent is taken back with the old language, or with the card", () => {
    const changed = chooseTarget(asked, { target: "de", at: noon, rules }).quote;
    const declined = decline(asked, { by: "U0ANA", at: noon }).quote;

    const state = { status: "rejected", at: noon, reason: "cancelled" };
    const { key } = asked.tasks.at(-1) ?? {};
    expect(changed.tasks.find((task) => task.key === key)?.state).toEqual(state);
    expect(declined.tasks.find((task) => task.key === key)?.state).toEqual(state);
  });
});

test("a click on a card that offered an inquiry at another price is known for one", () => {
  const dearer = { ...notFree, price: 300 };
  const tasks = [aLanguageTask({ state: notFree }), anEstimateTask({ state: dearer })];

  expect(offerTag(priced(), rules)).not.toBe(offerTag(priced({ tasks }), rules));
});
