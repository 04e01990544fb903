import { expect, test } from "vitest";

import { showBook } from "#features/books/show-book.ts";

import { aQuote } from "../../builders.ts";
import { portsWith } from "../../support/ports-with.ts";

const ana = { person: "U0ANA", channel: "C0BOOKS" };

test("a book is shown to members of its conversation, and tells nobody else anything", async () => {
  const ctx = await portsWith(1);
  const sam = { ...ana, person: "U0SAM", name: "Book 0" };
  const elsewhere = { ...ctx, people: { ...ctx.people, isIn: async () => false } };

  expect(await showBook(ctx, { ...ana, name: "Book 0" })).toMatchObject({ isMore: false });
  expect(await showBook(ctx, sam)).toMatchObject({ isMore: false });
  expect(await showBook(elsewhere, sam)).toBeUndefined();
});

test("the figures of a book cover the manuscripts that its page speaks of", async () => {
  const ctx = await portsWith(60, 1);

  const page = await showBook(ctx, { ...ana, name: "Book 0" });

  expect(page?.manuscripts).toHaveLength(50);
  expect(page).toMatchObject({ isMore: true, characters: 50 * 12_345 });
});

test("a file that could not be read is no part of its book", async () => {
  const ctx = await portsWith(1);
  const reading = { status: "refused", reason: "broken-document" } as const;
  await ctx.quoteStore.add(aQuote({ id: "q1", book: "Book 0", reading }));

  const page = await showBook(ctx, { ...ana, name: "Book 0" });

  expect(page?.manuscripts.map(({ id }) => id)).toEqual(["q0"]);
});

test("who sees a card of a book alone sees its budget, as on the card, but not its defaults", async () => {
  const ctx = await portsWith(1);
  const asked = { ...ana, person: "U0MAIA", name: "Book 0" };
  const id = (await showBook(ctx, asked))?.id ?? "";
  const budget = { credits: 5000, per: "book" } as const;
  const defaults = { targets: ["de"], strategy: "replace" as const };
  await ctx.books.change(id, () => ({ version: 1, budget, ...defaults }));
  const elsewhere = { ...ctx, people: { ...ctx.people, isIn: async () => false } };

  const left = { budget: { budget: 5000, per: "book", left: 5000 } };
  expect(await showBook(ctx, asked)).toMatchObject({ ...left, ...defaults });
  expect(await showBook(elsewhere, asked)).toMatchObject({
    ...left,
    targets: [],
    strategy: undefined,
  });
});
