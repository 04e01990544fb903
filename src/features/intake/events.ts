import type { WebClient } from "@slack/web-api";
import { z } from "zod";

import { ManuscriptError, SlackRefusedError } from "#domain/errors.ts";
import { languagesWished } from "#domain/intake/find-languages.ts";
import { defaultsFor } from "#domain/settings/settings.ts";
import { partTermFiles, takeTerms } from "#features/glossary/handlers.ts";
import { statusReply } from "#features/home/home-view.ts";
import type { ListenerDeps } from "#features/shared/action.ts";
import { postedValue } from "#features/shared/ids.ts";
import {
  isSystemMessage,
  filesLeft,
  parseMessage,
  type PersonMessage,
  withName,
  type PostedFile,
} from "#features/shared/payloads.ts";
import { strangerReply } from "#features/shared/short-replies-view.ts";
import { meaningOf } from "#slack/answers.ts";
import type { Message } from "#slack/blocks.ts";
import { slackCall } from "#slack/clients.ts";
import { vocabularyFor } from "#slack/i18n/vocabulary.ts";
import type { Routes } from "#slack/intake.ts";
import { tell } from "#slack/messages.ts";
import type { ViewContext } from "#slack/people.ts";

import { mayAsk } from "./handlers.ts";
import { mentionReply, tooManyReply, underFinishedReply } from "./intake-replies-view.ts";
import { dropDeleted } from "./read-manuscript.ts";
import { cardsIn, isFinished, receivePosted } from "./submit-manuscript.ts";

/**
 * Takes files and terms; a mention or direct message without either is answered with help. Slack sends a
 * mention that is edited in later as one, sometimes without the message's files.
 */
export function registerManuscriptPosted(routes: Routes, deps: ListenerDeps): void {
  routes.event(["message", "app_mention"], async ({ body }) => {
    const message = parseMessage(body);
    if (message === undefined) return isSystemMessage(body) ? undefined : deps.unreadable(body);
    if (message.person === deps.botUserId) return;
    const { files, lookAtTables } = await partTermFiles(deps, message);
    const isHeard = isNamedIn(deps, message) || !(await isQuiet(deps, message));
    if (files.length > 0 && isHeard) await receive(deps, { ...message, files });
    // It takes long, so Slack sends the event again meanwhile.
    const { channel, ts } = message;
    if (lookAtTables && (await deps.once(`tables.${channel}.${ts}`, retriedMs)))
      await lookAtTables();
    if (message.files.length > 0) return;
    const isCalled = message.isMention || message.isDirect;
    const reply = (await takeTerms(deps, message)) ?? (isCalled && (await called(deps, message)));
    if (reply) await answerOnce(deps, message, reply);
  });
}

/** True for a conversation whose manuscripts get a card only if their person asks for it. */
async function isQuiet({ ctx }: ListenerDeps, { channel, isDirect }: PersonMessage) {
  if (isDirect) return false;
  const settings = await ctx.settings.read(ctx.workspace);
  return defaultsFor(settings, channel).answers === "mentioned";
}

function isNamedIn({ botUserId }: ListenerDeps, { isMention, text }: PersonMessage): boolean {
  return isMention || text.includes(`<@${botUserId}>`);
}

/**
 * Takes the manuscripts of a thread that have no card yet, where only a mention asks for one; then
 * there is nothing to say. Answers in the thread of cards how far these are, and elsewhere how to begin.
 */
async function called(deps: ListenerDeps, message: PersonMessage) {
  const { ctx } = deps;
  const { channel, thread, ts, person } = message;
  const cards = thread === ts ? [] : await cardsIn(ctx, message);
  const posted = (await isQuiet(deps, message)) ? await deps.recent({ channel, thread }) : [];
  const known = new Set(cards.map(({ file }) => file.id));
  const waiting = posted?.filter(({ id }) => !known.has(id)) ?? [];
  if (waiting.length > 0) {
    if (!(await mayAsk(deps, person))) return strangerReply;
    await take(deps, message, waiting);
    return undefined;
  }
  return (context: ViewContext) =>
    cards.length === 0
      ? mentionReply(context)
      : statusReply(cards, { context, links: new Map(), now: ctx.now() });
}

async function receive(deps: ListenerDeps, message: PersonMessage): Promise<void> {
  const { ts, thread, person: requester } = message;
  const files = await Promise.all(message.files.map((file) => withName(deps, file)));
  const isNamed = isNamedIn(deps, message) || asking.test(message.text);
  // Even a file that is no manuscript needs an answer then.
  const isAsked = message.isDirect || isNamed;
  const candidates = isAsked ? files : files.filter((one) => !deps.isIgnoredFile(one.name));
  if (candidates.length === 0) return;
  if (!(await mayAsk(deps, requester))) return await answerOnce(deps, message, strangerReply);
  if (thread !== ts && !isNamed && isFinished(await cardsIn(deps.ctx, message))) {
    // The file may be anything, so its person is asked.
    const value = postedValue({ ...message, fileIds: candidates.map(({ id }) => id) });
    return await answerOnce(deps, message, (context) =>
      underFinishedReply(candidates, value, context),
    );
  }
  const manuscripts = candidates.map((file) => ({ ...file, ts, thread }));
  await take(deps, message, manuscripts);
}

