import { ManuscriptFault } from "../../../core/faults.ts";
import type { Routes } from "../../../slack/routes.ts";
import type { ListenerDeps } from "../../listener-deps.ts";
import { dropDeleted } from "../actions/drop-deleted.ts";

/** A file, or the app itself, is no longer at Slack. Events come late and twice, so Slack is asked. */
export function registerSlackTookAway(routes: Routes, deps: ListenerDeps): void {
  routes.event("file_deleted", async ({ event }) => {
    if (await isGone(deps, event.file_id)) await dropDeleted(deps.ports, event.file_id);
  });

  routes.event(["app_uninstalled", "tokens_revoked"], async () => await deps.checkToken());
}

async function isGone({ findFile }: ListenerDeps, fileId: string): Promise<boolean> {
  try {
    await findFile(fileId);
    return false;
  } catch (error) {
    if (error instanceof ManuscriptFault) return error.reason === "gone";
    throw error;
  }
}
