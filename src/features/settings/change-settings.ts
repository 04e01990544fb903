import { withPolicy } from "#domain/approval/approving.ts";
import { approvalSeen } from "#domain/approval/reminding.ts";
import type { Ports } from "#domain/context.ts";
import { NotRecorded, UnclearWrite } from "#domain/errors.ts";
import {
  type ChangeOutcome,
  auditWords,
  changeSettings as change,
  type Settings,
  type Wish,
} from "#domain/settings/settings.ts";
import { rightsOf } from "#features/approval/change-quote.ts";
import { openQuotes } from "#features/shared/records.ts";

/** Returns undefined to guests and strangers. Every full member may see them: they explain refusals. */
export async function showSettings(
  ports: Ports,
  id: string,
): Promise<{ readonly settings: Settings; readonly mayChange: boolean } | undefined> {
  const { isMember, isAdmin: mayChange } = await rightsOf(ports.people, id);
  if (!isMember) return undefined;
  const settings = await ports.settings.read(ports.workspace);
  return { settings, mayChange };
}

/** @throws NotRecorded: nothing happened. @throws UnclearWrite: only the answer is missing. */
export async function changeSettings(
  ports: Ports,
  asked: Omit<Wish, "languages"> & { readonly person: string },
): Promise<ChangeOutcome | { readonly status: "not-allowed" }> {
  const { people, audit } = ports;
  const { person: by, channel } = asked;
  try {
    if (!(await rightsOf(people, by)).isAdmin) {
      audit({ what: "refused", by, why: "settings: not allowed" });
      return { status: "not-allowed" };
    }
    const { outcome } = await ports.settings.decide(ports.workspace, (before) => {
      const changed = change(before, { ...asked, languages: ports.setup.languages });
      return { record: changed.settings, outcome: changed.outcome };
    });
    if (outcome.status !== "changed") return outcome;
    for (const field of outcome.fields) {
      audit({ what: "settings", by, why: auditWords(field, outcome, channel) });
    }
    return outcome;
  } catch (error) {
    throw error instanceof UnclearWrite ? error : new NotRecorded({ cause: error });
  }
}

/** Updates waiting cards to the current policy, for display: each click reads the policy again. */
export async function spreadPolicy(ports: Ports): Promise<void> {
  const settings = await ports.settings.read(ports.workspace);
  for (const { id, place, decision, reading } of await openQuotes(ports)) {
    const isWaiting = decision.status === "open" && reading.status === "read";
    if (place.workspace !== ports.workspace || !isWaiting) continue;
    await ports.ledger.change(id, (before) => withPolicy(before, approvalSeen(settings, before)));
    ports.wake(id);
  }
}
