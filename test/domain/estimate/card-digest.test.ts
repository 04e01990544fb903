import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  cardDigest,
  cardTask,
  shownMinutesLeft,
  shownProgress,
} from "#domain/estimate/card-digest.ts";
import { addNotice } from "#domain/notices.ts";
import { offerTag } from "#domain/offer.ts";
import { type Quote, quoteSchema } from "#domain/quote.ts";
import type { Task } from "#domain/task.ts";
import { estimateCard } from "#features/estimate/estimate-card-view.ts";

import { arbitraryQuote, arbitraryTask } from "../../arbitraries/quote.ts";
import {
  aCard,
  aCoverage,
  aPreview,
  aQuote,
  aSendingTask,
  aTask,
  anEstimate,
  inquirySlice,
  completed,
  failed,
  minute,
  noPolicy,
  noon,
  rejectedFor,
  setup,
  running,
  second,
  unknown,
  inNoLanguage,
} from "../../builders.ts";
import { testContext } from "../../support/context.ts";

const runs = aTask({ state: running({ progress: 0.5, msLeft: 7 * minute }) });
const onCard = aQuote({ tasks: [runs] });
const still = (changes: Parameters<typeof running>[0]): Quote =>
  aQuote({
    tasks: [{ ...runs, state: running({ progress: 0.5, msLeft: 7 * minute, ...changes }) }],
  });

describe("the card is put up again", () => {
  test.each<readonly [string, Quote]>([
    ["another language", aQuote({ target: "de", tasks: [runs] })],
    ["a language that was found", aQuote({ language: "es", tasks: [runs] })],
    ["a balance", aQuote({ balance: { credits: 1, at: noon }, tasks: [runs] })],
    ["a decline", aQuote({ decision: { status: "declined", by: "U1", at: noon }, tasks: [runs] })],
    [
      "a conversation that is closed to Galley",
      aQuote({ place: { ...aQuote().place, isClosed: true }, tasks: [runs] }),
    ],
    ["one run more", aQuote({ tasks: [runs, aPreview()] })],
    ["another rate than ours", aQuote({ tasks: [runs, anEstimate(5, 6, inquirySlice)] })],
    ["a step of progress", still({ progress: 0.55 })],
    ["a minute less to go", still({ msLeft: 6 * minute })],
    ["an unknown word", still({ word: "polishing" })],
    ["an overdue run", still({ overdueSince: noon })],
    ["an outcome", aQuote({ tasks: [{ ...runs, state: completed() }] })],
  ])("for %s", (_, quote) => {
    expect(cardDigest(quote)).not.toBe(cardDigest(onCard));
  });

  test("for what was approved of the manuscript elsewhere, where limits count that", () => {
    const approval = { policy: { ...noPolicy.policy, secondApprovalAbove: 20_000 } };
    const faceWith = (price: number, changes: Partial<Quote>) => {
      const approved = [{ key: "k", at: noon, price }];
      return cardDigest(aQuote({ coverage: aCoverage({ approved }), ...changes }));
    };

    expect(faceWith(1, { approval })).not.toBe(faceWith(9000, { approval }));
    expect(faceWith(1, {})).toBe(faceWith(9000, {}));
  });

  test("when a send begins to take long, and why", () => {
    const faces = [
      aSendingTask([undefined]),
      aSendingTask(["not-sent"]),
      aSendingTask(["ambiguous"]),
    ].map((task) => cardDigest(aQuote({ tasks: [task] })));

    expect(new Set(faces).size).toBe(3);
  });
});

describe("the card is left alone", () => {
  test.each<readonly [string, Quote]>([
    ["less than a step of progress", still({ progress: 0.549 })],
    ["seconds less to go", still({ msLeft: 7 * minute - second })],
    ["a look at the partner", still({ lookedAt: noon + minute })],
    ["a look that missed it", still({ missing: 2 })],
    ["a reply in the thread", addNotice(onCard, { kind: "declined" })],
    ["the card itself", { ...onCard, card: aCard() }],
  ])("for %s", (_, quote) => {
    expect(cardDigest(quote)).toBe(cardDigest(onCard));
  });

  test("for each of the looks at a failed run", () => {
    const looked = aQuote({ tasks: [aTask({ state: failed({ lookedAt: noon + minute }) })] });

    expect(cardDigest(looked)).toBe(cardDigest(aQuote({ tasks: [aTask({ state: failed() })] })));
  });

  test("for another send that had no clear answer either", () => {
    const [one, two] = [aSendingTask(["ambiguous"]), aSendingTask(["ambiguous", "ambiguous"])];

    expect(cardDigest(aQuote({ tasks: [one] }))).toBe(cardDigest(aQuote({ tasks: [two] })));
  });
});

