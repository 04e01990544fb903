import { titleOf } from "#domain/delivery/delivery.ts";
import { withoutPart } from "#domain/glossary/quote-terms.ts";
import type { Quote } from "#domain/quote.ts";

/** Returns the book's name: the one that people gave it, else the title without the number of a part. */
export function bookName({ book = "", file }: Pick<Quote, "book" | "file">): string {
  return book.trim() || withoutPart(titleOf(file));
}
