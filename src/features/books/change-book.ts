import { isDeepStrictEqual } from "node:util";

import { type Book, type Budget, type Membership, bookName, inBook } from "#domain/book/book.ts";
import type { AppContext } from "#domain/context.ts";
import { NotRecordedError } from "#domain/errors.ts";
import type { GlossaryChoice } from "#domain/glossary/glossary.ts";
import { bookHome, bookKey, ownBookHome, termHome } from "#domain/glossary/quote-terms.ts";
import type { Quote } from "#domain/quote.ts";
import {
  bookCalled,
  bookTitled,
  followBook,
  followMerge,
  homeOf,
} from "#features/shared/find-book.ts";
import {
  approversAmong,
  canChange,
  mayUseBook,
  readsBook,
  rightsOf,
} from "#features/shared/rights.ts";
import { countBook, reserveForBook, tellBudget } from "#features/spending/book-budget.ts";

import { idsShown, quotesOfBook } from "./show-book.ts";

/** The form of a manuscript's book, as its person may see it. */
export type BookForm = {
  readonly quote: Quote;
  readonly id: string;
  readonly name: string;
  /** Other books of the conversation that this person may use. */
  readonly others: readonly Membership[];
  readonly reference: string | undefined;
  readonly targets: readonly string[];
  readonly strategy: GlossaryChoice | undefined;
  /** The people who are asked to approve, as far as they may still. */
  readonly approvers: readonly string[];
  readonly budget: Budget | undefined;
  /** Budgets are the admins', as all limits are. */
  readonly mayBudget: boolean;
};

export type Asked = { readonly quoteId: string; readonly person: string };
export type Refused = { readonly status: "unknown-card" | "not-allowed" };

/** Only the person and the card's id are trusted: rights are those of the card's conversation. */
export async function openBookForm(
  ctx: AppContext,
  asked: Asked,
): Promise<{ readonly status: "form"; readonly form: BookForm } | Refused> {
  const place = await bookOf(ctx, asked);
  if ("status" in place) return place;
  const { quote, id } = place;
  const [others, book, { isAdmin: mayBudget }] = await Promise.all([
    othersOf(ctx, asked.person, place),
    ctx.books.read(id),
    rightsOf(ctx.people, asked.person),
  ]);
  const { reference, budget, targets = [], strategy } = book ?? {};
  const approvers = await approversAmong(ctx.people, book?.approvers ?? []);
  const defaults = { reference, targets, strategy, approvers };
  const form = { quote, id, name: bookName(quote), others, ...defaults, budget, mayBudget };
  return { status: "form", form };
}

export type BookPlace = { readonly quote: Quote; readonly id: string; readonly home: string };

/** For the requester and people who may spend, if they read the book. @throws when Slack cannot be asked. */
export async function bookOf(
  ctx: AppContext,
  { quoteId, person }: Asked,
): Promise<BookPlace | Refused> {
  const stored = await ctx.quoteStore.find(quoteId);
  const isKnown = stored?.place.workspace === ctx.workspace && stored.erasedAt === undefined;
  if (stored === undefined || !isKnown) return { status: "unknown-card" };
  const quote = await followMerge(ctx, stored);
  const id = termHome(quote);
  const channel = (await homeOf(ctx, id)) ?? quote.place.channel;
  const rights = await rightsOf(ctx.people, person);
  const may =
    canChange(rights, quote.request.by) && (await readsBook(ctx, rights, { quote, home: channel }));
  if (!may) ctx.audit({ kind: "refused", quoteId, by: person, why: "not allowed" });
  return may ? { quote, id, home: channel } : { status: "not-allowed" };
}

type OtherBook = Membership & {
  /** The id of its newest card that may be used. */
  readonly card: string;
};

/**
 * Returns the other books of the conversation that the person may use.
 *
 * @param mayUse tells by a card of it whether a book may be chosen
 */
export async function othersOf(
  ctx: AppContext,
  person: string,
  { quote, id }: BookPlace,
  mayUse: (card: Quote) => boolean = () => true,
): Promise<readonly OtherBook[]> {
  const { workspace, channel } = quote.place;
  const page = { offset: 0, limit: cardsLookedAt };
  const cards = await ctx.quoteStore.list("channel", `${workspace}/${channel}`, page);
  const usable = cards.filter((one) => one.erasedAt === undefined && mayUse(one));
  const newest = Map.groupBy(usable, termHome);
  newest.delete(id);
  const found: OtherBook[] = [];
  for (const [other, [card]] of [...newest].slice(0, booksOffered)) {
    const home = await homeOf(ctx, other);
    if (card === undefined || !(await mayUseBook(ctx, { person, channel, home }))) continue;
    found.push({ id: other, name: bookName(card), card: card.id });
  }
  return found;
}

