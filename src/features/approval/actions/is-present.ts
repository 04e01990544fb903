import type { Desk } from "../../../core/ports.ts";
import type { Click } from "./decide.ts";

/**
 * Whether somebody is a full member of the workspace and in the conversation now: who may see what stands
 * there.
 *
 * @throws when Slack cannot be asked: then the answer is no.
 */
export async function isPresent(
  { people }: Pick<Desk, "people">,
  click: Pick<Click, "workspace" | "channel" | "person">,
): Promise<boolean> {
  const [person, isIn] = await Promise.all([
    people.find(click.person),
    people.isIn(click.channel, click.person),
  ]);
  return person.isMember && person.workspace === click.workspace && isIn;
}
