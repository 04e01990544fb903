import { SlackRefused } from "../../../core/faults.ts";
import type { Ports } from "../../../core/ports.ts";
import type { Quote } from "../../../core/quote.ts";
import { maySpend } from "../rules/rights.ts";

type Presence = { readonly channel: string; readonly person: string };

/**
 * Allows a result to the members of the conversation that it was made in, and to a person who requested
 * both that run and the present one.
 */
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

/**
 * Returns whether a person is in a conversation now; false for one that Galley may not look into.
 *
 * @throws when Slack cannot be reached.
 */
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

/**
 * Returns whether a person may see a conversation's content: a full member of the workspace who is in
 * it now.
 *
 * @throws when Slack cannot be reached: nothing is shown then.
 */
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

/**
 * Returns a quote for the Home tab of a person who may spend, whatever conversation it is in; undefined
 * for anybody else.
 */
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
