import { z } from "zod";

import { ManuscriptFault } from "../../../core/faults.ts";
import type { Routes } from "../../../slack/routes.ts";
import type { ListenerDeps } from "../../listener-deps.ts";
import { dropDeleted } from "../actions/drop-deleted.ts";

/**
 * Handles the loss of a file, or of the app itself, at Slack. Events come late and twice, so Slack is
 * checked first.
 */
export function registerSlackTookAway(routes: Routes, deps: ListenerDeps): void {
  routes.event("file_deleted", async ({ body }) => {
    const file = deletedBody.safeParse(body).data?.event.file_id;
    if (file === undefined) return deps.unreadable(body);
    if (await isGone(deps, file)) await dropDeleted(deps.ports, file);
  });

  routes.event(["app_uninstalled", "tokens_revoked"], async () => await deps.checkToken());
}

const deletedBody = z.object({ event: z.object({ file_id: z.string().min(1) }) });

async function isGone({ findFile }: ListenerDeps, fileId: string): Promise<boolean> {
  try {
    await findFile(fileId);
    return false;
  } catch (error) {
    if (error instanceof ManuscriptFault) return error.reason === "gone";
    throw error;
  }
}
