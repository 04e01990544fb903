import { SlackRefused } from "../../../core/faults.ts";
import type { AsOf, Person, Roles, Ports } from "../../../core/ports.ts";
import type { Quote } from "../../../core/quote.ts";
import type { Layer } from "../../glossary/rules/glossary.ts";
import type { Settings } from "../../settings/rules/settings.ts";

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
