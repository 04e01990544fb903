import type { App, SlashCommand } from "@slack/bolt";

import { slackCall } from "../clients.ts";
import { callbackIds } from "../ids.ts";
import { tell } from "../tell.ts";
import {
  formBlocks,
  loadingModal,
  parseFormPlace,
  parseRequestForm,
  requestForm,
  requestNothingToDo,
} from "../views/request-form.ts";
import { askFor } from "./ask-for.ts";
import type { Front } from "./front.ts";

/** The form opens at once, since a trigger lives three seconds, and is filled when Slack has answered. */
export async function openForm(front: Front, command: SlashCommand): Promise<void> {
  const { clients, desk } = front;
  const { trigger_id, channel_id: channel } = command;
  const opened = await slackCall(() =>
    clients.once.views.open({ trigger_id, view: loadingModal() }),
  );
  const view_id = opened.view?.id;
  if (view_id === undefined) throw new Error("Slack named no view");
  const files = await front.recent(channel);
  const { languages, defaultTarget } = desk.rules;
  const recent = files?.map(({ id, name, ts }) => ({ id, name, postedAt: Number(ts) * 1000 }));
  const view =
    recent === undefined
      ? requestNothingToDo()
      : requestForm({ channel, languages, defaultTarget, files: recent });
  await slackCall(() => clients.steady.views.update({ view_id, view }));
}

export function registerRequestForm(app: App, front: Front): void {
  app.view(callbackIds.requestTranslation, async ({ ack, body, view }) => {
    const form = parseRequestForm(view.state.values);
    if (form.status === "faulty") {
      return await ack({ response_action: "errors", errors: { ...form.errors } });
    }
    const channel = parseFormPlace(view.private_metadata)?.channel;
    const workspace = body.team?.id ?? body.user.team_id;
    if (channel === undefined || workspace === undefined) {
      const lost = "I lost track of the conversation. Please close this and type /translate again.";
      return await ack({ response_action: "errors", errors: { [formBlocks.language]: lost } });
    }
    const file = await front.findFile(form.fileId);
    const ts = file.shares.get(channel);
    const reply = await askFor(front, {
      // An upload through the form is in no conversation yet: the card begins its thread.
      workspace,
      channel,
      requester: body.user.id,
      manuscripts: [
        {
          file: { id: file.id, name: file.name },
          message: ts ?? `form.${view.id}`,
          thread: ts,
        },
      ],
      targets: [form.target],
    });
    await ack();
    return await tell(front.clients, { channel, person: body.user.id }, reply);
  });
}
