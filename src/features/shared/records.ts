import type { QuoteStore, AppContext } from "#domain/context.ts";
import { OvertakenError, UnreadableRecordError } from "#domain/errors.ts";
import type { Glossary } from "#domain/partner.ts";
import type { Quote } from "#domain/quote.ts";
import {
  type Items,
  type LimitCheck,
  countWithin,
  personLimits,
} from "#domain/spending/person-limits.ts";
import type { Task } from "#domain/task.ts";

/**
 * Changes a record and returns whether this call did it. The record alone does not show it: another
 * worker may have written the same in the same millisecond.
 *
 * @param next returns the same object when somebody else was first.
 */
export async function changeIfFirst(
  quoteStore: QuoteStore,
  id: string,
  next: (before: Quote) => Quote,
): Promise<{ readonly quote: Quote; readonly isMine: boolean }> {
  const { quote, outcome: isMine } = await quoteStore.decide(id, (before) => {
    const after = next(before);
    return { quote: after, outcome: after !== before };
  });
  return { quote, isMine };
}

/** @throws OvertakenError when another worker has changed the record since. */
export async function expectStill(
  quoteStore: QuoteStore,
  id: string,
  isMine: (now: Quote) => boolean,
): Promise<void> {
  const now = await quoteStore.find(id);
  if (now === undefined || !isMine(now)) throw new OvertakenError();
}

/** Returns undefined if another card's record cannot be read: that must not stop this card. */
export async function ifReadable<T>(result: Promise<T>): Promise<T | undefined> {
  return await result.catch((error: unknown) => {
    if (error instanceof UnreadableRecordError) return undefined;
    throw error;
  });
}

/** Reads every quote with work left, newest first: see `hasWorkLeft`. */
export async function openQuotes(quoteStore: QuoteStore): Promise<readonly Quote[]> {
  const quotes = new Map<string, Quote>();
  // Pages overlap: a quote that closes meanwhile moves the others up, and none may be missed.
  for (let offset = 0; ; offset += pageSize - overlap) {
    const page = await quoteStore.list("open", "all", { offset, limit: pageSize });
    for (const quote of page) quotes.set(quote.id, quote);
    // A page is short if some record in it is unreadable: only an empty page is the end.
    if (page.length === 0) return [...quotes.values()];
  }
}

const pageSize = 500;
const overlap = 100;

/** Counts a person's items, all of them or none. @throws when the store cannot answer. */
export async function countItems(
  { limits, now }: AppContext,
  { kind, person, ids }: Items,
): Promise<LimitCheck> {
  const { atMost, windowMs } = personLimits[kind];
  const { outcome } = await limits.decide(`${person}.${kind}`, (before) =>
    countWithin(before, { kind, ids, atMost, windowMs, now: now() }),
  );
  return outcome;
}

/** Counts one more link against a person’s limit: a download, an export and a book each are one. */
export function countLink(
  ctx: AppContext,
  { person }: { readonly person: string },
): Promise<LimitCheck> {
  return countItems(ctx, { kind: "links", person, ids: [`${ctx.now()} ${ctx.tick()}`] });
}

export async function sentGlossary(
  { glossaries }: AppContext,
  { glossary }: Pick<Task, "glossary">,
): Promise<Glossary | undefined> {
  if (glossary === undefined || glossary.strategy === "skip") return undefined;
  return await glossaries.find(glossary.hash);
}

/** Makes a step of a change for which nothing has to be read or asked: its time has come. */
export function byTime(change: (quote: Quote, at: number) => Quote) {
  return async ({ quoteStore, now }: AppContext, { id }: Quote): Promise<Quote> => {
    const at = now();
    return await quoteStore.change(id, (before) => change(before, at));
  };
}
