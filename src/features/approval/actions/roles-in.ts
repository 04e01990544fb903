import { SlackRefused } from "../../../core/faults.ts";
import type { Desk } from "../../../core/ports.ts";
import { deputiesOf, runningDelegations } from "../rules/delegations.ts";
import { type Roles, isListed } from "../rules/rights.ts";

/**
 * Who may what in a workspace now, with those who decide for somebody who is away.
 *
 * @param named of these it is looked whether they are full members still; who clicks is looked at elsewhere.
 * @throws when Slack or the store cannot be asked: then the answer is no.
 */
export async function rolesIn(
  { people, settings, now }: Pick<Desk, "people" | "settings" | "now">,
  workspace: string,
  named: readonly string[] = [],
): Promise<Roles> {
  const [listed, set] = await Promise.all([people.roles(), settings.read(workspace)]);
  const gone = new Set<string>();
  for (const id of named) if (!(await isMember(people, { id, workspace }))) gone.add(id);
  const still = (ids: ReadonlySet<string>) => new Set([...ids].filter((id) => !gone.has(id)));
  const roles = { admins: still(listed.admins), approvers: still(listed.approvers) };
  const running = runningDelegations(set, now()).filter(
    ({ from, to }) => isListed(from, roles) && !gone.has(to),
  );
  if (running.length === 0) return roles;
  const members = new Set<string>();
  for (const { from } of running) {
    if (await isMember(people, { id: from, workspace })) members.add(from);
  }
  return { ...roles, deputies: deputiesOf(running, roles, (id) => members.has(id)) };
}

async function isMember(
  people: Desk["people"],
  { id, workspace }: { readonly id: string; readonly workspace: string },
): Promise<boolean> {
  try {
    const person = await people.find(id);
    return person.isMember && person.workspace === workspace;
  } catch (error) {
    if (error instanceof SlackRefused) return false;
    throw error;
  }
}
