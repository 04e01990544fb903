import { describe, expect, test } from "vitest";

import { approve, autoOffer } from "#domain/approval/approving.ts";
import { expire, choosePart } from "#domain/estimate/card-changes.ts";
import { newCountOf } from "#domain/intake/batch.ts";
import { leadingProduct, mainProduct, offerOf, offerTag } from "#domain/offer.ts";
import { type Quote, findTask } from "#domain/quote.ts";
import { recover } from "#domain/recovery.ts";
import type { Slice } from "#domain/slice.ts";
import { stepsOf } from "#domain/steps.ts";
import type { Task } from "#domain/task.ts";

import {
  aCard,
  aCoverage,
  aCoveringRun,
  aManuscript,
  aQuote,
  anEstimate,
  completed,
  failed,
  hour,
  noPolicy,
  noon,
  setup,
  aRequest,
} from "../builders.ts";

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

function asked(first: "preview" | "translation") {
  return { first, note: undefined, dueOn: undefined };
}

test.each([
  ["the whole, where the balance covers it", aSerial(), "translation"],
  ["the chapters that the balance covers", withCredits(3099), "part"],
  ["the whole, where it covers no chapter", withCredits(10), "translation"],
  [
    "what was asked for",
    withCredits(3099, { request: aRequest({ details: asked("preview") }) }),
    "preview",
  ],
  [
    "those chapters, where the whole was",
    withCredits(3099, { request: aRequest({ details: asked("translation") }) }),
    "part",
  ],
])("the card leads to %s", (_, quote, product) => {
  expect(leadingProduct(quote, setup)).toBe(product);
});

function buying(quote: Quote, product: "translation" | "part" = "part", at = noon) {
  return approve(quote, { product, by: "U0ANA", at, setup, ...noPolicy });
}

function approved(quote: Quote, part: Slice, state?: Task["state"]): Quote {
  const { quote: after, outcome } = buying({ ...quote, part });
  if (outcome.status !== "approved") throw new Error(outcome.status);
  const { key } = outcome.task;
  const settle = (task: Task) =>
    task.key === key && state !== undefined ? { ...task, state } : task;
  return { ...after, tasks: after.tasks.map(settle) };
}

const opening = [{ from: 0, to: 2100 }];
const second = [{ from: 1100, to: 2100 }];
const rest = [{ from: 2100, to: 4100 }];
const apart = [
  { from: 0, to: 1100 },
  { from: 2100, to: 3100 },
];
const whole = { first: 1, last: 4 };
const declined = { status: "declined", by: "U0ANA", at: noon } as const;
const offered = (quote: Quote) => offerOf(quote, "part", setup);

describe("of the chapters are on offer", () => {
  test.each<readonly [string, Quote, Slice | undefined]>([
    ["none while the balance covers the whole", withCredits(4100), undefined],
    ["as many as the balance covers", withCredits(3099), opening],
    ["just those that it covers to the last credit", withCredits(2100), opening],
    ["none when it covers not even the first", withCredits(1099), undefined],
    ["none while nobody knows the balance", aSerial({ balance: undefined }), undefined],
    ["those that somebody chose", aSerial({ part: second }), second],
    ["those that somebody chose, also above the balance", withCredits(1, { part: rest }), rest],
    [
      "those that somebody chose, also where the balance covers some of them",
      withCredits(1000, { part: rest }),
      rest,
    ],
    ["what is left around them", approved(aSerial(), second), [{ from: 0, to: 1100 }, ...rest]],
    ["what is left of them", approved(aSerial(), opening), rest],
    [
      "all that is left where the balance covers it",
      approved(withCredits(4100), opening, completed()),
      rest,
    ],
    [
      "the next one alone where there is no more",
      approved(withCredits(3600), opening),
      [{ from: 2100, to: 3100 }],
    ],
    ["what is left beside a run that failed", approved(aSerial(), opening, failed()), rest],
    [
      "none in a language that has them all",
      approved(approved(aSerial(), opening), rest),
      undefined,
    ],
    ["none where none were found", aQuote({ balance: { credits: 10, at: noon } }), undefined],
  ])("%s", (_, quote, part) => {
    expect(offered(quote)?.slice).toEqual(part);
  });

  test("for a credit a character, whatever the partner estimates", () => {
    expect(offered(aSerial({ part: opening }))?.price).toBe(2100);
    expect(offered(aSerial({ part: opening, tasks: [anEstimate(8200, 1)] }))?.price).toBe(2100);
    expect(offered(withCredits(2100, { tasks: [anEstimate(8200, 1)] }))?.slice).toEqual(opening);
    expect(offered(aSerial({ part: apart }))?.price).toBe(2100);
  });
});

