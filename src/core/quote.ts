import { hash } from "node:crypto";

import { z } from "zod";

import { approvalPolicySchema } from "../features/approval/rules/policy.ts";
import { quoteGlossarySchema } from "../features/glossary/rules/book-terms.ts";
import { batchSchema } from "../features/intake/rules/batch-record.ts";
import { requestDetailsSchema } from "../features/intake/rules/request-details.ts";
import { coverageSchema } from "./claim.ts";
import { type ReadonlyOf, at, count, id, maybe, optional, language } from "./fields.ts";
import { type Manuscript, readingSchema } from "./manuscript.ts";
import { type Notice, addNotice, noticeSchema } from "./notices.ts";
import { type Measured, isWhole, overlap, sameSlice, sliceSchema } from "./slice.ts";
import { type KeyGround, type Task, hasEnded, isLive, isPaid, taskSchema } from "./task.ts";

/** What can be approved on a card, in the order of its buttons; a part is the translation of some chapters. */
export const products = ["translation", "part", "preview", "glossary"] as const;
export type Product = (typeof products)[number];

const placeSchema = z.object({
  workspace: id,
  channel: id,
  /** The post that brought the manuscript. */
  message: id,
  /**
   * The one that Galley answers under; with none (a manuscript handed in through the form) the card itself
   * begins the thread.
   */
  thread: maybe(id),
  /** It cannot be reached any more: Galley speaks to the requester in direct messages. */
  isClosed: optional(z.boolean()),
});
export type Place = ReadonlyOf<typeof placeSchema>;

const requestSchema = z.object({
  by: id,
  /** When it was asked for, or asked for again. */
  at,
  details: maybe(requestDetailsSchema),
  /** Code points of its preview; undefined: as many as Galley does by default. */
  previewChars: maybe(count),
  /** Whom it was asked for together with; undefined: with no other. */
  batch: maybe(batchSchema),
});

/** A first approval. It starts nothing by itself, and counts only for the offer that it was given to. */
const endorsementSchema = z.object({
  product: z.enum(products),
  /** Names the offer: see `endorse`. */
  offer: id,
  /** Credits. */
  price: count,
  by: id,
  at,
});
export type Endorsement = ReadonlyOf<typeof endorsementSchema>;

/** Slack's names. */
const reactionSchema = z.enum(["hourglass_flowing_sand", "white_check_mark", "warning"]);
export type Reaction = z.infer<typeof reactionSchema>;

/** Where a quote stands in its conversation. */
const cardSchema = z.discriminatedUnion("status", [
  z.object({ status: z.literal("none") }),
  z.object({ status: z.literal("posting"), since: at }),
  z.object({
    status: z.literal("posted"),
    channel: id,
    ts: id,
    /** What people see now: see `cardFace`. */
    face: z.string(),
    /** The key that the card's metadata names: the second durable copy. */
    key: maybe(z.string()),
    /** What stands on the manuscript's message since. */
    reaction: optional(reactionSchema),
  }),
  z.object({ status: z.literal("parked"), why: z.string() }),
]);
export type Card = ReadonlyOf<typeof cardSchema>;

/** A card may stand there already, from a ledger that was lost: it is looked for before one is posted. */
export const mayBePosted: Card = { status: "posting", since: 0 };

/** What the workspace's rules for approvals make of it. */
const approvalSchema = z.object({
  /** The policy as the card shows it. What decides is the policy at the time of the click. */
  policy: optional(approvalPolicySchema),
  /** Approvals that wait for a second person's, at most one a product. */
  endorsements: optional(z.array(endorsementSchema)),
  /** When approvers are reminded of it; undefined: never. */
  remindAt: optional(at),
});

/** Credits of the partner account, as read at a time, and what was set aside of them for other approvals. */
const balanceSchema = z.object({ credits: z.number(), at, promised: optional(count) });
export type Balance = ReadonlyOf<typeof balanceSchema>;

const decisionSchema = z.discriminatedUnion("status", [
  z.object({ status: z.literal("open") }),
  z.object({
    status: z.literal("declined"),
    by: id,
    at,
    /** Why, in their own words. */
    note: optional(z.string()),
  }),
  z.object({ status: z.literal("expired"), at }),
]);

/**
 * Everything Galley knows of one posted manuscript: one card, one record. People and places are Slack ids.
 */
