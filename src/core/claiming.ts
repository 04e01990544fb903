import { hash } from "node:crypto";

import { bookHome } from "../features/glossary/rules/term-home.ts";
import type { Claim } from "./claim.ts";
import { type Quote, manuscriptOf } from "./quote.ts";
import { type Slice, isWhole, wholeOf } from "./slice.ts";
import { type Task, isLive, isPaid } from "./task.ts";
import { type TextNames, namesIn } from "./text-names.ts";

/** Approved, and not known for certain to have cost nothing. What an admin settled stands as well. */
export function isClaimed(task: Task): boolean {
  const isSettled = task.state.status === "rejected" && task.state.reason === "not-created";
  return isPaid(task) && (isLive(task) || isSettled);
}

/** @param names of the quote's text; undefined: only its bytes are known. */
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

/** By which other texts are found: all names of the quote's text. */
export function namesOf(quote: Quote, names: TextNames | undefined) {
  const manuscript = manuscriptOf(quote);
  return namesWithin(quote, wholeOf(manuscript ?? { characters: 0 }), names);
}

/** A slice that is not made of whole chapters has the names of its text; its ranges tell the rest. */
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

/** A text of the very same bytes is known even where its names were lost. */
export function bytesName(textSha256: string): string {
  return textSha256.slice(0, nameLength);
}

/** Hash of the name of the quote's book. */
export function bookOf(quote: Pick<Quote, "place" | "book">): string | undefined {
  if (quote.book === undefined) return undefined;
  const home = bookHome(quote.place.workspace, quote.book);
  return hash("sha256", home, "base64url").slice(0, nameLength);
}

/** A language code in its canonical form (BCP 47); what is none stays as it is. */
export function canonicalTarget(code: string): string {
  try {
    return Intl.getCanonicalLocales(code)[0] ?? code;
  } catch {
    return code;
  }
}

const nameLength = 12;
