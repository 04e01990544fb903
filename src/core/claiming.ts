import { hash } from "node:crypto";

import { bookHome } from "../features/glossary/rules/quote-terms.ts";
import type { Claim } from "./claim.ts";
import { type Quote, manuscriptOf } from "./quote.ts";
import { type Slice, isWhole, wholeOf } from "./slice.ts";
import { type Task, isLive, isPaid } from "./task.ts";
import { type TextNames, namesIn } from "./text-names.ts";

/** True for an approved task that may have cost something, even if an admin closed it. */
export function isClaimed(task: Task): boolean {
  const isSettled = task.state.status === "rejected" && task.state.reason === "not-created";
  return isPaid(task) && (isLive(task) || isSettled);
}

/** @param names the names of the quote's text; undefined if only its bytes are known. */
export function claimOf(quote: Quote, task: Task, names: TextNames | undefined): Claim {
  const manuscript = manuscriptOf(quote);
  const { key, kind, price, target, approval, glossary } = task;
  const slice = task.slice ?? wholeOf(manuscript ?? { characters: 0 });
  return {
    version: 1,
    key,
    quoteId: quote.id,
    workspace: quote.place.workspace,
    target: canonicalTarget(target),
    kind,
    textSha256: manuscript?.textSha256 ?? "",
    slice,
    price,
    at: approval?.at ?? quote.request.at,
    glossary,
    book: bookOf(quote),
    ...namesWithin(quote, slice, names),
  };
}

/** Returns all names of the quote's text, by which other texts are found. */
export function namesOf(quote: Quote, names: TextNames | undefined) {
  const manuscript = manuscriptOf(quote);
  return namesWithin(quote, wholeOf(manuscript ?? { characters: 0 }), names);
}

/** Returns the names within a slice; the whole text's for a slice without whole chapters. */
function namesWithin(
  quote: Quote,
  slice: Slice,
  names: TextNames | undefined,
): Pick<Claim, "names" | "prints"> {
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined) return { names: [], prints: [] };
  const bytes = bytesName(manuscript.textSha256);
  if (names === undefined) return { names: [bytes], prints: [] };
  const { chapters, prints } = namesIn(names, manuscript, slice);
  const hasWhole = isWhole(manuscript, slice) || chapters.length === 0;
  return {
    names: [bytes, ...(hasWhole ? [names.whole] : []), ...chapters.map(({ name }) => name)],
    prints: [...new Set(prints)],
  };
}

/** Returns the name that finds the same bytes even if the other names were lost. */
export function bytesName(textSha256: string): string {
  return textSha256.slice(0, nameLength);
}

export function bookOf(quote: Pick<Quote, "place" | "book">): string | undefined {
  if (quote.book === undefined) return undefined;
  const home = bookHome(quote.place.workspace, quote.book);
  return hash("sha256", home, "base64url").slice(0, nameLength);
}

/** Returns a language code in its canonical form (BCP 47); any other string stays as it is. */
export function canonicalTarget(code: string): string {
  try {
    return Intl.getCanonicalLocales(code)[0] ?? code;
  } catch {
    return code;
  }
}

const nameLength = 12;
