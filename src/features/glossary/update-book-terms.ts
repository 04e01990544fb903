import type { AppContext } from "#domain/context.ts";
import { NotRecordedError, ManuscriptError } from "#domain/errors.ts";
import { type BookTerms, languagesOf, withRun } from "#domain/glossary/glossary.ts";
import {
  awaitsTerms,
  concerns,
  forgetTerms,
  lookedAt,
  termsOf,
  withTerms,
  termHome,
  unkeptTerms,
} from "#domain/glossary/quote-terms.ts";
import { createTermCounts } from "#domain/glossary/term-counts.ts";
import type { Term } from "#domain/partner.ts";
import { type Quote, changeTask, findTask, manuscriptOf } from "#domain/quote.ts";
import type { Task } from "#domain/task.ts";
import { followMerge } from "#features/shared/find-book.ts";
import { openQuotes, sentGlossary } from "#features/shared/records.ts";
import { layersOf } from "#features/shared/term-layers.ts";

/** Looks up the terms for a card; its book may have been merged while the card was added to it. */
export async function lookUpTerms(ctx: AppContext, before: Quote): Promise<Quote> {
  const quote = await followMerge(ctx, before);
  if (quote !== before) return quote;
  const { target } = quote;
  const { seen } = lookedAt(await layersOf(ctx, quote), quote);
  const after = await ctx.quoteStore.change(quote.id, (before) =>
    awaitsTerms(before) && before.target === target ? withTerms(before, seen) : before,
  );
  // A change of terms during this look-up found no card to redraw, so this looks once more.
  const now = lookedAt(await layersOf(ctx, quote), quote).seen;
  const isStill = termsOf(after)?.hash === now.hash;
  return isStill ? after : await ctx.quoteStore.change(quote.id, forgetTerms);
}

/** Keeps what a run would send now, before any approval of it is recorded. @throws NotRecordedError */
export async function freezeTerms(ctx: AppContext, quote: Quote): Promise<BookTerms> {
  try {
    const { glossary, seen } = lookedAt(await layersOf(ctx, quote), quote);
    if (seen.hash !== undefined) await ctx.glossaries.keep(glossary);
    return seen;
  } catch (cause) {
    throw new NotRecordedError({ cause });
  }
}

/** Marks the quote for another look-up if its card does not show what would be sent now. */
export function outdatedBy(quote: Quote, { target, hash }: BookTerms): Quote | undefined {
  const isShown = quote.target === target && termsOf(quote)?.hash === hash;
  return isShown ? undefined : forgetTerms(quote);
}

/** Finds the newest manuscript of a conversation with terms of its own, else its newest one. */
export async function findTerms(
  { workspace, quoteStore, terms }: AppContext,
  channel: string,
): Promise<{ readonly quoteId: string; readonly target: string } | undefined> {
  const page = { offset: 0, limit: 100 };
  const all = await quoteStore.list("channel", `${workspace}/${channel}`, page);
  const quotes = all.filter(({ erasedAt }) => erasedAt === undefined);
  const books = [...Map.groupBy(quotes, termHome)].slice(0, booksLookedAt);
  for (const [home, [quote]] of books) {
    const languages = languagesOf(await terms.read(home)).map(({ language }) => language);
    const target = languages.find((language) => language === quote?.target) ?? languages[0];
    if (quote && target !== undefined) return { quoteId: quote.id, target };
  }
  const [newest] = quotes;
  return newest && { quoteId: newest.id, target: newest.target };
}

/** Somebody waits for the form. */
const booksLookedAt = 20;

type TermWatcher = {
  /** Redraws the cards that show these terms. */
  readonly redraw: (home: string) => Promise<void>;
  /** Called when that failed: a click on such a card finds out. */
  readonly onFault: (error: unknown) => void;
};

/** Wraps the term store: when terms change, the cards that show them are redrawn. */
export function watchTerms(
  terms: AppContext["terms"],
  { redraw, onFault }: TermWatcher,
): AppContext["terms"] {
  const decide: AppContext["terms"]["decide"] = async (home, next) => {
    const { outcome } = await terms.decide(home, (before) => {
      const decided = next(before);
      const { record } = decided;
      return { record, outcome: { decided, isChanged: record !== before } };
    });
    if (outcome.isChanged) await redraw(home).catch(onFault);
    return outcome.decided;
  };
  return {
    read: terms.read,
    change: async (home, next) => {
      const result = await decide(home, (base) => ({ record: next(base), outcome: undefined }));
      return result.record;
    },
    decide,
    erase: async (home) => {
      await terms.erase(home);
      await redraw(home).catch(onFault);
    },
  };
}

/** Redraws the open cards that the terms concern. */
export async function redrawCards({ quoteStore, wake }: AppContext, home: string): Promise<void> {
  const quotes = await openQuotes(quoteStore);
  for (const quote of quotes) {
    if (!concerns(home, quote) || forgetTerms(quote) === quote) continue;
    await quoteStore.change(quote.id, forgetTerms);
    wake(quote.id);
  }
}

/**
 * Adds the terms that a run extracted to the glossary of the manuscript's book, with their
 * frequency in the text. Safe to repeat: a term base takes each run once.
 *
 * @throws while the store does not answer, or Slack cannot serve the file for now.
 */
export async function keepTerms(ctx: AppContext, quote: Quote, key: string): Promise<Quote> {
  const task = findTask(quote, key);
  const terms = task === undefined ? undefined : unkeptTerms(task);
  if (task === undefined || terms === undefined) return quote;
  const [countedTerms, sent = {}] = await Promise.all([
    counted(ctx, quote, terms),
    sentGlossary(ctx, task),
  ]);
  // Those of the series and the workspace stay there: a copy would outlive their changes.
  const isOurs = ({ source, target }: Term) =>
    Object.hasOwn(sent, source) && sent[source] === target;
  const found = countedTerms.filter((term) => !isOurs(term));
  const run = { key, language: task.target, terms: found };
  await ctx.terms.change(termHome(quote), (base) => withRun(base, run));
  return await ctx.quoteStore.change(quote.id, (before) =>
    changeTask(before, key, (now) => withCounts(now, countedTerms)),
  );
}

/** Returns the terms without counts if the file is gone: they are kept all the same. */
async function counted(
  { manuscripts }: AppContext,
  quote: Quote,
  terms: readonly Term[],
): Promise<readonly Term[]> {
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined) return terms;
  const counts = createTermCounts(terms.map(({ source }) => source));
  const decoder = new TextDecoder();
  const whole = { fileId: quote.file.id, manuscript, slice: undefined };
  try {
    for await (const piece of manuscripts.open(whole, AbortSignal.timeout(countMs))) {
      counts.add(decoder.decode(piece, { stream: true }));
    }
  } catch (error) {
    if (error instanceof ManuscriptError && error.reason !== "interrupted") return terms;
    throw error;
  }
  const all = counts.end();
  return terms.map((term) => ({ ...term, frequency: all.get(term.source) ?? 0 }));
}

const countMs = 120_000;

function withCounts(task: Task, terms: readonly Term[]): Task {
  const { state } = task;
  return unkeptTerms(task) === undefined || state.status !== "completed"
    ? task
    : { ...task, state: { ...state, result: { ...state.result, terms, termsKept: true } } };
}
