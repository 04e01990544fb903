import { NotRecorded } from "../../../core/faults.ts";
import { productOf } from "../../../core/offer.ts";
import { openQuotes } from "../../../core/open-quotes.ts";
import type { Term } from "../../../core/partner.ts";
import type { Ports } from "../../../core/ports.ts";
import { type Quote, paidTasks } from "../../../core/quote.ts";
import type { Task } from "../../../core/task.ts";
import { languagesOf } from "../rules/glossary.ts";
import {
  awaitsTerms,
  concerns,
  forgetTerms,
  lastExtraction,
  lookedAt,
  termsOf,
  withTerms,
} from "../rules/quote-terms.ts";
import { termHome } from "../rules/term-home.ts";
import { layersOf } from "./terms.ts";

/** Looks up the terms of the manuscript's book, for the card. */
export async function lookUpTerms(
  ports: Pick<Ports, "ledger" | "terms">,
  quote: Quote,
): Promise<Quote> {
  const { target } = quote;
  const extracted = await extractedLast(ports, quote);
  const { seen } = lookedAt(await layersOf(ports, quote), target, extracted);
  const after = await ports.ledger.change(quote.id, (before) =>
    awaitsTerms(before) && before.target === target ? withTerms(before, seen) : before,
  );
  // A change of terms during this look-up found no card to redraw, so this looks once more.
  const now = lookedAt(await layersOf(ports, quote), target).seen;
  const isStill = termsOf(after)?.hash === now.hash;
  return isStill ? after : await ports.ledger.change(quote.id, forgetTerms);
}

/**
 * Returns the terms of the newest glossary run for the same book and language, if there was one.
 */
async function extractedLast(
  { ledger }: Pick<Ports, "ledger">,
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
 * Stores the glossary that a run of this quote would send now. It is kept before any approval of it
 * is recorded, so no approved run can miss its glossary.
 *
 * @throws NotRecorded when the store cannot answer.
 */
export async function freezeTerms(
  ports: Pick<Ports, "terms" | "glossaries">,
  quote: Quote,
): Promise<Frozen> {
  const { target } = quote;
  try {
    const { glossary, seen } = lookedAt(await layersOf(ports, quote), target);
    if (seen.hash !== undefined) await ports.glossaries.keep(glossary);
    return { target, hash: seen.hash };
  } catch (cause) {
    throw new NotRecorded({ cause });
  }
}

export type Frozen = { readonly target: string; readonly hash: string | undefined };

/**
 * Returns the quote marked for another look-up if its card does not show what would be sent now.
 */
export function outdatedBy(quote: Quote, { target, hash }: Frozen): Quote | undefined {
  const isShown = quote.target === target && termsOf(quote)?.hash === hash;
  return isShown ? undefined : forgetTerms(quote);
}

const lookedThrough = 30;

export type TermsFound =
  /** Terms of this manuscript's book into this language. */
  | { readonly status: "terms"; readonly quoteId: string; readonly target: string }
  /** No terms yet: the newest glossary run, and the newest manuscript. */
  | {
      readonly status: "none";
      readonly run: { readonly quote: Quote; readonly task: Task } | undefined;
      readonly newest: Quote | undefined;
    };

/**
 * Finds the terms meant by “the glossary” in a conversation: those extracted last, else those of
 * the newest manuscript.
 */
export async function findTerms(
  ports: Pick<Ports, "workspace" | "ledger" | "terms">,
  channel: string,
): Promise<TermsFound> {
  const all = await ports.ledger.list("channel", `${ports.workspace}/${channel}`, firstPage);
  const quotes = all.filter(({ erasedAt }) => erasedAt === undefined);
  const run = newestRun(quotes);
  const newest = quotes[0];
  const meant = [
    ...(run === undefined ? [] : [{ quote: run.quote, target: run.task.target }]),
    ...(newest === undefined ? [] : [{ quote: newest, target: newest.target }]),
  ];
  for (const { quote, target } of meant) {
    const layers = await layersOf(ports, quote);
    const isThere = layers.some(({ base }) =>
      languagesOf(base).some(({ language }) => language === target),
    );
    if (isThere) return { status: "terms", quoteId: quote.id, target };
  }
  return { status: "none", run, newest };
}

function newestRun(quotes: readonly Quote[]): { quote: Quote; task: Task } | undefined {
  return quotes
    .flatMap((quote) => paidTasks(quote).map((task) => ({ quote, task })))
    .filter(({ task }) => productOf(task) === "glossary")
    .sort((a, b) => (b.task.approval?.at ?? 0) - (a.task.approval?.at ?? 0))[0];
}

const firstPage = { offset: 0, limit: 100 };

type Deps = Pick<Ports, "ledger" | "wake"> & {
  /**
   * Called when terms were changed but their cards could not be redrawn: a click on such a card
   * finds out.
   */
  readonly onFault: (error: unknown) => void;
};

/** Wraps the term store: when terms change, the open cards that they concern are redrawn. */
export function watchTerms(terms: Ports["terms"], deps: Deps): Ports["terms"] {
  const decide: Ports["terms"]["decide"] = async (home, next) => {
    const { outcome } = await terms.decide(home, (before) => {
      const decided = next(before);
      const { record } = decided;
      return { record, outcome: { decided, isChanged: record !== before } };
    });
    if (outcome.isChanged) await redraw(deps, home).catch(deps.onFault);
    return outcome.decided;
  };
  return {
    read: terms.read,
    change: async (home, next) => {
      const changed = await decide(home, (base) => ({ record: next(base), outcome: undefined }));
      return changed.record;
    },
    decide,
  };
}

async function redraw({ ledger, wake }: Deps, home: string): Promise<void> {
  const quotes = await openQuotes({ ledger });
  for (const quote of quotes) {
    if (!concerns(home, quote) || forgetTerms(quote) === quote) continue;
    await ledger.change(quote.id, forgetTerms);
    wake(quote.id);
  }
}
