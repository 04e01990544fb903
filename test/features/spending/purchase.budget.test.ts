import { describe, expect, test } from "vitest";

import type { Book, Budget } from "#domain/book/book.ts";
import type { BudgetSpent } from "#domain/book/budget.ts";
import { termHome } from "#domain/glossary/quote-terms.ts";
import { offerTag } from "#domain/offer.ts";
import type { Product, Quote } from "#domain/quote.ts";
import { reservedCredits } from "#domain/spending/account.ts";
import { approveByPolicy, approveQuote } from "#features/approval/approve-quote.ts";
import { tellBudget } from "#features/spending/book-budget.ts";

import { anEstimate, noTerms, setup } from "../../builders.ts";
import { aPartner, anOffer, manuscript, testAppContext } from "../../support/app-context.ts";

const price = manuscript.characters;

/** Returns two cards of a book with a budget, which its first card shows. */
async function aBookWith(budget: Partial<Budget> | undefined, balanceCredits = 20_000) {
  const usage = await aPartner().partner.usage();
  const partner = { usage: async () => ({ ...usage, balanceCredits }) };
  const { ctx, ...galley } = testAppContext({ partner });
  const warned: BudgetSpent[] = [];
  Object.assign(ctx, { warnOfBudget: (spent: BudgetSpent) => void warned.push(spent) });
  const [first, second] = ["first", "second"].map((id) =>
    anOffer({
      id,
      book: "Lantern",
      glossary: { terms: noTerms("fr") },
      reading: { status: "read", manuscript: { ...manuscript, textSha256: `text of ${id}` } },
    }),
  );
  if (first === undefined || second === undefined) throw new Error("two cards");
  for (const quote of [first, second]) await ctx.quoteStore.add(quote);
  const book: Book = {
    version: 1,
    budget: budget && { credits: price, per: "book", ...budget },
  };
  await ctx.books.change(termHome(first), () => book);
  const shown = async ({ id }: Quote) => (await ctx.quoteStore.find(id)) ?? first;
  const approve = async (seen: Quote, product: Product = "translation") =>
    await approveQuote(ctx, {
      quoteId: seen.id,
      ...seen.place,
      person: "U0ANA",
      product,
      offer: offerTag(seen, setup),
    });
  return { ctx, ...galley, first, second, warned, shown, approve };
}

