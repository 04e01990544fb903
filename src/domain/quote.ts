import { hash } from "node:crypto";

import { z } from "zod";

import { type GlossaryChoice, quoteGlossarySchema } from "#domain/glossary/glossary.ts";
import { batchSchema, requestDetailsSchema } from "#domain/intake/request-details.ts";

import { coverageSchema } from "./claim.ts";
import { type ReadonlyOf, at, count, id, maybe, optional, language, stored } from "./fields.ts";
import { type Manuscript, readingSchema } from "./manuscript.ts";
import { type Notice, addNotice, noticeSchema } from "./notices.ts";
import { type Measured, isWhole, overlap, sameSlice, sliceSchema } from "./slice.ts";
import { type KeyGround, type Task, hasEnded, isLive, isPaid, taskSchema } from "./task.ts";
import { troubleSchema } from "./trouble.ts";

/** In the order of the card's buttons; a part is the translation of some chapters. */
export const products = ["translation", "part", "preview", "glossary"] as const;
export type Product = (typeof products)[number];

const placeSchema = stored({
  workspace: id,
  channel: id,
  message: id,
  /** Undefined for a manuscript handed in through the form: its card starts the thread. */
  thread: maybe(id),
  /** True when it can no longer be reached: Galley writes to the requester in direct messages. */
  isClosed: optional(z.boolean()),
});
export type Place = ReadonlyOf<typeof placeSchema>;

const requestSchema = stored({
  by: id,
  /** The time of the request, or of the last repeated request. */
  at,
  details: maybe(requestDetailsSchema),
  /** The code points of its preview; undefined for Galley's default. */
  previewChars: maybe(count),
  /** The batch of cards requested together; undefined for a single card. */
  batch: maybe(batchSchema),
  /** True on the first card of a channel whose manuscript nobody asked Galley to answer. */
  isUnasked: optional(z.literal(true)),
});

/** A first approval: starts nothing, and counts only for the offer that it was given to. */
const endorsementSchema = stored({
  product: z.enum(products),
  /** A digest of the offer: see `endorse`. */
  offer: id,
  price: count,
  by: id,
  at,
});
export type Endorsement = ReadonlyOf<typeof endorsementSchema>;

const reactionSchema = z.enum(["hourglass_flowing_sand", "white_check_mark", "warning"]);
export type Reaction = z.infer<typeof reactionSchema>;

const cardSchema = z.discriminatedUnion("status", [
  stored({ status: z.literal("none") }),
  stored({ status: z.literal("posting"), since: at }),
  stored({
    status: z.literal("posted"),
    channel: id,
    ts: id,
    /** The content as posted: see `cardDigest`. */
    face: z.string(),
    /** The key in the card's metadata: the second durable copy. */
    key: maybe(z.string()),
    reaction: optional(reactionSchema).catch(undefined),
  }),
  stored({ status: z.literal("undeliverable"), why: z.string() }),
]);
export type Card = ReadonlyOf<typeof cardSchema>;

/** A card that may exist already, see `isOld`: it is searched for before one is posted. */
export const possiblyPosted: Card = { status: "posting", since: 0 };

/** The part of the policy that a single approval is measured against. */
const approvalPolicySchema = stored({
  selfApproval: z.enum(["allowed", "refused"]),
  secondApprovalAbove: maybe(count),
  capPerApproval: maybe(count),
  autoApprovalUpTo: maybe(count),
});
export type ApprovalPolicy = ReadonlyOf<typeof approvalPolicySchema>;

/** The effect of the workspace's approval rules on this quote. */
const approvalSchema = stored({
  /** The policy as the card shows it. Each decision uses the policy at the time of the click. */
  policy: optional(approvalPolicySchema),
  /** Approvals that wait for a second person's, at most one for each product. */
  endorsements: optional(z.array(endorsementSchema)),
  /** When approvers are reminded of the quote; undefined for never. */
  remindAt: optional(at),
});

/** What was left of the budget of the card's book; below 0 once more was approved. */
const bookBudgetSchema = stored({
  budget: count,
  per: z.enum(["book", "month"]),
  left: z.number(),
});
export type BookBudget = ReadonlyOf<typeof bookBudgetSchema>;

