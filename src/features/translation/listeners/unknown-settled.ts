import type { Message } from "../../../slack/blocks.ts";
import { slackCall } from "../../../slack/clients.ts";
import { tell } from "../../../slack/messages.ts";
import type { ViewContext } from "../../../slack/people.ts";
import type { Routes } from "../../../slack/routes.ts";
import { callbackIds } from "../../ids.ts";
import type { ListenerDeps } from "../../listener-deps.ts";
import { type CardClick, parseClick } from "../../payloads.ts";
import { notAdminReply, unknownCardReply } from "../../short-replies.ts";
import { type SettleClick, settleUnknownTask } from "../actions/settle-unknown.ts";
import {
  notBelievedSentence,
  parseSettleRef,
  parseTaskId,
  settleReply,
  taskIdError,
  taskIdForm,
} from "../views/admin-card.ts";

/** The three buttons of the admins' card, and the form behind the first. */
export function registerUnknownSettled(routes: Routes, deps: ListenerDeps): void {
  routes.action("settle.", async ({ ack, body }) => {
    const click = parseClick(body);
    if (click?.kind !== "settle") {
      deps.unreadable(body);
      return await ack();
    }
    if (click.way === "task-id") {
      await ack();
      return await askForId(deps, click);
    }
    const outcome = await settleUnknownTask(deps.ports, { ...click, way: { way: click.way } });
    await ack();
    return await tell(deps.clients, click, replyTo(outcome, await deps.speaking.to(click.person)));
  });

  routes.view(callbackIds.enterTaskId, async ({ ack, body, view }) => {
    const ref = parseSettleRef(view.private_metadata);
    const taskId = parseTaskId(view.state.values);
    const person = body.user.id;
    const context = await deps.speaking.to(person);
    const refuse = (why: "no-such-task" | "another-task") =>
      ack({ response_action: "errors", errors: taskIdError(notBelievedSentence(why, context)) });
    if (ref === undefined || taskId === undefined) {
      return await refuse("no-such-task");
    }
    const click: SettleClick = { ...ref, person, way: { way: "task-id", taskId } };
    const outcome = await settleUnknownTask(deps.ports, click);
    if (outcome.status === "no-such-task" || outcome.status === "another-task") {
      return await refuse(outcome.status);
    }
    await ack();
    return await tell(deps.clients, { channel: ref.channel, person }, replyTo(outcome, context));
  });
}

async function askForId(
  { clients, speaking }: ListenerDeps,
  { quoteId, key, channel, trigger, person }: Extract<CardClick, { kind: "settle" }>,
): Promise<void> {
  const view = taskIdForm({ quoteId, key, channel }, await speaking.to(person));
  await slackCall(() => clients.once.views.open({ trigger_id: trigger, view }));
}

function replyTo(
  outcome: Awaited<ReturnType<typeof settleUnknownTask>>,
  context: ViewContext,
): Message {
  switch (outcome.status) {
    case "unknown-card":
    case "no-such-task":
    case "another-task":
      return unknownCardReply(context);
    case "not-allowed":
      return notAdminReply(context);
    case "settled":
    case "not-unknown":
      return settleReply(outcome, context);
  }
}
