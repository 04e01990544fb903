import type { Membership } from "#domain/book/book.ts";
import type { AppContext } from "#domain/context.ts";
import { bookHome, homeChannelOf, ownBookHome, termHome } from "#domain/glossary/quote-terms.ts";

import { mayUseBook } from "./rights.ts";

/** Returns the id of the book to which the name of this one leads, and what it is called. */
export async function followBook({ books }: AppContext, from: string): Promise<Membership> {
  let id = from;
  // Two names that lead to each other would never end.
  for (let hop = 0; hop < mostHops; hop += 1) {
    const book = await books.read(id);
    if (book?.leadsTo === undefined) return { id, name: book?.name };
    id = book.leadsTo;
  }
  return { id, name: undefined };
}

const mostHops = 8;

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
    const { channel: home } = await ctx.terms.read(found.id);
    if (await mayUseBook(ctx, { person, channel, home: home ?? homeChannelOf(found.id) })) {
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
