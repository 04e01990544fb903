import { z } from "zod";

import type { Supplied } from "#domain/glossary/glossary.ts";
import { withTerms } from "#domain/glossary/quote-terms.ts";
import { encodingTaken, isMarked } from "#domain/intake/reading.ts";
import type { Setup } from "#domain/settings/setup.ts";
import { isUnsent } from "#domain/translation/sending.ts";
import { moveTask } from "#domain/translation/transitions.ts";

import { type ReadonlyOf, at, count, id, maybe, optional, stored } from "./fields.ts";
import type { Encoding } from "./manuscript.ts";
import { offerOf, planFor } from "./offer.ts";
import { type Quote, findTask, keyGround, manuscriptOf, paidTasks, products } from "./quote.ts";
import type { Slice } from "./slice.ts";
import { type Task, type TaskState, planTask, runningState } from "./task.ts";

/** How the text of a card's runs was read, as far as the card records it. */
export type TextOnCard = {
  readonly encoding?: Encoding | undefined;
  readonly isMarked?: boolean | undefined;
};

/** A card's own record of a run that was, or may have been, sent: the second durable copy. */
export type CardRun = {
  readonly key: string;
  readonly approvedAt: number;
  readonly taskId: string | undefined;
  readonly part?: Slice | undefined;
  readonly glossary?: Supplied | undefined;
};

/** Restores lost runs that a card names: running with a task's id, else unknown, never new. */
export function recover(quote: Quote, facts: readonly CardRun[], setup: Setup): Quote {
  const oldestFirst = facts.toSorted((one, other) => one.approvedAt - other.approvedAt);
  return oldestFirst.reduce((left, run) => takeUp(left, run, setup), quote);
}

/** Restores the runs that a card names. What was approved without them, and not sent, is undone. */
export function takeUpRuns(
  quote: Quote,
  facts: readonly CardRun[],
  { setup, at }: { readonly setup: Setup; readonly at: number },
): Quote {
  const found = recover(quote, facts, setup);
  if (found === quote) return quote;
  const state = { status: "rejected", at, reason: "cancelled" } as const;
  return paidTasks(found)
    .filter(isUnsent)
    .reduce((left, { key }) => moveTask(left, key, (task) => ({ ...task, state })), found);
}

/** Returns the runs on a card that its record lacks: the store lost records. */
export function unknownRuns(quote: Quote | undefined, facts: readonly CardRun[]) {
  return facts.filter((run) => {
    const known = quote && findTask(quote, run.key);
    return known === undefined || isOlder(run, known);
  });
}

/** Returns the quote to be read again as its card says; undefined if it was read that way. */
export function readAsOnCard(quote: Quote, onCard: TextOnCard, at: number): Quote | undefined {
  const known = { encoding: encodingTaken(quote.reading), isMarked: isMarked(quote.reading) };
  const { encoding = known.encoding, isMarked: marked = known.isMarked } = onCard;
  if (encoding === known.encoding && marked === known.isMarked) return undefined;
  const chosen = onCard.encoding && { encoding: onCard.encoding, by: undefined, at };
  const reading = { status: "due", chosen, isMarked: onCard.isMarked } as const;
  return { ...quote, reading, language: undefined, tasks: paidTasks(quote) };
}

function takeUp(quote: Quote, facts: CardRun, setup: Setup): Quote {
  if (unknownRuns(quote, [facts]).length === 0) return quote;
  const known = findTask(quote, facts.key);
  const task = { ...(known ?? rediscover(quote, facts, setup)), sent: { isFromCard: true } };
  const others = quote.tasks.filter(({ key }) => key !== facts.key);
  // The card continues in the language of the last approval.
  const found = { ...quote, target: task.target, tasks: [...others, task] };
  const { approvedAt: since, taskId } = facts;
  const state: TaskState =
    taskId === undefined
      ? { status: "unknown", since, fault: lostRecord }
      : runningState({ taskId, since, lookedAt: since });
  return moveTask(found, facts.key, (lost) => ({ ...lost, state }));
}

/** True when the card knows of an approval before this one: the record of that run was lost. */
function isOlder({ approvedAt, taskId }: CardRun, { approval, state }: Task): boolean {
  return state.status === "approved" && (taskId !== undefined || approvedAt !== approval?.at);
}

