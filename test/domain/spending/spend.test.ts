import { describe, expect, test } from "vitest";

import { parseMonth, sharesOf, spendRow, totalOf } from "#domain/spending/spend.ts";
import { spendCsv } from "#features/spending/spend-csv.ts";

import {
  aPostedQuote,
  aPreview,
  aQuote,
  aRequest,
  aSpendRow,
  aTask,
  completed,
  failed,
  hour,
  noon,
} from "../../builders.ts";

describe("what a run came to", () => {
  test("is what the partner charged, for whoever asked for it", () => {
    const task = aTask({ state: completed({ charged: 12_000 }) });

    expect(spendRow(aQuote({ book: "Lighthouse" }), task)).toEqual({
      key: task.key,
      quoteId: aQuote().id,
      workspace: "T1",
      channel: "C0BOOKS",
      person: "U0MAIA",
      approver: "U0APPROVER",
      book: "Lighthouse",
      product: "translation",
      target: "fr",
      characters: 12_345,
      credits: 12_000,
      basis: "charged",
      approvedAt: noon,
    });
  });

  test.each([
    ["did not say", completed()],
    ["called it failed", failed()],
  ])("is what was approved where the partner %s", (_, state) => {
    const row = spendRow(aQuote(), aPreview({ state }));

    expect(row).toMatchObject({ product: "preview", credits: 3000, basis: "approved" });
  });

  test("counts the characters of the chapters where only some were bought", () => {
    const slice = [{ from: 1000, to: 4000 }];
    const row = spendRow(aQuote(), aTask({ slice, state: completed() }));

    expect(row).toMatchObject({ product: "part", characters: 3000 });
  });

  test("is counted without a length while its text is read again", () => {
    const row = spendRow(aPostedQuote(), aTask({ price: 70, state: completed() }));

    expect(row).toMatchObject({ characters: 0, credits: 70 });
  });

  test("counts for its requester where no approval is known", () => {
    const request = aRequest({ by: "U0MAIA", at: noon - hour });

    expect(spendRow(aQuote({ request }), aTask({ approval: undefined }))).toMatchObject({
      approver: "U0MAIA",
      approvedAt: noon - hour,
    });
  });

  test("counts when it was approved, however long the quote had waited", () => {
    const approval = { by: "U0ANA", at: noon + hour };

    expect(spendRow(aQuote(), aTask({ approval }))).toMatchObject({
      approver: "U0ANA",
      approvedAt: noon + hour,
    });
  });
});

test("the shares of all add up to the whole, dearest first", () => {
  const rows = [
    aSpendRow({ person: "a", credits: 1 }),
    aSpendRow({ person: "b", credits: 5 }),
    aSpendRow({ person: "a", credits: 2 }),
  ];

  expect(sharesOf(rows, ({ person }) => person)).toEqual([
    { name: "b", credits: 5, runs: 1 },
    { name: "a", credits: 3, runs: 2 },
  ]);
  expect(sharesOf(rows, ({ book }) => book)).toEqual([]);
  expect(totalOf(rows)).toBe(8);
});

test.each([
  ["2026-11", "2026-11"],
  ["2026-13", undefined],
  ["november", undefined],
  ["2026-1", undefined],
  ["2026-00", undefined],
  ["2026-09", "2026-09"],
  ["12026-11", undefined],
  ["2026-112", undefined],
])("%s is a month or is none", (text, month) => {
  expect(parseMonth(text)).toBe(month);
});

test("a book whose name is a formula is only a name in the file", () => {
  const [head, row] = spendCsv([aSpendRow({ book: '=HYPERLINK("x")' })]).split("\r\n");

  expect(head).toBe(
    "\uFEFFapproved_at,product,book,target_lang,characters,credits,basis,requested_by,approved_by,channel,quote,key,reference",
  );
  expect(row).toContain(`,"'=HYPERLINK(""x"")",`);
});

test("the file begins with the oldest run", () => {
  const rows = [aSpendRow({ key: "new", approvedAt: noon + 1 }), aSpendRow({ key: "old" })];

  const keys = spendCsv(rows).matchAll(/"(?<key>new|old)"/gu);

  expect(Array.from(keys, ({ groups }) => groups?.["key"])).toEqual(["old", "new"]);
});
