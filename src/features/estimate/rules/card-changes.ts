import { covered, existing } from "../../../core/coverage.ts";
import { addNotice, reopenedLast } from "../../../core/notices.ts";
import {
  type Decided,
  type Quote,
  type Received,
  findTask,
  hasSpent,
  manuscriptOf,
  notifyEach,
  paidTasks,
  hasTranslation,
} from "../../../core/quote.ts";
import { isMarked } from "../../../core/reading.ts";
import type { Rules } from "../../../core/rules.ts";
import { isWhole, rangeOf, sliceOf } from "../../../core/slice.ts";
import { type Task, isPaid } from "../../../core/task.ts";
import { approvalSeen } from "../../approval/rules/reminding.ts";
import type { Settings } from "../../settings/rules/settings.ts";
import { withNewEstimate } from "./inquiries.ts";

export type PartOutcome =
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
  return {
    quote: { ...quote, part: isDefault ? undefined : part },
    outcome: { status: "whole" },
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

export type ReopenOutcome =
  | { readonly status: "reopened" }
  | { readonly status: "reopened-before"; readonly by: string }
  | { readonly status: "not-expired" }
  /** Its names and terms were erased, so nothing is left to reopen. */
  | { readonly status: "erased" }
  /** It is not known whether one of its runs was charged: that is settled first. */
  | { readonly status: "unsettled" };

export type Reopening = {
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
  return isUnsettled(quote) ? { status: "unsettled" } : "expired";
}

function isUnsettled(quote: Quote): boolean {
  return paidTasks(quote).some(({ state }) => state.status === "unknown");
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
