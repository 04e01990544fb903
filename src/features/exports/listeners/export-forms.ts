import { chaptersOf } from "../../../core/delivery.ts";
import { deliveryFileName } from "../../../core/files.ts";
import { sendFile } from "../../../slack/files.ts";
import { tell } from "../../../slack/messages.ts";
import { type Form, openForm, updateForm } from "../../actions.ts";
import { type TaskRef, callbackIds, parseResultPlace } from "../../ids.ts";
import type { ListenerDeps } from "../../listener-deps.ts";
import type { ClickPlace } from "../../payloads.ts";
import { sentReply } from "../../short-replies.ts";
import { exportResult } from "../actions/export-result.ts";
import { formats } from "../rules/formats.ts";
import {
  exportReply,
  headsOf,
  lookFirstView,
  parseFormat,
  remarksIn,
} from "../views/export-form.ts";

/** Builds and sends the file after the form is closed: it may take longer than Slack waits. */
export const exportSent: Form = {
  callbackId: callbackIds.exports,
  listener: async (deps, { ack, body, view }) => {
    await ack();
    const [place, format] = [
      parseResultPlace(view.private_metadata),
      parseFormat(view.state.values),
    ];
    if (place === undefined || format === undefined) return deps.unreadable(body);
    const click = { ...place, person: body.user.id };
    const context = await deps.contexts.forPerson(click.person);
    const outcome = await exportResult(deps.ports, click);
    if (outcome.status !== "paired") {
      return await tell(deps.clients, click, exportReply(outcome, context));
    }
    const { book, quote, task } = outcome;
    const heads = headsOf(book, context);
    const content = await deps.writeBook(format, { ...book, heads, remarks: remarksIn(context) });
    const chapters = chaptersOf(quote, task);
    const name = deliveryFileName(quote.file.name, task.target, chapters, formats[format].ending);
    await sendFile(deps.clients, { channel: click.person }, { name, content });
    await tell(deps.clients, click, sentReply(name, context));
  },
};

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
