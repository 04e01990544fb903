import type { Ports } from "../../../core/ports.ts";
import type { Settings } from "../../settings/rules/settings.ts";
import { isListed, maySpend } from "../rules/rights.ts";

/** Records whether an approver wants a direct message for each request. */
export async function notifyMe(
  ports: Pick<Ports, "workspace" | "people" | "settings">,
  { person: id, wants }: { readonly person: string; readonly wants: boolean },
): Promise<void> {
  const [person, roles] = await Promise.all([ports.people.find(id), ports.people.roles()]);
  if (!maySpend(person, roles)) return;
  await ports.settings.change(ports.workspace, ({ notify = [], ...settings }) => {
    const others = notify.filter((one) => one !== id);
    return { ...settings, notify: wants ? [...others, id] : others };
  });
}

/**
 * Returns the people who want a direct message for a request and may approve now. Without Slack's
 * answer nobody gets one: the card mentions them all the same.
 */
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
