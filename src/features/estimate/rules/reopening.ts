import { addNotice, reopenedLast } from "../../../core/notices.ts";
import { mainProduct, offerOf } from "../../../core/offer.ts";
import {
  type Decided,
  type Quote,
  callEach,
  paidTasks,
  hasSpent,
  hasTranslation,
} from "../../../core/quote.ts";
import { isMarked } from "../../../core/reading.ts";
import type { Rules } from "../../../core/rules.ts";
import { isPaid } from "../../../core/task.ts";
import { approvalSeen } from "../../approval/rules/reminding.ts";
import type { Settings } from "../../settings/rules/settings.ts";
import { withNewEstimate } from "./inquiries.ts";

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
  readonly rules: Pick<Rules, "previewChars" | "quoteStandsMs">;
  readonly settings: Settings;
  /** The people who get a direct message about it. */
  readonly called?: readonly string[];
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
export function isOver(quote: Quote): boolean {
  const closed = quote.decision.status !== "open" || quote.reading.status === "refused";
  return closed && !hasSpent(quote);
}

/**
 * Opens the same card again. Its runs stay, and so do the chapters, the use of the glossary and the
 * encoding that people chose. Everything that may have changed is looked up again. A first of two
 * approvals counted for the earlier offer only.
 */
export function reopened(quote: Quote, { by, at, rules, settings, called = [] }: Reopening): Quote {
  const price = offerOf(quote, mainProduct(quote), rules)?.price;
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
  const asked = addNotice(withNewEstimate(read(open)), { kind: "reopened", by, at, price });
  return callEach(asked, called, at);
}

/** Has a refused or erased manuscript read again. */
function read(quote: Quote): Quote {
  if (quote.reading.status !== "refused" && quote.erasedAt === undefined) return quote;
  const tasks = quote.tasks.filter(isPaid);
  const reading = { status: "due", isMarked: isMarked(quote.reading) } as const;
  return { ...quote, tasks, part: undefined, reading, erasedAt: undefined, termHome: undefined };
}

const ends = new Set(["refused", "declined", "expired", "reminder", "direct"]);
