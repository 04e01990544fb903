import { describe, expect, test } from "vitest";

import { autoOffer } from "../../../src/domain/approval/auto-approval.ts";
import { approve, expire } from "../../../src/domain/approval/decisions.ts";
import { leadingProduct, mainProduct, offerOf } from "../../../src/domain/quote/offer.ts";
import type { Range } from "../../../src/domain/quote/parts.ts";
import { type Quote, findTask } from "../../../src/domain/quote/quote.ts";
import { recover } from "../../../src/domain/quote/recovery.ts";
import { stepsOf } from "../../../src/domain/quote/steps.ts";
import type { Task } from "../../../src/domain/task/task.ts";
import {
  aManuscript,
  aQuote,
  anEstimate,
  completed,
  failed,
  hour,
  noPolicy,
  noon,
  rules,
} from "../../builders.ts";

/** Four chapters of 1,000 characters; the first has the title page as well. */
const manuscript = aManuscript({
  characters: 4100,
  chapters: [0, 1100, 2100, 3100].map((start, index) => ({
    title: `Chapter ${index + 1}`,
    start,
    characters: index === 0 ? 1100 : 1000,
  })),
});

function aSerial(changes: Partial<Quote> = {}): Quote {
  return aQuote({ reading: { status: "read", manuscript }, ...changes });
}

function withCredits(credits: number, changes: Partial<Quote> = {}): Quote {
  return aSerial({ balance: { credits, at: noon }, ...changes });
}

function wished(first: "preview" | "translation") {
  return { first, note: undefined, dueOn: undefined };
}

test.each([
  ["the whole, where the balance covers it", aSerial(), "translation"],
  ["the chapters that the balance covers", withCredits(3099), "part"],
  ["the whole, where it covers no chapter", withCredits(10), "translation"],
  ["what was asked for", withCredits(3099, { wish: wished("preview") }), "preview"],
  [
    "those chapters, where the whole was",
    withCredits(3099, { wish: wished("translation") }),
    "part",
  ],
])("the card leads to %s", (_, quote, product) => {
  expect(leadingProduct(quote, rules)).toBe(product);
});

function buying(quote: Quote, part: Range | undefined, at = noon) {
  const product = part === undefined ? "translation" : "part";
  return approve(quote, { product, part, by: "U0ANA", at, rules, ...noPolicy });
}

function bought(quote: Quote, part: Range, state?: Task["state"]): Quote {
  const { quote: after, outcome } = buying({ ...quote, part }, part);
  if (outcome.status !== "approved") throw new Error(outcome.status);
  const { key } = outcome.task;
  const settle = (task: Task) =>
    task.key === key && state !== undefined ? { ...task, state } : task;
  return { ...after, tasks: after.tasks.map(settle) };
}

const opening = { from: 0, to: 2100 };
const rest = { from: 2100, to: 4100 };
const offered = (quote: Quote) => offerOf(quote, "part", rules);

describe("of the chapters are on offer", () => {
  test.each<readonly [string, Quote, Range | undefined]>([
    ["none while the balance covers the whole", withCredits(4100), undefined],
    ["as many as the balance covers", withCredits(3099), opening],
    ["just those that it covers to the last credit", withCredits(2100), opening],
    ["none when it covers not even the first", withCredits(1099), undefined],
    ["none while nobody knows the balance", aSerial({ balance: undefined }), undefined],
    [
      "those that somebody chose",
      aSerial({ part: { from: 1100, to: 2100 } }),
      { from: 1100, to: 2100 },
    ],
    ["what is left of them", bought(aSerial(), opening), rest],
    [
      "all that is left where the balance covers it",
      bought(withCredits(4100), opening, completed()),
      { from: 2100, to: 4100 },
    ],
    [
      "the next one alone where there is no more",
      bought(withCredits(3600), opening),
      { from: 2100, to: 3100 },
    ],
    ["those of a run that failed", bought(aSerial(), opening, failed()), undefined],
    ["none in a language that has them all", bought(bought(aSerial(), opening), rest), undefined],
    ["none where none were found", aQuote({ balance: { credits: 10, at: noon } }), undefined],
  ])("%s", (_, quote, part) => {
    expect(offered(quote)?.part).toEqual(part);
  });

  test("for a credit a character, or their share of a higher estimate", () => {
    expect(offered(aSerial({ part: opening }))?.price).toBe(2100);
    expect(offered(aSerial({ part: opening, tasks: [anEstimate(8200, 1)] }))?.price).toBe(4200);
    expect(offered(withCredits(4200, { tasks: [anEstimate(8200, 1)] }))?.part).toEqual(opening);
  });
});

