import type { Message } from "../../../slack/blocks.ts";
import { tell } from "../../../slack/messages.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { type Action, type Form, action, onTask, openForm } from "../../actions.ts";
import { actionIds, callbackIds } from "../../ids.ts";
import { notAdminReply, unknownCardReply } from "../../short-replies.ts";
import { type SettleClick, settleUnknownTask } from "../actions/settle-unknown.ts";
import type { WayOn } from "../rules/settling.ts";
import {
  notBelievedSentence,
  parseSettleRef,
  parseTaskId,
  settleReply,
  taskIdError,
  taskIdForm,
} from "../views/admin-card.ts";

/** The buttons of the admins' card about a run. */
export const settleActions: readonly Action[] = [
  action({
    ids: actionIds.enterTaskId,
    read: onTask,
    ack: "first",
    run: async ({ clients, contexts }, click) => {
      const view = taskIdForm(click, await contexts.forPerson(click.person));
      await openForm(clients, { ...click, view });
      return undefined;
    },
  }),
  settling(actionIds.closeTask, "not-created"),
  settling(actionIds.sendAgain, "send-again"),
  settling(actionIds.tryAgain, "try-again"),
  settling(actionIds.takeBack, "take-back"),
];

function settling(ids: string, way: Exclude<WayOn["way"], "task-id">): Action {
  return action({
    ids,
    read: onTask,
    ack: "recorded",
    run: async ({ ports }, click) => {
      const outcome = await settleUnknownTask(ports, { ...click, way: { way } });
      return (context) => replyTo(outcome, context);
    },
  });
}

/** The form behind the button “Enter the task id”. */
export const taskIdSent: Form = {
  callbackId: callbackIds.enterTaskId,
  listener:
    (deps) =>
    async ({ ack, body, view }) => {
      const ref = parseSettleRef(view.private_metadata);
      const taskId = parseTaskId(view.state.values);
      const person = body.user.id;
      const context = await deps.contexts.forPerson(person);
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
    },
};

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
