import { describe, expect, test } from "vitest";

import { newQuote } from "../../../src/core/quote.ts";
import { chosenIn } from "../../../src/core/slice.ts";
import { stepsOf } from "../../../src/core/steps.ts";
import { expire } from "../../../src/features/approval/rules/decisions.ts";
import {
  awaitsSuccessor,
  chosenOn,
  earlierOf,
  isStanding,
  renew,
  threadOf,
} from "../../../src/features/estimate/rules/renewal.ts";
import {
  aCard,
  aManuscript,
  aPostedQuote,
  aPreview,
  aQuote,
  aTask,
  noon,
  rules,
  running,
  unknown,
} from "../../builders.ts";

const click = { by: "U0ROBIN", at: noon + rules.quoteStandsMs + 1 };
const expired = aQuote({ decision: { status: "expired", at: noon } });

describe("an estimate whose time is up", () => {
  test("is said in the thread", () => {
    const { notices } = expire(aQuote(), click.at);

    expect(notices).toMatchObject([{ about: { kind: "expired" }, state: { status: "due" } }]);
  });
});

describe("asking again", () => {
  test("is noted once, and a second click learns who was first", () => {
    const { quote } = renew(expired, click);

    expect(renew(quote, { ...click, by: "U0ANA" })).toEqual({
      quote,
      outcome: { status: "renewed-before", by: "U0ROBIN" },
    });
  });

  test.each([
    ["is still open", aQuote(), "not-expired"],
    [
      "was declined",
      aQuote({ decision: { status: "declined", by: "U1", at: noon } }),
      "not-expired",
    ],
    ["has a translation", { ...expired, tasks: [aTask({ state: running() })] }, "not-expired"],
    [
      "has a preview that may have been charged",
      { ...expired, tasks: [aPreview({ state: unknown })] },
      "unsettled",
    ],
    ["was erased", { ...expired, erasedAt: noon }, "erased"],
  ])("does nothing where the estimate %s", (_, quote, status) => {
    expect(renew(quote, click)).toEqual({ quote, outcome: { status } });
  });

  test("leaves the next round due until it has a quote", () => {
    const { quote } = renew(expired, click);
    const successor = "next";
    const done = { ...quote, renewal: { ...click, successor } };

    expect(stepsOf(quote, rules)).toContainEqual({ do: "renew", at: 0 });
    expect([quote, done].map(awaitsSuccessor)).toEqual([true, false]);
  });

  test("of what a form brought goes on in the thread of its card", () => {
    const { place } = expired;
    const handedIn = { ...expired, place: { ...place, thread: undefined } };

    expect(threadOf(expired)).toBe(place.thread);
    expect(threadOf({ ...handedIn, card: aCard({ ts: "9.9" }) })).toBe("9.9");
    expect(threadOf({ ...handedIn, card: aCard(), voice: "direct" })).toBeUndefined();
  });

  test("remembers the old price, where there was one", () => {
    expect(earlierOf(expired, rules)).toEqual({ quoteId: expired.id, price: 12_345, at: noon });
    expect(earlierOf(aPostedQuote(), rules).price).toBeUndefined();
  });

  test("takes over the chapters, the use of the glossary and the encoding that people chose", () => {
    const part = [{ from: 0, to: 100 }];
    const encoding = { encoding: "koi8-r", by: "U0ROBIN", at: noon } as const;
    const reading = { status: "read", manuscript: aManuscript(), chosen: encoding } as const;
    const old = { ...expired, part, strategy: "without", reading } as const;

    const next = newQuote({ ...expired, at: noon, standsMs: 1, round: 1, chosen: chosenOn(old) });

    expect(next).toMatchObject({ part, strategy: "without" });
    expect(next.reading).toEqual({ status: "due", chosen: encoding });
  });

  test("takes over no chapters that the text does not have any more", () => {
    const chapters = [
      { title: "One", start: 0, characters: 50 },
      { title: "Two", start: 50, characters: 50 },
    ];
    const second = [{ from: 50, to: 100 }];
    const kept = [second, [{ from: 0, to: 60 }], undefined].map((part) =>
      chosenIn({ chapters }, part),
    );

    expect(kept).toEqual([second, undefined, undefined]);
  });

  test("passes over rounds that came to nothing", () => {
    const refused = aPostedQuote({ reading: { status: "refused", reason: "gone" } });

    expect([aQuote(), expired, refused].map(isStanding)).toEqual([true, false, false]);
  });
});
