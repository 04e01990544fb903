import { withoutApprover } from "#domain/book/book.ts";
import type { StoreContext } from "#domain/context.ts";
import { closedAt, erasableFrom, erase } from "#domain/erasure.ts";
import { cardDigest } from "#domain/estimate/card-digest.ts";
import { erasedId, withoutDecider } from "#domain/glossary/glossary.ts";
import { termHome } from "#domain/glossary/quote-terms.ts";
import { paidTasks, type Quote } from "#domain/quote.ts";
import type { SpendRow } from "#domain/spending/spend.ts";
import { stepsOf } from "#domain/steps.ts";
import { followBook } from "#features/shared/find-book.ts";
import { invalidateCoverage } from "#features/shared/read-coverage.ts";
import { openQuotes } from "#features/shared/records.ts";

export type Erasure =
  | { readonly kind: "person" | "book"; readonly name: string }
  | { readonly kind: "workspace" };

export type Erased = {
  readonly erased: number;
  /** Kept: a run is in progress, undecided or has just failed, or a notice is still unsent. */
  readonly kept: number;
  /** Other records with something about it: terms, glossaries, spending, limits. */
  readonly beside: number;
};

/**
 * Deletes the records of a person's requests, of a book or of the workspace at once. The bare
 * claims stay, so that nothing is charged twice, and so do the sums of the spending. A second call
 * continues an interrupted one.
 */
export async function eraseNow(ctx: StoreContext, what: Erasure, by: string): Promise<Erased> {
  const books = what.kind === "book" ? await booksCalled(ctx, what.name) : noBooks;
  const quotes = await quotesOf(ctx, what, books);
  const erasedQuotes: Quote[] = [];
  for (const quote of quotes) {
    if (await eraseQuote(ctx, quote)) erasedQuotes.push(quote);
  }
  const beside = await eraseHeld(ctx, { what, books, quotes: erasedQuotes });
  await forgetTitles(ctx, erasedQuotes);
  // Open cards of the same text name runs that are no longer available.
  for (const quote of erasedQuotes) await invalidateCoverage(ctx, quote);
  ctx.audit({
    kind: "erased",
    by,
    why: `${what.kind}: ${erasedQuotes.length} of ${quotes.length}`,
  });
  return { erased: erasedQuotes.length, kept: quotes.length - erasedQuotes.length, beside };
}

/** Books by their ids, and what they are called or were called before they were merged. */
type Books = { readonly ids: readonly string[]; readonly names: readonly string[] };

const noBooks: Books = { ids: [], names: [] };

/** Returns the books that a name leads to, with those that were merged into them. */
async function booksCalled(ctx: StoreContext, name: string): Promise<Books> {
  const { book: found } = await ctx.held.find({ book: name });
  const ids = new Set<string>(found);
  const names = new Set([name]);
  for (const id of found) {
    const root = await followBook(ctx, id);
    const { merged = [] } = (await ctx.books.read(root.id)) ?? {};
    for (const one of [root.id, ...merged]) {
      ids.add(one);
      const { name: called } = (await ctx.books.read(one)) ?? {};
      if (called !== undefined) names.add(called);
    }
  }
  return { ids: [...ids], names: [...names] };
}

async function quotesOf(
  { quoteStore, workspace }: StoreContext,
  what: Erasure,
  { ids }: Books,
): Promise<readonly Quote[]> {
  const value = what.kind === "workspace" ? workspace : `${workspace}/${what.name}`;
  const lists = [[what.kind, value], ...ids.map((id) => ["book-id", id] as const)] as const;
  const matches = new Map<string, Quote>();
  for (const [index, of] of lists) {
    for (let offset = 0; ; offset += pageSize) {
      const quotes = await quoteStore.list(index, of, { offset, limit: pageSize });
      for (const quote of quotes) matches.set(quote.id, quote);
      if (quotes.length === 0) break;
    }
  }
  return [...matches.values()];
}

async function eraseQuote(
  { quoteStore, erased, setup, now }: StoreContext,
  { id }: Quote,
): Promise<boolean> {
  // The rare looks at a run that failed or vanished long ago do not keep it.
  const may = (quote: Quote) =>
    paidTasks(quote).length === 0 ||
    (closedAt(quote) !== undefined &&
      !stepsOf(quote, setup).some(({ at }) => at <= now() + hourMs));
  // This comes first: a click on the card in between must not restore it.
  await erased.change(id, () => now());
  const isErased = await quoteStore.erase(id, may);
  if (!isErased) await erased.change(id, () => undefined);
  return isErased;
}

