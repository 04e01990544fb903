import { covered, existing, freeTranslation } from "../../../core/coverage.ts";
import { addNotice, reopenedLast } from "../../../core/notices.ts";
import { productOf } from "../../../core/offer.ts";
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
  withPromised,
} from "../../../core/quote.ts";
import type { Rules } from "../../../core/rules.ts";
import { isWhole, rangeOf, sliceOf } from "../../../core/slice.ts";
import { type Task, isLive, isPaid, isStanding } from "../../../core/task.ts";
import { leftToPeople, withEndorsements } from "../../approval/rules/approving.ts";
import { approvalSeen } from "../../approval/rules/reminding.ts";
import { isMarked } from "../../intake/rules/reading.ts";
import { requestDetailsOf } from "../../intake/rules/request-details.ts";
import type { Settings } from "../../settings/rules/settings.ts";
import { hasNotLeft } from "../../translation/rules/sending.ts";
import { withInquiries, withNewEstimate } from "./inquiries.ts";

type TargetOutcome =
  | { readonly status: "changed" }
  | { readonly status: "same" }
  | { readonly status: "not-offered" }
  /** Something was approved for it. */
  | { readonly status: "language-stays" }
  | { readonly status: "closed" };

/** Quotes the manuscript for another language; possible only while nothing is approved. */
export function chooseTarget(
  quote: Quote,
  { target, rules }: { readonly target: string; readonly rules: Pick<Rules, "languages"> },
): Decided<TargetOutcome> {
  if (paidTasks(quote).some(isLive)) return { quote, outcome: { status: "language-stays" } };
  if (quote.decision.status !== "open") return { quote, outcome: { status: "closed" } };
  if (!rules.languages.some(({ code }) => code === target)) {
    return { quote, outcome: { status: "not-offered" } };
  }
  if (target === quote.target) return { quote, outcome: { status: "same" } };
  const tasks = quote.tasks.filter((task) => task.kind !== "estimate" || task.attempts.length > 0);
  const chosen = withInquiries({ ...withEndorsements(quote), target, tasks });
  return { quote: chosen, outcome: { status: "changed" } };
}

type PartOutcome =
  | { readonly status: "chosen" }
  | { readonly status: "whole" }
  /** Some of them were approved on this card already. */
  | { readonly status: "already-approved"; readonly task: Task }
  | { readonly status: "no-such-chapters" }
  | { readonly status: "closed" };

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
): Decided<PartOutcome> {
  const no = (outcome: PartOutcome) => ({ quote, outcome });
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined || quote.decision.status !== "open") return no({ status: "closed" });
  const isThere = first >= 1 && last <= manuscript.chapters.length;
  const chapters = manuscript.chapters.slice(first - 1, last);
  const wanted = chapters.filter(({ isMatter = false }) => !(isTextAlone && isMatter));
  if (!isThere || wanted.length === 0) return no({ status: "no-such-chapters" });
  const part = sliceOf(wanted.map(rangeOf));
  const own = existing(quote, "translation", part).find(
    (run) => run.quoteId === quote.id && run.status !== "failed",
  );
  const task = own && findTask(quote, own.key);
  if (task !== undefined) return no({ status: "already-approved", task });
  if (!isWhole(manuscript, part))
    return { quote: { ...quote, part }, outcome: { status: "chosen" } };
  // Once a part was translated, the default offer is the rest: the whole has to be set explicitly.
  const isDefault = covered(quote).length === 0;
  const whole = { ...quote, part: isDefault ? undefined : part };
  return { quote: whole, outcome: { status: "whole" } };
}

type NoteOutcome = { readonly status: "noted" } | { readonly status: "closed" };

export function noteRequest(quote: Quote, note: string | undefined): Decided<NoteOutcome> {
  if (quote.decision.status !== "open") return { quote, outcome: { status: "closed" } };
  const { first, dueOn } = quote.request.details ?? {};
  const details = requestDetailsOf({ first, dueOn, note });
  return {
    quote: { ...quote, request: { ...quote.request, details } },
    outcome: { status: "noted" },
  };
}

type Amendment = { readonly by: string } & Pick<Received, "details" | "book" | "previewChars">;

/** Applies the requester's later changes while nothing is approved; fields left out stay as they were. */
export function amend(quote: Quote, { by, ...said }: Amendment): Quote {
  const isOpen = quote.decision.status === "open" && !hasSpent(quote);
  if (!isOpen || by !== quote.request.by) return quote;
  const { request } = quote;
  const { details = request.details, book = quote.book } = said;
  const { previewChars = request.previewChars } = said;
  const isSame =
    book === quote.book &&
    previewChars === request.previewChars &&
    JSON.stringify(details) === JSON.stringify(request.details);
  return isSame ? quote : { ...quote, book, request: { ...request, details, previewChars } };
}

type DeclineOutcome =
  | { readonly status: "declined" }
  | { readonly status: "already-declined"; readonly by: string }
  | { readonly status: "sent" }
  | { readonly status: "expired" };

type Decline = { readonly by: string; readonly at: number; readonly note?: string | undefined };