const cardsLookedAt = 200;
const booksOffered = 30;

export type BookEdit = Asked & {
  readonly name: string | undefined;
  /** `this` book is renamed; the manuscript moves to a `new` book, or to the one of this id. */
  readonly to: string;
  readonly reference: string | undefined;
  /** The languages and the use of the glossary of manuscripts that say nothing of them. */
  readonly targets: readonly string[];
  readonly strategy: GlossaryChoice | undefined;
  /** The people who are asked to approve; nobody for all approvers. */
  readonly approvers: readonly string[];
  /** `untouched`: the form had no such field. */
  readonly budget: Budget | undefined | "untouched";
};

export type BookEdited =
  | Refused
  | { readonly status: "done" }
  /** Another book of the name exists, which this person may use. */
  | { readonly status: "taken" }
  /** They may not approve, so they cannot be asked. */
  | { readonly status: "no-approvers"; readonly people: readonly string[] };

/**
 * Renames a book, or moves a manuscript with all its cards to another one. Safe to repeat: a change that
 * ended half-way goes on.
 *
 * @throws when Slack or the store cannot be asked.
 */
export async function editBook(ctx: AppContext, edit: BookEdit): Promise<BookEdited> {
  const place = await bookOf(ctx, edit);
  if ("status" in place) return place;
  const { quote } = place;
  if (edit.to === "this") {
    const able = new Set(await approversAmong(ctx.people, edit.approvers));
    const people = edit.approvers.filter((id) => !able.has(id));
    if (people.length > 0) return { status: "no-approvers", people };
    const renamed = await rename(ctx, place, edit);
    if (renamed.status === "done") await setDefaults(ctx, place, edit);
    return renamed;
  }
  const target = await targetOf(ctx, place, edit);
  if (target === undefined) return { status: "not-allowed" };
  const cards = await quotesOfBook(ctx, place.id);
  const moved = cards.filter(({ file }) => file.id === quote.file.id);
  await putInto(ctx, moved, target);
  await reserveForBook(ctx, target.id, await quotesOfBook(ctx, target.id));
  for (const id of [place.id, target.id]) await recount(ctx, id);
  tellAudit(ctx, edit, "a manuscript was moved");
  return { status: "done" };
}

async function rename(
  ctx: AppContext,
  { quote, id, home }: BookPlace,
  edit: BookEdit,
): Promise<BookEdited> {
  const { name } = edit;
  if (name === undefined || name === quote.book) return { status: "done" };
  const called = { channel: home, person: edit.person, book: name, isGiven: false };
  const isSameName = bookKey(name) === bookKey(bookName(quote));
  const way = isSameName ? "own" : await freeName(ctx, id, called);
  if (way === undefined) return { status: "taken" };
  const quotes = await readersOf(ctx, { id, home });
  await changeBook(ctx, id, (book) => ({ ...book, name }));
  if (way !== "own") await ctx.books.change(way, (book) => ({ version: 1, ...book, leadsTo: id }));
  await putInto(ctx, quotes, { id, name });
  tellAudit(ctx, edit, "a book was renamed");
  return { status: "done" };
}

/**
 * Returns the quotes of a book whose conversations may read its new name: a requester who may not use
 * the book any more keeps the name that they gave.
 */
async function readersOf(
  ctx: AppContext,
  { id, home }: Pick<BookPlace, "id" | "home">,
): Promise<readonly Quote[]> {
  const readers: Quote[] = [];
  for (const quote of await quotesOfBook(ctx, id)) {
    const presence = { person: quote.request.by, channel: quote.place.channel, home };
    if (await mayUseBook(ctx, presence)) readers.push(quote);
  }
  return readers;
}

/**
 * Returns the id under which a new name leads to the book; `own` if it does already. Undefined if it is
 * the name of another book of theirs. A name that others use stays theirs: the conversation has its own.
 */
