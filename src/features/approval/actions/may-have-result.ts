import { SlackRefused } from "../../../core/faults.ts";
import type { Ports } from "../../../core/ports.ts";
import type { Quote } from "../../../core/quote.ts";
import { maySpend } from "../rules/rights.ts";

/** Somebody in a conversation. */
type Presence = { readonly channel: string; readonly person: string };

/**
 * A result is for the members of the conversation that it was made in, and for the one who asked for it
 * there and asks again.
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
 * Whether somebody is in a conversation now. Of one that Galley may not look into, the answer is no.
 *
 * @throws when Slack cannot be asked.
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

/** A file is for the one who uploaded it, and for the conversation that it is shared in. */
export function mayUseFile(
  file: { readonly person: string | undefined; readonly channels: ReadonlySet<string> },
  { channel, person }: Presence,
): boolean {
  return file.person === person || file.channels.has(channel);
}

/**
 * Whether somebody is a full member of the workspace and in the conversation now: who may see what stands
 * there.
 *
 * @throws when Slack cannot be asked: then the answer is no.
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

/** What somebody who may spend is shown on Home, whatever conversation it was asked in; undefined: nothing. */
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
