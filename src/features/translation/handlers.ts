import type { Resolution } from "#domain/translation/transitions.ts";
import { findDelivery } from "#features/delivery/deliver-result.ts";
import { type Action, type Form, action, openForm, onTask } from "#features/shared/action.ts";
import { tellAdmins } from "#features/shared/alerts.ts";
import { actionIds, callbackIds, parseResultPlace } from "#features/shared/ids.ts";
import { type Reply, typedIn } from "#features/shared/payloads.ts";
import {
  noResultReplies,
  notAdminReply,
  staleCardReply,
  unknownCardReply,
} from "#features/shared/short-replies-view.ts";
import { say } from "#slack/blocks.ts";
import { tell } from "#slack/messages.ts";

import { reportCard, runBlocks, taskIdForm } from "./admin-card-view.ts";
import { settleUnknownTask } from "./settle-task.ts";

/** Reports a problem to the admins, at most once a minute for each person and run. */
const troubleSent: Form = {
  callbackId: callbackIds.report,
  listener: async (deps, { ack, body, view }) => {
    const words = typedIn(view.state.values, runBlocks.report);
    const place = parseResultPlace(view.private_metadata);
    const person = body.user.id;
    const context = await deps.contexts.forPerson(person);
    const { t } = context.locale;
    const refuse = (why: string) =>
      ack({ response_action: "errors", errors: { [runBlocks.report]: why } });
    if (words === undefined || place === undefined) {
      return await refuse(t`What is wrong, and where?`);
    }
    if (!(await deps.once(`report.${person}.${place.key}`, quietMs))) {
      return await refuse(t`You reported a problem a moment ago. Please wait a minute.`);
    }
    await ack();
    const delivery = await findDelivery(deps.ctx, { ...place, person });
    if (delivery.status !== "found") {
      return await tell(
        deps.clients,
        { ...place, person },
        noResultReplies[delivery.status](context),
      );
    }
    const { quote, task } = delivery;
    const link = await deps.ctx.thread.linkTo(quote);
    const report = { quote, task, by: person, words, link };
    const isTold = await tellAdmins({ ...deps, people: deps.ctx.people }, (context) =>
      reportCard(report, context),
    );
    const thanks = isTold
      ? t`Thank you. I told the admins.`
      : t`I couldn’t reach any admin. Please write to them yourself.`;
    await tell(deps.clients, { ...place, person }, say(thanks));
  },
};

const quietMs = 60_000;

/** The buttons of the admins' card about a run. */
const settleActions: readonly Action[] = [
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

function settling(ids: string, kind: Exclude<Resolution["kind"], "task-id">): Action {
  return action({
    ids,
    read: onTask,
    ack: "recorded",
    run: async ({ ctx }, click) =>
      replyTo(await settleUnknownTask(ctx, { ...click, resolution: { kind } })),
  });
}

/** The form behind the button “Enter the task id”. */
const taskIdSent: Form = {
  callbackId: callbackIds.enterTaskId,
  listener: async (deps, { ack, body, view }) => {
    const ref = parseResultPlace(view.private_metadata);
    const taskId = typedIn(view.state.values, runBlocks.taskId);
    const person = body.user.id;
    const context = await deps.contexts.forPerson(person);
    const outcome =
      ref &&
      taskId &&
      (await settleUnknownTask(deps.ctx, {
        ...ref,
        person,
        resolution: { kind: "task-id", taskId },
      }));
    if (!outcome || outcome.status === "no-such-task") {
      const why = context.locale
        .t`The partner doesn’t know a task with this id, or it is for something else. Please check it; nothing was changed.`;
      return await ack({ response_action: "errors", errors: { [runBlocks.taskId]: why } });
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

export const translationActions: readonly Action[] = settleActions;
export const translationForms: readonly Form[] = [troubleSent, taskIdSent];
