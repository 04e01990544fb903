import { type Quote, type Received, hasSpent } from "../../../core/quote.ts";

type Amendment = { readonly by: string } & Pick<Received, "wish" | "book" | "previewChars">;

/** What the one who asked says of it later, while nothing is bought; what is left out stays as it was. */
export function amend(quote: Quote, { by, ...said }: Amendment): Quote {
  const isOpen = quote.decision.status === "open" && !hasSpent(quote);
  if (!isOpen || by !== quote.requester) return quote;
  const { wish = quote.wish, book = quote.book, previewChars = quote.previewChars } = said;
  const isSame =
    book === quote.book &&
    previewChars === quote.previewChars &&
    JSON.stringify(wish) === JSON.stringify(quote.wish);
  return isSame ? quote : { ...quote, wish, book, previewChars };
}
