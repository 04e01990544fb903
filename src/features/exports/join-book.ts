import { hasAllOf } from "#domain/book/book-parts.ts";
import { bookName } from "#domain/book/book.ts";
import { shownTitle } from "#domain/book/manuscript-name.ts";
import { textNamesKey } from "#domain/claim.ts";
import type { AppContext, ResultFile } from "#domain/context.ts";
import { largestFileBytes } from "#domain/delivery/delivery.ts";
import { cutAt } from "#domain/delivery/lines.ts";
import { ManuscriptError, NotFoundError } from "#domain/errors.ts";
import {
  type BookRun,
  type BookPiece,
  finishedRuns,
  planBook,
  cutTranslation,
  joinParts,
} from "#domain/exports/book-plan.ts";
import { termHome } from "#domain/glossary/quote-terms.ts";
import { type Quote, findTask, manuscriptOf } from "#domain/quote.ts";
import { type Slice, sameSlice, sliceOf, wholeOf } from "#domain/slice.ts";
import { charactersOf } from "#domain/task.ts";
import {
  type NoLink,
  noLink,
  TooLargeToPostError,
  inMemory,
  putBack,
} from "#features/delivery/deliver-result.ts";
import { readCoverage } from "#features/shared/read-coverage.ts";
import { countLink, ifReadable } from "#features/shared/records.ts";
import { type Click, findQuote, isPresent, mayHaveResult } from "#features/shared/rights.ts";

import { pairWithSource, readMs } from "./export-result.ts";

export type JoinedBook = {
  readonly status: "joined";
  readonly quote: Quote;
  /** The name of the book; the manuscript's title where other manuscripts have more of the book. */
  readonly title: string;
  readonly file: ResultFile;
  /** The parts left in the original language, because no run translated them. */
  readonly missing: Slice;
};

export type BookOutcome =
  | { readonly status: "unknown-card" | "not-allowed" }
  /** No part of it has a translation that this person may have. */
  | { readonly status: "nothing" }
  | NoLink
  /** A manuscript that is needed is gone from Slack, or cannot be read any more. */
  | { readonly status: "unreadable"; readonly file: Quote["file"] }
  | { readonly status: "too-large" }
  | JoinedBook;

/**
 * Joins the results of all runs that translated some of a manuscript, on this card or on others: into
 * its own document, or else into text. It is made again for each click, and nothing of it is kept.
 */
export async function joinBook(ctx: AppContext, click: Click): Promise<BookOutcome> {
  const quote = await findQuote(ctx, click);
  if (quote === undefined || manuscriptOf(quote) === undefined) return { status: "unknown-card" };
  if (!(await isPresent(ctx, quote, click))) return { status: "not-allowed" };
  const { person } = click;
  // It counts as one link, however many runs it is made of.
  const check = await countLink(ctx, click);
  if (check.status === "too-many") return check;
  try {
    return await join(ctx, { quote, person }, await runsFor(ctx, quote, person));
  } catch (error) {
    if (error instanceof TooLargeToPostError) return { status: "too-large" };
    if (error instanceof ManuscriptError) return { status: "unreadable", file: quote.file };
    return noLink(ctx, error);
  }
}

type JoinedRun = BookRun & { readonly file: Quote["file"]; readonly taskId: string };

/** Returns the runs whose results this person may have, by the current claims. */
async function runsFor(
  ctx: AppContext,
  quote: Quote,
  person: string,
): Promise<readonly JoinedRun[]> {
  const current = { ...quote, coverage: await readCoverage(ctx, quote) };
  const searches = finishedRuns(current).map(
    async ({ key, quoteId }): Promise<readonly JoinedRun[]> => {
      const isOwn = quoteId === quote.id;
      const owner = isOwn ? quote : await ifReadable(ctx.quoteStore.find(quoteId));
      const [task, text] = [owner && findTask(owner, key), owner && (await textOf(ctx, owner))];
      if (owner === undefined || text === undefined || task?.state.status !== "completed")
        return [];
      const may = isOwn || (await mayHaveResult(ctx, { person, of: owner, askedOn: quote }));
      const { taskId } = task.state;
      return may ? [{ ...text, key, slice: task.slice, file: owner.file, taskId }] : [];
    },
  );
  return (await Promise.all(searches)).flat();
}

