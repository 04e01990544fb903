import type { ModalView } from "@slack/types";

import { type Message, limits, plainText, section } from "../slack/blocks.ts";
import { type SlackClients, slackCall } from "../slack/clients.ts";
import { tell } from "../slack/messages.ts";
import type { ViewContext } from "../slack/people.ts";
import type { ClickPlace } from "./payloads.ts";

/** Says to the one who clicked what became of it: beside the card, in the form, or over Home. */
export async function answerClick(
  clients: SlackClients,
  click: ClickPlace,
  { message, context }: { readonly message: Message; readonly context: ViewContext },
): Promise<void> {
  const { surface } = click;
  const view: ModalView = {
    type: "modal",
    title: plainText("Galley", limits.viewTitle),
    close: plainText(context.tongue.t`Close`, limits.viewTitle),
    blocks: [section(message.text)],
  };
  switch (surface.kind) {
    case "message":
      return await tell(clients, click, message);
    case "modal":
      await slackCall(() => clients.steady.views.update({ view_id: surface.viewId, view }));
      return;
    case "home":
      await slackCall(() => clients.once.views.open({ trigger_id: surface.trigger, view }));
      return;
  }
}
