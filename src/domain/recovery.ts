import { z } from "zod";

import { encodingTaken, isMarked } from "#domain/intake/reading.ts";
import { isUnsent } from "#domain/translation/sending.ts";
import { moveTask } from "#domain/translation/transitions.ts";

import { type ReadonlyOf, at, count, id, maybe, optional, stored } from "./fields.ts";
import type { Encoding } from "./manuscript.ts";
import {
  type Quote,
  awaitsEarlierCard,
  findTask,
  keyGround,
  manuscriptOf,
  paidTasks,
} from "./quote.ts";
import { type Task, type TaskState, charactersOf, planTask, runningState } from "./task.ts";

/** How the text of a card's runs was read, as far as the card records it. */
export type TextOnCard = {
  readonly encoding?: Encoding | undefined;
  readonly isMarked?: boolean | undefined;
};

/** The manuscript of a card, and the card's language: with them its record is made again. */
export type CardSource = {
  readonly file: string;
  /** The `ts` of the message with the file. */
  readonly message: string;
  readonly target: string;
};

/**
 * A card's own record of a run that was, or may have been, sent: the second durable copy. A run that
 * it does not describe counts as the most expensive one, a translation of the whole.
 */
export type CardRun = Pick<Task, "key" | "slice" | "glossary"> &
  Partial<Pick<Task, "kind" | "target" | "generation">> & {
    readonly approvedAt: number;
    readonly taskId: string | undefined;
  };

/** Restores lost runs that a card names: running with a task's id, else unknown, never new. */
export function recover(quote: Quote, facts: readonly CardRun[]): Quote {
  const oldestFirst = facts.toSorted((one, other) => one.approvedAt - other.approvedAt);
  return oldestFirst.reduce(takeUp, quote);
}

/** Restores the runs that a card names. What was approved without them, and not sent, is undone. */
export function takeUpRuns(quote: Quote, facts: readonly CardRun[], at: number): Quote {
  const next = recover(quote, facts);
  if (next === quote) return quote;
  const state = { status: "rejected", at, reason: "cancelled" } as const;
  return paidTasks(next)
    .filter(isUnsent)
    .reduce((result, { key }) => moveTask(result, key, (task) => ({ ...task, state })), next);
}

/**
 * Returns the runs on a card that its record lacks: the store lost records. While a card of a store
 * that did is read again, a run that it names may have been sent, whatever the record says.
 */
export function unknownRuns(quote: Quote | undefined, facts: readonly CardRun[]) {
  return facts.filter((run) => {
    const task = quote && findTask(quote, run.key);
    if (quote === undefined || task === undefined) return true;
    return isOlder(run, task) || (awaitsEarlierCard(quote) && task.state.status === "approved");
  });
}

/** Returns the quote to be read again as its card says; undefined if it was read that way. */
export function readAsOnCard(quote: Quote, onCard: TextOnCard, at: number): Quote | undefined {
  const current = { encoding: encodingTaken(quote.reading), isMarked: isMarked(quote.reading) };
  const { encoding = current.encoding, isMarked: marked = current.isMarked } = onCard;
  if (encoding === current.encoding && marked === current.isMarked) return undefined;
  const choice = onCard.encoding && { encoding: onCard.encoding, by: undefined, at };
  const reading = { status: "due", chosen: choice, isMarked: onCard.isMarked } as const;
  return { ...quote, reading, language: undefined, tasks: paidTasks(quote) };
}

function takeUp(quote: Quote, facts: CardRun): Quote {
  if (unknownRuns(quote, [facts]).length === 0) return quote;
  const existing = findTask(quote, facts.key);
  const task = { ...(existing ?? taskOf(quote, facts)), sent: { isFromCard: true } };
  const others = quote.tasks.filter(({ key }) => key !== facts.key);
  // The card continues in the language of the last approval.
  const next = { ...quote, target: task.target, tasks: [...others, task] };
  const { approvedAt: since, taskId } = facts;
  const state: TaskState =
    taskId === undefined
      ? { status: "unknown", since, fault: lostRecord }
      : runningState({ taskId, since, lookedAt: since });
  return moveTask(next, facts.key, (one) => ({ ...one, state }));
}

/** True when the card knows of an approval before this one: the record of that run was lost. */
function isOlder({ approvedAt, taskId }: CardRun, { approval, state }: Task): boolean {
  return state.status === "approved" && (taskId !== undefined || approvedAt !== approval?.at);
}

function taskOf(quote: Quote, facts: CardRun): Task {
  const { key, kind = "translation", target = quote.target, generation = 0 } = facts;
  const { slice, glossary, approvedAt: at } = facts;
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined) throw new Error(`quote ${quote.id} has no text to recover from`);
  const price = charactersOf(slice, manuscript.characters);
  const approval = { by: nobody, at };
  const plan = { kind, target, slice, glossary, generation, price, approval };
  return { ...planTask(keyGround(quote, manuscript), plan), key };
}

export const lostRecord = "lost record";
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
  cards: optional(foundCards),
  askedAt: optional(at),
  decided: optional(stored({ by: id, at })),
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

export function withLossUpdate(
  marker: Marker | undefined,
  update: Partial<Loss>,
): Marker | undefined {
  return marker?.loss === undefined ? marker : { ...marker, loss: { ...marker.loss, ...update } };
}