async function textOf({ texts }: AppContext, quote: Quote) {
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined) return undefined;
  return { manuscript, names: (await texts.read(textNamesKey(manuscript)))?.chapters ?? [] };
}

/** Joins the pieces. When a run's result cannot be used, it plans again without that run. */
async function join(
  ctx: AppContext,
  request: { quote: Quote; person: string },
  runs: readonly JoinedRun[],
): Promise<BookOutcome> {
  const { quote, person } = request;
  const book = await textOf(ctx, quote);
  const pieces = book === undefined ? [] : planBook(book, runs);
  const texts = new Map<BookPiece, string>();
  for (const run of runs) {
    const own = pieces.filter(({ key }) => key === run.key);
    const ownTexts = own.length === 0 ? [] : await translationsOf(ctx, { run, own, person });
    if (ownTexts === "unreadable") return { status: "unreadable", file: run.file };
    const others = runs.filter((one) => one !== run);
    if (ownTexts === undefined) return await join(ctx, request, others);
    for (const [n, piece] of own.entries()) texts.set(piece, ownTexts[n] ?? "");
  }
  if (book === undefined || texts.size === 0) return { status: "nothing" };
  const untranslated = pieces.filter(({ key }) => key === undefined);
  if (untranslated.length > 0) {
    const { manuscript } = book;
    const whole = { fileId: quote.file.id, manuscript, slice: wholeOf(manuscript) };
    const text = await inMemory(ctx.manuscripts.open(whole, AbortSignal.timeout(readMs)));
    const parts = cutAt(new TextDecoder().decode(text), untranslated);
    for (const [n, piece] of untranslated.entries()) texts.set(piece, parts[n] ?? "");
  }
  const content = new TextEncoder().encode(joinParts(pieces.map((one) => texts.get(one) ?? "")));
  if (content.length > largestFileBytes) throw new TooLargeToPostError();
  const { target } = quote;
  const file = await putBack(ctx, quote, { target, content });
  const title = await titleFor(ctx, quote);
  return { status: "joined", quote, title, file, missing: sliceOf(untranslated) };
}

async function titleFor(ctx: AppContext, quote: Quote): Promise<string> {
  const page = { offset: 0, limit: manuscriptsLookedAt };
  const others = await ctx.quoteStore.list("book-id", termHome(quote), page);
  const known = others.filter(({ erasedAt }) => erasedAt === undefined);
  return hasAllOf(quote, known) ? bookName(quote) : shownTitle(quote);
}

const manuscriptsLookedAt = 200;

type Wanted = {
  readonly run: JoinedRun;
  readonly own: readonly BookPiece[];
  readonly person: string;
};

/**
 * Returns the texts of a run's pieces; undefined when the partner no longer has the result, or the
 * beginning of a piece cannot be found in it.
 *
 * @throws TooLargeToPostError, PartnerError
 */
async function translationsOf(
  ctx: AppContext,
  { run, own, person }: Wanted,
): Promise<readonly string[] | "unreadable" | undefined> {
  const { file, manuscript, slice, taskId } = run;
  try {
    const { url } = await ctx.openLink(taskId, person);
    const result = await inMemory(ctx.openResult(url, AbortSignal.timeout(readMs)));
    const text = new TextDecoder().decode(result);
    const all = { from: 0, to: charactersOf(slice, manuscript.characters) };
    const ranges = own.map(({ from, to }) => ({ from, to }));
    if (sameSlice(ranges, [all])) return [text];
    const source = { fileId: file.id, manuscript, slice };
    const { outline, pairs } = await pairWithSource(ctx, source, result);
    return pairs && outline && cutTranslation({ text, source: outline, pairs }, ranges);
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    if (error instanceof ManuscriptError) return "unreadable";
    throw error;
  }
}
