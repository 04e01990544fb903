import { SlackRefused } from "../../../core/faults.ts";
import type { Ports } from "../../../core/ports.ts";
import type { Quote } from "../../../core/quote.ts";
import { maySpend } from "../rules/rights.ts";

type Presence = { readonly channel: string; readonly person: string };

/** Allows a result to people of its conversation, and to who requested both that run and this. */
export async function mayHaveResult(
  { people }: Pick<Ports, "people">,
  {
    person,
    of: other,
    askedOn,
  }: { readonly person: string; readonly of: Quote; readonly askedOn: Quote },
): Promise<boolean> {
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

type Deps = Pick<Ports, "workspace" | "ledger" | "people">;

type Asked = {
  readonly person: string;
  readonly quoteId: string;
};

/** Returns a quote for the Home tab of a person who may spend, whatever conversation it is in. */
export async function findWaiting(
  ports: Deps,
  { person: id, quoteId }: Asked,
): Promise<Quote | undefined> {
  const [quote, person, roles] = await Promise.all([
    ports.ledger.find(quoteId),
    ports.people.find(id),
    ports.people.roles(),
  ]);
  return quote?.place.workspace === ports.workspace && maySpend(person, roles) ? quote : undefined;
}
