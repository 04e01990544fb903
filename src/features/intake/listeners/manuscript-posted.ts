import { z } from "zod";

import { ManuscriptFault } from "../../../core/faults.ts";
import type { Message } from "../../../slack/blocks.ts";
import { acknowledgeEvent, type Routes } from "../../../slack/intake.ts";
import { tell } from "../../../slack/messages.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { partTermFiles, takeTerms } from "../../glossary/listeners/terms-brought.ts";
import { postedValue } from "../../ids.ts";
import type { ListenerDeps } from "../../listener-deps.ts";
import { isNobodys, parseMessage, type PersonMessage, withName } from "../../payloads.ts";
import { strangerReply } from "../../short-replies.ts";
import { isFinishedThread, receivePosted } from "../actions/hand-in.ts";
import { dropDeleted } from "../actions/read-manuscript.ts";
import { mentionReply, tooManyReply, underFinishedReply } from "../views/intake-replies.ts";
import { mayAsk } from "./intake-actions.ts";

/** Takes files and terms; a mention or direct message without either is answered with help. */
export function registerManuscriptPosted(routes: Routes, deps: ListenerDeps): void {
  routes.event(["message", "app_mention"], async ({ body, context }) => {
    const message = parseMessage(body);
    if (message === undefined) return isNobodys(body) ? undefined : deps.unreadable(body);
    if (message.person === deps.botUserId) return;
    const { files, lookAtTables } = await partTermFiles(deps, message);
    if (files.length > 0) await receive(deps, { ...message, files });
    if (lookAtTables !== undefined) {
      await acknowledgeEvent(context);
      await lookAtTables();
    }
    if (message.files.length > 0) return;
    const isCalled = message.isMention || message.isDirect;
    const reply = (await takeTerms(deps, message)) ?? (isCalled ? mentionReply : undefined);
    if (reply !== undefined) await answerOnce(deps, message, reply);
  });
}

async function receive(deps: ListenerDeps, message: PersonMessage): Promise<void> {
  const { channel, ts, thread, person: requester } = message;
  const files = await Promise.all(message.files.map((file) => withName(deps, file)));
  const isNamed = isRequest(deps, message);
  // Even a file that is no manuscript needs an answer then.
  const isAsked = message.isDirect || isNamed;
  const wanted = isAsked ? files : files.filter((one) => !deps.isInPassing(one.name));
  if (wanted.length === 0) return;
  if (!(await mayAsk(deps, requester))) return await answerOnce(deps, message, strangerReply);
  if (thread !== ts && !isNamed && (await isFinishedThread(deps.ports, message))) {
    // The file may be anything, so its person is asked.
    const value = postedValue({ ...message, fileIds: wanted.map(({ id }) => id) });
    return await answerOnce(deps, message, (context) => underFinishedReply(wanted, value, context));
  }
  const manuscripts = wanted.map((file) => ({ ...file, ts, thread }));
  const checked = await receivePosted(deps.ports, { channel, requester, manuscripts });
  if (checked.status === "within-limit") return;
  await answerOnce(deps, message, (context) => tooManyReply(checked, context));
}

function isRequest({ botUserId }: ListenerDeps, { isMention, text }: PersonMessage): boolean {
  return isMention || text.includes(`<@${botUserId}>`) || asking.test(text);
}

/** “Translate”, as people write it in the languages that Galley speaks. */
const asking = /galley|translat|übersetz|trad[ui]|翻[訳译譯]|번역/iu;

/**
 * Answers a message privately, so that nobody else is bothered, and once: Slack repeats unacknowledged
 * events, and sends a mention twice.
 */
async function answerOnce(
  deps: ListenerDeps,
  message: PersonMessage,
  draw: (context: ViewContext) => Message,
): Promise<void> {
  const { channel, person, thread, ts } = message;
  if (!(await deps.once(`answered.${channel}.${ts}`, retriedMs))) return;
  // Slack shows no ephemeral message in a thread without replies.
  const place = { channel, person, thread: thread === ts ? undefined : thread };
  await tell(deps.clients, place, draw(await deps.contexts.forPerson(person)));
}

/** Slack retries for an hour, or for a day if the app is set so. */
const retriedMs = 86_400_000;

/** A file is gone, or the app itself. Events come late and twice, so Slack is checked first. */
export function registerSlackTookAway(routes: Routes, deps: ListenerDeps): void {
  routes.event("file_deleted", async ({ body }) => {
    const file = deletedBody.safeParse(body).data?.event.file_id;
    if (file === undefined) return deps.unreadable(body);
    if (await isGone(deps, file)) await dropDeleted(deps.ports, file);
  });

  routes.event(["app_uninstalled", "tokens_revoked"], async () => await deps.checkToken());
}

const deletedBody = z.object({ event: z.object({ file_id: z.string().min(1) }) });

async function isGone({ findFile }: ListenerDeps, fileId: string): Promise<boolean> {
  try {
    await findFile(fileId);
    return false;
  } catch (error) {
    if (error instanceof ManuscriptFault) return error.reason === "gone";
    throw error;
  }
}
