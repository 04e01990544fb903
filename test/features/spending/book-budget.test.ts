import { describe, expect, test } from "vitest";

import { termHome } from "#domain/glossary/quote-terms.ts";
import type { Quote } from "#domain/quote.ts";
import {
  bookDigest,
  bookSpending,
  recordEnd,
  reservationFor,
  reserveAnyway,
} from "#domain/spending/account.ts";
import { countBook, tellBudget } from "#features/spending/book-budget.ts";

import { aQuote, aTask, completed, noon, running } from "../../builders.ts";
import { testAppContext } from "../../support/app-context.ts";

const task = aTask({ price: 600, state: running() });
const selling = aQuote({ book: "Lantern", tasks: [task] });
const sold: Quote = { ...selling, tasks: [{ ...task, state: completed({ charged: 500 }) }] };
const id = termHome(selling);

/** Counts a book whose quotes are read so one time after the other, and returns what it has spent. */
async function counted(
  { ctx }: ReturnType<typeof testAppContext>,
  ...reads: readonly (() => Promise<readonly Quote[]>)[]
) {
  let read = 0;
  await countBook(ctx, id, async () => (await reads[read++]?.()) ?? []);
  const of = { workspace: "T1", book: bookDigest(id), at: noon };
  const account = await ctx.account.read();
  const spent = (["book", "month"] as const).map((per) => bookSpending(account, { ...of, per }));
  return { read, spent };
}

describe("the runs of a book are counted once", () => {
  const reservation = { ...reservationFor(selling, task), book: undefined };
  const end = { key: task.key, credits: 500, as: "final", now: noon } as const;

  test("while nothing else happens", async () => {
    const galley = testAppContext();
    await galley.ctx.account.change((account) => reserveAnyway(account, [reservation]));

    expect(await counted(galley, async () => [selling])).toEqual({ read: 1, spent: [600, 600] });
  });

  test("also when one ends while they are read", async () => {
    const galley = testAppContext();
    const { ctx } = galley;
    await ctx.account.change((account) => reserveAnyway(account, [reservation]));
    const ends = async () => {
      await ctx.account.change((account) => recordEnd(account, end));
      return [selling];
    };

    expect(await counted(galley, ends, async () => [sold])).toEqual({ read: 2, spent: [500, 500] });
  });

  test("also when one is bought and ends while they are read", async () => {
    const galley = testAppContext();
    const { ctx } = galley;
    const buys = async () => {
      await ctx.account.change((account) => reserveAnyway(account, [reservation]));
      await ctx.account.change((account) => recordEnd(account, end));
      return [];
    };

    expect(await counted(galley, buys, async () => [sold])).toEqual({ read: 2, spent: [500, 500] });
  });
});

test("what is left of a budget is drawn on open cards alone, and on none twice", async () => {
  const { ctx, woken } = testAppContext();
  const decision = { status: "declined", by: "U0ANA", at: noon } as const;
  const [open, closed] = [
    aQuote({ book: "Lantern" }),
    aQuote({ id: "closed", book: "Lantern", decision }),
  ];
  for (const quote of [open, closed]) await ctx.quoteStore.add(quote);
  const budget = { credits: 1000, per: "book" } as const;
  await ctx.books.change(id, () => ({ version: 1, budget }));

  await tellBudget(ctx, open);
  const drawn = await ctx.quoteStore.find(open.id);
  await tellBudget(ctx, open);

  expect(drawn?.balance?.book).toEqual({ budget: 1000, per: "book", left: 1000 });
  expect(await ctx.quoteStore.find(open.id)).toEqual(drawn);
  expect((await ctx.quoteStore.find("closed"))?.balance).not.toHaveProperty("book");
  expect(woken).toContain(open.id);
  expect(woken).not.toContain("closed");
});
