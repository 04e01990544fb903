import { slackCall } from "../../../slack/clients.ts";
import { tell } from "../../../slack/messages.ts";
import type { Routes } from "../../../slack/routes.ts";
import { known } from "../../approval/listeners/decisions.ts";
import { type FoundDelivery, findDelivery } from "../../delivery/actions/open-delivery.ts";
import { actionIds, callbackIds, parseTaskMenuValue } from "../../ids.ts";
import type { ListenerDeps } from "../../listener-deps.ts";
import { parseMenuClick } from "../../payloads.ts";
import { strangerReply, unknownCardReply } from "../../short-replies.ts";
import { showReceipt } from "../../spending/actions/show-usage.ts";
import { receiptReply } from "../../spending/views/receipt-reply.ts";
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
  routes.action(actionIds.taskMore, async ({ ack, body }) => {
    await ack();
    const click = parseMenuClick(body);
    const chosen = parseTaskMenuValue(click?.value ?? "");
    if (click === undefined || chosen === undefined) return deps.unreadable(body);
    const { quoteId, key, item } = chosen;
    const { trigger, channel, thread, person } = click;
    const context = await deps.speaking.to(person);
    if (item === "receipt") {
      const receipt = await showReceipt(deps.ports, { ...click, quoteId, key });
      return await tell(deps.clients, click, known(receipt, receiptReply)(context));
    }
    const found = await findDelivery(deps.ports, { ...click, quoteId, key });
    if (found.status !== "found") {
      const isStranger = found.status === "not-allowed";
      const reply = isStranger ? strangerReply(context) : unknownCardReply(context);
      return await tell(deps.clients, click, reply);
    }
    const view = reportForm({ quoteId, key, channel, thread }, context);
    await slackCall(() => deps.clients.once.views.open({ trigger_id: trigger, view }));
  });

  routes.view(callbackIds.report, async ({ ack, body, view }) => {
    const trouble = parseReport(view.state.values);
    const place = parseReportPlace(view.private_metadata);
    const person = body.user.id;
    const context = await deps.speaking.to(person);
    if (trouble === undefined || place === undefined) {
      const errors = { [reportBlocks.note]: context.tongue.t`Please say what is wrong.` };
      return await ack({ response_action: "errors", errors });
    }
    if (!(await deps.once(`report.${person}.${place.key}`, quietMs))) {
      const errors = {
        [reportBlocks.note]: context.tongue
          .t`You reported a problem a moment ago. Please wait a minute before the next report.`,
      };
      return await ack({ response_action: "errors", errors });
    }
    await ack();
    const found = await findDelivery(deps.ports, { ...place, person });
    if (found.status !== "found") return;
    const isTold = await tellAdmins(deps, found, { ...trouble, by: person });
    await tell(deps.clients, { ...place, person }, reportedReply(isTold, context));
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
