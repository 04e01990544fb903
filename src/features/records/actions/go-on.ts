import { NotRecorded } from "../../../core/faults.ts";
import type { Desk, GoOnOutcome } from "../../../core/ports.ts";
import { maySeeBalance } from "../../approval/rules/rights.ts";

type Click = { readonly workspace: string; readonly person: string };

/**
 * An admin decides that the desk goes on without the records that were lost.
 *
 * @throws NotRecorded when the store, or Slack's word on the person, cannot be had.
 */
export async function goOnWithout(
  { people, records, audit }: Pick<Desk, "people" | "records" | "audit">,
  { workspace, person: by }: Click,
): Promise<GoOnOutcome | { readonly status: "not-allowed" }> {
  try {
    const [person, roles] = await Promise.all([people.find(by), people.roles()]);
    if (person.workspace !== workspace || !maySeeBalance(person, roles)) {
      return { status: "not-allowed" };
    }
    const outcome = await records.goOn(by);
    if (outcome.status === "gone-on") audit({ what: "went-on", by });
    return outcome;
  } catch (cause) {
    throw new NotRecorded({ cause });
  }
}
