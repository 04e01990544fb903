import { slackCall } from "../../../slack/clients.ts";
import { tell } from "../../../slack/messages.ts";
import type { Routes } from "../../../slack/routes.ts";
import { type FoundDelivery, findDelivery } from "../../delivery/actions/open-delivery.ts";
import { actionIds, callbackIds, parseTaskValue } from "../../ids.ts";
import type { ListenerDeps } from "../../listener-deps.ts";
import { parseNoteOpening } from "../../payloads.ts";
import { strangerReply, unknownCardReply } from "../../short-replies.ts";
import {
  type Trouble,
  parseReport,
  parseReportPlace,
  reportBlocks,
  reportCard,
  reportForm,
  reportedReply,
} from "../views/trouble-report.ts";

/** What is wrong with a result, told to the admins: once a form, and not many of one person in a minute. */
export function registerTroubleReported(routes: Routes, deps: ListenerDeps): void {
  routes.action(actionIds.report, async ({ ack, body }) => {
    await ack();
    const click = parseNoteOpening(body);
    const task = parseTaskValue(click?.quoteId ?? "");
    if (click === undefined || task === undefined) return;
    const { trigger, channel, thread, person } = click;
    const ports = await deps.speaking.to(person);
    const found = await findDelivery(deps.ports, { ...click, ...task });
    if (found.status !== "found") {
      const reply = found.status === "not-allowed" ? strangerReply(ports) : unknownCardReply(ports);
      return await tell(deps.clients, click, reply);
    }
    const view = reportForm({ ...task, channel, thread }, ports);
    await slackCall(() => deps.clients.once.views.open({ trigger_id: trigger, view }));
  });

  routes.view(callbackIds.report, async ({ ack, body, view }) => {
    const trouble = parseReport(view.state.values);
    const place = parseReportPlace(view.private_metadata);
    const person = body.user.id;
    const workspace = body.team?.id ?? body.user.team_id ?? "";
    const ports = await deps.speaking.to(person);
    if (trouble === undefined || place === undefined) {
      const errors = { [reportBlocks.note]: ports.tongue.t`Please say what is wrong.` };
      return await ack({ response_action: "errors", errors });
    }
    if (!(await deps.once(`report.${person}.${place.key}`, quietMs))) {
      const errors = {
        [reportBlocks.note]: ports.tongue
          .t`You reported something a moment ago. Please wait a minute before the next report.`,
      };
      return await ack({ response_action: "errors", errors });
    }
    await ack();
    const found = await findDelivery(deps.ports, { ...place, workspace, person });
    if (found.status !== "found") return;
    const isTold = await tellAdmins(deps, found, { ...trouble, by: person });
    await tell(deps.clients, { ...place, person }, reportedReply(isTold, ports));
  });
}

/** Whether at least one of them could be told. */
async function tellAdmins(
  { ports, clients, speaking }: ListenerDeps,
  { quote, task }: FoundDelivery,
  trouble: Trouble & { readonly by: string },
): Promise<"told" | "not-told"> {
  const [{ admins }, link] = await Promise.all([ports.people.roles(), ports.thread.linkTo(quote)]);
  const sent = await Promise.allSettled(
    [...admins].map(async (channel) => {
      const card = reportCard({ quote, task, trouble, link }, await speaking.to(channel));
      await slackCall(() => clients.once.chat.postMessage({ channel, ...card }));
    }),
  );
  return sent.some(({ status }) => status === "fulfilled") ? "told" : "not-told";
}

const quietMs = 60_000;
