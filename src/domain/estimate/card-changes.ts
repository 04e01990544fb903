import { withoutAutoApproval, withEndorsements } from "#domain/approval/approving.ts";
import { approvalSeen } from "#domain/approval/reminding.ts";
import { covered, existing, withoutCoverage } from "#domain/coverage.ts";
import type { GlossaryChoice } from "#domain/glossary/glossary.ts";
import { forgetTerms } from "#domain/glossary/quote-terms.ts";
import { isMarked } from "#domain/intake/reading.ts";
import { amendedDetails, requestDetailsOf } from "#domain/intake/request-details.ts";
import { noticeRow } from "#domain/notice-table.ts";
import { addNotice } from "#domain/notices.ts";
import { asksForDecision, productOf } from "#domain/offer.ts";
import {
  type Decided,
  type Quote,
  type Received,
  changeTask,
  findTask,
  hasSpent,
  hasTranslation,
  manuscriptOf,
  notifyEach,
  paidTasks,
  withReserved,
} from "#domain/quote.ts";
import type { Settings } from "#domain/settings/settings.ts";
import type { Setup } from "#domain/settings/setup.ts";
import { isWhole, rangeOf, sliceOf } from "#domain/slice.ts";
import { type Task, isLive, isPaid, isStanding } from "#domain/task.ts";
import { isUnsent } from "#domain/translation/sending.ts";

import { withInquiries, withNewEstimate } from "./inquiries.ts";
import { keptClosed } from "./may-reopen.ts";

/** The outcome of a change that a person wants; the card itself shows what is `done`. */
export type CardChange = {
  readonly status:
    | "done"
    /** The card is no longer as the person saw it. */
    | "stale"
    | "closed"
    /** Something was approved for its language. */
    | "language-stays"
    | "no-such-chapters"
    | "sent"
    /** It is not known whether one of its runs was charged: that is settled first. */
    | "unsettled";
};

function decided(quote: Quote, status: CardChange["status"] = "done"): Decided<CardChange> {
  return { quote, outcome: { status } };
}

/** Quotes the manuscript for another language; possible only while nothing is approved. */
export function chooseTarget(
  quote: Quote,
  { target, setup }: { readonly target: string; readonly setup: Setup },
): Decided<CardChange> {
  if (paidTasks(quote).some(isLive)) return decided(quote, "language-stays");
  if (quote.decision.status !== "open") return decided(quote, "closed");
  if (!setup.languages.some(({ code }) => code === target)) return decided(quote, "stale");
  if (target === quote.target) return decided(quote);
  const tasks = quote.tasks.filter((task) => task.kind !== "estimate" || task.attempts.length > 0);
  return decided(withInquiries({ ...withEndorsements(quote), target, tasks }));
}

/** Counted from 1. */
export type Chosen = {
  readonly first: number;
  readonly last: number;
  /** True when front and back matter among them is left out. */
  readonly isTextAlone?: boolean;
};

/** Narrows the card to these chapters; all of them means the whole again. Approves nothing. */
export function choosePart(
  quote: Quote,
  { first, last, isTextAlone = false }: Chosen,
): Decided<CardChange> {
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined || quote.decision.status !== "open") return decided(quote, "closed");
  const isThere = first >= 1 && last <= manuscript.chapters.length;
  const chapters = manuscript.chapters.slice(first - 1, last);
  const selection = chapters.filter(({ isMatter = false }) => !(isTextAlone && isMatter));
  if (!isThere || selection.length === 0) return decided(quote, "no-such-chapters");
  const part = sliceOf(selection.map(rangeOf));
  const isApproved = existing(quote, "translation", part).some(
    (run) => run.quoteId === quote.id && run.status !== "failed",
  );
  if (isApproved) return decided(quote, "stale");
  // Once a part was translated, the default offer is the rest: the whole has to be set explicitly.
  const isDefault = isWhole(manuscript, part) && covered(quote).length === 0;
  return decided({ ...quote, part: isDefault ? undefined : part });
}

/** Sets how the glossary is used; fixed once a translation was approved. */
export function chooseStrategy(quote: Quote, strategy: GlossaryChoice): Decided<CardChange> {
  if (hasTranslation(quote)) return decided(quote, "stale");
  if (quote.decision.status !== "open") return decided(quote, "closed");
  return decided({ ...quote, glossary: { ...quote.glossary, strategy } });
}

export function noteRequest(quote: Quote, note: string | undefined): Decided<CardChange> {
  if (quote.decision.status !== "open") return decided(quote, "closed");
  const { first, dueOn, dueBy, reference } = quote.request.details ?? {};
  const details = requestDetailsOf({ first, dueOn, dueBy, note, reference });
  return decided({ ...quote, request: { ...quote.request, details } });
}

type Amendment = Pick<Received, "requester" | "details" | "book" | "termHome" | "previewChars">;

