import type { Decided } from "../../domain/approval/decisions.ts";
import type { Person, Roles } from "../../domain/approval/rights.ts";
import { NotRecorded, UnclearWrite } from "../../domain/faults.ts";
import type { NoFunds } from "../../domain/money/account.ts";
import type { Quote } from "../../domain/quote/quote.ts";
import { reachAgain } from "../../domain/quote/reaching.ts";
import type { Desk } from "../deps.ts";
import { type FundsDeps, recordSpending } from "../money/set-aside.ts";
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
  return await decide(desk, click, decision, (decide) => change(desk, click.quoteId, decide));
}

/** The same for a decision that may cost credits: they are set aside first, see `recordSpending`. */
export async function spendOn<Outcome>(
  desk: DecideDeps & FundsDeps,
  click: Click,
  decision: Decision<Outcome>,
): Promise<Outcome | NoFunds | Refusal> {
  return await decide(desk, click, decision, (decide) =>
    recordSpending(desk, click.quoteId, decide),
  );
}

type Pure<Outcome> = (quote: Quote) => Decided<Outcome>;

async function decide<Outcome, Recorded>(
  desk: DecideDeps,
  click: Click,
  decision: Decision<Outcome>,
  record: (decide: Pure<Outcome>) => Promise<Recorded>,
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
    if (person.workspace !== click.workspace || !decision.may(person, roles, quote)) {
      desk.audit({ what: "refused", quoteId: click.quoteId, by: click.person, why: "not allowed" });
      return { status: "not-allowed", quote };
    }
    // A click is a sign of life: what could be said to nobody is tried once more.
    const recorded = await record((before) => decision.decide(reachAgain(before), roles));
    desk.wake(click.quoteId);
    return recorded;
  } catch (error) {
    throw error instanceof UnclearWrite ? error : new NotRecorded({ cause: error });
  }
}

async function change<Outcome>(
  { ledger }: Pick<Desk, "ledger">,
  quoteId: string,
  decide: Pure<Outcome>,
): Promise<Outcome> {
  // The function below may run again when somebody else was first: the last run is what was written.
  const runs: Outcome[] = [];
  await ledger.change(quoteId, (before) => {
    const decided = decide(before);
    runs.push(decided.outcome);
    return decided.quote;
  });
  const [outcome] = runs.slice(-1);
  if (outcome === undefined) throw new Error(`nothing was decided on quote ${quoteId}`);
  return outcome;
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
