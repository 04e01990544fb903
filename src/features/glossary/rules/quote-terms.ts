import { digestOf } from "../../../core/fields.ts";
import { titleOf } from "../../../core/files.ts";
import type { Glossary, Term } from "../../../core/partner.ts";
import {
  type Decided,
  type Quote,
  hasTranslation,
  manuscriptOf,
  translationOf,
} from "../../../core/quote.ts";
import { type Task, isLive } from "../../../core/task.ts";
import {
  type BookTerms,
  type GlossaryChoice,
  type Supplied,
  type Effective,
  type Layer,
  effectOf,
  effectiveTerms,
  glossaryHash,
  toGlossary,
} from "./glossary.ts";

/** Contract, POST /tasks rule 5: merge is the default. */
export function suppliedOf(quote: Pick<Quote, "target" | "glossary">): Supplied | undefined {
  const hash = termsOf(quote)?.hash;
  const { strategy = "merge" } = quote.glossary ?? {};
  return hash === undefined || strategy === "without" ? undefined : { hash, strategy };
}

export function termsOf({
  glossary: { terms } = {},
  target,
}: Pick<Quote, "target" | "glossary">): BookTerms | undefined {
  return terms?.target === target ? terms : undefined;
}

/** True when the card may still sell a run, and its book's terms were not looked up. */
export function awaitsTerms(quote: Quote): boolean {
  return maySell(quote) && termsOf(quote) === undefined;
}

/** Lets the terms be looked up again. A run that was sold keeps its own. */
export function forgetTerms(quote: Quote): Quote {
  return maySell(quote) && quote.glossary?.terms !== undefined
    ? withTerms(quote, undefined)
    : quote;
}

export function withTerms(quote: Quote, terms: BookTerms | undefined): Quote {
  return { ...quote, glossary: { ...quote.glossary, terms } };
}

/** True when the quote's book uses the terms of this term base. */
export function concerns(home: string, quote: Quote): boolean {
  return layerOf(home) === "book"
    ? home === termHome(quote)
    : home.startsWith(`${quote.place.workspace}/`);
}

/** The terms as they would be sent, and as the card shows them. */
export function lookedAt(
  layers: readonly Layer[],
  target: string,
  extracted?: readonly Term[],
): { readonly glossary: Glossary; readonly seen: BookTerms } {
  const terms = effectiveTerms(layers, target);
  const glossary = toGlossary(terms);
  const from = (name: Effective["layer"]) => terms.filter(({ layer }) => layer === name).length;
  const seen: BookTerms = {
    target,
    hash: terms.length === 0 ? undefined : glossaryHash(glossary),
    count: terms.length,
    inherited: { series: from("series"), workspace: from("workspace") },
    effects: extracted && {
      merge: effectOf("merge", glossary, extracted),
      replace: effectOf("replace", glossary, extracted),
      skip: effectOf("skip", glossary, extracted),
    },
  };
  return { glossary, seen };
}

/** Returns the terms of the glossary run that ended last, among the quotes given. */
export function lastExtraction(
  quotes: readonly Quote[],
  target: string,
): readonly Term[] | undefined {
  const ended = quotes.flatMap(({ tasks }) =>
    tasks.flatMap((task) => {
      const { kind, state } = task;
      const isOne = kind === "glossary" && task.target === target;
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

export type StrategyOutcome =
  | { readonly status: "chosen" }
  | { readonly status: "already-approved"; readonly task: Task | undefined }
  | { readonly status: "closed" };

/** Sets the strategy for later approvals; it is fixed once a translation was approved. */
export function chooseStrategy(quote: Quote, strategy: GlossaryChoice): Decided<StrategyOutcome> {
  if (hasTranslation(quote)) {
    return { quote, outcome: { status: "already-approved", task: translationOf(quote) } };
  }
  if (quote.decision.status !== "open") return { quote, outcome: { status: "closed" } };
  return {
    quote: { ...quote, glossary: { ...quote.glossary, strategy } },
    outcome: { status: "chosen" },
  };
}

/** The key of a term base: the workspace's Slack id, and the manuscript's book or title. */
export type Belonging = {
  readonly place: Pick<Quote["place"], "workspace" | "channel">;
  readonly file: Pick<Quote["file"], "name">;
  readonly book: string | undefined;
  readonly termHome?: Quote["termHome"];
};

/**
 * Returns the name of the term base of a manuscript's book. Without a named book, its title counts
 * as the book within its conversation, because others may have a manuscript of that name.
 */
export function termHome({ place, file, book = "", termHome: kept }: Belonging): string {
  const { workspace, channel } = place;
  if (kept !== undefined) return kept;
  return book.trim() === ""
    ? `${workspace}/channel/${channel}/${digestOf(folded(titleOf(file)))}`
    : bookHome(workspace, book);
}

/** Returns the term base of a named book: a hash, which a record without names may keep. */
export function bookHome(workspace: string, book: string): string {
  return `${workspace}/book/${digestOf(folded(book))}`;
}

export function workspaceHome(workspace: string): string {
  return `${workspace}/workspace`;
}

export function seriesHome(workspace: string, series: string): string {
  return `${workspace}/series/${folded(series)}`;
}

export function layerOf(home: string): Layer["name"] {
  const kind = home.split("/")[1];
  return kind === "workspace" || kind === "series" ? kind : "book";
}

/** Returns the run's extracted terms that are not yet in the glossary of the manuscript's book. */
export function unkeptTerms({ state }: Pick<Task, "state">): readonly Term[] | undefined {
  const { terms = [], termsKept } = state.status === "completed" ? state.result : {};
  return terms.length === 0 || termsKept === true ? undefined : terms;
}

/** Folds a book's name: case, width and blanks make no difference. */
function folded(name: string): string {
  return name.normalize("NFKC").replaceAll(/\s+/gu, " ").trim().toLowerCase();
}