/** Applies the requester's later changes while nothing is approved; fields left out stay as they were. */
export function amend(quote: Quote, amendment: Amendment): Quote {
  const { request } = quote;
  const isOpen = quote.decision.status === "open" && !hasSpent(quote);
  if (!isOpen || amendment.requester !== request.by) return quote;
  const { book = quote.book } = amendment;
  const details = amendedDetails(request.details, amendment.details);
  const { previewChars = request.previewChars } = amendment;
  const isSame =
    book === quote.book &&
    previewChars === request.previewChars &&
    JSON.stringify(details) === JSON.stringify(request.details);
  if (isSame) return quote;
  const after = { ...quote, request: { ...request, details, previewChars } };
  if (book === quote.book) return after;
  // Limits count what was approved of a book, and each has terms of its own.
  const { termHome } = amendment;
  return forgetTerms(withoutCoverage({ ...after, book, bookTitle: undefined, termHome }));
}

type Decline = { readonly by: string; readonly at: number; readonly note?: string | undefined };

/** Closes the quote. Takes an approval back with it, unless its run may have been sent. */
export function decline(quote: Quote, { by, at, note }: Decline): Decided<CardChange> {
  if (quote.decision.status !== "open") return decided(quote, "stale");
  const isSent = paidTasks(quote).some(
    (task) => productOf(task) === "translation" && isStanding(task) && !isUnsent(task),
  );
  if (isSent) return decided(quote, "sent");
  const cancelled = paidTasks(quote)
    .filter(isUnsent)
    .reduce((before, task) => changeTask(before, task.key, cancel(at)), quote);
  const decision = { status: "declined", by, at, note } as const;
  const declined: Quote = { ...withEndorsements(cancelled), decision };
  // Nobody has to hear of what they withdrew themselves: the card says it.
  return decided(by === quote.request.by ? declined : addNotice(declined, { kind: "declined" }));
}

/** Takes back an approval of which nothing was sent. It is on offer again, and Galley leaves it to people. */
export function undo(
  quote: Quote,
  { key, at }: { readonly key: string; readonly at: number },
): Decided<CardChange> {
  const task = findTask(quote, key);
  if (task === undefined || !isUnsent(task)) return decided(quote, "sent");
  const undone = withoutAutoApproval(changeTask(quote, key, cancel(at)));
  return decided({ ...undone, balance: withReserved(quote.balance, -task.price) });
}

function cancel(at: number) {
  return (task: Task): Task => ({
    ...task,
    state: { status: "rejected", at, reason: "cancelled" },
  });
}

/**
 * Expires a quote that nobody approved in time; it never counts as a decline. Card and thread say so,
 * but for a card that asked nobody to decide.
 */
export function expire(quote: Quote, at: number): Quote {
  const isLapsed =
    quote.decision.status === "open" && !hasTranslation(quote) && at >= quote.expiresAt;
  if (!isLapsed) return quote;
  const expired: Quote = { ...quote, decision: { status: "expired", at } };
  return asksForDecision(quote) ? addNotice(expired, { kind: "expired" }) : expired;
}

type Reopening = {
  readonly by: string;
  readonly at: number;
  readonly setup: Setup;
  readonly settings: Settings;
  /** The people who get a direct message about it. */
  readonly notified?: readonly string[];
};

/** Reopens an expired quote, once, however many people click at the same moment. */
export function reopen(quote: Quote, reopening: Reopening): Decided<CardChange> {
  const obstacle = keptClosed(quote);
  return obstacle === undefined ? decided(reopened(quote, reopening)) : decided(quote, obstacle);
}

/** Returns true when nothing was approved on the quote, and nothing can be any more. */
export function isClosedUnspent(quote: Quote): boolean {
  const isClosed = quote.decision.status !== "open" || quote.reading.status === "refused";
  return isClosed && !hasSpent(quote);
}

/**
 * Opens the same card again. Its runs stay, and so do the chapters, the use of the glossary and the
 * encoding that people chose. Everything that may have changed is looked up again. A first of two
 * approvals counted for the earlier offer only.
 */
export function reopened(
  quote: Quote,
  { by, at, setup, settings, notified = [] }: Reopening,
): Quote {
  const request = { ...quote.request, at };
  const open: Quote = {
    ...quote,
    request,
    expiresAt: at + setup.quoteStandsMs,
    decision: { status: "open" },
    coverage: undefined,
    balance: undefined,
    glossary: quote.glossary && { ...quote.glossary, terms: undefined },
    approval: approvalSeen(settings, { ...quote, request, notices: [] }),
    // Notices of the earlier end that were not posted in time are no longer true.
    notices: quote.notices.filter(
      ({ about, state }) => !(noticeRow(about).endsWithReopening && state.status === "due"),
    ),
  };
  const next = addNotice(withNewEstimate(read(open)), { kind: "reopened", by, at });
  return notifyEach(next, notified, at);
}

function read(quote: Quote): Quote {
  if (quote.reading.status !== "refused" && quote.erasedAt === undefined) return quote;
  const tasks = quote.tasks.filter(isPaid);
  const reading = { status: "due", isMarked: isMarked(quote.reading) } as const;
  const termHome = quote.erasedAt === undefined ? quote.termHome : undefined;
  return { ...quote, tasks, part: undefined, reading, erasedAt: undefined, termHome };
}