describe("an approval of some chapters", () => {
  test("buys exactly those, under a key of their own", () => {
    const { outcome } = buying(aSerial({ part: opening }), opening);

    expect(outcome).toMatchObject({
      status: "approved",
      task: { price: 2100, scope: undefined, part: { ...opening, measured: undefined } },
    });
    const other = buying(aSerial({ part: rest }), rest).outcome;
    const whole = buying(aSerial(), undefined).outcome;
    const keys = [outcome, other, whole].map((one) => "task" in one && one.task.key);
    expect(new Set(keys).size).toBe(3);
  });

  test("a second time buys nothing, even while the rest is on offer", () => {
    const quote = bought(aSerial(), opening);

    expect(buying(quote, opening).outcome.status).toBe("already-approved");
    expect(buying(quote, opening).quote).toBe(quote);
  });

  test.each([
    ["the whole", undefined],
    ["chapters of which some were bought", { from: 1100, to: 3100 }],
    ["one of those that were bought", { from: 0, to: 1100 }],
  ])("buys nothing of %s", (_, part) => {
    expect(buying(bought(aSerial(), opening), part).outcome.status).toBe("overlaps");
  });

  test.each([
    ["that are not on offer", { from: 1100, to: 3100 }],
    ["that are no chapters", { from: 5, to: 10 }],
  ])("of chapters %s buys nothing", (_, part) => {
    expect(buying(aSerial({ part: opening }), part).outcome.status).toBe("not-ready");
  });

  test("of a run that failed is a new one, in its next generation", () => {
    const quote = bought(aSerial(), opening, failed());

    const { outcome } = buying({ ...quote, part: opening }, opening);

    expect(outcome).toMatchObject({ status: "approved", task: { generation: 1 } });
  });

  test("keeps the rest on offer when the estimate’s time is up", () => {
    const quote = bought(aSerial(), opening);
    const late = noon + 100 * hour;

    expect(expire(quote, late).decision.status).toBe("open");
    expect(buying(quote, rest, late).outcome.status).toBe("approved");
    expect(mainProduct(quote)).toBe("part");
  });

  test("keeps the desk from approving the whole by itself, and so does a choice of chapters", () => {
    const policy = { ...noPolicy.policy, autoApprovalUpTo: 10_000 };
    const ready = { policy, tasks: [anEstimate(4100, 1)] };
    const left = bought(aSerial(ready), opening, failed());

    expect(autoOffer(aSerial(ready), rules)?.price).toBe(4100);
    expect(autoOffer(left, rules)).toBeUndefined();
    expect(autoOffer(aSerial({ ...ready, part: opening }), rules)).toBeUndefined();
  });

  test("is measured before it is sent", () => {
    const quote = bought(aSerial(), opening);
    const steps = stepsOf(quote, rules).map((step) => step.do);

    expect(steps).toContain("measure");
    expect(steps).not.toContain("send");
  });

  test("is taken up again from its card after the ledger was lost", () => {
    const quote = bought(aSerial(), opening);
    const [task] = quote.tasks;
    if (task === undefined) throw new Error("nothing was bought");
    const facts = { key: task.key, firstSentAt: noon, taskId: "task-7", part: opening };

    const again = recover(aSerial(), [facts], rules);

    expect(findTask(again, task.key)).toMatchObject({ part: opening, price: 2100, target: "fr" });
  });
});
