import { describe, expect, test } from "vitest";

import { chooseEncoding, doubtEncoding, possibleEncodings } from "#domain/intake/reading.ts";
import { offerTag } from "#domain/offer.ts";
import type { Quote } from "#domain/quote.ts";
import { stepsOf } from "#domain/steps.ts";

import {
  aLanguageTask,
  aManuscript,
  aPostedQuote,
  aPreview,
  aQuote,
  completed,
  noon,
  rejectedFor,
  setup,
  running,
} from "../../builders.ts";

const doubtful = aPostedQuote({
  reading: { status: "doubtful", candidates: ["koi8-r", "windows-1251"] },
});
const guessed = guessedAs("koi8-r");

describe("a doubtful manuscript", () => {
  test("is shown and may expire, and nothing else is due for it", () => {
    expect(stepsOf(doubtful, setup).map((step) => step.kind)).toEqual(["show-card", "expire"]);
  });

  test("is read as somebody chose, who is remembered with what there was to choose from", () => {
    const { quote, outcome } = chooseEncoding(doubtful, choice("koi8-r"));

    expect(outcome).toEqual({ status: "done" });
    expect(quote.reading).toEqual({
      status: "due",
      chosen: { ...choice("koi8-r"), among: ["koi8-r", "windows-1251"] },
    });
    expect(stepsOf(quote, setup).map(({ kind }) => kind)).toEqual(["read", "balance"]);
  });

  test("is not read as something that was not offered", () => {
    const { quote, outcome } = chooseEncoding(doubtful, choice("big5"));

    expect(outcome).toEqual({ status: "stale" });
    expect(quote).toBe(doubtful);
  });

  test("is chosen for once: the second click changes nothing", () => {
    const { quote: chosen } = chooseEncoding(doubtful, choice("koi8-r"));

    const { quote, outcome } = chooseEncoding(chosen, choice("windows-1251"));

    expect(outcome).toEqual({ status: "stale" });
    expect(quote).toBe(chosen);
  });

  test("is not chosen for any more once the quote is closed", () => {
    const expired = { ...doubtful, decision: { status: "expired", at: noon } } as const;

    expect(chooseEncoding(expired, choice("koi8-r")).outcome).toEqual({ status: "closed" });
  });
});

describe("a reading that was a guess", () => {
  test("can be doubted while nothing was bought, and forgets what was asked about it", () => {
    const asked = { ...guessed, tasks: [aLanguageTask({ state: completed() })] };

    const { quote, outcome } = doubtEncoding(asked);

    expect(outcome).toEqual({ status: "asked" });
    expect(quote).toMatchObject({
      reading: { status: "doubtful", candidates: ["koi8-r", "windows-1251"] },
      language: undefined,
      tasks: [],
    });
  });

  test.for<{ why: string; changes: Partial<Quote> }>([
    { why: "something was approved", changes: { tasks: [aPreview()] } },
    {
      why: "something was tried to buy",
      changes: { tasks: [aPreview({ state: rejectedFor("bad-request") })] },
    },
    {
      why: "the partner is looking at it",
      changes: { tasks: [aLanguageTask({ state: running() })] },
    },
    { why: "the quote is closed", changes: { decision: { status: "expired", at: noon } } },
    { why: "its bytes prove it", changes: aQuote() },
  ])("cannot be doubted when $why", ({ changes }) => {
    const quote = { ...guessed, ...changes };

    expect(possibleEncodings(quote)).toEqual([]);
    expect(doubtEncoding(quote)).toEqual({ quote, outcome: { status: "too-late" } });
  });

  test("is part of what is approved, though another reading is as long and costs the same", () => {
    expect(offerTag(guessedAs("windows-1251"), setup)).not.toBe(offerTag(guessed, setup));
  });
});

function guessedAs(encoding: "koi8-r" | "windows-1251"): Quote {
  const otherEncodings = (["koi8-r", "windows-1251"] as const).filter((one) => one !== encoding);
  const manuscript = aManuscript({ encoding, otherEncodings });
  return aQuote({ reading: { status: "read", manuscript } });
}

function choice<Encoding extends string>(encoding: Encoding) {
  return { encoding, by: "U0MAIA", at: noon };
}
