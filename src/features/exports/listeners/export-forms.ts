import { chaptersOf } from "../../../core/delivery.ts";
import { deliveryFileName } from "../../../core/file-names.ts";
import { shareUpload, uploadUnshared } from "../../../slack/files.ts";
import { openDirect, tell } from "../../../slack/messages.ts";
import type { ViewContext } from "../../../slack/people.ts";
import type { Form } from "../../actions.ts";
import { callbackIds } from "../../ids.ts";
import type { ListenerDeps } from "../../listener-deps.ts";
import { type ExportOutcome, exportResult } from "../actions/export-result.ts";
import { type FormatId, formats } from "../rules/formats.ts";
import {
  exportReply,
  exportSentReply,
  headsOf,
  parseExportPlace,
  parseFormat,
  remarksIn,
} from "../views/export-form.ts";

/** Builds and sends the file after the form is closed: it may take longer than Slack waits. */
export const exportSent: Form = {
  callbackId: callbackIds.exports,
  listener:
    (deps) =>
    async ({ ack, body, view }) => {
      await ack();
      const [place, format] = [
        parseExportPlace(view.private_metadata),
        parseFormat(view.state.values),
      ];
      if (place === undefined || format === undefined) return deps.unreadable(body);
      const click = { ...place, person: body.user.id };
      const context = await deps.contexts.forPerson(click.person);
      const outcome = await exportResult(deps.ports, click);
      const asked = { format, person: click.person, context };
      const reply =
        outcome.status === "paired"
          ? exportSentReply(await send(deps, outcome, asked), context)
          : exportReply(outcome, context);
      await tell(deps.clients, click, reply);
    },
};

type Asked = {
  readonly format: FormatId;
  readonly person: string;
  readonly context: ViewContext;
};

/** Sends the file in a direct message. Returns its name. */
async function send(
  { clients, writeBook }: ListenerDeps,
  { book, quote, task }: Extract<ExportOutcome, { readonly status: "paired" }>,
  { format, person, context }: Asked,
): Promise<string> {
  const content = await writeBook(format, {
    ...book,
    heads: headsOf(book, context),
    remarks: remarksIn(context),
  });
  const { ending } = formats[format];
  const name = deliveryFileName(quote.file.name, task.target, chaptersOf(quote, task), ending);
  const channel = await openDirect(clients.steady, person);
  const fileId = await uploadUnshared(clients.once, { name, content });
  await shareUpload(clients.once, { where: { channel }, fileId, title: name });
  return name;
}