/** Lets manuscripts get their cards, in the languages that a message names if it asks for them. */
async function take(
  deps: ListenerDeps,
  message: PersonMessage,
  manuscripts: Parameters<typeof receivePosted>[1]["manuscripts"],
): Promise<void> {
  const { channel, isDirect, person: requester, text } = message;
  const isAsked = isDirect || isNamedIn(deps, message) || asking.test(text);
  const aims = languagesWished(text, vocabularyFor(deps.ctx.setup), isAsked);
  const targets = aims.length === 0 ? undefined : aims;
  const handed = { channel, requester, manuscripts, targets, isAsked };
  const check = await receivePosted(deps.ctx, handed);
  if (check.status === "within-limit") return;
  await answerOnce(deps, message, (context) => tooManyReply(check, context));
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
    if (await isGone(deps, file)) await dropDeleted(deps.ctx, file);
  });

  routes.event(["app_uninstalled", "tokens_revoked"], async () => await deps.checkToken());
}

/** The event names the person; what has changed, Slack is asked when it matters. */
export function registerPersonChanged(routes: Routes, { ctx, unreadable }: ListenerDeps): void {
  routes.event("user_change", async ({ body }) => {
    const person = changedBody.safeParse(body).data?.event.user.id;
    if (person === undefined) return unreadable(body);
    ctx.people.forget(person);
  });
}

const changedBody = z.object({
  event: z.object({ user: z.object({ id: z.string().min(1) }) }),
});

const deletedBody = z.object({ event: z.object({ file_id: z.string().min(1) }) });

async function isGone({ findFile }: ListenerDeps, fileId: string): Promise<boolean> {
  try {
    await findFile(fileId);
    return false;
  } catch (error) {
    if (error instanceof ManuscriptError) return error.reason === "gone";
    throw error;
  }
}

type PostedFileRef = Omit<PostedFile, "name"> & { readonly name: string | undefined };

type Looking = Pick<ListenerDeps, "findFile"> & {
  readonly client: WebClient;
  /** Tells by its name whether a file can be a manuscript. */
  readonly accepts: (name: string) => boolean;
};

/** See `recent` of the listeners. */
export async function recentManuscripts(
  deps: Looking,
  { channel, thread: ts }: { readonly channel: string; readonly thread?: string | undefined },
): Promise<readonly PostedFile[] | undefined> {
  const { conversations } = deps.client;
  const page = { channel, limit: 100 };
  try {
    const { messages = [] } = await slackCall(() =>
      ts === undefined ? conversations.history(page) : conversations.replies({ ...page, ts }),
    );
    const refs = messages.flatMap(postedIn);
    // Each name is a request to Slack, and people look through no more at once.
    const nameless = new Set(refs.filter(({ name }) => name === undefined).slice(0, namesAtOnce));
    const all = await Promise.all(
      refs.map(async (one) =>
        nameless.has(one) ? { ...one, ...(await withName(deps, one)) } : one,
      ),
    );
    return acceptable(all, deps.accepts);
  } catch (error) {
    if (error instanceof SlackRefusedError && !mayRead(error)) return undefined;
    throw error;
  }
}

const namesAtOnce = 20;

export function filesOf(message: unknown, accepts: Looking["accepts"]): readonly PostedFile[] {
  return acceptable(postedIn(message), accepts);
}

function acceptable(
  files: readonly PostedFileRef[],
  accepts: Looking["accepts"],
): readonly PostedFile[] {
  return files.flatMap(({ name = "manuscript", ...one }) =>
    accepts(name) ? [{ ...one, name }] : [],
  );
}

function postedIn(message: unknown): readonly PostedFileRef[] {
  const fields = messageSchema.safeParse(message).data;
  if (fields === undefined) return [];
  const { ts, thread_ts, user: person } = fields;
  return filesLeft(message).map((one) => ({ ...one, person, ts, thread: thread_ts ?? ts }));
}

const messageSchema = z.object({
  ts: z.string(),
  thread_ts: z.string().nullish(),
  user: z.string(),
  bot_id: z.null().optional(),
});

/** False for a conversation that the bot is not in, or may not read. */
export function mayRead(error: SlackRefusedError): boolean {
  return error.code !== "missing_scope" && meaningOf(error) !== "not-here";
}