/** Closes the quote. Takes an approval back with it, unless its run may have been sent. */
export function decline(quote: Quote, { by, at, note }: Decline): Decided<DeclineOutcome> {
  const { decision } = quote;
  if (decision.status === "declined") {
    return { quote, outcome: { status: "already-declined", by: decision.by } };
  }
  if (decision.status === "expired") return { quote, outcome: { status: "expired" } };
  const isSent = paidTasks(quote).some(
    (task) => productOf(task) === "translation" && isStanding(task) && !hasNotLeft(task),
  );
  if (isSent) return { quote, outcome: { status: "sent" } };
  const cancelled = paidTasks(quote)
    .filter(hasNotLeft)
    .reduce((left, task) => changeTask(left, task.key, cancel(at)), quote);
  const declined: Quote = {
    ...withEndorsements(cancelled),
    decision: { status: "declined", by, at, note },
  };
  return { quote: addNotice(declined, { kind: "declined" }), outcome: { status: "declined" } };
}

type UndoOutcome = { readonly status: "undone" } | { readonly status: "sent" };

/** Takes back an approval of which nothing was sent. It is on offer again, and Galley leaves it to people. */
export function undo(
  quote: Quote,
  { key, at }: { readonly key: string; readonly at: number },
): Decided<UndoOutcome> {
  const task = findTask(quote, key);
  if (task === undefined || !hasNotLeft(task)) return { quote, outcome: { status: "sent" } };
  const undone = leftToPeople(changeTask(quote, key, cancel(at)));
  const balance = withPromised(quote.balance, -task.price);
  return { quote: { ...undone, balance }, outcome: { status: "undone" } };
}

function cancel(at: number) {
  return (task: Task): Task => ({
    ...task,
    state: { status: "rejected", at, reason: "cancelled" },
  });
}

/**
 * Expires a quote that nobody approved in time; it never counts as a decline. Card and thread say so,
 * but for a card with a free translation, which asks nobody to decide.
 */
export function expire(quote: Quote, at: number): Quote {
  const isLapsed =
    quote.decision.status === "open" && !hasTranslation(quote) && at >= quote.expiresAt;
  if (!isLapsed) return quote;
  const expired: Quote = { ...quote, decision: { status: "expired", at } };
  return freeTranslation(quote) === undefined ? addNotice(expired, { kind: "expired" }) : expired;
}

type ReopenOutcome =
  | { readonly status: "reopened" }
  | { readonly status: "reopened-before"; readonly by: string }
  | { readonly status: "not-expired" }
  /** Its names and terms were erased, so nothing is left to reopen. */
  | { readonly status: "erased" }
  /** It is not known whether one of its runs was charged: that is settled first. */
  | { readonly status: "unsettled" };

type Reopening = {
  readonly by: string;
  readonly at: number;
  readonly rules: Pick<Rules, "quoteStandsMs">;
  readonly settings: Settings;
  /** The people who get a direct message about it. */
  readonly notified?: readonly string[];
};

/** Reopens an expired quote, once, however many people click at the same moment. */
export function reopen(quote: Quote, reopening: Reopening): Decided<ReopenOutcome> {
  const status = reopenStatus(quote);
  return status === "expired"
    ? { quote: reopened(quote, reopening), outcome: { status: "reopened" } }
    : { quote, outcome: status };
}

export function mayReopen(quote: Quote): boolean {
  return reopenStatus(quote) === "expired";
}

function reopenStatus(quote: Quote): "expired" | Exclude<ReopenOutcome, { status: "reopened" }> {
  const { decision, erasedAt } = quote;
  const last = reopenedLast(quote);
  if (decision.status === "open" && last !== undefined) {
    return { status: "reopened-before", by: last.by };
  }
  if (decision.status !== "expired" || hasTranslation(quote)) return { status: "not-expired" };
  if (erasedAt !== undefined) return { status: "erased" };
  const isUnsettled = paidTasks(quote).some(({ state }) => state.status === "unknown");
  return isUnsettled ? { status: "unsettled" } : "expired";
}

/** Returns true when nothing was approved on the quote, and nothing can be any more. */
export function isClosedUnspent(quote: Quote): boolean {
  const closed = quote.decision.status !== "open" || quote.reading.status === "refused";
  return closed && !hasSpent(quote);
}

/**
 * Opens the same card again. Its runs stay, and so do the chapters, the use of the glossary and the
 * encoding that people chose. Everything that may have changed is looked up again. A first of two
 * approvals counted for the earlier offer only.
 */
export function reopened(
  quote: Quote,
  { by, at, rules, settings, notified = [] }: Reopening,
): Quote {
  const open: Quote = {
    ...quote,
    request: { ...quote.request, at },
    expiresAt: at + rules.quoteStandsMs,
    decision: { status: "open" },
    coverage: undefined,
    balance: undefined,
    glossary: quote.glossary && { ...quote.glossary, terms: undefined },
    approval: approvalSeen(settings, { request: { at }, notices: [] }),
    // Notices of the earlier end that were not posted in time are no longer true.
    notices: quote.notices.filter(
      ({ about, state }) => !(ends.has(about.kind) && state.status === "due"),
    ),
  };
  const asked = addNotice(withNewEstimate(read(open)), { kind: "reopened", by, at });
  return notifyEach(asked, notified, at);
}

/** Has a refused or erased manuscript read again. */
function read(quote: Quote): Quote {
  if (quote.reading.status !== "refused" && quote.erasedAt === undefined) return quote;
  const tasks = quote.tasks.filter(isPaid);
  const reading = { status: "due", isMarked: isMarked(quote.reading) } as const;
  return { ...quote, tasks, part: undefined, reading, erasedAt: undefined, termHome: undefined };
}

const ends = new Set(["refused", "declined", "expired", "reminder", "direct"]);
