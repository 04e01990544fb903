import { NotRecorded, UnclearWrite, SlackRefused } from "../../../core/faults.ts";
import type { AsOf, Ports, Person, Roles } from "../../../core/ports.ts";
import type { Decided, Quote } from "../../../core/quote.ts";
import { reachAgain } from "../../../core/reaching.ts";
import { chooseTarget, decline, reopen } from "../../estimate/rules/card-changes.ts";
import type { Layer } from "../../glossary/rules/glossary.ts";
import type { Settings } from "../../settings/rules/settings.ts";

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

/** When in doubt about a right, the answer is no. */
export function maySpend(person: Person, roles: Roles): boolean {
  return person.isMember && isListed(person.id, roles);
}

export function isListed(id: string, { admins, approvers }: Roles): boolean {
  return admins.has(id) || approvers.has(id);
}

export function maySeeBalance(person: Person, roles: Roles): boolean {
  return person.isMember && roles.admins.has(person.id);
}

/** @throws when Slack cannot be asked. */
export async function isAdmin(people: Ports["people"], id: string, asOf?: AsOf): Promise<boolean> {
  const [person, roles] = await Promise.all([people.find(id, asOf), people.roles(asOf)]);
  return maySeeBalance(person, roles);
}

/** The requester may write into a book's glossary; into what books inherit only who may spend. */
export function mayEditTerms(
  person: Person,
  roles: Roles,
  terms: { readonly layer: Layer["name"]; readonly requester: string },
): boolean {
  return terms.layer === "book"
    ? mayShape(person, terms.requester, roles)
    : maySpend(person, roles);
}

/** Allows declining and choosing the language to the requester and to people who may spend. */
export function mayShape(person: Person, requester: string, roles: Roles): boolean {
  return person.isMember && (person.id === requester || maySpend(person, roles));
}

type Presence = { readonly channel: string; readonly person: string };

/** Allows a result to people of its conversation, and to who requested both that run and this. */
export async function mayHaveResult(
  { people }: Pick<Ports, "people">,
  asked: { readonly person: string; readonly of: Quote; readonly askedOn: Quote },
): Promise<boolean> {
  const { person, of: other, askedOn } = asked;
  if (person === other.request.by && person === askedOn.request.by) return true;
  return await isThere({ people }, { channel: other.place.channel, person }).catch(() => false);
}

/** False for a conversation that Galley may not look into. @throws when Slack cannot be reached. */
export async function isThere(
  { people }: Pick<Ports, "people">,
  { channel, person }: Presence,
): Promise<boolean> {
  try {
    return await people.isIn(channel, person);
  } catch (error) {
    if (error instanceof SlackRefused) return false;
    throw error;
  }
}

/** Allows a file to its uploader, and in every conversation that it is shared in. */
export function mayUseFile(
  file: { readonly person: string | undefined; readonly channels: ReadonlySet<string> },
  { channel, person }: Presence,
): boolean {
  return file.person === person || file.channels.has(channel);
}

/** True for a full member who is in the conversation now. @throws when Slack cannot be reached. */
export async function isPresent(
  { people }: Pick<Ports, "people">,
  click: Presence,
): Promise<boolean> {
  const [person, isIn] = await Promise.all([
    people.find(click.person),
    people.isIn(click.channel, click.person),
  ]);
  return person.isMember && isIn;
}

/** Returns a quote for the Home tab of a person who may spend, whatever conversation it is in. */
export async function findWaiting(
  ports: Pick<Ports, "workspace" | "ledger" | "people">,
  { person: id, quoteId }: { readonly person: string; readonly quoteId: string },
): Promise<Quote | undefined> {
  const [quote, person, roles] = await Promise.all([
    ports.ledger.find(quoteId),
    ports.people.find(id),
    ports.people.roles(),
  ]);
  return quote?.place.workspace === ports.workspace && maySpend(person, roles) ? quote : undefined;
}

/** Returns who wants a direct message and may approve now; nobody if Slack does not answer. */
export async function peopleToNotify(
  { people }: Pick<Ports, "people">,
  { notify = [] }: Settings,
  requester: string,
): Promise<readonly string[]> {
  const others = notify.filter((id) => id !== requester);
  if (others.length === 0) return [];
  const roles = await people.roles().catch(() => undefined);
  return roles === undefined ? [] : others.filter((id) => isListed(id, roles));
}
