import { forgetCoverage } from "../../../core/coverage.ts";
import { NotRecorded } from "../../../core/faults.ts";
import { offerOf, offerTag } from "../../../core/offer.ts";
import type { Ports } from "../../../core/ports.ts";
import { type Decided, type Product, type Quote, findTask } from "../../../core/quote.ts";
import type { Task } from "../../../core/task.ts";
import { type Frozen, freezeTerms, outdatedBy } from "../../glossary/actions/look-up-terms.ts";
import type { NotForSale } from "../../records/actions/not-for-sale.ts";
import type { OverAutoCap, PurchaseDeps } from "../../spending/actions/purchase.ts";
import type { NoFunds } from "../../spending/rules/account.ts";
import { pollTask } from "../../translation/actions/poll-task.ts";
import { type ApproveOutcome, approve } from "../rules/decisions.ts";
import { maySpend } from "../rules/rights.ts";
import { type Click, type DecideDeps, type Refusal, findQuote, spendOn } from "./decide.ts";

export type ApproveClick = Click & {
  readonly product: Product;
  /** The tag of the offer on the clicked card; a click without one is refused. */
  readonly offer: string | undefined;
};

/**
 * Nothing is approved: the card changed before the click (language, price, glossary, or earlier
 * translations of the text), or the partner did not answer in time about a failed run.
 */
export type Stale = { readonly status: "stale" } | { readonly status: "not-looked" };

export type ApproveDeps = DecideDeps &
  PurchaseDeps &
  Pick<Ports, "rules" | "terms" | "glossaries" | "speeds" | "records">;

export type ApproveClickOutcome =
  | ApproveOutcome
  | NoFunds
  | OverAutoCap
  | NotForSale
  | Stale
  | Refusal;

/**
 * Reserves the credits and records the approval, at most once, and only as the current policy allows.
 *
 * @throws NotRecorded when the policy, the store or the person's membership cannot be read.
 */
export async function approveQuote(
  ports: ApproveDeps,
  click: ApproveClick,
): Promise<ApproveClickOutcome> {
  const outcome = await decideClick(ports, click);
  auditRefusal(ports, click, outcome);
  return outcome;
}

async function decideClick(ports: ApproveDeps, click: ApproveClick) {
  const { product, person: by, offer } = click;
  const { rules } = ports;
  const seen = await findQuote(ports, click).catch((cause: unknown): never => {
    throw new NotRecorded({ cause });
  });
  const failed = seen === undefined ? "as-known" : await lookAtFailed(ports, seen, product);
  if (failed === "no-answer") return { status: "not-looked" } as const;
  const frozen = seen === undefined ? nothingFrozen : await freezeTerms(ports, seen);
  return await spendOn<ApproveOutcome | Stale>(ports, click, {
    may: maySpend,
    decide: (quote, mayStill, policy) => {
      const decided = approve(quote, {
        product,
        by,
        at: ports.now(),
        rules,
        policy,
        mayStill,
      });
      const isMoot = decided.quote !== quote || decided.outcome.status === "not-ready";
      if (!isMoot) return decided;
      if (failed === "came-back") return stale(forgetCoverage(quote));
      const outdated = product === "glossary" ? undefined : outdatedBy(quote, frozen);
      if (outdated !== undefined) return stale(outdated);
      return offer === offerTag(quote, rules) ? decided : stale(quote);
    },
  });
}

/**
 * Looks at a failed run once more before it is approved again: the partner's answer may have been
 * wrong. A late answer counts as none, because Slack waits three seconds for the answer to a click.
 */
async function lookAtFailed(
  ports: ApproveDeps,
  quote: Quote,
  product: Product,
): Promise<"as-known" | "came-back" | "no-answer"> {
  const { exists = [] } = offerOf(quote, product, ports.rules) ?? {};
  const looks = exists
    .filter(({ status }) => status === "failed" || status === "gone")
    .map(async ({ quoteId, key, status }) => {
      const other = await ports.ledger.find(quoteId);
      const task = other && findTask(other, key);
      if (other === undefined || task === undefined) return false;
      if (!isStillFailed(task)) return status === "failed" && task.state.status !== "rejected";
      return !isStillFailed(findTask(await pollTask(ports, other, key), key));
    });
  if (looks.length === 0) return "as-known";
  const over = new AbortController();
  const late = ports.sleep(patienceMs, over.signal).then(() => "no-answer" as const);
  const looked = Promise.all(looks).then(
    (back) => (back.includes(true) ? ("came-back" as const) : ("as-known" as const)),
    () => "no-answer" as const,
  );
  try {
    return await Promise.race([looked, late]);
  } finally {
    over.abort();
  }
}

function isStillFailed(task: Task | undefined): boolean {
  return task?.state.status === "failed" || task?.state.status === "vanished";
}

const nothingFrozen: Frozen = { target: "", hash: undefined };
const patienceMs = 1200;

/** Audits each click that wanted to spend, except approvals: those are in the record itself. */
function auditRefusal(
  ports: Pick<Ports, "audit">,
  { quoteId, person: by }: ApproveClick,
  outcome: ApproveClickOutcome,
): void {
  switch (outcome.status) {
    case "approved":
    case "endorsed":
    // It was audited where it was refused.
    case "not-allowed":
      return undefined;
    case "already-approved":
    case "overlaps": {
      const { key } = outcome.task;
      return ports.audit({
        what: "already-approved",
        quoteId,
        key,
        by,
        why: outcome.task.state.status,
      });
    }
    case "expired":
    case "declined":
    case "language-needed":
    case "not-ready":
    case "short-of-credits":
    case "over-month-cap":
    case "over-auto-cap":
    case "unsettled":
    case "not-looked":
    case "not-for-sale":
    case "stale":
    case "unknown-card":
    case "second-needed":
    case "own-quote":
      return ports.audit({ what: "refused", quoteId, by, why: outcome.status });
    case "over-cap": {
      const { price: credits, cap } = outcome;
      return ports.audit({ what: "refused", quoteId, by, credits, why: `over-cap ${cap}` });
    }
  }
}

function stale(quote: Quote): Decided<Stale> {
  return { quote, outcome: { status: "stale" } };
}
