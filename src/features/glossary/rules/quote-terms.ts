import { z } from "zod";

import type { Glossary, Strategy, Term } from "../../../core/partner.ts";
import { type Quote, manuscriptOf, translationOf } from "../../../core/quote.ts";
import type { Stored } from "../../../core/stored.ts";
import { isLive } from "../../../core/task.ts";
import {
  type Effect,
  type Effective,
  effectOf,
  effectiveTerms,
  glossaryHash,
  type Layer,
  toGlossary,
} from "./glossary.ts";
import { layerOf, termHome } from "./term-home.ts";

/** What the manuscript's book had decided for a language when the desk last looked: what the card shows. */
export type BookTerms = {
  readonly target: string;
  /** Names the glossary that a run would go with, see `glossaryHash`; undefined: nothing is decided. */
  readonly hash: string | undefined;
  readonly count: number;
  /** How many of them the book inherits. */
  readonly inherited: { readonly series: number; readonly workspace: number };
  /** What each strategy makes of them beside what was extracted last; undefined: nothing was. */
  readonly effects?: Readonly<Record<Strategy, EffectCounts>> | undefined;
};

export type EffectCounts = Readonly<Record<keyof Effect, number>>;

/** How the glossary meets what the partner finds by itself, or that it is not sent at all. */
export type GlossaryChoice = Strategy | "without";

export const glossaryChoices: readonly GlossaryChoice[] = ["merge", "replace", "skip", "without"];

/** The glossary that a run goes with: its hash, and how it meets what the partner finds by itself. */
export type Supplied = Stored<typeof suppliedSchema>;
export const suppliedSchema = z.object({
  hash: z.string().min(1),
  strategy: z.enum(["merge", "replace", "skip"]),
});

/** Undefined where a run goes without a glossary. Contract, POST /tasks rule 5: merge is the default. */
export function suppliedOf(
  quote: Pick<Quote, "target" | "terms" | "strategy">,
): Supplied | undefined {
  const hash = termsOf(quote)?.hash;
  const { strategy = "merge" } = quote;
  return hash === undefined || strategy === "without" ? undefined : { hash, strategy };
}

/** What was seen for the language that the card names now. */
export function termsOf({ terms, target }: Pick<Quote, "target" | "terms">): BookTerms | undefined {
  return terms?.target === target ? terms : undefined;
}

/** The card may still sell a run, and nobody has looked what its book has decided. */
export function awaitsTerms(quote: Quote): boolean {
  return maySell(quote) && termsOf(quote) === undefined;
}

/** The same, to be looked at anew. What is sold keeps what it was sold with. */
export function forgetTerms(quote: Quote): Quote {
  return maySell(quote) && quote.terms !== undefined ? { ...quote, terms: undefined } : quote;
}

/** Whether what a term base holds is part of what the quote's book goes by. */
export function concerns(home: string, quote: Quote): boolean {
  return layerOf(home) === "book"
    ? home === termHome(quote)
    : home.startsWith(`${quote.place.workspace}/`);
}

/** What holds for a book and a language, as it would be sent and as the card tells of it. */
export function lookedAt(
  layers: readonly Layer[],
  target: string,
  extracted?: readonly Term[],
): { readonly glossary: Glossary; readonly seen: BookTerms } {
  const terms = effectiveTerms(layers, target);
  const glossary = toGlossary(terms);
  const from = (name: Effective["layer"]) => terms.filter(({ layer }) => layer === name).length;
  const effect = (strategy: Strategy): EffectCounts => {
    const { added, overridden, ignored } = effectOf(strategy, glossary, extracted ?? []);
    return { added: added.length, overridden: overridden.length, ignored: ignored.length };
  };
  const seen: BookTerms = {
    target,
    hash: terms.length === 0 ? undefined : glossaryHash(glossary),
    count: terms.length,
    inherited: { series: from("series"), workspace: from("workspace") },
    effects: extracted && {
      merge: effect("merge"),
      replace: effect("replace"),
      skip: effect("skip"),
    },
  };
  return { glossary, seen };
}

/** The terms of the glossary run that ended last, of all runs for this book and language. */
export function lastExtraction(
  quotes: readonly Quote[],
  target: string,
): readonly Term[] | undefined {
  const ended = quotes.flatMap(({ tasks }) =>
    tasks.flatMap((task) => {
      const { action, state } = task;
      const isOne = action === "glossary_extraction" && task.target === target;
      if (!isOne || state.status !== "completed") return [];
      const { terms } = state.result;
      return terms === undefined ? [] : [{ terms, at: state.endedAt }];
    }),
  );
  return ended.toSorted((one, other) => other.at - one.at)[0]?.terms;
}

function maySell(quote: Quote): boolean {
  const translation = translationOf(quote);
  const isSold = translation !== undefined && isLive(translation);
  return manuscriptOf(quote) !== undefined && quote.decision.status === "open" && !isSold;
}
