import { expect, test } from "vitest";

import type { AppContext } from "#domain/context.ts";
import { bookHome, termHome } from "#domain/glossary/quote-terms.ts";
import { finishMerges, mergeBooks, planMerge } from "#features/books/merge-books.ts";
import { showBook } from "#features/books/show-book.ts";
import { lookUpTerms } from "#features/glossary/update-book-terms.ts";

import { aQuote } from "../../builders.ts";
import { portsWith } from "../../support/ports-with.ts";

const asked = { quoteId: "q0", into: "q1", person: "U0ANA" };

/** Merges Book 0 into Book 1 with what the person reads now. */
async function merges(ctx: AppContext) {
  const planned = await planMerge(ctx, asked);
  const tag = planned.status === "plan" ? planned.plan.tag : "";
  return await mergeBooks(ctx, { ...asked, winner: "into", tag });
}

const homesIn = async ({ quoteStore }: AppContext) => {
  const page = { offset: 0, limit: 100 };
  const quotes = await quoteStore.list("workspace", "T1", page);
  return [...new Set(quotes.map(termHome))];
};

test("a merge that ended half-way is finished later, and every card follows", async () => {
  const ctx = await portsWith(6, 2);
  let left = 1;
  const change: AppContext["quoteStore"]["change"] = async (id, next) => {
    left -= 1;
    if (left < 0) throw new Error("the store is down");
    return await ctx.quoteStore.change(id, next);
  };

  await expect(merges({ ...ctx, quoteStore: { ...ctx.quoteStore, change } })).rejects.toThrow(
    "down",
  );
  const between = await homesIn(ctx);
  await finishMerges(ctx);

  expect(between).toHaveLength(2);
  expect(await homesIn(ctx)).toEqual([bookHome("T1", "Book 1")]);
  expect(await ctx.bookPairs.unfinished(10)).toEqual([]);
  const page = await showBook(ctx, { person: "U0ANA", channel: "C0BOOKS", name: "Book 0" });
  expect(page?.manuscripts).toHaveLength(6);
});

test("a card that was added to a merged book follows when its terms are looked up", async () => {
  const ctx = await portsWith(2, 2);
  await merges(ctx);
  const late = aQuote({ id: "late", book: "Book 0" });
  await ctx.quoteStore.add(late);

  const moved = await lookUpTerms(ctx, late);

  expect(moved).toMatchObject({ book: "Book 1" });
  expect(termHome(moved)).toBe(bookHome("T1", "Book 1"));
});

test("terms that a run of a merged book brings are kept in the book that stays", async () => {
  const ctx = await portsWith(2, 2);
  await merges(ctx);
  const [old, now] = [bookHome("T1", "Book 0"), bookHome("T1", "Book 1")];

  await ctx.terms.change(old, (base) => ({ ...base, runs: ["run"] }));

  expect((await ctx.terms.read(now)).runs).toEqual(["run"]);
  expect(await ctx.terms.read(old)).toEqual(await ctx.terms.read(now));
});

test("only who may change both books may merge them", async () => {
  const ctx = await portsWith(2, 2);
  const other = aQuote({ id: "q1", book: "Book 1" });
  await ctx.quoteStore.change("q1", (one) => ({
    ...one,
    request: { ...other.request, by: "U0SAM" },
  }));
  const { by } = (await ctx.quoteStore.find("q0"))?.request ?? {};

  const outcome = await planMerge(ctx, { ...asked, person: by ?? "" });

  expect(outcome).toEqual({ status: "not-allowed" });
});
