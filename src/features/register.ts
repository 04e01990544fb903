import type { App, AllMiddlewareArgs } from "@slack/bolt";
import { z } from "zod";

import { NotRecorded, SlackRefused } from "../core/faults.ts";
import { say } from "../slack/blocks.ts";
import { slackCall } from "../slack/clients.ts";
import { openRoutes, type Routes } from "../slack/intake.ts";
import { tell } from "../slack/messages.ts";
import type { Action, Form } from "./actions.ts";
import { approvalActions, approvalForms } from "./approval/listeners/approval-actions.ts";
import { deliveryActions } from "./delivery/listeners/delivery-actions.ts";
import { estimateActions, estimateForms } from "./estimate/listeners/estimate-actions.ts";
import { exportActions, exportSent } from "./exports/listeners/export-actions.ts";
import { termsActions, termsSent } from "./glossary/listeners/terms-actions.ts";
import { homeActions, registerHomeOpened } from "./home/listeners/home-opened.ts";
import { registerCommands } from "./intake/listeners/commands.ts";
import { intakeActions, requestFormSent } from "./intake/listeners/intake-actions.ts";
import {
  registerManuscriptPosted,
  registerSlackTookAway,
} from "./intake/listeners/manuscript-posted.ts";
import type { ListenerDeps } from "./listener-deps.ts";
import { recordsActions } from "./records/listeners/records-lost.ts";
import { settingsActions, settingsSent } from "./settings/listeners/settings.ts";
import { failureReply, notRecordedReply, tooLateReply } from "./short-replies.ts";
import {
  translationActions,
  translationForms,
} from "./translation/listeners/translation-actions.ts";

export const actions: readonly Action[] = [
  ...intakeActions,
  ...estimateActions,
  ...approvalActions,
  ...deliveryActions,
  ...exportActions,
  ...translationActions,
  ...termsActions,
  ...settingsActions,
  ...homeActions,
  ...recordsActions,
];

const forms: readonly Form[] = [
  requestFormSent,
  ...estimateForms,
  ...approvalForms,
  ...translationForms,
  exportSent,
  termsSent,
  settingsSent,
];

export function registerListeners(app: App, deps: ListenerDeps): void {
  const routes = withAnswers(openRoutes(app, deps.unreadable), deps);
  for (const { ids, listener } of actions) routes.action(ids, (click) => listener(deps, click));
  for (const { callbackId, listener } of forms) {
    routes.view(callbackId, (sent) => listener(deps, sent));
  }
  registerManuscriptPosted(routes, deps);
  registerSlackTookAway(routes, deps);
  registerCommands(routes, deps);
  registerHomeOpened(routes, deps);
  registerFailed(app, deps);
}

type Failure = Pick<AllMiddlewareArgs, "context"> & {
  readonly error: Error & { readonly original?: Error };
  readonly body: unknown;
};

/** Tells the waiting person when a listener fails. For an event nobody waits: Slack delivers it again. */
export function registerFailed(app: App, deps: ListenerDeps): void {
  app.error(async ({ error, body }: Failure) => {
    const cause = error.original ?? error;
    const place = placeOf(body);
    if (place !== undefined) {
      const message = replyTo(cause)(await deps.contexts.forPerson(place.person));
      const { channel, person, thread } = place;
      if (channel === undefined) await tellDirectly(deps, person, message.text);
      else await tell(deps.clients, { channel, person, thread }, message).catch(() => undefined); // The fault itself is what has to be seen.
    }
    throw cause;
  });
}

/**
 * Returns the routes with forms that stay open after a failure and show it beside their first field.
 * A failure that comes too late, when Slack has closed the form, is sent as a direct message.
 */
export function withAnswers(routes: Routes, deps: ListenerDeps): Routes {
  const { tick } = deps.ports;
  return {
    ...routes,
    view: (callbackId, listener) =>
      routes.view(callbackId, async (args) => {
        const person = args.body.user.id;
        const due = tick() + patienceMs;
        const answers = { open: true };
        const ack: typeof args.ack = async (response) => {
          const words = errorsIn(response);
          answers.open = false;
          if (words.length > 0 && tick() >= due) await tellDirectly(deps, person, words.join("\n"));
          else await args.ack(response);
        };
        try {
          await listener({ ...args, ack });
        } catch (error) {
          const { text } = replyTo(error)(await deps.contexts.forPerson(person));
          const field = args.view.blocks.find(({ type }) => type === "input")?.block_id;
          if (answers.open && field !== undefined) {
            await ack({ response_action: "errors", errors: { [field]: text } });
          } else await tellDirectly(deps, person, text);
          throw error;
        }
      }),
  };
}

/** Slack waits three seconds, the receiver half a second less. */
const patienceMs = 2500;

function errorsIn(response: unknown): readonly string[] {
  return Object.values(formErrors.safeParse(response).data?.errors ?? {});
}

const formErrors = z.object({ errors: z.record(z.string(), z.string()) });

async function tellDirectly(
  { clients }: ListenerDeps,
  channel: string,
  text: string,
): Promise<void> {
  await slackCall(() => clients.once.chat.postMessage({ channel, ...say(text) })).catch(
    () => undefined, // The fault itself is what has to be seen.
  );
}

function replyTo(error: unknown) {
  if (error instanceof SlackRefused && triggerOver.has(error.code)) return tooLateReply;
  return error instanceof NotRecorded ? notRecordedReply : failureReply;
}

/** A trigger opens one form within three seconds. */
const triggerOver = new Set(["expired_trigger_id", "exchanged_trigger_id"]);

/** The person who clicked or typed, and the conversation if there is one; undefined for an event. */
function placeOf(body: unknown) {
  const click = clickBody.safeParse(body).data;
  if (click !== undefined) {
    const thread = click.message?.thread_ts ?? undefined;
    return { channel: click.channel?.id, person: click.user.id, thread };
  }
  const command = commandBody.safeParse(body).data;
  return command && { channel: command.channel_id, person: command.user_id, thread: undefined };
}

const id = z.string().min(1);

/** Submitted forms are answered by `withAnswers`. */
const clickBody = z.object({
  type: z.enum(["block_actions", "message_action", "shortcut"]),
  user: z.object({ id }),
  channel: z.object({ id }).nullish(),
  message: z.object({ thread_ts: id.nullish() }).nullish(),
});

const commandBody = z.object({ command: id, channel_id: id, user_id: id });