const oneField = fc.tuple(arbitraryQuote, fc.constantFrom(...Object.keys(quoteSchema.shape))).map(
  ([other, field]) =>
    (quote: Quote): Quote =>
      sameCard(quote, {
        ...quote,
        ...Object.fromEntries(Object.entries(other).filter(([name]) => name === field)),
      }),
);
test("no card ever shows something else than its face says", () => {
  const changes = fc.record({
    tasks: fc.uniqueArray(arbitraryTask, { maxLength: 2, selector: ({ key }) => key }),
  });
  const after = fc.oneof(
    changes.map((change) => (quote: Quote) => ({ ...quote, ...change })),
    oneField,
    arbitraryQuote.map((other) => (quote: Quote) => sameCard(quote, other)),
    fc.nat(100).map((by) => (quote: Quote) => ({ ...quote, tasks: quote.tasks.map(later(by)) })),
  );

  fc.assert(
    fc.property(arbitraryQuote, after, (quote, next) => {
      const other = next(quote);
      const shown = (one: Quote) => JSON.stringify(estimateCard(one, testContext));

      expect(cardDigest(quote) === cardDigest(other) && shown(quote) !== shown(other)).toBe(false);
    }),
    { numRuns: 500 },
  );
});

test("a card whose offer is another one is put up again, or its buttons would do nothing", () => {
  fc.assert(
    fc.property(arbitraryQuote, oneField, (any, next) => {
      const quote = inNoLanguage({ ...any, decision: { status: "open" } });
      const other = next(quote);
      const isAnother = offerTag(quote, setup) !== offerTag(other, setup);

      expect(isAnother && cardDigest(quote) === cardDigest(other)).toBe(false);
    }),
    { numRuns: 500 },
  );
});

describe("the run that the card names", () => {
  const [first, second, third] = [
    aTask({ state: completed() }),
    aPreview({ state: { status: "approved" } }),
    aTask({ target: "de", state: { status: "sending" } }),
  ];

  test("is the first one still to be sent, else the newest", () => {
    expect(cardTask(aQuote())).toBeUndefined();
    expect(cardTask(aQuote({ tasks: [first, second, third] }))).toBe(second);
    expect(cardTask(aQuote({ tasks: [first, { ...second, state: unknown }] }))?.key).toBe(
      second.key,
    );
    expect(cardTask(aQuote({ tasks: [anEstimate(1, 1)] }))).toBeUndefined();
  });

  test("never changes without the face", () => {
    const sent = { ...second, state: running() };
    const refused = { ...second, state: rejectedFor("bad-request") };
    const quotes = [second, sent, refused].map((task) => aQuote({ tasks: [task, third] }));

    expect(new Set(quotes.map(cardDigest)).size).toBe(3);
  });
});

test.each([
  [0, 0],
  [0.049, 0],
  [0.05, 0.05],
  [0.999, 0.95],
  [1, 1],
  [-1, 0],
  [7, 1],
])("a progress of %d is shown as %d", (progress, shown) => {
  expect(shownProgress(progress)).toBeCloseTo(shown, 9);
});

test.each([
  [-5, 1],
  [1, 1],
  [90_000, 2],
  [10 * minute, 10],
  [11 * minute, 15],
  [60 * minute, 60],
  [61 * minute, 90],
])("%d ms left are shown as %d minutes", (msLeft, shown) => {
  expect(shownMinutesLeft(msLeft)).toBe(shown);
});

/** Keeps the facts of a quote that are on its card and never change. */
function sameCard({ id, request: { by, at }, file, expiresAt, place }: Quote, other: Quote): Quote {
  return { ...other, id, request: { ...other.request, by, at }, file, expiresAt, place };
}

/** Returns the same run a little later, with the changes that a look may make. */
function later(by: number) {
  return (task: Task): Task => {
    const { state } = task;
    if (state.status === "failed") return { ...task, state: { ...state, lookedAt: noon + by } };
    if (state.status !== "running") return task;
    const msLeft = state.msLeft === undefined ? undefined : state.msLeft + by;
    return { ...task, state: { ...state, msLeft, lookedAt: noon + by } };
  };
}
