import type { App, SlashCommand } from "@slack/bolt";
import { z } from "zod";

import { NotRecordedError, SlackRefusedError } from "#domain/errors.ts";
import type { ListenerDeps, Action } from "#features/shared/action.ts";
import { commandNames } from "#features/shared/ids.ts";
import { type Message, say } from "#slack/blocks.ts";
import { slackCall } from "#slack/clients.ts";
import { openRoutes, type Routes } from "#slack/intake.ts";
import { answer, tell } from "#slack/messages.ts";
import type { ViewContext } from "#slack/people.ts";

import { features } from "./index.ts";

export const actions: readonly Action[] = features.flatMap(({ handlers = [] }) => handlers);

export function registerListeners(app: App, deps: ListenerDeps): void {
  const routes = withAnswers(openRoutes(app, deps.unreadable), deps);
  const afterClick = async (body: unknown): Promise<void> => {
    for (const feature of features) await feature.afterClick?.(deps, body);
  };
  for (const { ids, listener } of actions) {
    routes.action(ids, async (click) => {
      await listener(deps, click);
      await afterClick(click.body);
    });
  }
  for (const { callbackId, listener } of features.flatMap(({ forms = [] }) => forms)) {
    routes.view(callbackId, async (args) => {
      await listener(deps, args);
      await afterClick(args.body);
    });
  }
  for (const { events = [] } of features) for (const register of events) register(routes, deps);
  // Commands are acknowledged at once and answered to the person alone.
  routes.command(async ({ ack, command, respond }) => {
    await ack();
    const reply = await commandReply(deps, command);
    const { response_url: address, user_id: person, channel_id: channel } = command;
    if (reply !== undefined) await answer(deps, { respond, address, person, channel }, reply);
  });
  registerFailed(app, deps);
}

const commandChars = 500;

/** Returns undefined when a form opens instead. */
async function commandReply(deps: ListenerDeps, input: SlashCommand): Promise<Message | undefined> {
  // A command that was typed alone may come without a text.
  const command = { ...input, text: input.text ?? "" };
  const words = command.text.trim();
  const isUsage = command.command === commandNames.usage && words.length <= commandChars;
  const rows = features
    .flatMap(({ commands = [] }) => commands)
    .filter((row) => row.command === (isUsage ? "usage" : "translate"));
  const [, first = "", rest] = /^(\S+)(?:\s+(\S.*))?$/su.exec(words) ?? [];
  const name = words.length > commandChars ? "help" : first.toLowerCase();
  const row = rows.find(({ word }) => word === name);
  // Only a status is looked for by further words; `/translate glossary klingon` names no language.
  const isMeant = rest === undefined || row?.takesWords === true || words.length > commandChars;
  const match = row !== undefined && isMeant ? row : rows.find(({ word }) => word === undefined);
  const subcommands = rows.flatMap(({ word }) => word ?? []);
  return await match?.run(deps, command, { rest, known: subcommands });
}

type Failure = {
  readonly error: Error & { readonly original?: Error };
  readonly body: unknown;
};

/** Tells the waiting person when a listener fails. For an event nobody waits: Slack delivers it again. */
export function registerFailed(app: App, deps: ListenerDeps): void {
  app.error(async ({ error, body }: Failure) => {
    const cause = error.original ?? error;
    const place = placeOf(body);
    if (place !== undefined) {
      const context = await deps.contexts.forPerson(place.person);
      await tellWaiting(deps, place, replyTo(cause, context));
    }
    throw cause;
  });
}

/**
 * Returns the routes with forms that stay open after a failure and show it beside their first field.
 * A failure that comes too late, when Slack has closed the form, is sent as a direct message.
 */
export function withAnswers(routes: Routes, deps: ListenerDeps): Routes {
  const { tick } = deps.ctx;
  return {
    ...routes,
    view: (callbackId, listener) =>
      routes.view(callbackId, async (args) => {
        const person = args.body.user.id;
        const deadline = tick() + timeoutMs;
        const answers = { open: true };
        const ack: typeof args.ack = async (response) => {
          answers.open = false;
          if (response?.response_action !== "errors" || tick() < deadline) await args.ack(response);
          else await tellWaiting(deps, { person }, say(Object.values(response.errors).join("\n")));
        };
        try {
          await listener({ ...args, ack });
        } catch (error) {
          const reply = replyTo(error, await deps.contexts.forPerson(person));
          const field = args.view.blocks.find(({ type }) => type === "input")?.block_id;
          if (answers.open && field !== undefined) {
            await ack({ response_action: "errors", errors: { [field]: reply.text } });
          } else await tellWaiting(deps, { person }, reply);
          throw error;
        }
      }),
  };
}

/** Slack waits three seconds, the receiver half a second less. */
const timeoutMs = 2500;

type Waiting = {
  readonly person: string;
  readonly channel?: string | undefined;
  readonly thread?: string | undefined;
};

/** Tells a person beside the click, or directly if it was in no conversation. */
async function tellWaiting(
  { clients }: ListenerDeps,
  { person, channel, thread }: Waiting,
  message: Message,
): Promise<void> {
  const post =
    channel === undefined
      ? slackCall(() => clients.once.chat.postMessage({ channel: person, ...message }))
      : tell(clients, { channel, person, thread }, message);
  await post.catch(() => undefined); // The fault itself is what has to be seen.
}

function replyTo(error: unknown, { locale: { t } }: ViewContext): Message {
  if (error instanceof SlackRefusedError && triggerOver.has(error.code)) {
    return say(t`The form took too long to open. Please click again.`);
  }
  return error instanceof NotRecordedError
    ? say(t`I couldn’t record your click, so nothing was charged. Please click again in a minute.`)
    : say(
        t`Something went wrong on our side, so this may not have been done. Please check the cards and try again in a minute; tell an admin if it happens again.`,
      );
}

/** A trigger opens one form within three seconds. */
const triggerOver = new Set(["expired_trigger_id", "exchanged_trigger_id"]);

/** The person who clicked or typed; undefined for an event, and for a form: see `withAnswers`. */
function placeOf(body: unknown): Waiting | undefined {
  const { type, user, user_id: person = user?.id, ...at } = waitingBody.safeParse(body).data ?? {};
  if (person === undefined || type === "view_submission") return undefined;
  const channel = at.channel_id ?? at.channel?.id;
  return { person, channel, thread: at.message?.thread_ts ?? undefined };
}

const id = z.string().min(1);

/** A click or a shortcut names its place in objects, a command in fields. */
const waitingBody = z.object({
  type: z.string().optional(),
  user: z.object({ id }).optional(),
  user_id: id.optional(),
  channel: z.object({ id }).nullish(),
  channel_id: id.optional(),
  message: z.object({ thread_ts: id.nullish() }).nullish(),
});
