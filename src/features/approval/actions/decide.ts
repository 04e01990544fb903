import { reachAgain } from "../../../core/due-notices.ts";
import { NotRecorded, UnclearWrite } from "../../../core/faults.ts";
import type { AsOf, Ports, Person, Roles } from "../../../core/ports.ts";
import type { Decided, Quote } from "../../../core/quote.ts";
import { chooseTarget, decline, reopen } from "../../estimate/rules/card-changes.ts";
import { peopleToNotify, mayShape } from "./rights.ts";

/** A click on something that names a quote. Only its person and channel are trusted. */
export type Click = {
  readonly quoteId: string;
  readonly channel: string;
  readonly person: string;
};

export type Refusal =
  | { readonly status: "unknown-card" }
  | { readonly status: "not-allowed"; readonly quote: Quote };

type May = (person: Person, roles: Roles, quote: Quote) => boolean;
type Decide<Outcome> = (quote: Quote) => Decided<Outcome>;

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
  { may, decide }: { readonly may: May; readonly decide: Decide<Outcome> },
): Promise<Outcome | Refusal> {
  return await underRights(ports, click, { may, asOf: "lately" }, async ({ id }) => {
    // A click shows that people are reached again: parked replies are tried once more.
    const decided = await ports.ledger.decide(id, (before) => decide(reachAgain(before)));
    return decided.outcome;
  });
}

/** Same as `decideOn`, for decisions open to the requester and to people who may spend. */
export async function shapeOn<Outcome>(
  ports: DecideDeps,
  click: Click,
  decide: Decide<Outcome>,
): Promise<Outcome | Refusal> {
  const may: May = (person, roles, { request }) => mayShape(person, request.by, roles);
  return await decideOn(ports, click, { may, decide });
}

/** Records a decision on the clicked quote if the person may make it. @throws like `decideOn`. */
export async function underRights<Recorded>(
  ports: DecideDeps,
  click: Click,
  { may, asOf }: { readonly may: May; readonly asOf: AsOf },
  record: (quote: Quote, roles: Roles) => Promise<Recorded>,
): Promise<Recorded | Refusal> {
  const { people, audit, wake } = ports;
  const { quoteId, person: by } = click;
  try {
    const quote = await findQuote(ports, click);
    if (quote === undefined) return { status: "unknown-card" };
    const [person, roles] = await Promise.all([people.find(by, asOf), people.roles(asOf)]);
    if (!may(person, roles, quote)) {
      audit({ what: "refused", quoteId, by, why: "not allowed" });
      return { status: "not-allowed", quote };
    }
    const recorded = await record(quote, roles);
    wake(quoteId);
    return recorded;
  } catch (error) {
    throw error instanceof UnclearWrite ? error : new NotRecorded({ cause: error });
  }
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

/** Closes a quote for good; an approval that was not sent yet is taken back with it. */
export async function declineQuote(
  ports: DecideDeps & Pick<Ports, "now">,
  { note, ...click }: Click & { readonly note?: string | undefined },
) {
  const said = { by: click.person, at: ports.now(), note };
  return await shapeOn(ports, click, (quote) => decline(quote, said));
}

/** Requotes the card for another language while nothing is approved. */
export async function chooseLanguage(
  ports: DecideDeps & Pick<Ports, "rules">,
  { target, ...click }: Click & { readonly target: string },
) {
  const { rules } = ports;
  return await shapeOn(ports, click, (quote) => chooseTarget(quote, { target, rules }));
}

/** Reopens the card of an expired quote. Approves nothing. */
export async function askAgain(
  ports: DecideDeps & Pick<Ports, "now" | "rules" | "settings">,
  click: Click,
) {
  const { rules, workspace, now } = ports;
  const settings = await ports.settings.read(workspace).catch((cause: unknown) => {
    throw new NotRecorded({ cause });
  });
  const notified = await peopleToNotify(ports, settings, click.person);
  const asked = { by: click.person, at: now(), rules, settings, notified };
  return await shapeOn(ports, click, (quote) => reopen(quote, asked));
}
