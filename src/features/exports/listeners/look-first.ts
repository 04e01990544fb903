import { openForm, updateForm } from "../../actions.ts";
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
  const { ports, clients, contexts } = deps;
  const context = await contexts.forPerson(click.person);
  const { trigger } = click;
  const view_id = await openForm(clients, { trigger, view: lookFirstView(undefined, context) });
  const view = lookFirstView(await exportResult(ports, click), context);
  await updateForm(clients, { view_id, view });
}
