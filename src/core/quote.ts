import { createHash } from "node:crypto";

import type { ApprovalPolicy } from "../features/approval/rules/policy.ts";
import type { Chosen } from "../features/estimate/rules/renewal.ts";
import type { GlossaryChoice, BookTerms } from "../features/glossary/rules/quote-terms.ts";
import type { Bundle } from "../features/intake/rules/batch.ts";
import type { Wish } from "../features/intake/rules/request-details.ts";
import { type Card, mayBePosted } from "./card.ts";
import type { Coverage } from "./coverage.ts";
import type { Manuscript } from "./manuscript.ts";
import { type Notice, addNotice } from "./notices.ts";
import type { Reading } from "./reading.ts";
import type { Slice } from "./slice.ts";
import { type KeyGround, type Task, hasEnded, isLive, isPaid } from "./task.ts";

/**
 * Everything the desk knows of one posted manuscript: one card, one record. Times are ms since 1970,
 * people and places are Slack ids.
 */
export type Quote = {
  readonly version: 1;
  readonly id: string;
  /** Rises only when an expired quote is asked for again. */
  readonly round: number;
  readonly place: Place;
  readonly requester: string;
  readonly file: { readonly id: string; readonly name: string };
  /** The book or series that it belongs to, as people name it. */
  readonly book: string | undefined;
  readonly wish: Wish | undefined;
  /** Code points of its preview; undefined: as many as the desk does by default. */
  readonly previewChars: number | undefined;
  /** Whom it was asked for together with; undefined: with no other. */
  readonly bundle: Bundle | undefined;
  /** What was approved of the text before; undefined: nobody has looked yet. */
  readonly coverage: Coverage | undefined;
  readonly receivedAt: number;
  readonly expiresAt: number;
  readonly target: string;
  readonly reading: Reading;
  readonly language: string | undefined;
  /** The partner was given its time to name the language; the card stops waiting for it. */
  readonly patienceOver: boolean;
  readonly balance: Balance | undefined;
  /** The chapters that somebody chose, or all where the card would be about new ones; undefined: nobody chose any. */
  readonly part?: Slice | undefined;
  /** What its book has decided, as the card shows it; undefined: it is to be looked at. */
  readonly terms?: BookTerms | undefined;
  /** How that goes with what is bought; undefined: nobody chose, so `merge`. */
  readonly strategy?: GlossaryChoice | undefined;
  readonly decision: Decision;
  /** The policy as the card shows it. What decides is the policy at the time of the click. */
  readonly policy?: ApprovalPolicy | undefined;
  /** Approvals that wait for a second person's, at most one a product. */
  readonly endorsements?: readonly Endorsement[] | undefined;
  readonly tasks: readonly Task[];
  /** Where the desk speaks; `direct` once the conversation cannot be reached any more. */
  readonly voice: "thread" | "direct";
  readonly card: Card;
  readonly notices: readonly Notice[];
  /** When those who may decide are reminded of it; undefined: never. */
  readonly remindAt?: number | undefined;
  /** When names, terms and notes were taken out of it. */
  readonly erasedAt?: number | undefined;
  /** Who asked for it again once it had expired; `successor` is the quote of the next round. */
  readonly renewal?:
    | { readonly by: string; readonly at: number; readonly successor: string | undefined }
    | undefined;
  /** The expired quote that this one takes the place of: its price in credits, and when it was asked for. */
  readonly earlier?:
    | { readonly quoteId: string; readonly price: number | undefined; readonly at: number }
    | undefined;
};

/**
 * `message` is the post that brought the manuscript, `thread` the one that the desk answers under; with
 * none (a manuscript handed in through the form) the card itself begins the thread.
 */
export type Place = {
  readonly workspace: string;
  readonly channel: string;
  readonly message: string;
  readonly thread: string | undefined;
};

/** A first approval: it buys nothing by itself, and counts only for the very offer that it was given to. */
export type Endorsement = {
  readonly product: "translation" | "part" | "preview" | "glossary";
  /** Names the offer: see `endorse`. */
  readonly offer: string;
  /** Credits. */
  readonly price: number;
  readonly by: string;
  readonly at: number;
  readonly note?: string | undefined;
};

/** Credits of the partner account, as read at a time, and what was set aside of them for other approvals. */
export type Balance = {
  readonly credits: number;
  readonly at: number;
  readonly promised?: number | undefined;
};