/** A reading of the partner account, in credits; `reserved` are those set aside for approvals. */
const balanceSchema = stored({
  credits: z.number(),
  at,
  reserved: optional(count),
  book: optional(bookBudgetSchema),
});
export type Balance = ReadonlyOf<typeof balanceSchema>;

const decisionSchema = z.discriminatedUnion("status", [
  stored({ status: z.literal("open") }),
  stored({
    status: z.literal("declined"),
    by: id,
    at,
    note: optional(z.string()),
  }),
  stored({ status: z.literal("expired"), at }),
]);

/** The record of one posted manuscript: one card, one record. People and places are Slack ids. */
export const quoteSchema = stored({
  version: z.literal(1),
  id,
  place: placeSchema,
  request: requestSchema,
  file: stored({ id, name: z.string() }),
  /** The name of its book or series, as people typed it. */
  book: maybe(z.string()),
  /** Earlier approvals of the text; undefined until they are looked up. */
  coverage: maybe(coverageSchema),
  expiresAt: at,
  target: language,
  reading: readingSchema,
  language: maybe(language),
  balance: maybe(balanceSchema),
  /** How fast the partner translated when the balance was read: see `learnedPace`. */
  pace: optional(z.number().positive()),
  /** The chapters that a person chose, even all of them; undefined for no choice. */
  part: optional(sliceSchema),
  decision: decisionSchema,
  approval: optional(approvalSchema),
  tasks: z.array(taskSchema),
  card: cardSchema,
  notices: z.array(noticeSchema),
  erasedAt: optional(at),
  /**
   * The term base of a book to which no name leads: an erased quote's, or the own one of who named a book
   * of others.
   */
  termHome: optional(id),
  /** What the book is called that the text continues, while nobody gave it a name. Never its identity. */
  bookTitle: optional(z.string()),
  /** The people whom its book named when it was requested: see `approversAsked`. */
  approvers: optional(z.array(id)),
  glossary: optional(quoteGlossarySchema),
  trouble: optional(troubleSchema),
});
export type Quote = ReadonlyOf<typeof quoteSchema>;

/** Deducts an approval from the card's balance at once: the rest limits the next offer. */
export function withReserved(balance: Balance | undefined, more: number): Balance | undefined {
  if (balance === undefined) return undefined;
  const { book } = balance;
  const reserved = Math.max(0, (balance.reserved ?? 0) + more);
  return { ...balance, reserved, ...(book && { book: { ...book, left: book.left - more } }) };
}

export type Received = {
  /** The id that a card names; derived for a new one. */
  readonly id?: string;
  readonly place: Place;
  readonly requester: string;
  readonly file: { readonly id: string; readonly name: string };
  readonly book?: string | undefined;
  readonly termHome?: string | undefined;
  readonly strategy?: GlossaryChoice | undefined;
  readonly approvers?: readonly string[] | undefined;
  readonly notified?: readonly string[];
  readonly target: string;
  readonly at: number;
  readonly standsMs: number;
  /** How many earlier cards of this file and language were switched to another language. */
  readonly languageChanges?: number;
} & Partial<Pick<Quote["request"], "details" | "previewChars" | "batch" | "isUnasked">>;

/** Derived, so an event delivered twice, or as two kinds of event, finds the same record. */
export function quoteId(place: Place, fileId: string, target: string, languageChanges = 0): string {
  const ingredients = [
    place.workspace,
    place.channel,
    place.message,
    fileId,
    target,
    languageChanges,
  ];
  return hash("sha256", JSON.stringify(ingredients)).slice(0, 32);
}

