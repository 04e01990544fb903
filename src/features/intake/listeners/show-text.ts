import { slackCall } from "../../../slack/clients.ts";
import type { ListenerDeps } from "../../listener-deps.ts";
import type { CardClick } from "../../payloads.ts";
import { lookAtText } from "../actions/read-manuscript.ts";
import { textLoadingModal, textModal } from "../views/encodings.ts";

/** The document is read anew for the one who clicked; nothing of it is kept. */
export async function showText(
  { clients, ports, speaking }: ListenerDeps,
  click: Extract<CardClick, { kind: "text" }>,
): Promise<void> {
  const speech = await speaking.to(click.person);
  const opened = await slackCall(() =>
    clients.once.views.open({ trigger_id: click.trigger, view: textLoadingModal(speech) }),
  );
  const view_id = opened.view?.id;
  if (view_id === undefined) throw new Error("Slack named no view");
  const view = textModal(await lookAtText(ports, click), speech);
  await slackCall(() => clients.steady.views.update({ view_id, view }));
}