/** Finds a run's request by trying: its key is derived from it. */
function rediscover(quote: Quote, facts: CardRun, setup: Setup): Task {
  const { key, approvedAt: at, part, glossary } = facts;
  // As if its card had shown this glossary: the book's terms differ by now.
  const supplied = glossary && {
    terms: { target: "", hash: glossary.hash, count: 0 },
    strategy: glossary.strategy,
  };
  const asThen = { ...quote, part, coverage: undefined, glossary: supplied };
  const tried = candidates(asThen, setup, at);
  const match = tried.find((task) => task.key === key);
  const [likeliest] = tried;
  if (likeliest === undefined) throw new Error(`quote ${quote.id} has no text to recover from`);
  // Not in the contract, nor in any record: a run of unknown scope counts as the most expensive
  // one.
  return match ?? { ...likeliest, key };
}

function candidates(quote: Quote, setup: Setup, at: number): readonly Task[] {
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined) return [];
  const targets = [quote.target, ...setup.languages.map(({ code }) => code)];
  const ground = keyGround(quote, manuscript);
  const approval = { by: nobody, at };
  return targets.flatMap((target) => {
    // The language of the text is left out, because it could rule out an offer.
    const terms = quote.glossary?.terms;
    const open = withTerms(
      { ...quote, target, language: undefined },
      terms && { ...terms, target },
    );
    const approved = products.flatMap((product) => {
      const offer = offerOf(open, product, setup);
      return offer === undefined ? [] : [{ ...planFor(product, offer), price: offer.price }];
    });
    return approved.flatMap((asked) =>
      generations.map((generation) => planTask(ground, { ...asked, target, generation, approval })),
    );
  });
}

export const lostRecord = "lost record";
const generations = [0, 1, 2, 3, 4];
/** Neither key nor card names the approver. */
const nobody = "somebody";

export type FoundCards = ReadonlyOf<typeof foundCards>;
const foundCards = stored({
  taken: count,
  missed: count,
  shown: z.array(stored({ channel: id, ts: id })),
});

export type Loss = ReadonlyOf<typeof loss>;
const loss = stored({
  noticedAt: at,
  /** The result of restoring the cards in Slack that name a run; undefined during the search. */
  cards: maybe(foundCards),
  askedAt: maybe(at),
  decided: maybe(stored({ by: id, at })),
});

/** A record in the store since its first start: a store without it is new, or was emptied. */
export type Marker = ReadonlyOf<typeof markerSchema>;
export const markerSchema = stored({
  version: z.literal(1),
  /** A new id for each life of the store. */
  id,
  at,
  loss: maybe(loss),
});

/** The workspace and the partner account whose records the store holds, written at its first start. */
export type StoreOwner = ReadonlyOf<typeof storeOwnerSchema>;
export const storeOwnerSchema = stored({
  version: z.literal(1),
  workspace: id,
  at,
  /** The fingerprints of the account's keys; the first one names the account in all records. */
  keys: optional(z.array(id)),
});

/**
 * Whether sales are open. Else cards are `sought` in Slack, an admin has to decide, or the store is
 * `unfit`: it takes no writes, may evict them, or was exchanged under the process.
 */
export type RecordsStatus = "open" | "sought" | "undecided" | "unfit";

export function recordsStatus(marker: Marker | undefined): Exclude<RecordsStatus, "unfit"> {
  if (marker === undefined) return "sought";
  const { loss } = marker;
  if (loss === undefined || loss.decided !== undefined) return "open";
  return loss.cards === undefined ? "sought" : "undecided";
}

/** A loss includes every approval before it was noticed. */
export function isKnownLoss(marker: Marker | undefined, approvedAt: number): boolean {
  return marker?.loss !== undefined && approvedAt <= marker.loss.noticedAt;
}

export function withLoss(marker: Marker, noticedAt: number): Marker {
  const nothingYet = { cards: undefined, askedAt: undefined, decided: undefined };
  return { ...marker, loss: { noticedAt, ...nothingYet } };
}

export function withLossUpdate(
  marker: Marker | undefined,
  changed: Partial<Loss>,
): Marker | undefined {
  return marker?.loss === undefined ? marker : { ...marker, loss: { ...marker.loss, ...changed } };
}