export function newQuote(received: Received): Quote {
  const { place, requester, file, target, at, standsMs, languageChanges } = received;
  const { id = quoteId(place, file.id, target, languageChanges) } = received;
  return {
    version: 1,
    id,
    place,
    request: {
      by: requester,
      at,
      details: received.details,
      previewChars: received.previewChars,
      batch: received.batch,
      isUnasked: received.isUnasked,
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
    card: isOld(place, at) ? possiblyPosted : { status: "none" },
    notices: firstNotices(received),
    termHome: received.termHome,
    glossary: received.strategy && { strategy: received.strategy },
    approvers: received.approvers,
  };
}

function firstNotices({ batch, notified = [], at }: Received): readonly Notice[] {
  const none: { readonly notices: readonly Notice[] } = { notices: [] };
  const initial = batch?.total === undefined ? none : addNotice(none, { kind: "batch-total" });
  return notifyEach(initial, notified, at).notices;
}

/** Adds a direct message about the request for each person. */
export function notifyEach<Q extends { readonly notices: readonly Notice[] }>(
  quote: Q,
  people: readonly string[],
  at: number,
): Q {
  return people.reduce(
    (result, person) => addNotice(result, { kind: "direct", why: "asked", at, person, beside: [] }),
    quote,
  );
}

/** True when an earlier card is possible. Slack's message ids are times in seconds. */
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

/** Returns length and hash of the text that a run sends; undefined until they are measured. */
export function measuredOf(
  { textBytes: bytes, textSha256: sha256, characters, openings }: Manuscript,
  { slice = [{ from: 0, to: characters }], measured }: Task,
): Measured | undefined {
  if (isWhole({ characters }, slice)) return { bytes, sha256 };
  return measured ?? openings.find((one) => sameSlice(one.slice, slice))?.measured;
}

export function changeTask(quote: Quote, key: string, next: (task: Task) => Task): Quote {
  return {
    ...quote,
    tasks: quote.tasks.map((task) => (task.key === key ? next(task) : task)),
  };
}

/** Returns the newest run of the whole text into the card's language, whatever its state. */
export function translationOf(quote: Quote): Task | undefined {
  return quote.tasks.findLast(
    (task) =>
      isPaid(task) &&
      task.kind === "translation" &&
      task.slice === undefined &&
      task.target === quote.target,
  );
}

export function estimateOf(quote: Quote): Task | undefined {
  return quote.tasks.findLast((task) => task.kind === "estimate" && task.target === quote.target);
}

export function languageTaskOf(quote: Quote): Task | undefined {
  return quote.tasks.findLast((task) => task.kind === "language");
}

/** Returns the approved runs: translations, previews, glossaries. Inquiries are never sold. */
export function paidTasks(quote: Quote): readonly Task[] {
  return quote.tasks.filter(isPaid);
}

/** True when a translation of all or some was approved in any language, and not rejected. */
export function hasTranslation(quote: Quote): boolean {
  return paidTasks(quote).some((task) => task.kind === "translation" && isLive(task));
}

/** True when an approved run has spent, or may spend, credits. */
export function hasSpent(quote: Quote): boolean {
  return paidTasks(quote).some(isLive);
}

export function isLanguageInquiryOver(quote: Quote): boolean {
  return quote.tasks.some((task) => task.kind === "language" && hasEnded(task));
}

/** True when the card may offer paid runs. */
export function isOnOffer({ reading, decision }: Quote): boolean {
  return reading.status === "read" && decision.status === "open";
}

/** Returns the run that found the file gone or its text changed: nothing is offered after it. */
export function runThatLostText(quote: Quote): Task | undefined {
  return paidTasks(quote).findLast(
    ({ state }) =>
      state.status === "rejected" &&
      (state.reason === "text-changed" || state.reason === "file-gone"),
  );
}

export function isTextLost(quote: Quote): boolean {
  return runThatLostText(quote) !== undefined;
}

/** True until `possiblyPosted` is searched for: a card from before may name runs. Nothing is sold. */
export function awaitsEarlierCard({ card }: Quote): boolean {
  return card.status === "posting" && card.since === 0;
}

/** Returns later approvals of a run's text. If the run had only seemed lost, both are charged. */
export function successorsOf({ tasks }: Quote, key: string): readonly Task[] {
  const index = tasks.findIndex((task) => task.key === key);
  const run = tasks[index];
  return run === undefined
    ? []
    : tasks
        .slice(index + 1)
        .filter((task) => isPaid(task) && isLive(task) && sharesText(task, run));
}

function sharesText(one: Task, other: Task): boolean {
  return (
    one.kind === other.kind &&
    one.target === other.target &&
    (one.slice === undefined || other.slice === undefined || overlap(one.slice, other.slice))
  );
}

export type Decided<Outcome> = { readonly quote: Quote; readonly outcome: Outcome };
