import type { Message } from "../../../slack/blocks.ts";
import { slackCall } from "../../../slack/clients.ts";
import { tell } from "../../../slack/messages.ts";
import type { Desk } from "../../../slack/people.ts";
import type { Routes } from "../../../slack/routes.ts";
import type { Front } from "../../front.ts";
import { callbackIds } from "../../ids.ts";
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
export function registerUnknownSettled(routes: Routes, front: Front): void {
  routes.action("settle.", async ({ ack, body }) => {
    const click = parseClick(body);
    if (click?.kind !== "settle") return await ack();
    if (click.way === "task-id") {
      await ack();
      return await askForId(front, click);
    }
    const outcome = await settleUnknownTask(front.desk, { ...click, way: { way: click.way } });
    await ack();
    return await tell(
      front.clients,
      click,
      replyTo(outcome, await front.speaking.to(click.person)),
    );
  });

  routes.view(callbackIds.enterTaskId, async ({ ack, body, view }) => {
    const ref = parseSettleRef(view.private_metadata);
    const taskId = parseTaskId(view.state.values);
    const workspace = body.team?.id ?? body.user.team_id;
    const person = body.user.id;
    const desk = await front.speaking.to(person);
    const refuse = (why: "no-such-task" | "another-task") =>
      ack({ response_action: "errors", errors: taskIdError(notBelievedSentence(why, desk)) });
    if (ref === undefined || taskId === undefined || workspace === undefined) {
      return await refuse("no-such-task");
    }
    const click: SettleClick = { ...ref, workspace, person, way: { way: "task-id", taskId } };
    const outcome = await settleUnknownTask(front.desk, click);
    if (outcome.status === "no-such-task" || outcome.status === "another-task") {
      return await refuse(outcome.status);
    }
    await ack();
    return await tell(front.clients, { channel: ref.channel, person }, replyTo(outcome, desk));
  });
}

async function askForId(
  { clients, speaking }: Front,
  { quoteId, key, channel, trigger, person }: Extract<CardClick, { kind: "settle" }>,
): Promise<void> {
  const view = taskIdForm({ quoteId, key, channel }, await speaking.to(person));
  await slackCall(() => clients.once.views.open({ trigger_id: trigger, view }));
}

function replyTo(outcome: Awaited<ReturnType<typeof settleUnknownTask>>, desk: Desk): Message {
  switch (outcome.status) {
    case "unknown-card":
    case "no-such-task":
    case "another-task":
      return unknownCardReply(desk);
    case "not-allowed":
      return notAdminReply(desk);
    case "settled":
    case "not-unknown":
      return settleReply(outcome, desk);
  }
}
