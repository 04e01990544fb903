import { z } from "zod";

import { ManuscriptFault } from "../../../core/faults.ts";
import { say } from "../../../slack/blocks.ts";
import { acknowledgeEvent, type Routes } from "../../../slack/intake.ts";
import { tell } from "../../../slack/messages.ts";
import { partTermFiles, takeTerms } from "../../glossary/listeners/terms-brought.ts";
import { postedValue } from "../../ids.ts";
import type { ListenerDeps } from "../../listener-deps.ts";
import { isFirst, isNobodys, parseMessage, type PersonMessage } from "../../payloads.ts";
import { membersOnly } from "../../short-replies.ts";
import { isFinishedThread, receivePosted } from "../actions/hand-in.ts";
import { dropDeleted, mayHandIn } from "../actions/read-manuscript.ts";
import { mentionReply, tooManyReply, underFinishedReply } from "../views/command-replies.ts";
import { named } from "./recent-manuscripts.ts";

/**
 * Quotes posts and mentions with files, notes terms under a card, and answers a mention or direct
 * message without either with help.
 */
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
    if (message.files.length > 0 || (await takeTerms(deps, message))) return;
    const isCalled = message.isMention || message.isDirect;
    if (isCalled && (await isFirst(deps, message))) await explain(deps, message);
  });
}

async function receive(deps: ListenerDeps, message: PersonMessage): Promise<void> {
  const { channel, ts, thread, person: requester } = message;
  const files = await Promise.all(message.files.map((file) => named(deps, file)));
  const wanted = isAsked(deps, message)
    ? files
    : files.filter((one) => !deps.isInPassing(one.name));
  if (wanted.length === 0) return;
  // If Slack does not answer, the check is left to the reading of the manuscript.
  const mayAsk = await mayHandIn(deps.ports, requester).catch(() => true);
  if (!mayAsk) return await refuse(deps, message);
  const isReply = thread !== ts && !isNamed(deps, message);
  if (isReply && (await isFinishedThread(deps.ports, message))) {
    return await askWhat(deps, message, wanted);
  }
  const manuscripts = wanted.map((file) => ({ file, message: ts, thread }));
  const checked = await receivePosted(deps.ports, { channel, requester, manuscripts });
  if (checked.status === "within-limit" || !(await isFirst(deps, message))) return;
  const words = tooManyReply(checked, await deps.contexts.forPerson(requester));
  await tell(deps.clients, placeToTell(message), words);
}

/** Returns true when even a file that is no manuscript needs an answer. */
function isAsked(deps: ListenerDeps, message: PersonMessage): boolean {
  return message.isDirect || isNamed(deps, message);
}

/** Returns true when the message itself requests a translation. */
function isNamed({ botUserId }: ListenerDeps, { isMention, text }: PersonMessage): boolean {
  return isMention || text.includes(`<@${botUserId}>`) || asking.test(text);
}

/** “Translate”, as people write it in the languages that Galley speaks. */
const asking = /galley|translat|übersetz|trad[ui]|翻[訳译譯]|번역/iu;

/** Asks privately about a file under a finished card: it may be anything. */
async function askWhat(
  deps: ListenerDeps,
  message: PersonMessage,
  files: readonly { readonly id: string; readonly name: string }[],
): Promise<void> {
  if (!(await isFirst(deps, message))) return;
  const context = await deps.contexts.forPerson(message.person);
  const value = postedValue({ ...message, fileIds: files.map(({ id }) => id) });
  await tell(deps.clients, placeToTell(message), underFinishedReply(files, value, context));
}

/** Refuses guests and strangers privately, so that nobody else is bothered. */
async function refuse(deps: ListenerDeps, message: PersonMessage): Promise<void> {
  if (!(await isFirst(deps, message))) return;
  const { locale } = await deps.contexts.forPerson(message.person);
  await tell(deps.clients, placeToTell(message), say(membersOnly(locale)));
}

async function explain({ clients, contexts }: ListenerDeps, message: PersonMessage): Promise<void> {
  await tell(clients, placeToTell(message), mentionReply(await contexts.forPerson(message.person)));
}

/** Leaves out a thread without replies: Slack shows no ephemeral message there. */
function placeToTell({ channel, person, thread, ts }: PersonMessage) {
  return { channel, person, thread: thread === ts ? undefined : thread };
}

/**
 * Handles the loss of a file, or of the app itself, at Slack. Events come late and twice, so Slack is
 * checked first.
 */
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