describe("the budget of a book", () => {
  test("covers a purchase to its last credit, and not one more", async () => {
    const [enough, short] = [await aBookWith({}), await aBookWith({ credits: price - 1 })];

    expect((await enough.approve(enough.first)).status).toBe("approved");
    expect(await short.approve(short.first)).toEqual({
      status: "over-book-budget",
      left: price - 1,
    });
    expect(reservedCredits(await short.ctx.account.read())).toBe(0);
  });

  test("is shown on the card of who did not know, and can then be exceeded by a person", async () => {
    const { approve, first, shown } = await aBookWith({ credits: 100 });
    await approve(first);
    const card = await shown(first);

    expect(card.balance?.book).toEqual({ budget: 100, per: "book", left: 100 });
    expect((await approve(card)).status).toBe("approved");
  });

  test("is shown on the other cards of the book as each purchase leaves it", async () => {
    const { approve, first, second, shown, warned } = await aBookWith({ credits: 2 * price });
    await approve(first);

    expect((await shown(second)).balance?.book?.left).toBe(price);
    expect(warned).toMatchObject([{ percent: 50, name: "Lantern", left: price }]);
    expect((await approve(await shown(second))).status).toBe("approved");
    expect(warned).toMatchObject([{ percent: 50 }, { percent: 100, left: 0 }]);
  });

  test("counts each run of a card by its own price", async () => {
    const { approve, ctx, first, shown, warned } = await aBookWith({ credits: 9 * price });
    await approve(first, "preview");
    await approve(await shown(first));

    const { reservations } = await ctx.account.read();
    expect(reservations.map((one) => one.price)).toEqual([3000, price]);
    expect((await shown(first)).balance?.book?.left).toBe(8 * price - 3000);
    expect(warned).toEqual([]);
  });

  test("stays on a card whose price the balance does not cover", async () => {
    const { approve, ctx, first, shown } = await aBookWith({ credits: 9 * price }, price - 1);
    await tellBudget(ctx, first);

    expect(await approve(await shown(first))).toMatchObject({
      status: "short-of-credits",
      balance: price - 1,
    });
    expect((await shown(first)).balance).toMatchObject({
      credits: price - 1,
      book: { left: 9 * price },
    });
  });

  test("of a month counts the purchases of that month alone", async () => {
    const { ctx, approve, clock, first, second, shown } = await aBookWith({ per: "month" });
    await approve(first);
    expect((await approve(await shown(second))).status).toBe("approved");

    clock.now = Date.UTC(2026, 11, 2);
    await tellBudget(ctx, second);
    expect((await shown(second)).balance?.book?.left).toBe(price);
  });

  test("leaves nothing on a card once it is taken away", async () => {
    const { ctx, approve, first, second, shown, warned } = await aBookWith({});
    await approve(first);
    await ctx.books.change(termHome(first), (book) => ({ version: 1, ...book, budget: undefined }));
    const told = warned.length;
    await tellBudget(ctx, first);

    expect((await shown(second)).balance).not.toHaveProperty("book");
    expect(warned).toHaveLength(told);
  });

  test("that was taken away unseen is off the cards with the next purchase", async () => {
    const { ctx, approve, first, second, shown } = await aBookWith({});
    await tellBudget(ctx, first);
    await ctx.books.change(termHome(first), () => ({ version: 1 }));

    expect((await approve(await shown(first))).status).toBe("approved");
    expect((await shown(second)).balance).not.toHaveProperty("book");
  });

  test("is not shown on a card without a balance", async () => {
    const { ctx, first, second, shown } = await aBookWith({});
    await ctx.quoteStore.change(second.id, (quote) => ({ ...quote, balance: undefined }));
    await tellBudget(ctx, first);

    expect((await shown(second)).balance).toBeUndefined();
    expect((await shown(first)).balance?.book?.left).toBe(price);
  });

  test("is never exceeded by Galley itself, though the card says so", async () => {
    const { ctx, first, shown } = await aBookWith({ credits: price - 1 });
    const policy = {
      selfApproval: "allowed",
      secondApprovalAbove: undefined,
      capPerApproval: undefined,
      autoApprovalUpTo: price,
    } as const;
    const caps = { autoApprovalPerPersonDay: 9 * price, autoApprovalPerMonth: 9 * price };
    await ctx.settings.change("T1", (now) => ({
      ...now,
      policy: { ...now.policy, ...policy, ...caps },
    }));
    await ctx.quoteStore.change(first.id, (before) => ({
      ...before,
      approval: { policy },
      tasks: [anEstimate(price, 1)],
    }));
    await tellBudget(ctx, first);

    await approveByPolicy(ctx, await shown(first));

    const after = await shown(first);
    expect(after.tasks.map(({ kind }) => kind)).toEqual(["estimate"]);
    expect(after.approval?.policy?.autoApprovalUpTo).toBeUndefined();
  });
});

test("without a budget of its book a card shows none, and nobody is warned", async () => {
  const { approve, first, second, shown, warned } = await aBookWith(undefined);

  expect((await approve(first)).status).toBe("approved");
  expect((await shown(second)).balance).not.toHaveProperty("book");
  expect(warned).toEqual([]);
});

test.each([
  ["sought", "not-for-sale"],
  ["undecided", "not-for-sale"],
  ["unfit", "unfit-store"],
] as const)("nothing is sold while the records are %s", async (status, outcome) => {
  const { ctx, approve, first, shown } = await aBookWith(undefined);
  Object.assign(ctx.records, { status: async () => status });

  expect(await approve(first)).toEqual({ status: outcome });
  expect((await shown(first)).tasks).toEqual([]);
});
