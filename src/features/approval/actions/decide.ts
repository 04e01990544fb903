import { NotRecorded, UnclearWrite } from "../../../core/faults.ts";
import type { Desk } from "../../../core/ports.ts";
import type { Quote } from "../../../core/quote.ts";
import { reachAgain } from "../../../core/reaching.ts";
import { type NotForSale, notForSale } from "../../records/actions/not-for-sale.ts";
import type { Policy } from "../../settings/rules/settings.ts";
import { type OverAutoCap, type PurchaseDeps, purchase } from "../../spending/actions/purchase.ts";
import type { NoFunds } from "../../spending/rules/account.ts";
import type { Decided } from "../rules/decisions.ts";
import type { Person, Roles } from "../rules/rights.ts";
import { rolesIn } from "./roles-in.ts";

/** Somebody clicked on something that names a quote. Nothing in it is trusted but who clicked where. */
export type Click = {
  readonly quoteId: string;
  readonly workspace: string;
  readonly channel: string;
  readonly person: string;
};

export type Refusal =
  | { readonly status: "unknown-card" }
  | { readonly status: "not-allowed"; readonly quote: Quote };

export type Decision<Outcome> = {
  readonly may: (person: Person, roles: Roles, quote: Quote) => boolean;
  readonly decide: (quote: Quote, roles: Roles) => Decided<Outcome>;
};

export type DecideDeps = Pick<Desk, "ledger" | "people" | "wake" | "audit" | "settings" | "now">;

/**
 * Looks up what was clicked, checks the right of who clicked, and records the decision by compare-and-set.
 * Acting on it is the desk's work afterwards: what could not be recorded does not happen.
 *
 * @throws NotRecorded when the store, or Slack's word on the person, cannot be had: nothing happened then;
 *   UnclearWrite when only the answer to the writing is missing.
 */
export async function decideOn<Outcome>(
  desk: DecideDeps,
  click: Click,
  decision: Decision<Outcome>,
): Promise<Outcome | Refusal> {
  const { may, decide: pure } = decision;
  return await decide(desk, click, may, async (roles) => {
    // A click is a sign of life: what could be said to nobody is tried once more.
    const decided = await desk.ledger.decide(click.quoteId, (before) =>
      pure(reachAgain(before), roles),
    );
    return decided.outcome;
  });
}

/** The same for a decision that may cost credits, under the policy of this moment: see `purchase`. */
export async function spendOn<Outcome>(
  desk: DecideDeps & PurchaseDeps & Pick<Desk, "records">,
  click: Click,
  { may, decide: spend }: SpendDecision<Outcome>,
): Promise<Outcome | NoFunds | OverAutoCap | NotForSale | Refusal> {
  return await decide(
    desk,
    click,
    may,
    async (roles) =>
      (await notForSale(desk)) ??
      purchase(desk, click.quoteId, (before, policy) => spend(reachAgain(before), roles, policy)),
  );
}

type SpendDecision<Outcome> = Pick<Decision<Outcome>, "may"> & {
  readonly decide: (quote: Quote, roles: Roles, policy: Policy) => Decided<Outcome>;
};

async function decide<Recorded>(
  desk: DecideDeps,
  click: Click,
  may: Decision<unknown>["may"],
  record: (roles: Roles) => Promise<Recorded>,
): Promise<Recorded | Refusal> {
  try {
    const quote = await findQuote(desk, click);
    if (quote === undefined) return { status: "unknown-card" };
    const { people } = desk;
    const endorsers = quote.endorsements?.map(({ by }) => by);
    const [person, roles] = await Promise.all([
      people.find(click.person),
      rolesIn(desk, click.workspace, endorsers),
    ]);
    if (person.workspace !== click.workspace || !may(person, roles, quote)) {
      desk.audit({ what: "refused", quoteId: click.quoteId, by: click.person, why: "not allowed" });
      return { status: "not-allowed", quote };
    }
    const recorded = await record(roles);
    desk.wake(click.quoteId);
    return recorded;
  } catch (error) {
    throw error instanceof UnclearWrite ? error : new NotRecorded({ cause: error });
  }
}

/** The quote that a click names, if it belongs to the workspace and the conversation of the click. */
export async function findQuote(
  desk: Pick<Desk, "ledger">,
  click: Click,
): Promise<Quote | undefined> {
  const quote = await desk.ledger.find(click.quoteId);
  if (quote === undefined || quote.place.workspace !== click.workspace) return undefined;
  const { card, place, notices } = quote;
  const isHere =
    click.channel === place.channel ||
    (card.status === "posted" && click.channel === card.channel) ||
    notices.some(({ state }) => state.status === "said" && state.channel === click.channel);
  return isHere ? quote : undefined;
}
