import { describe, expect, test } from "vitest";

import { expire, reopen } from "#domain/estimate/card-changes.ts";
import { mayReopen } from "#domain/estimate/may-reopen.ts";
import { changeNotice } from "#domain/notices.ts";
import { offerTag } from "#domain/offer.ts";
import { estimateOf } from "#domain/quote.ts";
import { initialSettings } from "#domain/settings/settings.ts";
import { stepsOf } from "#domain/steps.ts";

import {
  aCoverage,
  aCoveringRun,
  aManuscript,
  aPreview,
  aQuote,
  aTask,
  anEstimate,
  hour,
  noon,
  rejectedFor,
  setup,
  running,
  unknown,
} from "../../builders.ts";

const at = noon + setup.quoteStandsMs + 1;
const click = { by: "U0ROBIN", at, setup, settings: initialSettings };
const expired = expire(aQuote(), at);

function reopened(quote = expired) {
  return reopen(quote, click).quote;
}

describe("an estimate whose time is up", () => {
  test("is said in the thread", () => {
    expect(expired.notices).toMatchObject([
      { about: { kind: "expired" }, state: { status: "due" } },
    ]);
  });

  test("is not said where the translation can be had for free: nobody was asked to decide", () => {
    const free = aQuote({
      coverage: aCoverage({ runs: [aCoveringRun({ slice: [{ from: 0, to: 12_345 }] })] }),
    });

    expect(expire(free, at)).toMatchObject({ decision: { status: "expired" }, notices: [] });
  });

  test("is said in the thread once more when it expires once more", () => {
    const again = reopened(changeNotice(expired, "expired", { status: "said", ts: "1.1" }));

    const over = expire(again, again.expiresAt);

    expect(new Set(over.notices.map(({ id }) => id)).size).toBe(3);
    expect(over.notices.map(({ about, state }) => [about.kind, state.status])).toEqual([
      ["expired", "said"],
      ["reopened", "due"],
      ["expired", "due"],
    ]);
  });
});

describe("asking again", () => {
  test("opens the same card, for as long as any estimate stands", () => {
    expect(reopened()).toMatchObject({
      id: expired.id,
      decision: { status: "open" },
      request: { at },
      expiresAt: at + setup.quoteStandsMs,
    });
  });

  test("is noted once, and a second click finds it changed", () => {
    const quote = reopened();

    expect(reopen(quote, { ...click, by: "U0ANA" })).toEqual({
      quote,
      outcome: { status: "stale" },
    });
  });

  test.each([
    ["is still open", aQuote(), "stale"],
    ["was declined", aQuote({ decision: { status: "declined", by: "U1", at: noon } }), "stale"],
    ["has a translation", { ...expired, tasks: [aTask({ state: running() })] }, "stale"],
    [
      "has a preview that may have been charged",
      { ...expired, tasks: [aPreview({ state: unknown })] },
      "unsettled",
    ],
    ["was erased", { ...expired, erasedAt: noon }, "closed"],
  ])("does nothing where the estimate %s", (_, quote, status) => {
    expect(reopen(quote, click)).toEqual({ quote, outcome: { status } });
    expect(mayReopen(quote)).toBe(false);
  });

  test("keeps every run that somebody approved, whatever became of it", () => {
    const tasks = [
      aTask({ state: rejectedFor("short-of-credits") }),
      aPreview({ state: running() }),
    ];

    expect(reopened({ ...expired, tasks }).tasks).toEqual(expect.arrayContaining(tasks));
  });

  test("makes every dialog of the earlier offer void", () => {
    expect(offerTag(reopened(), setup)).not.toBe(offerTag(expired, setup));
  });

  test("looks up anew what may have changed, and asks for a second approval anew", () => {
    const first = { product: "translation", offer: "o", price: 1, by: "U0ANA", at: noon } as const;
    const quote = reopened({ ...expired, approval: { endorsements: [first] } });

    expect(quote).toMatchObject({
      balance: undefined,
      coverage: undefined,
      glossary: { terms: undefined },
    });
    expect(quote.approval?.endorsements).toBeUndefined();
    expect(stepsOf(quote, setup).map((step) => step.kind)).toEqual(
      expect.arrayContaining(["look-at-coverage", "look-at-terms", "balance"]),
    );
  });

  test("asks the partner for a new estimate, under a key of its own", () => {
    const before = { ...expired, tasks: [anEstimate(5, 6)] };
    const quote = reopened(before);

    expect(estimateOf(quote)).toMatchObject({ generation: 1, state: { status: "approved" } });
    expect(estimateOf(quote)?.key).not.toBe(estimateOf(before)?.key);
  });

  test("takes the chapters, the use of the glossary and the encoding as people chose them", () => {
    const chosen = { encoding: "koi8-r", by: "U0ROBIN", at: noon } as const;
    const reading = { status: "read", manuscript: aManuscript(), chosen } as const;
    const old = {
      ...expired,
      part: [{ from: 0, to: 100 }],
      glossary: { strategy: "without" },
      reading,
    } as const;

    expect(reopened(old)).toMatchObject({
      part: old.part,
      glossary: { strategy: "without" },
      reading,
    });
  });

  test("goes by the policy of now, and reminds as of any other", () => {
    const policy = { ...initialSettings.policy, capPerApproval: 9, remindAfterHours: 2 };
    const { quote } = reopen(expired, { ...click, settings: { ...initialSettings, policy } });

    expect(quote).toMatchObject({
      approval: { policy: { capPerApproval: 9 }, remindAt: at + 2 * hour },
    });
  });

  test("does not say any more that time is up, where that was not said yet", () => {
    expect(reopened().notices.map(({ about }) => about)).toEqual([
      { kind: "reopened", by: "U0ROBIN", at },
    ]);
  });
});