type Found = {
  readonly what: Erasure;
  readonly books: Books;
  /** Those that were erased. */
  readonly quotes: readonly Quote[];
};

/** Erases what is beside the quotes, found by an index of its own: an earlier erasure took the quotes. */
async function eraseHeld(ctx: StoreContext, { what, books, quotes }: Found): Promise<number> {
  const names = await ctx.held.find(
    what.kind === "workspace"
      ? "everything"
      : what.kind === "person"
        ? { person: what.name }
        : { book: what.name },
  );
  const { terms, quoteStore } = ctx;
  if (what.kind === "person") {
    for (const home of names.terms) {
      await terms.change(home, (base) => withoutDecider(base, what.name));
    }
    for (const id of names.book) {
      await ctx.books.change(id, (book) => withoutApprover(book, what.name));
    }
  } else {
    const homes = [...names.terms, ...names.book, ...books.ids, ...quotes.map(termHome)];
    for (const home of new Set(homes)) await terms.erase(home);
  }
  for (const id of what.kind === "person" ? [] : new Set([...names.book, ...books.ids])) {
    await ctx.books.change(id, () => undefined);
  }
  for (const name of what.kind === "book" ? [] : names.limit) {
    await ctx.limits.change(name, () => undefined);
  }
  let rows = 0;
  for (const key of new Set([...names.spend, ...(await rowsOf(ctx, books))])) {
    const row = await ctx.spend.read(key);
    // A quote that is not over yet stays, and so does its row.
    if (row === undefined || (await quoteStore.find(row.quoteId)) !== undefined) continue;
    const bare = nameless(row, what);
    if (JSON.stringify(bare) === JSON.stringify(row)) continue;
    await ctx.spend.put(bare);
    rows += 1;
  }
  const glossaries = await eraseGlossaries(ctx, [
    ...names.glossary,
    ...quotes.flatMap(glossariesOf),
  ]);
  return names.terms.length + names.book.length + names.limit.length + rows + glossaries;
}

async function rowsOf({ held }: StoreContext, { names }: Books): Promise<readonly string[]> {
  const all = await Promise.all(names.map((book) => held.find({ book })));
  return all.flatMap(({ spend }) => spend);
}

/** A manuscript that goes on with an erased one no longer takes the name of its book from that. */
async function forgetTitles(
  { quoteStore, wake }: StoreContext,
  quotes: readonly Quote[],
): Promise<void> {
  for (const home of new Set(quotes.map(termHome))) {
    const others = await quoteStore.list("book-id", home, { offset: 0, limit: othersOfBook });
    for (const { id } of others.filter(({ bookTitle }) => bookTitle !== undefined)) {
      await quoteStore.change(id, (before) => ({ ...before, bookTitle: undefined }));
      wake(id);
    }
  }
}

const othersOfBook = 10_000;

/** Erases the frozen glossaries that no open quote needs. Returns their number. */
async function eraseGlossaries(
  { glossaries, quoteStore }: StoreContext,
  hashes: readonly string[],
): Promise<number> {
  const needed = new Set((await openQuotes(quoteStore)).flatMap(glossariesOf));
  const over = [...new Set(hashes)].filter((hash) => !needed.has(hash));
  for (const hash of over) await glossaries.erase(hash);
  return over.length;
}

function glossariesOf({ tasks }: Quote): readonly string[] {
  return tasks.flatMap(({ glossary }) => glossary?.hash ?? []);
}

function nameless(row: SpendRow, what: Erasure): SpendRow {
  const of = (id: string) =>
    what.kind === "workspace" || (what.kind === "person" && id === what.name) ? erasedId : id;
  const { reference: _, ...rest } = row;
  return { ...rest, book: undefined, person: of(row.person), approver: of(row.approver) };
}

const pageSize = 100;
const hourMs = 3_600_000;

/** Removes names, terms and notes from every quote that was closed long ago. Safe to repeat. */
export async function eraseClosed({ quoteStore, now, wake }: StoreContext): Promise<void> {
  for (;;) {
    const longest = await quoteStore.list("erasable", "all", { offset: 0, limit: pageSize });
    const expiredQuotes = longest.filter((quote) => (erasableFrom(quote) ?? Infinity) <= now());
    if (expiredQuotes.length === 0) return;
    for (const { id } of expiredQuotes) {
      const erased = await quoteStore.change(id, (before) => erase(before, now()));
      const { card } = erased;
      // A card that offered to request it again is updated; any other one stays as it is.
      if (card.status === "posted" && card.face !== cardDigest(erased)) wake(id);
    }
  }
}
