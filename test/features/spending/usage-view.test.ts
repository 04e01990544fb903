import { expect, test } from "vitest";

import { usageFailedReply, usageReply } from "#features/spending/usage-view.ts";
import { inEnglish } from "#slack/i18n/locale.ts";

import { aSpendRow, aUsage } from "../../builders.ts";
import { testContext, shownText } from "../../support/context.ts";

const none = { credits: 0, count: 0 };
const nothing = { reserved: none, waiting: none };

test("the usage shows balance, period, promises, limit and key prefix", () => {
  const usage = aUsage();
  const heaps = {
    reserved: { credits: 12_345, count: 3 },
    waiting: { credits: 9000, count: 3 },
  };
  const spending = { month: "2026-11", rows: [] };
  const shown = shownText(usageReply({ usage, ...heaps, spending }, inEnglish).blocks);

  expect(shown).toContain("62% of the balance is reserved");
  expect(shown).toContain("5,000 credits\n1 November 2026 – …");
  expect(shown).toContain("*Reserved by approvals*\n12,345 credits in 3 approvals");
  expect(shown).toContain("*Waiting for approval*\n9,000 credits in 3 estimates");
  expect(shown).toContain("*Available*\n7,655 credits");
  expect(shown).toContain("Nothing was charged in 2026-11 (UTC).");
  expect(shown).toContain("60 requests per minute");
  expect(shown).toContain("*API key*\nsk_live_ab1…");
});

test("a period that is no date is shown as the partner says it", () => {
  const usage = aUsage({ periodStart: "50", periodEnd: "the month’s end" });
  const spending = { month: "2026-11", rows: [] };

  const shown = shownText(usageReply({ usage, ...nothing, spending }, inEnglish).blocks);

  expect(shown).toContain("\n50 – the month’s end");
  expect(shown).not.toContain("is reserved");
});

test("the spending of a month is shown by person, channel and book, dearest first", () => {
  const usage = aUsage();
  const rows = [
    aSpendRow({ key: "k1", person: "U0MAIA", credits: 100, book: "Lighthouse" }),
    aSpendRow({ key: "k2", person: "U0SAM", credits: 300, basis: "approved" }),
  ];

  const spending = { month: "2026-11", rows };
  const shown = shownText(usageReply({ usage, ...nothing, spending }, inEnglish).blocks);

  expect(shown).toContain("*Spent in 2026-11 (UTC)*\n400 credits in 2 tasks");
  expect(shown).toMatch(/75% · <@U0SAM>: 300 credits in 1 task\.\n.*25% · <@U0MAIA>: 100 credits/u);
  expect(shown).toContain("25% · “Lighthouse”: 100 credits");
  expect(shown).toContain("didn’t say what it charged for 1");
});

test.each([
  ["UnauthorizedError", "API key"],
  ["RateLimitedError", "no readable answer"],
  ["UnavailableError", "no readable answer"],
])("a usage that cannot be had says why: %s", (fault, words) => {
  expect(usageFailedReply(fault, testContext).text).toContain(words);
});
