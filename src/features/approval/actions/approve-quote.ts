import { coverageFor, forgetCoverage } from "../../../core/coverage.ts";
import { SlackRefused } from "../../../core/faults.ts";
import { mainProduct, offerOf, offerTag } from "../../../core/offer.ts";
import type { People, Ports, Roles } from "../../../core/ports.ts";
import {
  type Decided,
  type Endorsement,
  type Product,
  type Quote,
  findTask,
} from "../../../core/quote.ts";
import { reachAgain } from "../../../core/reaching.ts";
import { type Task, thePolicy } from "../../../core/task.ts";
import { freezeTerms, outdatedBy } from "../../glossary/actions/book-terms.ts";
import { mayHandIn } from "../../intake/actions/read-manuscript.ts";
import { pricedParts, totalFace } from "../../intake/rules/batch.ts";
import { inTime } from "../../spending/actions/account.ts";
import { type NotBought, type PurchaseDeps, purchase } from "../../spending/actions/purchase.ts";
import { pollTask } from "../../translation/actions/run-task.ts";
import {
  type ApproveOutcome,
  approve,
  leftToPeople,
  approveAutomatically,
} from "../rules/approving.ts";
import {
  type Click,
  type DecideDeps,
  type Refusal,
  findQuote,
  underRights,
  isListed,
  maySpend,
} from "./decide.ts";

export type ApproveClick = Click & {
  readonly product: Product;
  /** The tag of the offer on the clicked card; a click without one is refused. */
  readonly offer: string | undefined;
};

/** Nothing is approved: the card has changed, or the partner did not answer about a failed run. */
type Stale = { readonly status: "stale" | "not-looked" };

type ApproveDeps = DecideDeps & PurchaseDeps & Pick<Ports, "terms" | "glossaries" | "speeds">;

export type ApproveClickOutcome = ApproveOutcome | NotBought | Stale | Refusal;

/** Approves at most once, and only as the current policy allows. @throws NotRecorded */
export async function approveQuote(
  ports: ApproveDeps,
  click: ApproveClick,
): Promise<ApproveClickOutcome> {
  const rights = { may: maySpend, asOf: "now" } as const;
  const outcome = await underRights(ports, click, rights, (quote, roles) =>
    approveSeen(ports, click, { quote, roles }),
  );
  auditRefusal(ports, click, outcome);
  return outcome;
}

async function approveSeen(
  ports: ApproveDeps,
  { product, person: by, offer }: ApproveClick,
  seen: { readonly quote: Quote; readonly roles: Roles },
): Promise<ApproveOutcome | NotBought | Stale> {
  const { rules } = ports;
  const failed = await lookAtFailed(ports, seen.quote, product);
  if (failed === "no-answer") return { status: "not-looked" };
  const frozen = await freezeTerms(ports, seen.quote);
  const gone = await noMembers(ports.people, seen.quote.approval?.endorsements ?? []);
  const mayStill = (id: string) => isListed(id, seen.roles) && !gone.has(id);
  return await purchase<ApproveOutcome | Stale>(ports, seen.quote.id, (before, policy) => {
    const quote = reachAgain(before);
    const decided = approve(quote, { product, by, at: ports.now(), rules, policy, mayStill });
    const isMoot = decided.quote !== quote || decided.outcome.status === "not-ready";
    if (!isMoot) return decided;
    if (failed === "came-back") return stale(forgetCoverage(quote));
    const outdated = product === "glossary" ? undefined : outdatedBy(quote, frozen);
    if (outdated !== undefined) return stale(outdated);
    return offer === offerTag(quote, rules) ? decided : stale(quote);
  });
}

/** Returns the approvers who are no longer full members. @throws when Slack cannot be reached. */
async function noMembers(
  people: People,
  endorsements: readonly Endorsement[],
): Promise<ReadonlySet<string>> {
  const gone = new Set<string>();
  for (const { by } of endorsements) {
    const person = await people.find(by, "now").catch((error: unknown) => {
      if (error instanceof SlackRefused) return undefined;
      throw error;
    });
    if (person?.isMember !== true) gone.add(by);
  }
  return gone;
}

