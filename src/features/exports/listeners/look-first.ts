import { SlackRefused } from "../../../core/faults.ts";
import { slackCall } from "../../../slack/clients.ts";
import { openForm } from "../../actions.ts";
import type { ClickPlace } from "../../clicks.ts";
import type { TaskRef } from "../../ids.ts";
import type { ListenerDeps } from "../../listener-deps.ts";
import { exportResult } from "../actions/export-result.ts";
import { lookFirstView } from "../views/look-first.ts";

/** Opens the view at once, because a trigger expires after three seconds; then reads the text. */
export async function showLookFirst(
  deps: ListenerDeps,
  click: ClickPlace & TaskRef,
): Promise<undefined> {
  const { ports, clients, speaking } = deps;
  const context = await speaking.to(click.person);
  const { trigger } = click;
  const view_id = await openForm(clients, { trigger, view: lookFirstView(undefined, context) });
  const view = lookFirstView(await exportResult(ports, click), context);
  try {
    await slackCall(() => clients.steady.views.update({ view_id, view }));
  } catch (error) {
    // A person who has closed the view is not waiting for it.
    if (!(error instanceof SlackRefused) || error.code !== "not_found") throw error;
  }
}
