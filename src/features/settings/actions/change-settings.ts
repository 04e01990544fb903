import { NotRecorded, UnclearWrite } from "../../../core/faults.ts";
import { openQuotes } from "../../../core/ledger.ts";
import type { Ports } from "../../../core/ports.ts";
import { maySeeBalance } from "../../approval/actions/rights.ts";
import { withPolicy } from "../../approval/rules/approving.ts";
import { approvalSeen } from "../../approval/rules/reminding.ts";
import {
  type ChangeOutcome,
  type Prints,
  type SettingsFields,
  auditWords,
  changeSettings as change,
  type Settings,
} from "../rules/settings.ts";

type Who = { readonly person: string };

export type SettingsSeen =
  | { readonly status: "settings"; readonly settings: Settings; readonly mayChange: boolean }
  | { readonly status: "not-allowed" };

/** Every full member may see them, because they explain refusals. */
export async function showSettings(
  ports: Pick<Ports, "workspace" | "people" | "settings">,
  { person: id }: Who,
): Promise<SettingsSeen> {
  const [person, roles] = await Promise.all([ports.people.find(id), ports.people.roles()]);
  if (!person.isMember) return { status: "not-allowed" };
  const settings = await ports.settings.read(ports.workspace);
  return { status: "settings", settings, mayChange: maySeeBalance(person, roles) };
}

type Asked = Who & {
  /** The channel whose defaults were shown; undefined for the settings of the workspace. */
  readonly channel?: string | undefined;
  readonly wanted: SettingsFields;
  readonly seen: Prints;
};

/**
 * Saves an admin's changes, with an audit line for each field.
 *
 * @throws NotRecorded when the store does not answer or Slack cannot identify the person: nothing
 * happened; UnclearWrite when only the answer to the write is missing.
 */
export async function changeSettings(
  {
    workspace,
    people,
    settings,
    audit,
    rules,
  }: Pick<Ports, "workspace" | "people" | "settings" | "audit" | "rules">,
  asked: Asked,
): Promise<ChangeOutcome | { readonly status: "not-allowed" }> {
  const { person: by, channel } = asked;
  try {
    const [person, roles] = await Promise.all([people.find(by), people.roles()]);
    if (!maySeeBalance(person, roles)) {
      audit({ what: "refused", by, why: "settings: not allowed" });
      return { status: "not-allowed" };
    }
    const { outcome } = await settings.decide(workspace, (before) => {
      const changed = change(before, { ...asked, languages: rules.languages });
      return { record: changed.settings, outcome: changed.outcome };
    });
    const changes = outcome.status === "changed" ? outcome.changes : [];
    for (const one of changes) audit({ what: "settings", by, why: auditWords(one, channel) });
    return outcome;
  } catch (error) {
    throw error instanceof UnclearWrite ? error : new NotRecorded({ cause: error });
  }
}

/** Updates waiting cards to the current policy, for display: each click reads the policy again. */
export async function spreadPolicy(
  ports: Pick<Ports, "workspace" | "ledger" | "settings" | "wake">,
): Promise<void> {
  const settings = await ports.settings.read(ports.workspace);
  for (const { id, place, decision, reading } of await openQuotes(ports)) {
    const isWaiting = decision.status === "open" && reading.status === "read";
    if (place.workspace !== ports.workspace || !isWaiting) continue;
    await ports.ledger.change(id, (before) => withPolicy(before, approvalSeen(settings, before)));
    ports.wake(id);
  }
}