/** Looks at a failed run again before it is approved again: the partner may have been wrong. */
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
  try {
    const back = looks.length === 0 ? [] : await inTime(ports, Promise.all(looks));
    if (back === undefined) return "no-answer";
    return back.includes(true) ? "came-back" : "as-known";
  } catch {
    return "no-answer";
  }
}

function isStillFailed(task: Task | undefined): boolean {
  return task?.state.status === "failed" || task?.state.status === "vanished";
}

function auditRefusal(
  ports: Pick<Ports, "audit">,
  { quoteId, person: by }: ApproveClick,
  outcome: ApproveClickOutcome,
): void {
  const { status } = outcome;
  // An approval is audited by the record itself, missing rights where they are checked.
  if (status === "approved" || status === "endorsed" || status === "not-allowed") return;
  if ("task" in outcome) {
    const { key, state } = outcome.task;
    ports.audit({ what: "already-approved", quoteId, key, by, why: state.status });
  } else if (status === "over-cap") {
    const { price: credits, cap } = outcome;
    ports.audit({ what: "refused", quoteId, by, credits, why: `over-cap ${cap}` });
  } else {
    ports.audit({ what: "refused", quoteId, by, why: status });
  }
}

function stale(quote: Quote): Decided<Stale> {
  return { quote, outcome: { status: "stale" } };
}

/** The outcome for one card of a batch; `look` is a card that a person has to read before approving it. */
export type OneOfAll = {
  readonly quote: Quote;
  readonly outcome: ApproveClickOutcome | { readonly status: "look" };
};

/**
 * Approves each card of a batch that is still open, under its own rights, policy and balance, at the
 * price that the batch's message named: `face` is the total that the person saw. Only the card itself
 * names earlier translations of its text, so such a card needs a click of its own. Undefined for an
 * unknown batch, none for another total.
 *
 * @throws like `approveQuote`; cards approved before that stay approved.
 */
export async function approveAll(
  ports: ApproveDeps,
  { face, ...click }: Click & { readonly face: string },
): Promise<readonly OneOfAll[] | undefined> {
  const first = await findQuote(ports, click);
  if (first?.request.batch?.total === undefined) return undefined;
  if (totalFace(first) !== face) return [];
  const cards: OneOfAll[] = [];
  for (const { quoteId, credits } of pricedParts(first)) {
    const quote = await ports.ledger.find(quoteId);
    if (quote !== undefined) cards.push(await approveOne(ports, click, { quote, credits }));
  }
  return cards;
}

async function approveOne(
  ports: ApproveDeps,
  { person }: Click,
  { quote, credits }: { readonly quote: Quote; readonly credits: number },
): Promise<OneOfAll> {
  const { rules } = ports;
  const product = mainProduct(quote);
  const offer = offerOf(quote, product, rules);
  const known = coverageFor(quote)?.known ?? [];
  const isNew = offer?.exists.length === 0 && offer.slice === undefined && known.length === 0;
  if (offer?.price !== credits || !isNew) return { quote, outcome: { status: "look" } };
  const { id: quoteId, place } = quote;
  const click = { person, quoteId, channel: place.channel };
  const tag = offerTag(quote, rules);
  return { quote, outcome: await approveQuote(ports, { ...click, product, offer: tag }) };
}

/**
 * Approves a translation without a click, if the current policy allows it and the credits can be
 * reserved; otherwise leaves it to people. @throws when something cannot be read: nothing happened then.
 */
export async function approveByPolicy(
  ports: PurchaseDeps & Pick<Ports, "audit" | "terms" | "glossaries">,
  quote: Quote,
): Promise<Quote> {
  const requester = (await mayHandIn(ports, quote.request.by, "now")) ? "member" : "stranger";
  const { rules } = ports;
  const frozen = await freezeTerms(ports, quote);
  const outcome = await purchase(ports, quote.id, (before, policy) => {
    const outdated = outdatedBy(before, frozen);
    return outdated === undefined
      ? approveAutomatically(before, { at: ports.now(), rules, policy, requester })
      : { quote: outdated, outcome: { status: "not-due" } as const };
  });
  if (outcome.status === "approved" || outcome.status === "not-due") return quote;
  ports.audit({ what: "refused", quoteId: quote.id, by: thePolicy, why: outcome.status });
  return await ports.ledger.change(quote.id, leftToPeople);
}