export const quoteSchema = z.object({
  version: z.literal(1),
  id,
  place: placeSchema,
  request: requestSchema,
  file: z.object({ id, name: z.string() }),
  /** The book or series that it belongs to, as people name it. */
  book: maybe(z.string()),
  /** What was approved of the text before; undefined: nobody has looked yet. */
  coverage: maybe(coverageSchema),
  expiresAt: at,
  target: language,
  reading: readingSchema,
  language: maybe(language),
  balance: maybe(balanceSchema),
  /** The chapters that somebody chose: all of them, where the card would else offer the new ones. Undefined: no choice. */
  part: optional(sliceSchema),
  decision: decisionSchema,
  approval: optional(approvalSchema),
  tasks: z.array(taskSchema),
  card: cardSchema,
  notices: z.array(noticeSchema),
  /** When names, terms and notes were taken out of it. */
  erasedAt: optional(at),
  /** Of an erased one: where the terms of its book are, which no name leads to any more. */
  termHome: optional(id),
  glossary: optional(quoteGlossarySchema),
});
export type Quote = ReadonlyOf<typeof quoteSchema>;

/** An approval is taken off the balance of its card at once: the next offer is measured by what is left. */
export function withPromised(balance: Balance | undefined, more: number): Balance | undefined {
  return balance && { ...balance, promised: Math.max(0, (balance.promised ?? 0) + more) };
}

export type Received = {
  readonly place: Place;
  readonly requester: string;
  readonly file: { readonly id: string; readonly name: string };
  readonly book?: string | undefined;
  /** Who gets a direct message about it. */
  readonly called?: readonly string[];
  readonly target: string;
  readonly at: number;
  readonly standsMs: number;
  /** How many cards of this file and language people have made about another one since. */
  readonly turned?: number;
} & Partial<Pick<Quote["request"], "details" | "previewChars" | "batch">>;

/** The id is derived, so an event delivered again, or as two kinds of event, meets the same record. */
export function quoteId(place: Place, fileId: string, target: string, turned = 0): string {
  const ingredients = [place.workspace, place.channel, place.message, fileId, target, turned];
  return hash("sha256", JSON.stringify(ingredients)).slice(0, 32);
}

export function newQuote(received: Received): Quote {
  const { place, requester, file, target, at, standsMs, turned } = received;
  return {
    version: 1,
    id: quoteId(place, file.id, target, turned),
    place,
    request: {
      by: requester,
      at,
      details: received.details,
      previewChars: received.previewChars,
      batch: received.batch,
    },
    file,
    book: received.book,
    coverage: undefined,
    expiresAt: at + standsMs,
    target,
    reading: { status: "due" },
    language: undefined,
    balance: undefined,
    decision: { status: "open" },
    tasks: [],
    card: isOld(place, at) ? mayBePosted : { status: "none" },
    notices: firstNotices(received),
  };
}

function firstNotices({ batch, called = [], at }: Received): readonly Notice[] {
  const none: { readonly notices: readonly Notice[] } = { notices: [] };
  const told = batch?.total === undefined ? none : addNotice(none, { kind: "batch-total" });
  return callEach(told, called, at).notices;
}

/** Each of them gets a direct message about the request. */
export function callEach<Q extends { readonly notices: readonly Notice[] }>(
  quote: Q,
  people: readonly string[],
  at: number,
): Q {
  return people.reduce(
    (left, person) => addNotice(left, { kind: "direct", why: "asked", at, person, beside: [] }),
    quote,
  );
}

/** A manuscript that was posted just now has no earlier card. Slack's message ids are times in seconds. */
function isOld({ message }: Place, at: number): boolean {
  return at - Number(message) * 1000 > oldMs;
}

const oldMs = 120_000;

export function manuscriptOf(quote: Quote): Manuscript | undefined {
  return quote.reading.status === "read" ? quote.reading.manuscript : undefined;
}

export function keyGround(quote: Quote, manuscript: Manuscript): KeyGround {
  return {
    workspace: quote.place.workspace,
    quoteId: quote.id,
    textSha256: manuscript.textSha256,
  };
}

export function findTask(quote: Quote, key: string): Task | undefined {
  return quote.tasks.find((task) => task.key === key);
}

/** Length and hash of what a run sends; undefined: they are still to be measured. */
export function measuredOf(
  { textBytes: bytes, textSha256: sha256, characters, openings }: Manuscript,
  { slice = [{ from: 0, to: characters }], measured }: Pick<Task, "slice" | "measured">,
): Measured | undefined {
  if (isWhole({ characters }, slice)) return { bytes, sha256 };
  return measured ?? openings.find((one) => sameSlice(one.slice, slice))?.measured;
}

