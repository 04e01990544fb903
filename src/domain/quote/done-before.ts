import { type Supplied, suppliedOf } from "../glossary/quote-terms.ts";
import type { Task } from "../task/task.ts";
import { type Quote, isOnOffer, manuscriptOf, twinOf } from "./quote.ts";

/** A whole translation of the same text that came back on another card: it can be had without paying again. */
export type DoneBefore = {
  readonly quoteId: string;
  readonly key: string;
  /** When it came back, ms. */
  readonly at: number;
  /** The glossary that it went with. */
  readonly glossary: Supplied | undefined;
};

/** What there is already of just what the card offers: same text, language, glossary and use of it. */
export function doneBefore(quote: Quote): DoneBefore | undefined {
  const wanted = nameOf(suppliedOf(quote));
  const isSold = !isOnOffer(quote);
  return isSold
    ? undefined
    : twinOf(quote)?.done?.find(({ glossary }) => nameOf(glossary) === wanted);
}

/** All of them on these cards for the text and language that this one names, newest first. */
export function allDone(
  quote: Quote,
  others: readonly Quote[],
  keyPrint: string | undefined,
): readonly DoneBefore[] {
  return others
    .filter((other) => other.id !== quote.id && hasSameText(other, quote))
    .flatMap((other) => other.tasks.flatMap((task) => doneAs(other, task, quote.target)))
    .filter(({ sentWith }) => sentWith === undefined || sentWith === keyPrint)
    .map(({ done }) => done)
    .toSorted((one, other) => other.at - one.at)
    .slice(0, remembered);
}

/** The same without one that the partner does not have any more. */
export function withoutDone(quote: Quote, key: string): Quote {
  const { twin } = quote;
  if (twin?.done === undefined) return quote;
  return { ...quote, twin: { ...twin, done: twin.done.filter((one) => one.key !== key) } };
}

/** A result belongs to the account that paid for it: another key does not see it. */
function doneAs(other: Quote, task: Task, target: string) {
  const { action, scope, part, state, key, glossaryHash: hash, strategy, sentWith } = task;
  const isWhole = action === "translation" && scope === undefined && part === undefined;
  if (!isWhole || task.target !== target || state.status !== "completed") return [];
  const glossary = hash === undefined || strategy === undefined ? undefined : { hash, strategy };
  return [{ sentWith, done: { quoteId: other.id, key, at: state.endedAt, glossary } }];
}

function hasSameText(other: Quote, quote: Quote): boolean {
  return (
    other.place.workspace === quote.place.workspace &&
    manuscriptOf(other)?.textSha256 === manuscriptOf(quote)?.textSha256
  );
}

function nameOf(glossary: Supplied | undefined): string {
  return glossary === undefined ? "" : `${glossary.strategy} ${glossary.hash}`;
}

const remembered = 8;
