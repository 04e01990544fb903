import { NotRecorded, SlackRefused, UnclearWrite } from "../../../core/faults.ts";
import type { Desk } from "../../../core/ports.ts";
import { delegate, withoutDelegation } from "../rules/delegations.ts";
import { isListed } from "../rules/rights.ts";

type Deps = Pick<Desk, "people" | "settings" | "audit" | "now">;
type Who = { readonly workspace: string; readonly person: string };

export type AwayOutcome =
  | { readonly status: "away"; readonly to: string; readonly until: number }
  | {
      readonly status: "not-allowed" | "not-a-member" | "oneself" | "may-already" | "over";
    };

export type BackOutcome = { readonly status: "back" | "not-away" };

/** Whether there is anything that this person could hand over. */
export async function mayHandOver({ people }: Pick<Deps, "people">, person: string) {
  return isListed(person, await people.roles());
}

/**
 * Somebody who may spend lets somebody else decide until a time (ms).
 *
 * @throws NotRecorded when the store or Slack's word on the people cannot be had: nothing happened then;
 *   UnclearWrite when only the answer to the writing is missing.
 */
export async function goAway(
  desk: Deps,
  { workspace, person: from, to, until }: Who & { readonly to: string; readonly until: number },
): Promise<AwayOutcome> {
  return await recorded(async () => {
    const [roles, giver, deputy] = await Promise.all([
      desk.people.roles(),
      findMember(desk, { workspace, person: from }),
      findMember(desk, { workspace, person: to }),
    ]);
    if (giver === undefined || !isListed(from, roles)) {
      desk.audit({ what: "refused", by: from, why: "away: not allowed" });
      return { status: "not-allowed" };
    }
    if (to === from) return { status: "oneself" };
    if (deputy === undefined) return { status: "not-a-member" };
    if (isListed(to, roles)) return { status: "may-already" };
    if (until <= desk.now()) return { status: "over" };
    const wanted = { from, to, until };
    await desk.settings.change(workspace, (before) => delegate(before, wanted, desk.now()));
    const date = new Date(until).toISOString();
    desk.audit({ what: "settings", by: from, why: `away: ${to} decides until ${date}` });
    return { status: "away", to, until };
  });
}

/** Somebody who was away decides themselves again. Throws as `goAway`. */
export async function comeBack(desk: Deps, { workspace, person }: Who): Promise<BackOutcome> {
  return await recorded(async () => {
    const before = await desk.settings.read(workspace);
    if (withoutDelegation(before, person, desk.now()) === before) return { status: "not-away" };
    await desk.settings.change(workspace, (now) => withoutDelegation(now, person, desk.now()));
    desk.audit({ what: "settings", by: person, why: "away: back" });
    return { status: "back" };
  });
}

async function recorded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof UnclearWrite ? error : new NotRecorded({ cause: error });
  }
}

/** Undefined for guests, strangers, bots, and whom Slack does not know. */
async function findMember({ people }: Deps, { workspace, person }: Who) {
  try {
    const found = await people.find(person);
    return found.isMember && found.workspace === workspace ? found : undefined;
  } catch (error) {
    if (error instanceof SlackRefused) return undefined;
    throw error;
  }
}