async function freeName(
  ctx: AppContext,
  id: string,
  called: Parameters<typeof bookCalled>[1],
): Promise<string | undefined> {
  const { workspace } = ctx;
  const found = await bookCalled(ctx, called);
  if (found.id === id) return "own";
  for (const shown of await idsShown(ctx, { channel: called.channel, name: called.book })) {
    if ((await followBook(ctx, shown)).id !== id) return undefined;
  }
  const ways = [ownBookHome({ workspace, channel: called.channel }, called.book)];
  ways.push(bookHome(workspace, called.book));
  const isFree = ways.includes(found.id) && (await quotesOfBook(ctx, found.id)).length === 0;
  return isFree ? found.id : undefined;
}

/** Returns the book to move to; undefined for one that this person may not use. */
async function targetOf(
  ctx: AppContext,
  place: BookPlace,
  { to, name, person }: BookEdit,
): Promise<Membership | undefined> {
  const { quote, id } = place;
  const { workspace, channel } = quote.place;
  if (to !== "new") return (await othersOf(ctx, person, place)).find((one) => one.id === to);
  const isNamed = name !== undefined && bookKey(name) !== bookKey(bookName(quote));
  if (isNamed) return await bookCalled(ctx, { channel, person, book: name, isGiven: false });
  const titled = await bookTitled(ctx, quote);
  const alone = `${workspace}/channel/${channel}/card/${quote.id}`;
  return titled.id === id ? { id: alone, name: undefined } : titled;
}

/** Leads a name to a book, unless it is the name of another one. */
export async function leadName(
  ctx: AppContext,
  id: string,
  called: Parameters<typeof bookCalled>[1],
): Promise<void> {
  const way = await freeName(ctx, id, called);
  if (way === undefined || way === "own") return;
  await ctx.books.change(way, (book) => ({ version: 1, ...book, leadsTo: id }));
}

/** Changes the record of a book. @throws NotRecordedError if it was merged meanwhile */
async function changeBook({ books }: AppContext, id: string, next: (book: Book) => Book) {
  await books.change(id, (book) => {
    if (book?.leadsTo !== undefined) throw new NotRecordedError();
    return next({ version: 1, ...book });
  });
}

/** Sets reference, budget and defaults. A budget counts what its book has cost before. */
async function setDefaults(
  ctx: AppContext,
  { quote, id }: BookPlace,
  edit: BookEdit,
): Promise<void> {
  const { isAdmin } = await rightsOf(ctx.people, edit.person, "now");
  const before = await ctx.books.read(id);
  const budget = isAdmin && edit.budget !== "untouched" ? edit.budget : before?.budget;
  const { reference, strategy } = edit;
  const targets = edit.targets.length === 0 ? undefined : [...edit.targets];
  const approvers = edit.approvers.length === 0 ? undefined : [...edit.approvers];
  const now = { reference, strategy, targets, approvers, budget };
  const was = {
    reference: before?.reference,
    strategy: before?.strategy,
    targets: before?.targets,
    approvers: before?.approvers,
    budget: before?.budget,
  };
  if (isDeepStrictEqual(was, now)) return;
  if (budget !== undefined) await countBook(ctx, id, () => quotesOfBook(ctx, id));
  await changeBook(ctx, id, (book) => ({ ...book, ...now }));
  await tellBudget(ctx, quote);
  tellAudit(ctx, edit, `budget: ${budget?.credits ?? "none"} per ${budget?.per ?? "book"}`);
}

/** Counts a book with a budget anew, because it has other manuscripts, and shows that on its cards. */
export async function recount(ctx: AppContext, id: string): Promise<void> {
  const book = await ctx.books.read(id);
  if (book?.budget !== undefined) await countBook(ctx, id, () => quotesOfBook(ctx, id));
  const [quote] = await quotesOfBook(ctx, id, 1);
  if (quote !== undefined) await tellBudget(ctx, quote);
}

/** Moves quotes to a book, unless they were moved elsewhere since; one that was merged hands them on. */
async function putInto(ctx: AppContext, quotes: readonly Quote[], book: Membership): Promise<void> {
  const { quoteStore, wake } = ctx;
  for (const quote of quotes) {
    const from = termHome(quote);
    const moved = await quoteStore.change(quote.id, (before) =>
      termHome(before) === from ? inBook(before, book) : before,
    );
    await followMerge(ctx, moved);
    wake(quote.id);
  }
}

/** Names stay out of the log. */
function tellAudit({ audit }: AppContext, { quoteId, person: by }: Asked, why: string): void {
  audit({ kind: "book", quoteId, by, why });
}
