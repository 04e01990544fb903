import { describe, expect, test } from "vitest";

import type { Book } from "#domain/book/book.ts";
import { budgetOf, chargesOf, warn } from "#domain/book/budget.ts";
import { termHome } from "#domain/glossary/quote-terms.ts";
import { type Account, bookDigest, newAccount } from "#domain/spending/account.ts";

import {
  aPreview,
  aQuote,
  aRequest,
  aTask,
  anEstimateTask,
  completed,
  failed,
  hour,
  noon,
  rejectedFor,
  unknown,
} from "../../builders.ts";

const quote = aQuote({ book: "Lantern" });
const digest = bookDigest(termHome(quote));
const inDecember = Date.UTC(2026, 11, 2);

function aBook(budget: Book["budget"], changes: Partial<Book> = {}): Book {
  return { version: 1, budget, ...changes };
}

describe("what is left of a book’s budget", () => {
  const account: Account = {
    ...newAccount,
    spent: { [`book/T1/${digest}`]: 700, [`2026-11/T1/book/${digest}`]: 300 },
    reservations: [
      {
        key: "k1",
        quoteId: quote.id,
        workspace: "T1",
        channel: "C1",
        price: 50,
        at: noon,
        book: digest,
      },
    ],
  };
  const left = (book: Book | undefined, at = noon) => budgetOf(book, account, { quote, at });

  test("is what all its runs have not spent or reserved", () => {
    expect(left(aBook({ credits: 1000, per: "book" }))).toEqual({
      budget: 1000,
      per: "book",
      left: 250,
    });
    expect(left(aBook({ credits: 100, per: "book" }))?.left).toBe(-650);
  });

  test("counts the runs of a month where it is one of each month", () => {
    const monthly = aBook({ credits: 1000, per: "month" });

    expect([noon, inDecember].map((at) => left(monthly, at)?.left)).toEqual([650, 1000]);
  });

  test("is unknown of a book without one", () => {
    expect([left(undefined), left(aBook(undefined))]).toEqual([undefined, undefined]);
  });
});

describe("the admins are warned of a budget", () => {
  const budget = { credits: 1000, per: "book" } as const;
  const book = aBook(budget);
  const warned = (left: number, before: Book | undefined = book, at = noon, credits = 1000) => {
    const { per = "book" } = before?.budget ?? {};
    return warn(before, { budget: credits, per, left }, at);
  };

  test.each([
    [501, undefined],
    [500, 50],
    [101, 50],
    [100, 90],
    [1, 90],
    [0, 100],
    [-300, 100],
  ])("of which %i of 1,000 credits are left: %s", (left, percent) => {
    expect(warned(left).outcome).toBe(percent);
  });

  test("once for each line, and never of a lower one afterwards", () => {
    const { record } = warned(500);

    expect(record).toEqual({ ...book, warned: { of: "1000/book", percent: 50 } });
    expect(warned(400, record)).toEqual({ record, outcome: undefined });
    expect(warned(100, record).outcome).toBe(90);
    expect(warned(400, warned(100, record).record).outcome).toBeUndefined();
  });

  test("anew once it was changed", () => {
    const { record } = warned(0);

    expect(warned(1000, record, noon, 2000).outcome).toBe(50);
  });

  test("anew in each month, where it is one of each month", () => {
    const { record } = warned(0, aBook({ ...budget, per: "month" }));

    expect(record?.warned?.of).toBe("1000/2026-11");
    expect(warned(0, record).outcome).toBeUndefined();
    expect(warned(0, record, inDecember).outcome).toBe(100);
    expect(warned(0, warned(0).record, inDecember).outcome).toBeUndefined();
  });

  test("of nothing once something is spent, and not before", () => {
    expect(warned(0, book, noon, 0).outcome).toBeUndefined();
    expect(warned(-1, book, noon, 0).outcome).toBe(100);
  });

  test("not where the book was removed meanwhile", () => {
    expect(warn(undefined, { budget: 10, per: "book", left: 0 }, noon)).toEqual({
      record: undefined,
      outcome: undefined,
    });
  });
});

test("a book is charged for all that was approved and may cost something, when it was approved", () => {
  const at = (key: string, hours: number) => ({
    key,
    approval: { by: "U0ANA", at: noon + hours * hour },
  });
  const tasks = [
    aTask({ ...at("done", 1), price: 10, state: completed({ charged: 9 }) }),
    aPreview({ ...at("failed", 2), price: 20, state: failed() }),
    aTask({ ...at("unknown", 3), price: 30, state: unknown }),
    aTask({ ...at("refused", 4), price: 40, state: rejectedFor("short-of-credits") }),
    anEstimateTask({ key: "inquiry" }),
  ];
  const request = aRequest({ at: noon - hour });

  expect(chargesOf([aQuote({ tasks, request }), aQuote({ tasks: [] })])).toEqual([
    { key: "done", credits: 9, at: noon + hour },
    { key: "failed", credits: 20, at: noon + 2 * hour },
    { key: "unknown", credits: 30, at: noon + 3 * hour },
  ]);
});
