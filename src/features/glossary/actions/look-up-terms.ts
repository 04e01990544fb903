import { NotRecorded } from "../../../core/faults.ts";
import type { Term } from "../../../core/partner.ts";
import type { Desk } from "../../../core/ports.ts";
import type { Quote } from "../../../core/quote.ts";
import {
  awaitsTerms,
  forgetTerms,
  lastExtraction,
  lookedAt,
  termsOf,
} from "../rules/quote-terms.ts";
import { termHome } from "../rules/term-home.ts";
import { layersOf } from "./terms.ts";

/** Looks what the manuscript's book has decided, for the card. */
export async function lookUpTerms(
  desk: Pick<Desk, "ledger" | "terms">,
  quote: Quote,
): Promise<Quote> {
  const { target } = quote;
  const extracted = await extractedLast(desk, quote);
  const { seen } = lookedAt(await layersOf(desk, quote), target, extracted);
  const after = await desk.ledger.change(quote.id, (before) =>
    awaitsTerms(before) && before.target === target ? { ...before, terms: seen } : before,
  );
  // Whoever changed the terms meanwhile found no card to be drawn anew: so it is looked once more.
  const now = lookedAt(await layersOf(desk, quote), target).seen;
  const isStill = termsOf(after)?.hash === now.hash;
  return isStill ? after : await desk.ledger.change(quote.id, forgetTerms);
}

/** What the newest glossary run for the same book and language has found; undefined: there was none. */
async function extractedLast(
  { ledger }: Pick<Desk, "ledger">,
  quote: Quote,
): Promise<readonly Term[] | undefined> {
  const { place, book, target } = quote;
  const [index, value] =
    book === undefined ? (["channel", place.channel] as const) : (["book", book] as const);
  const page = { offset: 0, limit: lookedThrough };
  const others = await ledger.list(index, `${place.workspace}/${value}`, page);
  const home = termHome(quote);
  const ofBook = others.filter((other) => other.id !== quote.id && termHome(other) === home);
  return lastExtraction([quote, ...ofBook], target);
}

/**
 * The glossary that a run of this quote would go with now, kept as it would be sent before anybody's
 * approval of it is recorded: no approved run can miss its glossary.
 *
 * @throws NotRecorded when the store cannot answer.
 */
export async function freezeTerms(
  desk: Pick<Desk, "terms" | "glossaries">,
  quote: Quote,
): Promise<Frozen> {
  const { target } = quote;
  try {
    const { glossary, seen } = lookedAt(await layersOf(desk, quote), target);
    if (seen.hash !== undefined) await desk.glossaries.keep(glossary);
    return { target, hash: seen.hash };
  } catch (cause) {
    throw new NotRecorded({ cause });
  }
}

export type Frozen = { readonly target: string; readonly hash: string | undefined };

/**
 * The quote to be looked at anew, where its card does not show what would go out now; undefined where it
 * does.
 */
export function outdatedBy(quote: Quote, { target, hash }: Frozen): Quote | undefined {
  const isShown = quote.target === target && termsOf(quote)?.hash === hash;
  return isShown ? undefined : forgetTerms(quote);
}

const lookedThrough = 30;
