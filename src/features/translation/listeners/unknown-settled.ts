import { tell } from "../../../slack/messages.ts";
import { type Action, type Form, action, onTask, openForm } from "../../actions.ts";
import { actionIds, callbackIds, parseResultPlace } from "../../ids.ts";
import type { Reply } from "../../payloads.ts";
import { notAdminReply, staleCardReply, unknownCardReply } from "../../short-replies.ts";
import { settleUnknownTask } from "../actions/settle-unknown.ts";
import type { WayOn } from "../rules/settling.ts";
import { parseTaskId, taskIdError, taskIdForm } from "../views/admin-card.ts";

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
    run: async ({ ports }, click) =>
      replyTo(await settleUnknownTask(ports, { ...click, way: { way } })),
  });
}

/** The form behind the button “Enter the task id”. */
export const taskIdSent: Form = {
  callbackId: callbackIds.enterTaskId,
  listener: async (deps, { ack, body, view }) => {
    const ref = parseResultPlace(view.private_metadata);
    const taskId = parseTaskId(view.state.values);
    const person = body.user.id;
    const context = await deps.contexts.forPerson(person);
    const outcome =
      ref &&
      taskId &&
      (await settleUnknownTask(deps.ports, { ...ref, person, way: { way: "task-id", taskId } }));
    if (!outcome || outcome.status === "no-such-task") {
      return await ack({ response_action: "errors", errors: taskIdError(context) });
    }
    await ack();
    const reply = replyTo(outcome)?.(context);
    if (reply !== undefined) await tell(deps.clients, { ...ref, person }, reply);
  },
};

/** Returns undefined for a decision that the redrawn card shows. */
function replyTo(outcome: Awaited<ReturnType<typeof settleUnknownTask>>): Reply | undefined {
  switch (outcome.status) {
    case "unknown-card":
    case "no-such-task":
      return unknownCardReply;
    case "not-allowed":
      return notAdminReply;
    case "not-unknown":
      return staleCardReply;
    case "settled":
      return undefined;
  }
}