/** Changes one task; a key that the quote does not hold changes nothing. */
export function changeTask(quote: Quote, key: string, next: (task: Task) => Task): Quote {
  return {
    ...quote,
    tasks: quote.tasks.map((task) => (task.key === key ? next(task) : task)),
  };
}

/** The full translation into the language that the card names now, newest generation. */
export function translationOf(quote: Quote): Task | undefined {
  return quote.tasks.findLast(
    (task) =>
      isPaid(task) &&
      task.kind === "translation" &&
      task.slice === undefined &&
      task.target === quote.target,
  );
}

/** The partner's estimate for the language that the card names now. */
export function estimateOf(quote: Quote): Task | undefined {
  return quote.tasks.findLast((task) => task.kind === "estimate" && task.target === quote.target);
}

export function languageTaskOf(quote: Quote): Task | undefined {
  return quote.tasks.findLast((task) => task.kind === "language");
}

/** What somebody let Galley pay for: translations, previews, glossaries. Inquiries are never sold. */
export function paidTasks(quote: Quote): readonly Task[] {
  return quote.tasks.filter(isPaid);
}

/** A translation, of all or of some chapters, was approved in whatever language, and has brought or may bring a result. */
export function hasTranslation(quote: Quote): boolean {
  return paidTasks(quote).some((task) => task.kind === "translation" && isLive(task));
}

/** Something was approved that has spent, or may spend, credits. */
export function hasSpent(quote: Quote): boolean {
  return paidTasks(quote).some(isLive);
}

/** The partner was asked for the language and will not say more by itself. */
export function isLanguageSettled(quote: Quote): boolean {
  return quote.tasks.some((task) => task.kind === "language" && hasEnded(task));
}

/** The card may offer paid runs: the language is known, or nobody waits for it any more. */
export function isOnOffer(quote: Quote): boolean {
  const { language, reading, decision } = quote;
  if (reading.status !== "read" || decision.status !== "open") return false;
  return language !== undefined || reading.patienceOver === true || isLanguageSettled(quote);
}

/** The run that showed that the estimated text cannot be had any more: nothing is offered after it. */
export function lostRun(quote: Quote): Task | undefined {
  return paidTasks(quote).findLast(
    ({ state }) =>
      state.status === "rejected" &&
      (state.reason === "text-changed" || state.reason === "file-gone"),
  );
}

export function isTextLost(quote: Quote): boolean {
  return lostRun(quote) !== undefined;
}

/** A card may know of a run that this record does not: nothing is sold before it was asked. */
export function awaitsCard({ card }: Quote): boolean {
  return card.status === "posting" && card.since === 0;
}

/**
 * What was approved after this run of the same text, because the run seemed lost: if it comes back all the
 * same, both are charged.
 */
export function successorsOf({ tasks }: Quote, { key }: Pick<Task, "key">): readonly Task[] {
  const index = tasks.findIndex((task) => task.key === key);
  const run = tasks[index];
  return run === undefined
    ? []
    : tasks
        .slice(index + 1)
        .filter((task) => isPaid(task) && isLive(task) && sharesText(task, run));
}

/** Both are the same kind of run, into the same language, of the same characters or of some of them. */
function sharesText(one: Task, other: Task): boolean {
  return (
    one.kind === other.kind &&
    one.target === other.target &&
    (one.slice === undefined || other.slice === undefined || overlap(one.slice, other.slice))
  );
}

/** What quotes can be found by: see the ledger. */
export type QuoteIndex =
  | "open"
  | "waiting"
  | "running"
  | "person"
  | "channel"
  | "thread"
  | "text"
  /** Of a file, while its card is open. */
  | "file"
  | "beginning"
  | "workspace"
  | "book"
  | "books"
  | "erasable";

/** Whether people are to decide on a quote, or the partner is working on it. */
export type QuoteStatus = "waiting" | "running";

export function statusesOf(quote: Quote): readonly QuoteStatus[] {
  const isRunning = paidTasks(quote).some(({ state }) =>
    ["approved", "sending", "running"].includes(state.status),
  );
  const isWaiting = isOnOffer(quote) && !hasTranslation(quote);
  return [...(isWaiting ? ["waiting" as const] : []), ...(isRunning ? ["running" as const] : [])];
}

/** What stands after a decision, and what there is to tell of it. */
export type Decided<Outcome> = { readonly quote: Quote; readonly outcome: Outcome };