describe("an approval of some chapters", () => {
  test("buys exactly those, under a key of their own", () => {
    const { outcome } = buying(aSerial({ part: opening }));

    expect(outcome).toMatchObject({
      status: "approved",
      task: { price: 2100, slice: opening },
    });
    const other = buying(aSerial({ part: rest })).outcome;
    const between = buying(aSerial({ part: apart })).outcome;
    const whole = buying(aSerial(), "translation").outcome;
    const keys = [outcome, other, between, whole].map((one) => "task" in one && one.task.key);
    expect(new Set(keys).size).toBe(4);
  });

  test("a second time would be of the rest, which is another offer", () => {
    const before = aSerial({ part: opening });
    const after = approved(before, opening);

    expect(offered(after)?.slice).toEqual(rest);
    expect(offerTag(after, setup)).not.toBe(offerTag(before, setup));
  });

  test.each([
    ["chapters of which some were bought", [{ from: 1100, to: 3100 }]],
    ["one of those that were bought", second],
    ["all of those that were bought", opening],
  ])("buys nothing of %s", (_, part) => {
    expect(buying({ ...approved(aSerial(), opening), part }).outcome.status).toBe("stale");
  });

  test("leaves no whole to be bought beside it, and itself none while nobody chose chapters", () => {
    const left = approved(aSerial(), opening);

    expect(buying(left, "translation").outcome.status).toBe("stale");
    expect(buying(aSerial()).outcome.status).toBe("stale");
  });

  test("of a run that failed is a new one, in its next generation", () => {
    const quote = approved(aSerial(), opening, failed());

    const { outcome } = buying({ ...quote, part: opening });

    expect(outcome).toMatchObject({ status: "approved", task: { generation: 1 } });
  });

  test("keeps the rest on offer when the estimate’s time is up", () => {
    const quote = approved(aSerial(), opening);
    const late = noon + 100 * hour;

    expect(expire(quote, late).decision.status).toBe("open");
    expect(buying(quote, "part", late).outcome.status).toBe("approved");
    expect(mainProduct(quote)).toBe("part");
  });

  test("keeps Galley from approving the whole by itself, and so does a choice of chapters", () => {
    const policy = { ...noPolicy.policy, autoApprovalUpTo: 10_000 };
    const ready = { approval: { policy }, tasks: [anEstimate(4100, 1)] };
    const left = approved(aSerial(ready), opening);

    expect(autoOffer(aSerial(ready), setup)?.price).toBe(4100);
    expect(autoOffer(left, setup)).toBeUndefined();
    expect(autoOffer(aSerial({ ...ready, part: opening }), setup)).toBeUndefined();
  });

  test("is measured before it is sent", () => {
    const quote = approved(aSerial(), opening);
    const steps = stepsOf(quote, setup).map((step) => step.kind);

    expect(steps).toContain("measure");
    expect(steps).not.toContain("send");
  });

  test("is taken up again from its card after the ledger was lost", () => {
    const quote = approved(aSerial(), opening);
    const [task] = quote.tasks;
    if (task === undefined) throw new Error("nothing was charged");
    const facts = { key: task.key, approvedAt: noon, taskId: "task-7", slice: opening };

    const again = recover(aSerial(), [facts]);

    expect(findTask(again, task.key)).toMatchObject({
      slice: opening,
      price: 2100,
      target: "fr",
    });
  });
});

describe("the chapters that a card is about", () => {
  const { textSha256 } = manuscript;
  const runs = [aCoveringRun({ slice: opening })];
  const continued = (changes: Partial<Quote> = {}) =>
    aSerial({ coverage: aCoverage({ textSha256, runs }), ...changes });

  test("are the new ones, until somebody wants others or all of them", () => {
    const all = choosePart(continued(), whole);
    const other = choosePart(continued(), { first: 2, last: 3 });

    expect(offered(continued())).toMatchObject({ price: 2000, slice: rest, exists: [] });
    expect(all.outcome.status).toBe("done");
    expect(mainProduct(all.quote)).toBe("translation");
    expect(offerOf(all.quote, "translation", setup)).toMatchObject({ exists: runs });
    expect(other.outcome.status).toBe("done");
    expect(offered(other.quote)).toMatchObject({ slice: [{ from: 1100, to: 3100 }], exists: runs });
  });

  test("are the whole again where nothing was translated and somebody wants all of it", () => {
    const { quote } = choosePart(aSerial({ part: opening }), whole);

    expect(quote.part).toBeUndefined();
  });

  test("count among several cards with what is new", () => {
    const batch = { first: "q1", repeats: false, told: undefined, total: undefined };

    expect(
      newCountOf(continued({ request: aRequest({ batch }), card: aCard() }), setup)?.count,
    ).toMatchObject({
      characters: 2000,
      credits: 2000,
    });
  });

  test("are none that were approved on the card itself, unless that failed", () => {
    const own = approved(aSerial(), opening);
    const again = choosePart(approved(aSerial(), opening, failed()), { first: 1, last: 2 });

    expect(choosePart(own, { first: 2, last: 3 }).outcome.status).toBe("stale");
    expect(again.outcome.status).toBe("done");
  });

  test.each([
    ["none that the text does not have", aSerial(), { first: 4, last: 5 }, "no-such-chapters"],
    ["none that end before they begin", aSerial(), { first: 3, last: 2 }, "no-such-chapters"],
    ["none of a card that is closed", aSerial({ decision: declined }), whole, "closed"],
  ] as const)("are %s", (_, quote, choice, status) => {
    expect(choosePart(quote, choice)).toEqual({ quote, outcome: { status } });
  });
});
