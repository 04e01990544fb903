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
  /** Its names and terms were erased: there is nothing to ask again with. */
  | { readonly status: "erased" }
  /** It is not known whether one of its runs was charged: that is settled first. */
  | { readonly status: "unsettled" };

export type Reopening = {
  readonly by: string;
  readonly at: number;
  readonly rules: Pick<Rules, "previewChars" | "quoteStandsMs">;
  readonly settings: Settings;
  /** Who gets a direct message about it. */
  readonly called?: readonly string[];
};

/** Somebody asks for an expired quote again: it is opened once, whoever else clicks at the same moment. */
export function reopen(quote: Quote, reopening: Reopening): Decided<ReopenOutcome> {
  const status = reopenStatus(quote);
  return status === "expired"
    ? { quote: reopened(quote, reopening), outcome: { status: "reopened" } }
    : { quote, outcome: status };
}

/** Somebody may ask for it again. */
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

/** Nothing was approved on it, and nothing can be any more. */
export function isOver(quote: Quote): boolean {
  const closed = quote.decision.status !== "open" || quote.reading.status === "refused";
  return closed && !hasSpent(quote);
}

/**
 * The same card once more: its runs stay, and so do the chapters, the use of the glossary and the encoding
 * that people chose. All that may have changed since is looked up anew. A first of two approvals counted for
 * the earlier offer only.
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
    // What was not said of the end in time is true no more.
    notices: quote.notices.filter(
      ({ about, state }) => !(ends.has(about.kind) && state.status === "due"),
    ),
  };
  const asked = addNotice(withNewEstimate(read(open)), { kind: "reopened", by, at, price });
  return callEach(asked, called, at);
}

/** What was refused, or erased, is read once more. */
function read(quote: Quote): Quote {
  if (quote.reading.status !== "refused" && quote.erasedAt === undefined) return quote;
  const tasks = quote.tasks.filter(isPaid);
  const reading = { status: "due", isMarked: isMarked(quote.reading) } as const;
  return { ...quote, tasks, part: undefined, reading, erasedAt: undefined, termHome: undefined };
}

const ends = new Set(["refused", "declined", "expired", "reminder", "direct"]);
