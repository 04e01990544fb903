import { NotRecorded, SlackRefused, UnclearWrite } from "../../../core/faults.ts";
import type { Person, Roles } from "../../../core/people.ts";
import type { AsOf, Ports, People } from "../../../core/ports.ts";
import type { Decided, Endorsement, Quote } from "../../../core/quote.ts";
import { reachAgain } from "../../../core/reaching.ts";
import type { Policy } from "../../settings/rules/settings.ts";
import { type PurchaseDeps, purchase } from "../../spending/actions/purchase.ts";
import type { NoFunds } from "../../spending/rules/account.ts";
import { type DeclineOutcome, type UndoOutcome, decline, undo } from "../rules/decisions.ts";
import { type RemindOutcome, remindNow } from "../rules/reminding.ts";
import { isListed, mayShape } from "../rules/rights.ts";

/** A click on something that names a quote. Only its person and channel are trusted. */
export type Click = {
  readonly quoteId: string;
  readonly channel: string;
  readonly person: string;
};

export type Refusal =
  | { readonly status: "unknown-card" }
  | { readonly status: "not-allowed"; readonly quote: Quote };

export type Decision<Outcome> = {
  readonly may: (person: Person, roles: Roles, quote: Quote) => boolean;
  readonly decide: (quote: Quote) => Decided<Outcome>;
};

export type DecideDeps = Pick<Ports, "workspace" | "ledger" | "people" | "wake" | "audit">;

/**
 * Finds the clicked quote, checks the person's rights, and records the decision by compare-and-set. The
 * worker acts on the record afterwards: an unrecorded decision has no effect.
 *
 * @throws NotRecorded when the store or the person's rights cannot be read: nothing happened then;
 * UnclearWrite when only the store's answer to the write is missing.
 */
export async function decideOn<Outcome>(
  ports: DecideDeps,
  click: Click,
  decision: Decision<Outcome>,
): Promise<Outcome | Refusal> {
  const { may, decide: pure } = decision;
  return await decide(ports, click, { may, asOf: "lately" }, async () => {
    // A click shows that people are reached again: parked replies are tried once more.
    const decided = await ports.ledger.decide(click.quoteId, (before) => pure(reachAgain(before)));
    return decided.outcome;
  });
}

/** Same as `decideOn`, for decisions open to the requester and to people who may spend. */
export async function shapeOn<Outcome>(
  ports: DecideDeps,
  click: Click,
  decide: Decision<Outcome>["decide"],
): Promise<Outcome | Refusal> {
  const may: Decision<Outcome>["may"] = (person, roles, quote) =>
    mayShape(person, quote.request.by, roles);
  return await decideOn(ports, click, { may, decide });
}

/** The same for a decision that may cost credits, under the current rights: see `purchase`. */
export async function spendOn<Outcome>(
  ports: DecideDeps & PurchaseDeps & Pick<Ports, "records">,
  click: Click,
  { may, decide: spend }: SpendDecision<Outcome>,
): Promise<Outcome | NoFunds | NotForSale | Refusal> {
  return await decide(ports, click, { may, asOf: "now" }, async (quote, roles) => {
    const { people } = ports;
    const gone = await noMembers(people, quote.approval?.endorsements ?? []);
    const mayStill = (id: string) => isListed(id, roles) && !gone.has(id);
    return (
      (await notForSale(ports)) ??
      purchase(ports, click.quoteId, (before, policy) =>
        spend(reachAgain(before), mayStill, policy),
      )
    );
  });
}

type SpendDecision<Outcome> = Pick<Decision<Outcome>, "may"> & {
  /** `mayStill`: whether an earlier approver may still spend. */
  readonly decide: (
    quote: Quote,
    mayStill: (id: string) => boolean,
    policy: Policy,
  ) => Decided<Outcome>;
};

async function decide<Recorded>(
  ports: DecideDeps,
  click: Click,
  { may, asOf }: Pick<Decision<unknown>, "may"> & { readonly asOf: AsOf },
  record: (quote: Quote, roles: Roles) => Promise<Recorded>,
): Promise<Recorded | Refusal> {
  try {
    const quote = await findQuote(ports, click);
    if (quote === undefined) return { status: "unknown-card" };
    const { people } = ports;
    const [person, roles] = await Promise.all([
      people.find(click.person, asOf),
      people.roles(asOf),
    ]);
    if (!may(person, roles, quote)) {
      ports.audit({
        what: "refused",
        quoteId: click.quoteId,
        by: click.person,
        why: "not allowed",
      });
      return { status: "not-allowed", quote };
    }
    const recorded = await record(quote, roles);
    ports.wake(click.quoteId);
    return recorded;
  } catch (error) {
    throw error instanceof UnclearWrite ? error : new NotRecorded({ cause: error });
  }
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

/** The quote that a click names, if it belongs to the workspace and to the conversation of the click. */
export async function findQuote(
  ports: Pick<Ports, "workspace" | "ledger">,
  click: Click,
): Promise<Quote | undefined> {
  const quote = await ports.ledger.find(click.quoteId);
  if (quote === undefined || quote.place.workspace !== ports.workspace) return undefined;
  const { card, place, notices } = quote;
  const isHere =
    click.channel === place.channel ||
    (card.status === "posted" && click.channel === card.channel) ||
    notices.some(({ state }) => state.status === "said" && state.channel === click.channel);
  return isHere ? quote : undefined;
}

/** Takes back an approval that was not sent yet, under the same rights as a decline. */
export async function undoApproval(
  ports: DecideDeps & Pick<Ports, "now">,
  click: Click & { readonly key: string },
): Promise<UndoOutcome | Refusal> {
  return await shapeOn<UndoOutcome>(ports, click, (quote) =>
    undo(quote, { key: click.key, at: ports.now() }),
  );
}

export async function remindApprovers(
  ports: DecideDeps & Pick<Ports, "now">,
  click: Click,
): Promise<RemindOutcome | Refusal> {
  return await shapeOn<RemindOutcome>(ports, click, (quote) =>
    remindNow(quote, { by: click.person, at: ports.now() }),
  );
}

/** Closes a quote for good; an approval that was not sent yet is taken back with it. */
export async function declineQuote(
  ports: DecideDeps & Pick<Ports, "now">,
  click: Click & { readonly note?: string | undefined },
): Promise<DeclineOutcome | Refusal> {
  return await shapeOn<DeclineOutcome>(ports, click, (quote) =>
    decline(quote, { by: click.person, at: ports.now(), note: click.note }),
  );
}

/** Records were lost, or may have been, so earlier approvals are unknown. */
export type NotForSale = { readonly status: "not-for-sale" };

/** Returns undefined while sales are allowed. @throws when the store cannot answer. */
export async function notForSale({
  records,
}: Pick<Ports, "records">): Promise<NotForSale | undefined> {
  const status = await records.status();
  return status === "open" ? undefined : { status: "not-for-sale" };
}
