import { NotRecorded } from "../../../core/faults.ts";
import { openQuotes } from "../../../core/ledger.ts";
import type { Glossary, Term } from "../../../core/partner.ts";
import type { Ports } from "../../../core/ports.ts";
import type { Quote } from "../../../core/quote.ts";
import type { Task } from "../../../core/task.ts";
import {
  shapeOn,
  type Click,
  type DecideDeps,
  type Refusal,
} from "../../approval/actions/decide.ts";
import type { GlossaryChoice } from "../rules/book-terms.ts";
import { languagesOf } from "../rules/glossary.ts";
import {
  awaitsTerms,
  chooseStrategy,
  concerns,
  forgetTerms,
  lastExtraction,
  lookedAt,
  termsOf,
  type StrategyOutcome,
  withTerms,
} from "../rules/quote-terms.ts";
import { termHome } from "../rules/term-home.ts";
import { layersOf } from "./terms.ts";

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

/** Returns the terms that a run was sent; undefined if it used none of its own. */
export async function sentGlossary(
  { glossaries }: Pick<Ports, "glossaries">,
  { glossary }: Pick<Task, "glossary">,
): Promise<Glossary | undefined> {
  if (glossary === undefined || glossary.strategy === "skip") return undefined;
  return await glossaries.find(glossary.hash);
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

/**
 * Finds the glossary that is meant in a conversation: that of its newest manuscript with terms of
 * its own, else of its newest one; undefined without manuscripts.
 */
export async function findTerms(
  { workspace, ledger, terms }: Pick<Ports, "workspace" | "ledger" | "terms">,
  channel: string,
): Promise<{ readonly quoteId: string; readonly target: string } | undefined> {
  const all = await ledger.list("channel", `${workspace}/${channel}`, firstPage);
  const quotes = all.filter(({ erasedAt }) => erasedAt === undefined);
  const books = [...Map.groupBy(quotes, termHome)].slice(0, booksLookedAt);
  const found = await Promise.all(
    books.map(async ([home, [quote]]) => {
      const languages = languagesOf(await terms.read(home)).map(({ language }) => language);
      const target = languages.find((language) => language === quote?.target) ?? languages[0];
      return quote && target !== undefined ? { quoteId: quote.id, target } : undefined;
    }),
  );
  const [newest] = quotes;
  const own = found.find((one) => one !== undefined);
  return own ?? (newest && { quoteId: newest.id, target: newest.target });
}

const firstPage = { offset: 0, limit: 100 };
/** They are read at once, while somebody waits for the form. */
const booksLookedAt = 20;

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

/**
 * Saves how the supplied glossary is combined with extracted terms, until a translation is
 * approved.
 */
export async function chooseGlossary(
  ports: DecideDeps,
  click: Click & { readonly choice: GlossaryChoice },
): Promise<StrategyOutcome | Refusal> {
  return shapeOn<StrategyOutcome>(ports, click, (quote) => chooseStrategy(quote, click.choice));
}