/** What is bought from a card counts there at once: what is offered next is measured by what that leaves. */
export function withPromised(balance: Balance | undefined, more: number): Balance | undefined {
  return balance && { ...balance, promised: Math.max(0, (balance.promised ?? 0) + more) };
}

export type Decision =
  | { readonly status: "open" }
  | {
      readonly status: "declined";
      readonly by: string;
      readonly at: number;
      /** Why, in their own words. */
      readonly note?: string | undefined;
    }
  | { readonly status: "expired"; readonly at: number };

export type Received = {
  readonly place: Place;
  readonly requester: string;
  readonly file: { readonly id: string; readonly name: string };
  readonly book?: string | undefined;
  readonly wish?: Wish | undefined;
  readonly previewChars?: number | undefined;
  readonly bundle?: Bundle | undefined;
  readonly target: string;
  readonly at: number;
  readonly standsMs: number;
  readonly round?: number;
  readonly earlier?: Quote["earlier"];
  /** What people chose on the card of the round before. */
  readonly chosen?: Chosen | undefined;
};

/** The id is derived, so an event delivered again, or as two kinds of event, meets the same record. */
export function quoteId(place: Place, fileId: string, target: string, round: number): string {
  const ingredients = [place.workspace, place.channel, place.message, fileId, target, round];
  return createHash("sha256").update(JSON.stringify(ingredients)).digest("hex").slice(0, 32);
}

export function newQuote(received: Received): Quote {
  const { place, requester, file, target, at, standsMs, round = 0, chosen = {} } = received;
  const { encoding, part, strategy } = chosen;
  return {
    version: 1,
    id: quoteId(place, file.id, target, round),
    round,
    place,
    requester,
    file,
    book: received.book,
    wish: received.wish,
    previewChars: received.previewChars,
    bundle: received.bundle,
    coverage: undefined,
    receivedAt: at,
    expiresAt: at + standsMs,
    target,
    reading: { status: "due", ...(encoding && { chosen: encoding }) },
    language: undefined,
    patienceOver: false,
    balance: undefined,
    ...(part && { part }),
    ...(strategy && { strategy }),
    decision: { status: "open" },
    tasks: [],
    voice: "thread",
    card: isOld(place, at) ? mayBePosted : { status: "none" },
    notices: sumNotice(received.bundle),
    ...(received.earlier && { earlier: received.earlier }),
  };
}

function sumNotice(bundle: Bundle | undefined): readonly Notice[] {
  return bundle?.sum === undefined ? [] : addNotice({ notices: [] }, { kind: "sum" }).notices;
}

/** Nobody answers a manuscript that was posted just now twice. Slack's message ids are times in seconds. */
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
      task.action === "translation" &&
      task.scope === undefined &&
      task.part === undefined &&
      task.target === quote.target,
  );
}

/** The partner's estimate for the language that the card names now. */
export function estimateOf(quote: Quote): Task | undefined {
  return quote.tasks.findLast(
    (task) => task.action === "token_estimate" && task.target === quote.target,
  );
}

export function languageTaskOf(quote: Quote): Task | undefined {
  return quote.tasks.findLast((task) => task.action === "preview_metadata");
}

/** What somebody let the desk pay for: translations, previews, glossaries. Inquiries are never sold. */
export function paidTasks(quote: Quote): readonly Task[] {
  return quote.tasks.filter(isPaid);
}

/** A translation, of all or of some chapters, was approved in whatever language, and has brought or may bring a result. */
export function hasTranslation(quote: Quote): boolean {
  return paidTasks(quote).some(
    (task) => task.action === "translation" && task.scope === undefined && isLive(task),
  );
}

/** Something was bought that has spent, or may spend, credits. */
export function hasSpent(quote: Quote): boolean {
  return paidTasks(quote).some(isLive);
}

/** The partner was asked for the language and will not say more by itself. */
export function isLanguageSettled(quote: Quote): boolean {
  return quote.tasks.some((task) => task.action === "preview_metadata" && hasEnded(task));
}

/** The card may offer paid runs: the language is known, or nobody waits for it any more. */
export function isOnOffer(quote: Quote): boolean {
  const settled = quote.language !== undefined || quote.patienceOver || isLanguageSettled(quote);
  return quote.reading.status === "read" && quote.decision.status === "open" && settled;
}
