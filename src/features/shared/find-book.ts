import { type Membership, movedTo } from "#domain/book/book.ts";
import type { AppContext, StoreContext } from "#domain/context.ts";
import {
  bookHome,
  bookIdsOf,
  homeChannelOf,
  ownBookHome,
  termHome,
} from "#domain/glossary/quote-terms.ts";
import type { Quote } from "#domain/quote.ts";

import { canChange, mayUseBook, readsBook, rightsOf } from "./rights.ts";

/** Returns the id of the book to which the name of this one leads, and what it is called. */
export async function followBook({ books }: StoreContext, from: string): Promise<Membership> {
  let id = from;
  const seen = new Set<string>();
  // Two names that lead to each other would never end.
  while (!seen.has(id)) {
    const book = await books.read(id);
    if (book?.leadsTo === undefined) return { id, name: book?.name };
    seen.add(id);
    id = book.leadsTo;
  }
  return { id, name: undefined };
}

/** Moves a card on to the book that its own was merged into. @throws when Slack cannot be asked. */
export async function followMerge(ctx: AppContext, quote: Quote): Promise<Quote> {
  const from = termHome(quote);
  const into = await followBook(ctx, from);
  return into.id === from ? quote : await moveCard(ctx, quote, into);
}

/**
 * Moves a card to another book, unless it was moved meanwhile. A requester who may not use that book does
 * not read its name.
 *
 * @throws when Slack cannot be asked.
 */
export async function moveCard(ctx: AppContext, quote: Quote, into: Membership): Promise<Quote> {
  const [from, home] = [termHome(quote), await homeOf(ctx, into.id)];
  const presence = { person: quote.request.by, channel: quote.place.channel, home };
  const name = (await mayUseBook(ctx, presence)) ? into.name : quote.book;
  const after = await ctx.quoteStore.change(quote.id, (before) =>
    termHome(before) === from ? movedTo(before, { id: into.id, name }) : before,
  );
  ctx.wake(quote.id);
  return after;
}

/** Returns the conversation that a book belongs to; undefined for one that was never handed in. */
export async function homeOf({ terms }: StoreContext, id: string): Promise<string | undefined> {
  return (await terms.read(id)).channel ?? homeChannelOf(id);
}

type Named = {
  readonly channel: string;
  readonly person: string;
  readonly book: string;
  /** True for the default of the conversation, which an admin chose. */
  readonly isGiven: boolean;
};

/**
 * Returns the book that a person means by a name: in a conversation, its own one of that name, else the
 * one of the workspace. A book belongs to the conversation of its first manuscript: whoever may not use
 * it gets another one of that name.
 *
 * @throws when Slack cannot be asked.
 */
export async function bookCalled(ctx: AppContext, named: Named): Promise<Membership> {
  const { channel, person, book, isGiven } = named;
  const own = ownBookHome({ workspace: ctx.workspace, channel }, book);
  if ((await ctx.books.read(own)) !== undefined) {
    const found = await followBook(ctx, own);
    if (await mayUseBook(ctx, { person, channel, home: await homeOf(ctx, found.id) })) {
      return { id: found.id, name: found.name ?? book };
    }
  }
  const { id, name = book } = await followBook(ctx, bookHome(ctx.workspace, book));
  const { channel: home = homeChannelOf(id) } = await ctx.terms.change(id, (base) =>
    base.channel === undefined ? { ...base, channel: homeChannelOf(id) ?? channel } : base,
  );
  const may = isGiven || (await mayUseBook(ctx, { person, channel, home }));
  return may ? { id, name } : { id: own, name: book };
}

type Untitled = {
  readonly place: { readonly workspace: string; readonly channel: string };
  readonly file: { readonly name: string };
};

/** Returns the book that a title begins or continues in its conversation, as it is called now. */
export async function bookTitled(ctx: AppContext, { place, file }: Untitled): Promise<Membership> {
  return await followBook(ctx, termHome({ place, file, book: undefined }));
}

/** Returns the reference of the book that a person means by a name, if they may use it. */
export async function referenceOf(
  ctx: AppContext,
  {
    channel,
    person,
    book,
  }: { readonly channel: string; readonly person: string; readonly book: string },
): Promise<string | undefined> {
  for (const candidate of bookIdsOf({ workspace: ctx.workspace, channel, name: book })) {
    const { id } = await followBook(ctx, candidate);
    const { reference } = (await ctx.books.read(id)) ?? {};
    if (reference === undefined) continue;
    if (await mayUseBook(ctx, { person, channel, home: await homeOf(ctx, id) })) return reference;
  }
  return undefined;
}

/** Gives a reference to the book of a card that has none, if the person may change that book. */
export async function giveReference(
  ctx: AppContext,
  given: { readonly quote: Quote; readonly person: string; readonly reference: string },
): Promise<void> {
  const { quote, person, reference } = given;
  const id = termHome(quote);
  const rights = await rightsOf(ctx.people, person);
  const home = await homeOf(ctx, id);
  const may =
    canChange(rights, quote.request.by) && (await readsBook(ctx, rights, { quote, home }));
  if (!may) return;
  const { outcome: isGiven } = await ctx.books.decide(id, (book) =>
    book?.reference !== undefined || book?.leadsTo !== undefined
      ? { record: book, outcome: false }
      : { record: { version: 1, ...book, reference }, outcome: true },
  );
  if (isGiven)
    ctx.audit({ kind: "book", quoteId: quote.id, by: person, why: "a reference was set" });
}
