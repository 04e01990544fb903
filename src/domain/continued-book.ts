import { bookName } from "#domain/book/book.ts";
import type { Coverage } from "#domain/claim.ts";
import { withoutCoverage } from "#domain/coverage.ts";
import { forgetTerms, termHome } from "#domain/glossary/quote-terms.ts";
import { type Quote, hasSpent, manuscriptOf } from "#domain/quote.ts";
import { lengthOf } from "#domain/slice.ts";

/** True while the quote may still join the book that its text continues: nobody named one for it. */
export function mayJoin(quote: Quote): boolean {
  const { book, termHome: kept, erasedAt, decision } = quote;
  const isNameless = book === undefined && kept === undefined && erasedAt === undefined;
  return isNameless && decision.status === "open" && !hasSpent(quote);
}

/**
 * Returns the quotes whose text this one continues or revises, most of it first. A licence or an
 * imprint that two books share is too little.
 */
export function continuedBy(quote: Quote, runs: Coverage["runs"]): readonly string[] {
  const { characters = 0 } = manuscriptOf(quote) ?? {};
  const least = Math.max(leastCharacters, leastShare * characters);
  const overlaps = new Map<string, number>();
  for (const run of runs) {
    const length = Math.max(lengthOf(run.slice), run.known?.characters ?? 0);
    const most = Math.max(overlaps.get(run.quoteId) ?? 0, length);
    if (run.quoteId !== quote.id && run.status !== "erased") overlaps.set(run.quoteId, most);
  }
  return [...overlaps]
    .filter(([, count]) => count >= least)
    .toSorted(([, one], [, other]) => other - one)
    .map(([id]) => id);
}

/** Puts the quote into the other one's book: the card looks up its terms and limits again. */
export function joined(quote: Quote, other: Quote): Quote {
  if (!mayJoin(quote) || termHome(other) === termHome(quote)) return quote;
  const { book } = other;
  const home = other.termHome ?? (book === undefined ? termHome(other) : undefined);
  const bookTitle = book === undefined ? bookName(other) : undefined;
  return forgetTerms(withoutCoverage({ ...quote, book, bookTitle, termHome: home }));
}

/** Code points. */
const leastCharacters = 200;
const leastShare = 0.05;
