import { describe, expect, test } from "vitest";

import {
  addToTotal,
  isToldTogether,
  resultsDigest,
  resultsHeld,
  resultsSayableFrom,
  withTold,
} from "#domain/intake/batch.ts";
import type { Batch, Count } from "#domain/intake/request-details.ts";
import { changeNotice } from "#domain/notices.ts";
import type { Quote } from "#domain/quote.ts";

import { aQuote, aRequest, minute, noon } from "../../builders.ts";

const ids = ["de", "es", "it"] as const;
type Id = (typeof ids)[number];

const parts = ids.map((id) => ({ quoteId: id, fileId: "F1", target: id, count: undefined }));
const batch: Batch = { first: "de", repeats: false, told: undefined, total: undefined };
const first = aQuote({
  id: "de",
  request: aRequest({ batch: { ...batch, total: { thread: "1.1", parts, leftOut: [] } } }),
});

function counted(id: Id, run?: NonNullable<Count["run"]>): Count {
  return { status: "decided", target: id, characters: 9, credits: 9, run };
}

const running = (id: Id) => counted(id, { key: `run-${id}`, status: "running" });
const ready = (id: Id, at = noon) => counted(id, { key: `run-${id}`, status: "ready", at });
const over = (id: Id) => counted(id, { key: `run-${id}`, status: "over" });

function report(quote: Quote, ...counts: readonly Count[]): Quote {
  return counts.reduce((next, count) => addToTotal(next, count.target, count), quote);
}

const held = (quote: Quote) => resultsHeld(quote).map(({ key }) => key);
const said = (quote: Quote) =>
  changeNotice(quote, "batch-results", { status: "saying", since: noon, fileId: undefined });

const allRun = report(first, running("de"), running("es"), running("it"));

describe("the results of a batch", () => {
  test("are held while others are awaited, and told when the last one is there", () => {
    const two = report(allRun, ready("es"), ready("de", noon + minute));
    const all = report(two, ready("it", noon + 2 * minute));

    expect(held(two)).toEqual(["run-de", "run-es"]);
    expect(resultsSayableFrom(two).at).toBe(noon + 30 * minute);
    expect(held(all)).toEqual(["run-de", "run-es", "run-it"]);
    expect(resultsSayableFrom(all).at).toBe(0);
    expect(all.notices.filter(({ about }) => about.kind === "batch-results")).toHaveLength(1);
  });

  test("are told without those that failed", () => {
    const some = report(allRun, over("es"), ready("de"), over("it"));

    expect(held(some)).toEqual(["run-de"]);
    expect(resultsSayableFrom(some).at).toBe(0);
  });

  test.each([
    ["nothing else was approved", report(first, ready("de"))],
    ["the others ended before", report(first, running("de"), over("es"), ready("de"))],
  ])("have replies of their own where %s", (_, quote) => {
    expect(held(quote)).toEqual([]);
    expect(quote.notices).toEqual(first.notices);
  });

  test("that come after the message was posted, or may have been, have replies of their own", () => {
    const late = report(said(report(allRun, ready("es"))), ready("it"));

    expect(held(late)).toEqual(["run-es"]);
  });

  test("are held once, however often they are reported, and a change is told", () => {
    const once = report(allRun, ready("es"));
    const posted = said(once);
    const compared = { key: "run-es", status: "ready", at: noon, digest: "compared" } as const;

    expect(report(posted, ready("es"))).toBe(posted);
    expect(resultsDigest(report(posted, counted("es", compared)))).not.toBe(resultsDigest(posted));
    expect(held(report(posted, counted("es", compared)))).toEqual(["run-es"]);
  });

  test("are left to the message by the card that reported them, and by no other run of it", () => {
    const card = aQuote({ id: "es", request: aRequest({ batch }) });
    const total = report(allRun, ready("es"));

    const told = withTold(card, ready("es"), total);

    expect(isToldTogether(told, "run-es")).toBe(true);
    expect(isToldTogether(told, "a later run")).toBe(false);
    expect(isToldTogether(withTold(card, ready("es"), undefined), "run-es")).toBe(false);
  });
});
