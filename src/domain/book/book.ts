import { z } from "zod";

import type { Coverage } from "#domain/claim.ts";
import { bookHash, withoutCoverage } from "#domain/coverage.ts";
import { titleOf } from "#domain/delivery/delivery.ts";
import { type ReadonlyOf, count, id, language, optional, stored } from "#domain/fields.ts";
import { glossaryChoices } from "#domain/glossary/glossary.ts";
import { forgetTerms, termHome, withoutPart } from "#domain/glossary/quote-terms.ts";
import type { Quote } from "#domain/quote.ts";

/** The credits that a book may cost, in all or in each month (UTC). */
export type Budget = ReadonlyOf<typeof budgetSchema>;
export const budgetPeriods = ["book", "month"] as const;
const budgetSchema = stored({ credits: count, per: z.enum(budgetPeriods) });

/**
 * What people decided on a book beside its terms, by its id, see `termHome`. A book without a record is
 * called as its manuscripts say.
 */
export type Book = ReadonlyOf<typeof bookSchema>;
export const bookSchema = stored({
  version: z.literal(1),
  name: optional(z.string()),
  /** The id of another book, to which the name of this one leads since. */
  leadsTo: optional(id),
  /** A cost centre or an order number, for the receipt and the list of charges. */
  reference: optional(z.string()),
  budget: optional(budgetSchema),
  /** Of manuscripts that name no language. */
  targets: optional(z.array(language)),
  /** How its translations use the glossary, unless the card says otherwise. */
  strategy: optional(z.enum(glossaryChoices)),
  /** The people who are asked to approve its requests; all others who may approve still may. */
  approvers: optional(z.array(id)),
  /** The highest of `warnedAt` that the admins heard of; `of`: the budget and its month. */
  warned: optional(stored({ of: z.string(), percent: count })),
  /** Books that were merged into this one: their claims count in its limits, and they are erased with it. */
  merged: optional(z.array(id)),
  /** Those whose cards are still to be moved: see `finishMerge`. */
  unmoved: optional(z.array(id)),
});

/** The most people whom a book can name to be asked. */
export const approversOfBook = 5;

/**
 * Returns the book's name: the one that people gave it, else the one of the book that the text
 * continues, else the document's own title, else the file's without the number of a part.
 */
export function bookName(quote: CalledManuscript): string {
  const { book = "", bookTitle = "", file } = quote;
  return book.trim() || bookTitle || ownTitle(quote) || withoutPart(titleOf(file));
}

/** Returns the document's own title where it names the manuscript; else an empty text. */
export function ownTitle({ book, bookTitle, reading }: CalledManuscript): string {
  const isNamed = (book ?? "").trim() !== "" || (bookTitle ?? "") !== "";
  return isNamed || reading.status !== "read" ? "" : (reading.manuscript.title ?? "");
}

/** What a manuscript is called by. */
export type CalledManuscript = Pick<Quote, "book" | "bookTitle" | "file" | "reading">;

/** A book as a manuscript belongs to it. */
export type Membership = { readonly id: string; readonly name: string | undefined };

/** Puts a quote into the book that its own was merged into. One without names keeps none. */
export function movedTo(quote: Quote, book: Membership): Quote {
  if (quote.erasedAt === undefined) return inBook(quote, book);
  return termHome(quote) === book.id ? quote : { ...quote, termHome: book.id };
}

/**
 * Puts a quote into a book, or calls it as its book is called now. Its card looks up terms and limits
 * again if they may differ; a run that was sold keeps its terms. Nothing changes once names were erased.
 */
export function inBook(quote: Quote, { id, name: book }: Membership): Quote {
  const isSame = termHome(quote) === id;
  if (quote.erasedAt !== undefined || (isSame && quote.book === book)) return quote;
  const bookTitle = isSame ? quote.bookTitle : undefined;
  const named = { ...quote, book, bookTitle, termHome: undefined };
  const after = termHome(named) === id ? named : { ...named, termHome: id };
  // The limits of a book count a named one alone.
  const isCountedAlike = isSame && quote.book !== undefined && book !== undefined;
  return isCountedAlike ? after : forgetTerms(withoutCoverage(after));
}

/**
 * Returns the hashes of the books whose approvals count in a quote's limits: its own, and those merged
 * into it. None for a book without a name.
 */
export function bookHashesOf(quote: Quote, book: Book | undefined): ReadonlySet<string> {
  if (quote.book === undefined) return new Set();
  return new Set([termHome(quote), ...(book?.merged ?? [])].map(bookHash));
}

/** Returns the reference of a request, else of its book. */
export function referenceOn({ request }: Quote, book: Book | undefined): string | undefined {
  return request.details?.reference ?? book?.reference;
}

/** Removes a person from those whom a book names; a record without them stays as it is. */
export function withoutApprover(book: Book | undefined, person: string): Book | undefined {
  const others = book?.approvers?.filter((one) => one !== person);
  if (book === undefined || others?.length === book.approvers?.length) return book;
  return { ...book, approvers: others?.length === 0 ? undefined : others };
}

/** True when coverage counts the approvals of the book as it is now. */
export function countsBook({ merged = 0 }: Coverage, book: Book | undefined): boolean {
  return merged === (book?.merged?.length ?? 0);
}
